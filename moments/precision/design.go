package precision

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/moments/whole"
	"eeporl/pomdp"
	"eeporl/pomdp/workers"

	"gonum.org/v1/gonum/mat"
)

// Designs is what an episode of each open-loop sequence of actions tells of a model's parameters: its exact
// Fisher information, in the free ones that are not 0.
type Designs struct {
	Sequences [][]int // [sequence][step] an action
	layout    *params.Layout
	point     *likelihood.Curvature // the model
	inside    []int
	told      []*mat.SymDense // [sequence]
}

// Limits of designs: what their information may cost, in nodes × passes × states², of which some 10⁸ take a second; and the
// search for the best.
const (
	mostDesignWork = 4e8
	designCycles   = 400
	designGap      = .01 // share of the variance that the best design may still be better by
	leastShare     = .005
)

// NewDesigns computes the information of all sequences of so many actions; an error where that would take too long.
func NewDesigns(ctx context.Context, m *pomdp.POMDP, steps int) (*Designs, error) {
	n := m.Sizes()
	d := &Designs{layout: params.NewLayout(n)}
	count, leaves := math.Pow(float64(n.A), float64(steps)), math.Pow(float64(n.R*n.Z), float64(steps))
	if work := count * leaves * float64(d.layout.Free()) * num.Square(float64(n.S)); work > mostDesignWork {
		return nil, fmt.Errorf("found %g sequences of %d actions with %g outcomes each, expected fewer: comparing designs would take minutes", count, steps, leaves)
	}
	for i := range int(count) {
		sequence := make([]int, steps)
		for t := range slices.Backward(sequence) {
			sequence[t], i = i%n.A, i/n.A
		}
		d.Sequences = append(d.Sequences, sequence)
	}
	x := d.layout.Vector(m)
	d.point = &likelihood.Curvature{Layout: d.layout, X: x, Coordinates: d.layout.CoordinatesAt(x)}
	d.point.Bound = make([]bool, len(d.point.FreeAt))
	for i, at := range d.point.FreeAt {
		if d.point.Bound[i] = x[at] < likelihood.NearBound; !d.point.Bound[i] {
			d.inside = append(d.inside, i)
		}
	}
	if len(d.inside) == 0 {
		return nil, errors.New("found a model whose probabilities are all 0 or 1, expected some that episodes have to tell")
	}
	d.told = make([]*mat.SymDense, len(d.Sequences))
	workers.Until(ctx, len(d.told), func() func(int) {
		return func(i int) { d.told[i] = d.information(ctx, lawOf(m, d.Sequences[i])) }
	})
	return d, ctx.Err()
}

// lawOf are the episodes of a sequence, each as often as it is probable.
func lawOf(m *pomdp.POMDP, sequence []int) *moments.Episodes {
	n := m.Sizes()
	return moments.NewEpisodes(n, func(yield func([]pomdp.Act, float64) bool) {
		acts := make([]pomdp.Act, len(sequence))
		var from func(t int, belief pomdp.Belief, p float64) bool
		from = func(t int, belief pomdp.Belief, p float64) bool {
			if t == len(sequence) {
				return yield(acts, p)
			}
			for r := range n.R {
				for z := range n.Z {
					acts[t] = pomdp.Act{Action: sequence[t], Reward: r, Observation: z}
					if after, q := m.After(belief, acts[t]); after != nil && !from(t+1, after, p*q) {
						return false
					}
				}
			}
			return true
		}
		from(0, m.InitialBelief(), 1)
	})
}

// information is minus the second derivative of the mean log-likelihood: at the law's own parameters Fisher's.
func (d *Designs) information(ctx context.Context, law *moments.Episodes) *mat.SymDense {
	w := whole.NewLikelihood(law, d.layout.N.S)
	w.Alone = true
	gradient := func(x, grad []float64) {
		w.Expected(x, grad)
		for i, v := range x {
			if grad[i] > 0 {
				grad[i] /= v
			}
		}
	}
	c := likelihood.Curvature{Layout: d.layout, X: d.point.X, Coordinates: d.point.Coordinates, Bound: d.point.Bound, Alone: true,
		Gradient: func() func(x, grad []float64) { return gradient }}
	grad := make([]float64, c.Size)
	gradient(c.X, grad)
	c.Slope = make([]float64, len(c.FreeAt))
	c.Reduce(grad, c.Slope)
	if !c.Derive(ctx) {
		return nil
	}
	var out mat.SymDense
	out.SubsetSym(c.Minus, d.inside)
	return &out
}

// Gradient is that of what a function makes of a model, by the free parameters that are not 0.
func (d *Designs) Gradient(name string, o moments.Options, value func(*pomdp.POMDP) (float64, error)) ([]float64, error) {
	const step = 1e-5 // of the smaller one of two entries: of a difference to either side, 1e-10 is lost to the next derivative
	out := make([]float64, len(d.inside))
	for p, i := range d.inside {
		at, pivot := d.point.FreeAt[i], d.point.Pivot[i]
		h := step * math.Min(d.point.X[at], d.point.X[pivot])
		for _, side := range []float64{1, -1} {
			x := slices.Clone(d.point.X)
			x[at], x[pivot] = x[at]+side*h, x[pivot]-side*h
			m, err := d.layout.Model(name, x, o.Horizon, o.RewardsOf(d.layout.N.R))
			if err != nil {
				return nil, err
			}
			v, err := value(m)
			if err != nil {
				return nil, err
			}
			out[p] += side * v / (2 * h)
		}
	}
	return out, nil
}

// Variance is that of an efficient estimate of what has the gradient, from one episode of which each sequence has a
// share; +Inf where the episodes do not tell it.
func (d *Designs) Variance(shares, gradient []float64) float64 {
	variance, _ := d.solve(shares, gradient)
	return variance
}

// solve is the variance, and the information's inverse times the gradient.
func (d *Designs) solve(shares, gradient []float64) (variance float64, along *mat.VecDense) {
	n := len(d.inside)
	if n == 0 {
		return 0, nil
	}
	all := mat.NewSymDense(n, nil)
	for i, told := range d.told {
		if shares[i] > 0 {
			for p := range n {
				for q := range p + 1 {
					all.SetSym(q, p, all.At(q, p)+shares[i]*told.At(q, p))
				}
			}
		}
	}
	scale, g, length := make([]float64, n), mat.NewVecDense(n, nil), 0.0
	for p := range n {
		if x := all.At(p, p); x > 0 {
			scale[p] = 1 / math.Sqrt(x)
		} else if gradient[p] != 0 {
			return math.Inf(1), nil
		}
		g.SetVec(p, gradient[p]*scale[p])
		length += num.Square(g.AtVec(p))
	}
	for p := range n {
		for q := range p + 1 {
			all.SetSym(q, p, all.At(q, p)*scale[p]*scale[q])
		}
	}
	var eigen mat.EigenSym
	if !num.Finite(all.RawSymmetric().Data) || !eigen.Factorize(all, true) {
		return math.NaN(), nil
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	along = mat.NewVecDense(n, nil)
	for k, value := range eigen.Values(nil) {
		u := vectors.ColView(k)
		part := mat.Dot(u, g)
		switch {
		case value > likelihood.SingularInformation:
			variance += part * part / value
			along.AddScaledVec(along, part/value, u)
		case part*part > 1e-8*length:
			return math.Inf(1), nil
		}
	}
	for p := range n {
		along.SetVec(p, along.AtVec(p)*scale[p])
	}
	return variance, along
}

// Best are the shares of the sequences that tell most of what has the gradient: the c-optimal design, by
// multiplicative steps (Yu 2010), to within a hundredth of its variance.
func (d *Designs) Best(gradient []float64) (shares []float64, variance float64) {
	shares = make([]float64, len(d.told))
	for i := range shares {
		shares[i] = 1 / float64(len(shares))
	}
	for range designCycles {
		now, along := d.solve(shares, gradient)
		if variance = now; along == nil || !(now > 0) {
			return shares, variance
		}
		most := 0.0
		for i, told := range d.told {
			gain := mat.Inner(along, told, along) / now
			most = math.Max(most, gain)
			shares[i] *= math.Sqrt(math.Max(gain, 0))
		}
		num.DivideBySum(shares)
		if most < 1+designGap {
			break
		}
	}
	for i, s := range shares { // what is hardly ever used tells nothing to anybody
		if s < leastShare {
			shares[i] = 0
		}
	}
	num.DivideBySum(shares)
	return shares, d.Variance(shares, gradient)
}
