package workers_test

import (
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"eeporl/pomdp/workers"
)

func TestEachDoesEveryPieceOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		done := make([]atomic.Int32, n)
		var hired atomic.Int32
		workers.Each(n, func() func(int) {
			hired.Add(1)
			return func(i int) { done[i].Add(1) }
		})
		for i := range done {
			if got := done[i].Load(); got != 1 {
				t.Errorf("n = %d: found piece %d done %d times, expected once", n, i, got)
			}
		}
		if got := int(hired.Load()); got != min(n, runtime.GOMAXPROCS(0)) {
			t.Errorf("n = %d: found %d workers, expected one a processor at most", n, got)
		}
	}
}

// thePieceThatPanics stands in the stack that a Panic keeps.
func thePieceThatPanics(err error) { panic(err) }

// TestPanicComesBack: a panic of a piece is one of the caller, who can recover,
// with the value and the stack of the piece; no further pieces are begun.
func TestPanicComesBack(t *testing.T) {
	broken := errors.New("broken")
	var begun atomic.Int32
	got := recovered(func() {
		workers.Each(1_000_000, func() func(int) {
			return func(i int) {
				if begun.Add(1) == 10 {
					thePieceThatPanics(broken)
				}
				runtime.Gosched()
			}
		})
	})
	p, ok := got.(*workers.Panic)
	if !ok || !errors.Is(p, broken) || !strings.Contains(p.Error(), "thePieceThatPanics") {
		t.Fatalf("found %v, expected a Panic that wraps the error and says where", got)
	}
	if n := begun.Load(); n == 1_000_000 {
		t.Errorf("found all %d pieces begun after a panic", n)
	}
}

// TestPanicOfAWorker: so is a panic before the first piece, and one of pieces
// that were spread in turn, as it was.
func TestPanicOfAWorker(t *testing.T) {
	got := recovered(func() {
		workers.Each(3, func() func(int) {
			workers.Each(3, func() func(int) { panic("no worker") })
			return nil
		})
	})
	if p, ok := got.(*workers.Panic); !ok || p.Value != "no worker" || p.Unwrap() != nil {
		t.Errorf("found %v, expected the worker's panic", got)
	}
}

// recovered is what work panics with.
func recovered(work func()) (value any) {
	defer func() { value = recover() }()
	work()
	return nil
}
