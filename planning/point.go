package planning

import (
	"context"
	"math"
	"slices"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
)

// point plans at the initial beliefs between two bounds that close in on each
// other: β-vectors of real policies below, a sawtooth above, both improved at
// the beliefs that a trial meets on its way from b̂, where it follows the upper
// bound's actions and the outcome that contributes most to the gap (heuristic
// search value iteration, Smith and Simmons 2004, for a finite horizon).
type point struct {
	p      *Problem
	o      Options
	known  []Level
	lower  [][]lowerBound // [t-1][set]
	upper  [][]upperBound
	belief []float64 // scratch
	steps  int       // taken since spent was asked
}

// above is the upper bound at a normalised belief.
func (s *point) above(t, set int, belief []float64) float64 {
	b := &s.upper[t-1][set]
	s.steps += b.steps(s.p.states)
	return b.at(belief)
}

// spent is how many elementary steps were taken since it was last asked. Each takes as long as
// three of the other planners: beliefs are met one by one.
func (s *point) spent() int {
	n := 3 * s.steps
	s.steps = 0
	return n
}

// solvePoint ends when the gap is at most o.Gap, or when the budget is used up;
// that is no error, as the answer is certified all the same. trials is ctx or a context
// under it that bounds the trials. known are levels whose sets are complete: there both
// bounds are exact.
func solvePoint(ctx, trials context.Context, p *Problem, o Options, known []Level) (*Plan, error) {
	s := &point{p: p, o: o, known: known, belief: make([]float64, p.states)}
	if err := s.begin(ctx); err != nil {
		return nil, err
	}
	var bounds []Bound
	for trial := 0; ; trial++ {
		lower, upper, set := s.root()
		if n := len(bounds); n > 0 {
			lower, upper = max(lower, bounds[n-1].Lower), min(upper, bounds[n-1].Upper)
		}
		upper = max(upper, lower)
		if n := len(bounds); n == 0 || bounds[n-1].Lower != lower || bounds[n-1].Upper != upper {
			bounds = append(bounds, Bound{Trial: trial, Lower: lower, Upper: upper})
		}
		o.reportBounds(trial, lower, upper)
		if o.met(lower, upper) || o.Budget.Trials > 0 && trial == o.Budget.Trials || s.size() > o.Budget.Vectors {
			break
		}
		if err := s.trial(trials, set); ctx.Err() != nil {
			return nil, ctx.Err()
		} else if err != nil {
			break // the budget is used up: what there is, is certified
		}
	}
	extracting, done := o.extracting(ctx)
	defer done()
	levels := s.levels()
	s.lower, s.upper = nil, nil // the tree is to have their memory
	plan, err := p.bestOf(extracting, o, levels)
	if err != nil {
		return nil, err
	}
	plan.Bounds = bounds
	plan.Upper = max(bounds[len(bounds)-1].Upper, plan.Value)
	return plan, nil
}

// met says whether the bounds are as close as was asked.
func (o Options) met(lower, upper float64) bool {
	return upper-lower <= max(o.Gap, max(o.closeEnough, 1e-12)*(1+math.Abs(upper)))
}

// solveMeeting is solvePoint where only bounds that meet are an answer: to o.Gap, or to rounding, and then it is exact at the
// initial belief. Bounds that have not met after meetingSteps leave the time to others.
func solveMeeting(ctx context.Context, p *Problem, o Options, used func() int64) (*Plan, error) {
	trials, end := context.WithCancel(ctx)
	defer end()
	report := o.Progress
	o.Progress = func(at Progress) {
		if report(at); used() > meetingSteps {
			end()
		}
	}
	plan, err := solvePoint(ctx, trials, p, o, nil)
	if err != nil {
		return nil, err
	}
	if !o.met(plan.Value, plan.Upper) {
		return nil, tooMany(PointBased, o.Horizon, "more vectors", o)
	}
	if o.Gap = 0; o.met(plan.Value, plan.Upper) {
		plan.Upper = plan.Value // they differ by rounding
	}
	return plan, nil
}

// trials bounds the trials by time or, where neither time nor their number is
// given, by the work.
func (o Options) trials(ctx context.Context) (context.Context, context.CancelFunc) {
	switch {
	case o.Budget.Time > 0:
		return context.WithTimeout(ctx, o.Budget.Time*4/5)
	case o.Budget.Trials == 0:
		return vectors.WithSteps(ctx, pointSteps, context.DeadlineExceeded)
	}
	return context.WithCancel(ctx)
}

// extracting is what is left of the time for the policy tree.
func (o Options) extracting(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.Budget.Time > 0 {
		return context.WithTimeout(ctx, o.Budget.Time/5)
	}
	return context.WithCancel(ctx)
}

// begin makes first bounds for all sets: the fast informed one above, and below
// the policy that is best at the uniform belief against those of the level
// below.
func (s *point) begin(ctx context.Context) error {
	p := s.p
	informed := p.fastInformed(s.o.Horizon, s.o.Discount)
	for t := 1; t <= s.o.Horizon; t++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		lower, upper := make([]lowerBound, p.sets()), make([]upperBound, p.sets())
		s.lower, s.upper = append(s.lower, lower), append(s.upper, upper)
		for set := range p.sets() {
			first, count := p.setUnits(set)
			b := &upper[set]
			*b = upperBound{informed: informed[t-1][first : first+count], corner: make([]float64, p.states)}
			for j := range b.corner {
				b.corner[j] = math.Inf(-1)
				for _, q := range b.informed {
					b.corner[j] = max(b.corner[j], q[j])
				}
			}
			if t <= len(s.known) {
				exact := &s.known[t-1].Sets[set]
				b.exact = exact
				for i := range exact.Len() {
					lower[set].actions = append(lower[set].actions, int32(exact.root(i)))
				}
				lower[set].values = slices.Clip(exact.values)
				continue
			}
			if t == 1 {
				for u := first; u < first+count; u++ {
					lower[set].values = append(lower[set].values, p.leaf[u]...)
					lower[set].actions = append(lower[set].actions, int32(p.unitAction(u)))
				}
				continue
			}
			s.raise(t, set, pomdp.Uniform(p.states))
		}
	}
	return nil
}

// size is how many vectors, or how many points, were made above the known levels: the larger one.
func (s *point) size() int {
	made, points := 0, 0
	for t := len(s.known); t < len(s.lower); t++ {
		for set := range s.lower[t] {
			made += len(s.lower[t][set].actions)
			points += len(s.upper[t][set].points)
		}
	}
	return max(made, points)
}

// best is the vector of a set that is worth most at an unnormalised belief.
func (s *point) best(t, set int, belief []float64) (vector int, value float64) {
	n := s.p.states
	values := s.lower[t-1][set].values
	s.steps += len(values)
	value = math.Inf(-1)
	weights := newSparse(belief)
	for i := 0; i < len(values); i += n {
		if x := weights.dot(values[i : i+n]); x > value {
			vector, value = i/n, x
		}
	}
	return vector, value
}

// root gives the bounds at the initial beliefs, and the set that the upper one
// comes from.
func (s *point) root() (lower, upper float64, set int) {
	lower, upper = math.Inf(-1), math.Inf(-1)
	for i, b := range s.p.initial {
		mass := total(b)
		_, x := s.best(s.o.Horizon, i, b)
		lower = max(lower, x)
		if x := mass * s.above(s.o.Horizon, i, scaled(b, mass)); x > upper {
			upper, set = x, i
		}
	}
	return lower, upper, set
}

func scaled(x []float64, by float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = v / by
	}
	return out
}

// visit is one belief on a trial's way.
type visit struct {
	set    int
	belief []float64
}

// trial walks from the initial belief of a set down to one step to go, then
// improves both bounds on the way back.
func (s *point) trial(ctx context.Context, set int) error {
	b := s.p.initial[set]
	path := []visit{{set, scaled(b, total(b))}}
	lowest := max(1, len(s.known))
	for t := s.o.Horizon; t > lowest; t-- {
		vectors.Charge(ctx, s.spent())
		if err := ctx.Err(); err != nil {
			return err
		}
		next, ok := s.descend(t, path[len(path)-1])
		if !ok {
			break
		}
		path = append(path, next)
	}
	for i := len(path) - 1; i >= 0; i-- {
		vectors.Charge(ctx, s.spent())
		if err := ctx.Err(); err != nil {
			return err
		}
		if t := s.o.Horizon - i; t > lowest {
			s.raise(t, path[i].set, path[i].belief)
			value, _ := s.promise(t, path[i])
			s.upper[t-1][path[i].set].lower(path[i].belief, value)
		}
	}
	return nil
}

// promise is the upper bound that one step of look-ahead gives at a belief, and
// the unit that it comes from.
func (s *point) promise(t int, v visit) (value float64, unit int) {
	value = math.Inf(-1)
	first, count := s.p.setUnits(v.set)
	for u := first; u < first+count; u++ {
		sum := 0.0
		for outcome := range s.p.outcomes {
			x, _, _ := s.branch(t, u, outcome, v.belief)
			sum += x
		}
		if sum > value {
			value, unit = sum, u
		}
	}
	return value, unit
}

// branch is the best that the upper bound promises after one outcome, in which
// slot, and with what probability.
func (s *point) branch(t, u, outcome int, belief []float64) (value float64, slot int, mass float64) {
	p := s.p
	value = math.Inf(-1)
	for k := range p.slots {
		l := p.link(u, outcome, k)
		x := vectors.Dot(belief, l.gain)
		s.steps += len(l.val) + 2*p.states
		m, ok := l.after(s.belief, belief)
		if ok {
			x += s.o.Discount * m * s.above(t-1, p.nextSet(u, k), s.belief)
		}
		if x > value {
			value, slot, mass = x, k, m
		}
	}
	return value, slot, mass
}

// descend follows the upper bound's unit and the outcome whose share of the gap
// is greatest. ok is false where no outcome has a gap.
func (s *point) descend(t int, v visit) (next visit, ok bool) {
	p := s.p
	_, u := s.promise(t, v)
	widest := 0.0
	for outcome := range p.outcomes {
		_, k, _ := s.branch(t, u, outcome, v.belief)
		set := p.nextSet(u, k)
		after := make([]float64, p.states)
		mass, possible := p.link(u, outcome, k).after(after, v.belief)
		if !possible {
			continue
		}
		_, low := s.best(t-1, set, after)
		if gap := mass * (s.above(t-1, set, after) - low); gap > widest {
			widest, next, ok = gap, visit{set, after}, true
		}
	}
	return next, ok
}
