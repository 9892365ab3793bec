package precision

import (
	"context"
	"math"

	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/moments/whole"
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
func Normal(ctx context.Context, counts *moments.Counts, e *moments.Estimate, level float64) *Intervals {
	if e.Model == nil || e.Likelihood == nil || e.Estimator == moments.WholeName || counts.Exact() {
		return nil
	}
	l := likelihood.NewLikelihood(counts, e.Sizes.S)
	c := likelihood.Curvature{Layout: l.Layout, X: l.Vector(e.Model), Gradient: func() func(x, grad []float64) {
		own := l.Clone()
		return func(x, grad []float64) { own.Uses(x, grad) }
	}}
	return intervals(&c, ctx, e, level)
}

// NormalWhole gives the intervals of Whole; nil for another estimate, and when ctx is cancelled.
func NormalWhole(ctx context.Context, episodes *moments.Episodes, e *moments.Estimate, level float64) *Intervals {
	if e.Model == nil || e.Estimator != moments.WholeName {
		return nil
	}
	w := whole.NewLikelihood(episodes, e.Sizes.S) // whose passes use all processors
	c := likelihood.Curvature{Layout: w.Layout, X: whole.VectorOf(e, w.Layout), Alone: true, Gradient: func() func(x, grad []float64) {
		return func(x, grad []float64) {
			w.Expected(x, grad)
			for i, v := range x {
				grad[i] /= v
			}
		}
	}}
	return intervals(&c, ctx, e, level)
}

// NormalSeconds is about how long Normal takes on one core, or NormalWhole where there are whole
// episodes: each passes over all cells, or all nodes of the tree, for every free parameter.
func NormalSeconds(counts *moments.Counts, episodes *moments.Episodes, e *moments.Estimate) float64 {
	const cells, nodes = 1.8e8, 3.5e7 // passed over in a second of a server's core
	passes := 1 + float64(params.NewLayout(e.Sizes).Free())
	if episodes != nil {
		return passes * float64(episodes.Nodes()) / nodes
	}
	return passes * float64(counts.Visited()) / cells
}

func intervals(c *likelihood.Curvature, ctx context.Context, e *moments.Estimate, level float64) *Intervals {
	out := &Intervals{Level: level, Kind: NormalTheory}
	c.Begin()
	if !c.Derive(ctx) {
		return nil
	}
	low, high, ok := ends(c, level)
	if !ok {
		out.Findings = append(out.Findings, finding.New(finding.UnidentifiableParameter, math.NaN(), math.NaN(),
			"The likelihood is flat in some direction at its maximum, so that normal theory gives no intervals: these episodes do not tell some parameters apart."))
		return out
	}
	rewards := e.Options.RewardsOf(e.Sizes.R)
	out.Low, out.High = c.Pairs(low, rewards), c.Pairs(high, rewards)
	return out
}

// ends are those of every entry's interval; ok is false where the likelihood is flat.
func ends(c *likelihood.Curvature, level float64) (low, high []float64, ok bool) {
	low, high = append([]float64(nil), c.X...), append([]float64(nil), c.X...)
	var inside []int
	for i, bound := range c.Bound {
		if !bound {
			inside = append(inside, i)
		}
	}
	var covariance mat.SymDense
	if len(inside) > 0 {
		var block mat.SymDense
		block.SubsetSym(c.Minus, inside)
		var chol mat.Cholesky
		if !num.Finite(block.RawSymmetric().Data) || !chol.Factorize(&block) || chol.Cond() > 1/likelihood.SingularInformation || chol.InverseTo(&covariance) != nil {
			return nil, nil, false
		}
	}
	z := distuv.UnitNormal.Quantile((1 + level) / 2)
	variance := c.Variances(c.Size, inside, covariance.At)
	reach, left := make([]float64, c.Size), make([]float64, c.Size) // what entries at 0 may take away, squared, and what a climb has left them
	for i, bound := range c.Bound {
		if !bound {
			continue
		}
		across := mat.NewVecDense(max(len(inside), 1), nil)
		for q, j := range inside {
			across.SetVec(q, c.Minus.At(i, j))
		}
		curve := c.Minus.At(i, i)
		if len(inside) > 0 {
			curve -= mat.Inner(across, &covariance, across)
		}
		up := rejected(math.Max(-c.Slope[i], 0), math.Max(curve, 0), z*z/2)
		at := c.FreeAt[i]
		low[at], high[at] = 0, math.Min(c.X[at]+up, 1)
		reach[c.Pivot[i]] += up * up
		left[c.Pivot[i]] += c.X[at]
	}
	for i, v := range variance {
		if v > 0 || reach[i] > 0 {
			low[i] = math.Max(c.X[i]-math.Sqrt(z*z*v+reach[i]), 0)
			high[i] = math.Min(c.X[i]+left[i]+z*math.Sqrt(v)+likelihood.LeastX, 1)
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
func (i *Intervals) Average(n pomdp.Sizes, order pomdp.Order) (low, high *params.Entries) {
	if i.Low == nil {
		return nil, nil
	}
	l := params.NewLayout(n)
	return l.Entries(l.Averaged(i.Low, order)), l.Entries(l.Averaged(i.High, order))
}
