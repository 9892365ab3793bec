package whole

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// judgeWhole holds whole episodes against what a fit predicts, looks for a better maximum where they do
// not fit and none was looked for, and says what is found.
func judgeWhole(e *moments.Estimate, ctx context.Context, w *Likelihood, top params.Climbed) params.Climbed {
	z := w.misfit(top.X)
	if z > likelihood.PoorFit && e.Likelihood.Searched == 0 && w.N.S > 1 && ctx.Err() == nil {
		top = searchWhole(e, ctx, w, top)
		z = w.misfit(top.X)
	}
	e.Likelihood.Misfit = z
	if z > likelihood.PoorFit {
		e.Add(finding.New(finding.PoorFit, z, likelihood.PoorFit, fmt.Sprintf(
			"What follows what in the episodes misses the best model found with %s by %s standard deviations of X²; chance exceeds %s in fewer than 1 of 100 logs. The episodes ask for another number of states, or are not a POMDP's.",
			figure.Counted(w.N.S, "state", "states"), figure.Number(z), figure.Number(likelihood.PoorFit))))
	}
	if w.N.S > 1 {
		judgeWholeSearch(e)
	}
	return top
}

// What the outcomes of steps are held against: what was done and seen in the steps before, and how
// many of those.
const (
	misfitLags   = 2
	leastContext = 40 // steps of a context, below which it is pooled with others of its action
	leastCell    = 5  // expected outcomes, below which they are pooled
	mostOutcomes = 64 // beyond which outcomes are not told apart enough for a verdict
)

// misfit says how far the outcomes (z, r) of steps are from what the model x predicts at each of them
// from all that came before. They are added up over steps with the same action and the same one or two
// steps before, or in the same place of their episodes: what is left there should be chance, and its
// variance is that of the predictions, however the actions were chosen (a martingale). The largest of
// the three sums X², as a normal deviate (Wilson and Hilferty 1931). That parameters were fitted makes
// it smaller, so that chance exceeds a limit less often than it says. 0 where nothing can be told.
func (w *Likelihood) misfit(x []float64) float64 {
	if w.N.Outcomes() > mostOutcomes {
		return 0
	}
	w.Value(x)
	keys := []func(s *seenStep) stepContext{
		func(s *seenStep) stepContext { return stepContext{s.action, s.before[0], -1} },
		func(s *seenStep) stepContext { return stepContext{s.action, s.before[0], s.before[1]} },
		func(s *seenStep) stepContext { return stepContext{s.action, int32(s.place), -2} },
	}
	sums := make([]residuals, len(keys))
	for i := range sums {
		sums[i] = residuals{totals: map[stepContext]float64{}, sums: map[stepContext]*residual{}}
	}
	w.eachStep(false, func(s *seenStep) {
		for i, key := range keys {
			sums[i].totals[key(s)] += s.total()
		}
	})
	w.eachStep(true, func(s *seenStep) {
		for i, key := range keys {
			sums[i].add(key(s), s)
		}
	})
	most := 0.0
	for i := range sums {
		most = math.Max(most, sums[i].deviate())
	}
	return most
}

// stepContext is what steps have in common that are added up: an action, and two figures of what came before.
type stepContext [3]int32

// seenStep is a node of the tree and one action that was taken there: how often, what followed, and
// what the model said would.
type seenStep struct {
	action int32
	before [misfitLags]int32 // codes of the steps before, the last first; −1 for none
	place  int               // of the step in its episode; −1 where that is unknown
	counts []float64         // [outcome]
	chance []float64         // [outcome]
}

func (s *seenStep) total() float64 { return num.Sum(s.counts) }

// eachStep visits all steps whose outcome is known whole, after w.value; a step is valid during the call. chances
// are left out where they are not asked for.
func (w *Likelihood) eachStep(chances bool, visit func(s *seenStep)) {
	n := w.N
	s, o := n.S, n.Outcomes()
	// What a step's code says of the chance of its outcome in each state.
	chance := make([]float64, moments.Codes(n)*s)
	for c := range moments.Codes(n) {
		for i := range s {
			chance[c*s+i] = num.Sum(w.matrix[(c*s+i)*s:][:s])
		}
	}
	ancestors := func(t int, u int32) (out [misfitLags]int32) {
		for i := range out {
			if out[i] = -1; t > 0 {
				out[i] = w.episodes.Levels[t].Act[u]
				u = w.episodes.Levels[t].Parent[u]
				t--
			}
		}
		return out
	}
	belief, step := make([]float64, s), seenStep{counts: make([]float64, o), chance: make([]float64, o)}
	done := make([]bool, n.A)
	later := int32(1) // the first node that comes after a gap: they stand last in every level
	for t := range w.episodes.Levels[:len(w.episodes.Levels)-1] {
		l, next := &w.episodes.Levels[t], &w.episodes.Levels[t+1]
		for u := range int32(len(l.Through)) {
			clear(done)
			for v := l.First[u]; v < l.First[u+1]; v++ {
				first := moments.ActOf(n, int(next.Act[v]))
				if first.Observation < 0 || first.Reward < 0 || done[first.Action] {
					continue
				}
				done[first.Action] = true
				step.action, step.before, step.place = int32(first.Action), ancestors(t, u), t
				if u >= later {
					step.place = -1
				}
				clear(step.counts)
				for same := v; same < l.First[u+1]; same++ {
					if act := moments.ActOf(n, int(next.Act[same])); act.Action == first.Action && act.Observation >= 0 && act.Reward >= 0 {
						step.counts[n.Outcome(act.Observation, act.Reward)] += next.Through[same]
					}
				}
				if chances {
					copy(belief, w.forward[t][int(u)*s:][:s])
					num.DivideBySum(belief)
					for k := range o {
						first.Observation, first.Reward = n.OutcomeAt(k)
						step.chance[k] = num.Dot(belief, chance[int(moments.Code(n, first))*s:][:s])
					}
				}
				visit(&step)
			}
		}
		if later < int32(len(l.Through)) {
			later = l.First[later]
		} else {
			later = int32(len(next.Through))
		}
	}
}

// residuals add steps up by their contexts.
type residuals struct {
	totals map[stepContext]float64
	sums   map[stepContext]*residual
	order  []stepContext
}

func (r *residuals) add(key stepContext, s *seenStep) {
	if r.totals[key] < leastContext {
		key = stepContext{key[0], -3, -3}
	}
	if r.sums[key] == nil {
		r.sums[key] = newResidual(len(s.counts))
		r.order = append(r.order, key)
	}
	r.sums[key].add(s)
}

// residual is what a context's outcomes add up to beyond what was predicted, and its covariance.
type residual struct {
	seen     []float64
	expected []float64
	variance []float64 // o × o
}

func newResidual(o int) *residual {
	return &residual{seen: make([]float64, o), expected: make([]float64, o), variance: make([]float64, o*o)}
}

func (r *residual) add(s *seenStep) {
	n, o := s.total(), len(s.counts)
	for i, p := range s.chance {
		r.seen[i] += s.counts[i]
		r.expected[i] += n * p
		r.variance[i*o+i] += n * p
		for j, q := range s.chance {
			r.variance[i*o+j] -= n * p * q
		}
	}
}

// deviate is X² over all contexts, as a normal deviate; 0 where nothing can be told.
func (r *residuals) deviate() float64 {
	x2, freedom := 0.0, 0.0
	for _, key := range r.order {
		x, f := r.sums[key].square()
		x2, freedom = x2+x, freedom+f
	}
	if freedom < 1 {
		return 0
	}
	return (math.Cbrt(x2/freedom) - (1 - 2/(9*freedom))) / math.Sqrt(2/(9*freedom))
}

// square is a context's X² and its degrees of freedom. Rare outcomes are pooled.
func (r *residual) square() (x2, freedom float64) {
	var groups [][]int
	var rare []int
	for i, e := range r.expected {
		if e < leastCell {
			rare = append(rare, i)
		} else {
			groups = append(groups, []int{i})
		}
	}
	if len(rare) > 0 {
		expected := 0.0
		for _, i := range rare {
			expected += r.expected[i]
		}
		switch {
		case expected >= leastCell || len(groups) == 0:
			groups = append(groups, rare)
		default:
			groups[0] = append(groups[0], rare...)
		}
	}
	k := len(groups) - 1 // the last follows from the others
	if k < 1 {
		return 0, 0
	}
	o := len(r.expected)
	off, cov := mat.NewVecDense(k, nil), mat.NewSymDense(k, nil)
	for a := range k {
		d := 0.0
		for _, i := range groups[a] {
			d += r.seen[i] - r.expected[i]
		}
		off.SetVec(a, d)
		for b := range a + 1 {
			v := 0.0
			for _, i := range groups[a] {
				for _, j := range groups[b] {
					v += r.variance[i*o+j]
				}
			}
			cov.SetSym(a, b, v)
		}
	}
	var chol mat.Cholesky
	var solved mat.VecDense
	if !chol.Factorize(cov) || chol.Cond() > 1e10 || chol.SolveVecTo(&solved, off) != nil {
		return 0, 0
	}
	return mat.Dot(off, &solved), float64(k)
}
