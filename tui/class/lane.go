package class

import (
	"context"

	"eeporl/pomdp/workers"
)

// Lane does short pieces of work one after the other, on one thread that gives way to all others: a crowd
// that keeps it busy takes what nobody else wants.
type Lane struct {
	work chan func()
	over context.Context
}

// NewLane makes a lane that ends with ctx.
func NewLane(ctx context.Context) Lane {
	l := Lane{make(chan func()), ctx}
	go func() {
		workers.Yield()
		for {
			select {
			case <-ctx.Done():
				return
			case do := <-l.work:
				do()
			}
		}
	}()
	return l
}

// Do does a piece of work when the lane is free, and waits for it. A panic is the caller's.
func (l Lane) Do(do func()) {
	done := make(chan any, 1)
	piece := func() {
		defer func() { done <- recover() }()
		do()
	}
	select {
	case l.work <- piece:
		if value := <-done; value != nil {
			panic(value)
		}
	case <-l.over.Done(): // all is ending
		do()
	}
}
