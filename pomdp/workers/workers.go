// Package workers spreads independent pieces of work over the processors.
package workers

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// spared is the number of the Go scheduler's processors that Each leaves alone.
var spared atomic.Int32

// Count is how many pieces Each does at once: one per processor that is not spared.
func Count() int { return max(runtime.GOMAXPROCS(0)-int(spared.Load()), 1) }

// Spare gives the Go scheduler more processors than Each uses, so that a goroutine that answers a
// key never queues behind work. The system's scheduler, which prefers threads that have waited,
// then divides the machine's real processors between them.
func Spare() {
	if spared.Load() == 0 {
		n := runtime.GOMAXPROCS(0)
		spared.Store(int32(n + 2))
		runtime.GOMAXPROCS(2*n + 2)
	}
}

// Each does the pieces 0 … n−1 on Count goroutines. Each goroutine calls worker once for a function
// of its own, which may keep buffers; it must not matter which goroutine does which piece. They give
// way to others where the caller does (Yield). If a
// piece panics, the pieces under way are finished, no others are begun, and Each panics with a
// *Panic on the caller's goroutine, where it can be recovered from.
func Each(n int, worker func() func(i int)) { Until(context.Background(), n, worker) }

// Until is Each that begins no piece once ctx has ended. Whoever calls it asks ctx afterwards.
func Until(ctx context.Context, n int, worker func() func(i int)) {
	var next atomic.Int64
	var first atomic.Pointer[Panic]
	var group sync.WaitGroup
	aside := yields()
	for range min(n, Count()) {
		group.Go(func() {
			defer func() {
				if value := recover(); value != nil {
					next.Store(int64(n))
					first.CompareAndSwap(nil, Caught(value))
				}
			}()
			if aside {
				Yield()
			}
			work := worker()
			for i := next.Add(1) - 1; i < int64(n) && ctx.Err() == nil; i = next.Add(1) - 1 {
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

// Caught is what was recovered, with the stack; it keeps the innermost one if a piece itself called Each.
func Caught(value any) *Panic {
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
