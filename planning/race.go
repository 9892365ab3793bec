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

// contestant is an exact planner that goes on only as far as it is granted steps.
type contestant struct {
	*vectors.Pace
	planner Planner
	ends    []int64 // steps taken at the end of each level
	levels  int     // in all
	growth  float64 // of the cost from level to level, until two are known

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
func race(ctx context.Context, p *Problem, o Options, planners ...Planner) (*Plan, []Level, error) {
	running, cancel := context.WithCancel(ctx)
	var all []*contestant
	for _, planner := range planners {
		all = append(all, enter(running, p, o, planner, len(planners)))
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
			if !errors.As(c.err, &over) || len(left) == 1 {
				return end(c)
			}
			left = slices.DeleteFunc(left, func(x *contestant) bool { return x == c })
		}
	}
}

// enter starts a planner, which rests at once. Its memory is its share of the budget.
func enter(ctx context.Context, p *Problem, o Options, planner Planner, of int) *contestant {
	c := &contestant{planner: planner, done: make(chan struct{}), growth: float64(p.actions * p.outcomes)}
	ctx, c.Pace = vectors.Paced(ctx)
	report := o.Progress
	o.Progress = func(at Progress) {
		c.ends, c.levels = append(c.ends, c.Used()), at.Total
		if report != nil {
			report(at)
		}
	}
	o.Planner = planner
	o.Budget.Memory = cmp.Or(o.Budget.Memory, DefaultMemory) / of
	x, _ := find(planner)
	go func() {
		defer close(c.done)
		defer func() {
			if value := recover(); value != nil {
				c.panicked = workers.Caught(value)
			}
		}()
		vectors.Charge(ctx, 1)
		c.plan, c.known, c.err = x.solve(ctx, p, o)
	}()
	return c
}

// deserves says whether the contestant gets so many steps more though another one is the
// favourite, in case that the estimates are wrong: half of the steps at first, ever less
// later, and none where the levels that are done leave no doubt.
func (c *contestant) deserves(steps int64, favourite *contestant) bool {
	const doubtless, levels = 100, 4
	if len(c.ends) >= levels && c.estimate() > doubtless*favourite.estimate() {
		return false
	}
	granted := float64(c.Granted + steps)
	return granted*granted <= firstGrant*float64(favourite.Granted)
}

// estimate is how many steps it takes in all: a level's cost grows as it grew
// last, or, where the growth fell by half or more, goes on falling like that.
func (c *contestant) estimate() float64 {
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
