package planning

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
const sortSteps, hashSteps = 50, 10

// stageSteps is what a stage of pruning costs however few its vectors are.
const stageSteps = 4000

// withSteps bounds the work done under a context; over is then its cause.
func withSteps(ctx context.Context, steps int64, over error) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancelCause(ctx)
	m := &meter{spent: func() { end(over) }}
	m.left.Store(steps)
	return context.WithValue(ctx, meterKey{}, m), func() { end(nil) }
}

// stepsLeft are those of a context that withSteps bounds.
func stepsLeft(ctx context.Context) int64 {
	m, _ := ctx.Value(meterKey{}).(*meter)
	return m.left.Load()
}

// charge says that steps were taken, or are about to be.
func charge(ctx context.Context, steps int) {
	if m, metered := ctx.Value(meterKey{}).(*meter); metered && m.left.Add(-int64(steps)) < 0 {
		m.spent()
	}
}

// pace lets work go on as far as it is granted steps, and rest in between.
type pace struct {
	meter
	granted int64
	mu      sync.Mutex
	more    *sync.Cond
	ended   bool
	resting chan struct{} // full while somebody rests
}

// used are the steps that were taken of those granted.
func (p *pace) used() int64 { return p.granted - p.left.Load() }

// paced is a context whose work rests until it is granted steps.
func paced(ctx context.Context) (context.Context, *pace) {
	p := &pace{resting: make(chan struct{}, 1)}
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

func (p *pace) rest() {
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

// grant allows so many steps more and says, once those are taken, whether the work is done.
func (p *pace) grant(steps int64, done <-chan struct{}) bool {
	p.mu.Lock()
	p.granted += steps
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
