package moments

import (
	"context"
	"math"

	"eeporl/pomdp"
	"eeporl/pomdp/finding"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// NormalTheory is made of the observed information: the likelihood's curvature at its maximum.
// An entry at 0 or 1 has none there; its interval ends where, to second order,
// the likelihood ratio test rejects it: at a ratio of 3.2 to 3.8 in trials, and not quite 3.84.
const NormalTheory IntervalKind = "by normal theory, from the observed information"

// Normal gives the intervals of an estimate that maximises the likelihood of the counts' triples;
// nil for any other, and when ctx is cancelled.
func Normal(ctx context.Context, counts *Counts, e *Estimate, level float64) *Intervals {
	if e.Model == nil || e.Likelihood == nil || e.Estimator == WholeName || counts.exact {
		return nil
	}
	l := newLikelihood(counts, e.Sizes.S)
	c := curvature{layout: l.layout, x: l.vector(e.Model), gradient: func() func(x, grad []float64) {
		own := l.clone()
		return func(x, grad []float64) { own.uses(x, grad) }
	}}
	return c.intervals(ctx, e, level)
}

// NormalWhole gives the intervals of Whole; nil for another estimate, and when ctx is cancelled.
func NormalWhole(ctx context.Context, episodes *Episodes, e *Estimate, level float64) *Intervals {
	if e.Model == nil || e.Estimator != WholeName {
		return nil
	}
	w := newWhole(episodes, e.Sizes.S) // whose passes use all processors
	c := curvature{layout: w.layout, x: e.vectorOf(w.layout), alone: true, gradient: func() func(x, grad []float64) {
		return func(x, grad []float64) {
			w.expected(x, grad)
			for i, v := range x {
				grad[i] /= v
			}
		}
	}}
	return c.intervals(ctx, e, level)
}

// NormalSeconds is about how long Normal takes on one core, or NormalWhole where there are whole
// episodes: each passes over all cells, or all nodes of the tree, for every free parameter.
func NormalSeconds(counts *Counts, episodes *Episodes, e *Estimate) float64 {
	const cells, nodes = 1.8e8, 3.5e7 // passed over in a second of a server's core
	passes := 1 + float64(newLayout(e.Sizes).free())
	if episodes != nil {
		return passes * float64(episodes.Nodes()) / nodes
	}
	return passes * float64(counts.visited()) / cells
}

func (c *curvature) intervals(ctx context.Context, e *Estimate, level float64) *Intervals {
	out := &Intervals{Level: level, Kind: NormalTheory}
	c.begin()
	if !c.derive(ctx) {
		return nil
	}
	low, high, ok := c.ends(level)
	if !ok {
		out.Findings = append(out.Findings, finding.New(finding.UnidentifiableParameter, math.NaN(), math.NaN(),
			"The likelihood is flat in some direction at its maximum, so that normal theory gives no intervals: these episodes do not tell some parameters apart."))
		return out
	}
	rewards := e.Options.rewards(e.Sizes.R)
	out.Low, out.High = c.pairs(low, rewards), c.pairs(high, rewards)
	return out
}

// ends are those of every entry's interval; ok is false where the likelihood is flat.
func (c *curvature) ends(level float64) (low, high []float64, ok bool) {
	low, high = append([]float64(nil), c.x...), append([]float64(nil), c.x...)
	var inside []int
	for i, bound := range c.bound {
		if !bound {
			inside = append(inside, i)
		}
	}
	var covariance mat.SymDense
	if len(inside) > 0 {
		var block mat.SymDense
		block.SubsetSym(c.minus, inside)
		var chol mat.Cholesky
		if !finite(block.RawSymmetric().Data) || !chol.Factorize(&block) || chol.Cond() > 1/singularInformation || chol.InverseTo(&covariance) != nil {
			return nil, nil, false
		}
	}
	z := distuv.UnitNormal.Quantile((1 + level) / 2)
	variance := c.variances(c.size, inside, covariance.At)
	reach, left := make([]float64, c.size), make([]float64, c.size) // what entries at 0 may take away, squared, and what a climb has left them
	for i, bound := range c.bound {
		if !bound {
			continue
		}
		across := mat.NewVecDense(max(len(inside), 1), nil)
		for q, j := range inside {
			across.SetVec(q, c.minus.At(i, j))
		}
		curve := c.minus.At(i, i)
		if len(inside) > 0 {
			curve -= mat.Inner(across, &covariance, across)
		}
		up := rejected(math.Max(-c.slope[i], 0), math.Max(curve, 0), z*z/2)
		at := c.freeAt[i]
		low[at], high[at] = 0, math.Min(c.x[at]+up, 1)
		reach[c.pivot[i]] += up * up
		left[c.pivot[i]] += c.x[at]
	}
	for i, v := range variance {
		if v > 0 || reach[i] > 0 {
			low[i] = math.Max(c.x[i]-math.Sqrt(z*z*v+reach[i]), 0)
			high[i] = math.Min(c.x[i]+left[i]+z*math.Sqrt(v)+leastX, 1)
		}
	}
	return low, high, true
}

// rejected is the distance at which slope·x + curve·x²/2 comes to drop.
func rejected(slope, curve, drop float64) float64 {
	if slope == 0 && curve == 0 {
		return 1
	}
	return 2 * drop / (slope + math.Sqrt(slope*slope+2*curve*drop))
}

// Average gives the intervals of what the function Average makes of an estimate with one order of
// its states; nil where there are none.
func (i *Intervals) Average(n pomdp.Sizes, order pomdp.Order) (low, high *Entries) {
	if i.Low == nil {
		return nil, nil
	}
	l := newLayout(n)
	return l.entries(l.averaged(i.Low, order)), l.entries(l.averaged(i.High, order))
}
