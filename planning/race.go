package planning

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"eeporl/planning/vectors"
	"eeporl/pomdp/workers"
)

// runner is a planner in a race, and what share of the memory it may take.
type runner struct {
	planner Planner
	share   float64
}

// contestant is an exact planner that goes on only as far as it is granted steps.
type contestant struct {
	*vectors.Pace
	planner Planner
	ends    []int64 // steps taken at the end of each level
	levels  int     // in all
	growth  float64 // of the cost from level to level, until two are known
	closing closing // of bounds, in place of levels

	done     chan struct{}
	plan     *Plan
	known    []Level
	err      error
	panicked *workers.Panic
}

// firstGrant is how many steps each contestant is given to begin with: less than a millisecond.
const firstGrant = 300_000

// grantGrowth is by how much a grant prolongs what was granted before.
const grantGrowth = 1. / 4

// race plans by those exact planners at once, in turns: by estimates from the
// levels that are done, most steps go to the one that will be done first. The
// first to be done wins. Nothing in it depends on time, so that the same problem
// is planned for by the same planner everywhere. Where each of them goes beyond
// its budget, the error comes with the levels that are complete.
func race(ctx context.Context, p *Problem, o Options, runners []runner) (*Plan, []Level, error) {
	running, cancel := context.WithCancel(ctx)
	var all []*contestant
	for _, r := range runners {
		all = append(all, enter(running, p, o, r))
	}
	end := func(c *contestant) (*Plan, []Level, error) {
		cancel()
		var known []Level
		for _, x := range all {
			<-x.done
		}
		for _, x := range all {
			if x.panicked != nil {
				panic(x.panicked)
			}
			if len(x.known) > len(known) {
				known = x.known
			}
		}
		if c == nil {
			return nil, known, context.Cause(ctx)
		}
		return c.plan, known, c.err
	}
	left := slices.Clone(all)
	for {
		favourite := slices.MinFunc(left, func(x, y *contestant) int { return cmp.Compare(x.estimate(), y.estimate()) })
		for _, c := range slices.Clone(left) {
			steps := max(firstGrant, int64(grantGrowth*float64(c.Granted)))
			if c != favourite && c.Granted > 0 && !c.deserves(steps, favourite) {
				continue
			}
			if vectors.Charge(ctx, int(steps)); ctx.Err() != nil {
				return end(nil)
			}
			if !c.Grant(steps, c.done) {
				continue
			}
			var over *BudgetError
			if !errors.As(c.err, &over) {
				return end(c)
			}
			left = slices.DeleteFunc(left, func(x *contestant) bool { return x == c })
			if !slices.ContainsFunc(left, func(x *contestant) bool { return x.planner != PointBased }) {
				return end(c) // bounds go on by themselves, and begin with the levels that are known
			}
		}
	}
}

// enter starts a planner, which rests at once. Its memory is its share of the budget.
func enter(ctx context.Context, p *Problem, o Options, r runner) *contestant {
	c := &contestant{planner: r.planner, closing: closing{enough: o.Gap}, done: make(chan struct{}), growth: float64(p.actions * p.outcomes)}
	ctx, c.Pace = vectors.Paced(ctx)
	report := o.Progress
	o.Progress = func(at Progress) {
		if r.planner == PointBased {
			c.closing.note(at, c.Used())
			return // whose trials would alternate with the others' levels
		}
		c.ends, c.levels = append(c.ends, c.Used()), at.Total
		if report != nil {
			report(at)
		}
	}
	o.Planner = r.planner
	o.Budget.Memory = int(r.share * float64(cmp.Or(o.Budget.Memory, DefaultMemory)))
	x, _ := find(r.planner)
	go func() {
		defer close(c.done)
		defer func() {
			if value := recover(); value != nil {
				c.panicked = workers.Caught(value)
			}
		}()
		vectors.Charge(ctx, 1)
		if r.planner == PointBased {
			c.plan, c.err = solveMeeting(ctx, p, o.within(p), c.Used)
			return
		}
		c.plan, c.known, c.err = x.solve(ctx, p, o)
	}()
	return c
}

// deserves says whether the contestant gets so many steps more though another one is the
// favourite, in case that the estimates are wrong: half of the steps at first, ever less
// later, and none where the levels that are done leave no doubt.
func (c *contestant) deserves(steps int64, favourite *contestant) bool {
	const doubtless, levels = 100, 4
	if favourite.planner == PointBased { // bounds may stop closing at any time, and levels often cost less than they seem to
		return c.Granted+steps <= favourite.Granted
	}
	if len(c.ends) >= levels && c.estimate() > doubtless*favourite.estimate() {
		return false
	}
	granted, most := float64(c.Granted+steps), float64(favourite.Granted)
	return granted*granted <= firstGrant*most
}

// estimate is how many steps it takes in all: a level's cost grows as it grew
// last, or, where the growth fell by half or more, goes on falling like that.
func (c *contestant) estimate() float64 {
	if c.planner == PointBased {
		return c.closing.estimate()
	}
	n := len(c.ends)
	if n == 0 {
		return math.Inf(1)
	}
	cost := func(i int) float64 {
		if i == 0 {
			return max(1, float64(c.ends[0]))
		}
		return max(1, float64(c.ends[i]-c.ends[i-1]))
	}
	last, growth, falls := cost(n-1), c.growth, 1.
	if n > 1 {
		growth = last / cost(n-2)
	}
	if n > 2 && growth > 1 {
		if f := (growth - 1) / (cost(n-2)/cost(n-3) - 1); f > 0 && f <= .5 {
			falls = f
		}
	}
	sum := float64(c.ends[n-1])
	for i := n; i < c.levels; i++ {
		growth = 1 + (growth-1)*falls
		if i == n { // what the level in work has cost already
			growth = max(growth, float64(c.Granted-c.ends[n-1])/last)
		}
		last *= growth
		sum += last
	}
	return sum
}

// closing is how bounds have come closer.
type closing struct {
	first, last, size float64 // gaps, and the size of the value
	enough            float64 // the gap that was asked for, 0 for rounding's own size
	used              int64   // steps taken for the last one
}

func (c *closing) note(at Progress, used int64) {
	gap := at.Upper - at.Lower
	if c.first == 0 {
		c.first = gap
	}
	c.last, c.size, c.used = gap, 1+math.Abs(at.Upper), used
}

// estimate is how many steps it takes in all if every trial goes on shrinking the gap by the same
// factor. What a trial costs grows with their number, and the last digits may come late: the cube is careful.
func (c *closing) estimate() float64 {
	if !(c.last < c.first) {
		return math.Inf(1)
	}
	enough := max(c.enough, 1e-12*c.size)
	return float64(c.used) * math.Pow(math.Log(c.first/enough)/math.Log(c.first/max(c.last, enough)), 3)
}
