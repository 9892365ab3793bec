// Package workers spreads independent pieces of work over the processors.
package workers

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Each does the pieces 0 … n−1 on as many goroutines as there are processors,
// each with a worker of its own, which may have buffers: which one does which
// piece must not matter. Where a piece panics, those under way are finished, no
// others are begun, and Each panics with a *Panic: on the caller's goroutine,
// where it can be recovered from.
func Each(n int, worker func() func(i int)) {
	var next atomic.Int64
	var first atomic.Pointer[Panic]
	var group sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			defer func() {
				if value := recover(); value != nil {
					next.Store(int64(n))
					first.CompareAndSwap(nil, panicOf(value))
				}
			}()
			work := worker()
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				work(int(i))
			}
		})
	}
	group.Wait()
	if p := first.Load(); p != nil {
		panic(p)
	}
}

// Panic is what a piece of work panicked with, and where.
type Panic struct {
	Value any
	Stack []byte
}

// panicOf keeps the innermost stack where pieces are spread in turn.
func panicOf(value any) *Panic {
	if p, inner := value.(*Panic); inner {
		return p
	}
	return &Panic{value, debug.Stack()}
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Unwrap is the value where that is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
