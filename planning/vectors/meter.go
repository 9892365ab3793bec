package vectors

import (
	"context"
	"sync"
	"sync/atomic"
)

// meter counts elementary steps, about a multiplication and an addition each,
// against an allowance. What is counted depends on the problem alone, so that
// the same input ends in the same stage on every machine and at any GOMAXPROCS,
// as the sum over a stage's parallel parts does not depend on their order.
// Every stage therefore asks for ctx.Err() at its end.
type meter struct {
	left  atomic.Int64
	spent func() // what to do when nothing is left: end the work, or wait
}

type meterKey struct{}

// What a number costs where it is sorted or hashed instead of multiplied.
const SortSteps, HashSteps = 50, 10

// stageSteps is what a stage of pruning costs however few its vectors are.
const stageSteps = 4000

// WithSteps bounds the work done under a context; over is then its cause.
func WithSteps(ctx context.Context, steps int64, over error) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancelCause(ctx)
	m := &meter{spent: func() { end(over) }}
	m.left.Store(steps)
	return context.WithValue(ctx, meterKey{}, m), func() { end(nil) }
}

// StepsLeft are those of a context that withSteps bounds.
func StepsLeft(ctx context.Context) int64 {
	m, _ := ctx.Value(meterKey{}).(*meter)
	return m.left.Load()
}

// Charge says that steps were taken, or are about to be.
func Charge(ctx context.Context, steps int) {
	if m, metered := ctx.Value(meterKey{}).(*meter); metered && m.left.Add(-int64(steps)) < 0 {
		m.spent()
	}
}

// Pace lets work go on as far as it is granted steps, and rest in between.
type Pace struct {
	meter
	Granted int64
	mu      sync.Mutex
	more    *sync.Cond
	ended   bool
	resting chan struct{} // full while somebody rests
}

// Used are the steps that were taken of those granted.
func (p *Pace) Used() int64 { return p.Granted - p.left.Load() }

// Paced is a context whose work rests until it is granted steps.
func Paced(ctx context.Context) (context.Context, *Pace) {
	p := &Pace{resting: make(chan struct{}, 1)}
	p.more = sync.NewCond(&p.mu)
	p.spent = p.rest
	context.AfterFunc(ctx, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.ended = true
		p.more.Broadcast()
	})
	return context.WithValue(ctx, meterKey{}, &p.meter), p
}

func (p *Pace) rest() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.left.Load() < 0 && !p.ended {
		select {
		case p.resting <- struct{}{}:
		default:
		}
		p.more.Wait()
	}
}

// Grant allows so many steps more and says, once those are taken, whether the work is done.
func (p *Pace) Grant(steps int64, done <-chan struct{}) bool {
	p.mu.Lock()
	p.Granted += steps
	select {
	case <-p.resting:
	default:
	}
	p.left.Add(steps)
	p.more.Broadcast()
	p.mu.Unlock()
	select {
	case <-p.resting:
		return false
	case <-done:
		return true
	}
}
