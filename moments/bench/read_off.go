package bench

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// parameters reads the POMDP off Ô, T̂ and ŵ (paper, section "Parameter Estimation").
func (p *plain) parameters() error {
	n := p.n
	columns := make([][]int, n.Pairs())
	labels := p.answer.Labels
	if p.given.Labels != nil && p.answer.ordered {
		labels = p.given.Labels
	}
	for c, pair := range labels {
		if pair < 0 {
			continue
		}
		columns[pair] = append(columns[pair], c)
	}
	for pair, of := range columns {
		if len(of) != n.S {
			return fmt.Errorf("pair %d has %d columns, expected |S| = %d", pair, len(of), n.S)
		}
	}
	initial, err := p.initial()
	if err != nil {
		return err
	}
	out := pomdp.NewPairParameters(n, nil)
	for pair, of := range columns {
		a, next := n.PairActions(pair)
		for j, c := range of {
			out.Initial[pair][j] = initial[c]
			rewarded := c
			if p.is("r-of-a") {
				rewarded = columns[n.Pair(next, a)][j]
			}
			p.emission(out, pair, j, c, rewarded)
			for after := range n.A {
				to := n.Pair(next, after)
				if p.is("pair-order") {
					to = n.Pair(after, next)
				}
				for j2, c2 := range columns[to] {
					v := p.t().At(c2, c)
					if p.is("transition-transposed") {
						v = p.t().At(c, c2)
					}
					out.Transition[pair][after][j2][j] = v
				}
			}
		}
	}
	p.normalise(out)
	if p.is("z-order") {
		for pair := range out.Observation {
			for z := range out.Observation[pair] {
				slices.Sort(out.Observation[pair][z])
			}
		}
	}
	p.answer.Parameters = out
	return nil
}

// initial is T̂⁻²ŵ.
func (p *plain) initial() ([]float64, error) {
	w := mat.NewDense(len(p.w()), 1, slices.Clone(p.w()))
	steps := 2
	switch {
	case p.is("b-one-step"):
		steps = 1
	case p.is("b-no-step"):
		steps = 0
	}
	for range steps {
		if p.is("b-forward") {
			next := new(mat.Dense)
			next.Mul(p.t(), w)
			w = next
			continue
		}
		if w = solved(p.t(), w); w == nil {
			return nil, errors.New("the matrix T̂ is singular")
		}
	}
	return mat.Col(nil, 0, w), nil
}

// emission sums column c over rewards and over observations; rewarded is the column that R̂ is
// read from.
func (p *plain) emission(out *pomdp.PairParameters, pair, j, c, rewarded int) {
	n := p.n
	for z := range n.Z {
		for r := range n.R {
			at := pair*n.Outcomes() + n.Outcome(z, r)
			other := at
			if rewarded != c {
				a, next := n.PairActions(pair)
				other = n.Pair(next, a)*n.Outcomes() + n.Outcome(z, r)
			}
			x, y := z, r
			if p.is("z-and-r") && n.Z == n.R {
				x, y = r, z
			}
			out.Observation[pair][x][j] += p.o().At(at, c)
			out.Reward[pair][y][j] += p.o().At(other, rewarded)
		}
	}
}

// normalise makes distributions of all parameters.
func (p *plain) normalise(out *pomdp.PairParameters) {
	for pair := range out.Initial {
		p.distribution(one(out.Initial[pair]))
		for j := range p.n.S {
			p.distribution(down(out.Reward[pair], j))
			if !p.is("over-states") {
				p.distribution(down(out.Observation[pair], j))
			}
			var all []*float64
			for after := range out.Transition[pair] {
				x := down(out.Transition[pair][after], j)
				if all = append(all, x...); !p.is("transition-shared") {
					p.distribution(x)
				}
			}
			if p.is("transition-shared") {
				p.distribution(all)
			}
		}
		if p.is("over-states") {
			for z := range out.Observation[pair] {
				p.distribution(one(out.Observation[pair][z]))
			}
		}
	}
}

func one(x []float64) (out []*float64) {
	for i := range x {
		out = append(out, &x[i])
	}
	return out
}

// down is column j of rows.
func down(rows [][]float64, j int) (out []*float64) {
	for i := range rows {
		out = append(out, &rows[i][j])
	}
	return out
}

// distribution takes |x| over Σ|x|.
func (p *plain) distribution(x []*float64) {
	sum, signed, square := 0.0, 0.0, 0.0
	for _, v := range x {
		sum += math.Abs(*v)
		signed += *v
		square += *v * *v
	}
	if p.is(projected) && signed > 0 {
		for _, v := range x {
			*v /= signed
		}
		project(x)
		return
	}
	for _, v := range x {
		switch {
		case sum == 0:
			*v = 1 / float64(len(x))
		case p.is("clip"):
			*v = max(*v, 0) / ((sum + signed) / 2)
		case p.is("signed"):
			*v /= signed
		case p.is("length-one"):
			*v = math.Abs(*v) / math.Sqrt(square)
		default:
			*v = math.Abs(*v) / sum
		}
	}
}

// project moves x to the nearest distribution, by Euclid's distance (Duchi et al. 2008).
func project(x []*float64) {
	falling := make([]float64, len(x))
	for i, v := range x {
		falling[i] = *v
	}
	slices.SortFunc(falling, func(a, b float64) int { return cmp.Compare(b, a) })
	sum, off := 0.0, 0.0
	for i, v := range falling {
		sum += v
		if by := (sum - 1) / float64(i+1); v > by {
			off = by
		}
	}
	for _, v := range x {
		*v = max(*v-off, 0)
	}
}
