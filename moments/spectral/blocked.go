package spectral

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"

	"gonum.org/v1/gonum/mat"
)

// Blocked splits the episodes by their middle actions (a₂, a₃) first, which
// are observed: |A|² moment problems of rank |S| in place of |A| of rank
// |A||S|, whose columns are labelled by construction. T̂ = Ô⁺ÔT links the
// blocks. It does not need Π to be invertible.
func Blocked(ctx context.Context, counts *moments.Counts, states int, options moments.Options) *moments.Estimate {
	e := moments.NewEstimate("blocked", counts, states, options)
	if !e.AcceptCounts(counts) || !e.TellsApart() {
		return e
	}
	b := &blocked{Estimate: e, counts: counts, blocks: make([]pairBlock, e.Sizes.Pairs())}
	if !b.spectra() || !b.eigenvectors(ctx) || !b.observations() {
		return e
	}
	if initial, ok := b.beliefs(); ok {
		e.FillParameters(initial)
	}
	return e
}

// blocked is the working state of Blocked.
type blocked struct {
	*moments.Estimate
	counts *moments.Counts
	blocks []pairBlock // [pair]
}

func (b *blocked) pointers() (out []*spectralBlock) {
	for pair := range b.blocks {
		out = append(out, &b.blocks[pair].spectralBlock)
	}
	return out
}

// pairBlock is the problem of one middle pair: x₁ = (a₁, o₁), x₂ = o₂ and
// x₃ = (a₄, o₃) index its moments.
type pairBlock struct {
	spectralBlock
	pair    int
	p12     *mat.Dense // |A||Z||R| × |Z||R|
	p13     *mat.Dense // |A||Z||R| × |A||Z||R|
	v13     *mat.Dense // all right singular vectors of p13
	sigma13 []float64
	theta   *mat.Dense // |S| × |S|: the rotation taken
}

func (b *blocked) moments(pair int) (p12, p13 *mat.Dense) {
	n := b.Sizes
	o, w := n.Outcomes(), n.A*n.Outcomes()
	p12, p13 = mat.NewDense(w, o, nil), mat.NewDense(w, w, nil)
	for a1 := range n.A {
		path := a1*n.Pairs() + pair
		for o1 := range o {
			row := p12.RawRowView(a1*o + o1)
			for i, k := range b.counts.Raw12[(path*o+o1)*o : (path*o+o1+1)*o] {
				row[i] = k / b.counts.Mass()
			}
			row = p13.RawRowView(a1*o + o1)
			for a4 := range n.A {
				for i, k := range b.counts.Raw13[((path*n.A+a4)*o+o1)*o : ((path*n.A+a4)*o+o1+1)*o] {
					row[a4*o+i] = k / b.counts.Mass()
				}
			}
		}
	}
	return p12, p13
}

// spectra decomposes every block and compares its σ_|S| with the noise. It returns
// false when the estimate cannot go on.
func (b *blocked) spectra() bool {
	n := b.Sizes
	b.Spectrum = &moments.Spectrum{K: n.K()}
	b.Noise = new(moments.Noise)
	converged := make([]bool, len(b.blocks))
	workers.Each(len(b.blocks), func() func(int) {
		var svd mat.SVD
		return func(pair int) {
			p := &b.blocks[pair]
			p.pair, p.rank, p.offset, p.action, p.rows = pair, n.S, pair*n.S, pair/n.A, span{pair * n.Outcomes(), n.Outcomes()}
			p.p12, p.p13 = b.moments(pair)
			p.v13 = new(mat.Dense)
			if converged[pair] = p.decompose12() && svd.Factorize(p.p13, mat.SVDThinV); converged[pair] {
				svd.VTo(p.v13)
				p.sigma13 = svd.Values(nil)
			}
		}
	})
	var next12, next13 []float64
	for pair, ok := range converged {
		p := &b.blocks[pair]
		if !ok {
			b.Add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), "The singular value decomposition of the moments did not converge.").AtPair(pair).Ends())
			return false
		}
		b.Spectrum.Blocks = append(b.Spectrum.Blocks, p.sigma)
		b.Spectrum.Chosen = append(b.Spectrum.Chosen, n.S)
		b.Spectrum.P12 = append(b.Spectrum.P12, p.sigma[:n.S]...)
		b.Spectrum.P13 = append(b.Spectrum.P13, p.sigma13[:n.S]...)
		next12 = append(next12, p.sigma[n.S:]...)
		next13 = append(next13, p.sigma13[n.S:]...)
	}
	for _, values := range [][]float64{b.Spectrum.P12, b.Spectrum.P13, next12, next13} {
		slices.SortFunc(values, func(x, y float64) int { return -num.CmpFloat(x, y) })
	}
	b.Spectrum.P12 = append(b.Spectrum.P12, next12...)
	b.Spectrum.P13 = append(b.Spectrum.P13, next13...)
	b.subspaces()
	b.Stage = moments.StageSpectrum
	return b.judgeSpectra()
}

// decompose12 is the singular value decomposition of p12.
func (p *pairBlock) decompose12() bool {
	var svd mat.SVD
	if !svd.Factorize(p.p12, mat.SVDThin) {
		return false
	}
	p.u1, p.u2 = new(mat.Dense), new(mat.Dense)
	svd.UTo(p.u1)
	svd.VTo(p.u2)
	p.sigma = svd.Values(nil)
	return true
}

// judgeSpectra computes the noise floor of each block and compares σ_|S| with it. It
// adds at most one finding for each of P̂₁₂ and P̂₁₃, about the block that stands out
// least, whose floors are Noise.P12 and Noise.P13.
func (b *blocked) judgeSpectra() bool {
	n := b.Sizes
	floors := make([][2]moments.Floor, len(b.blocks))
	if !b.Options.IsReplicate() {
		workers.Each(len(b.blocks), func() func(int) {
			return func(pair int) {
				if p := &b.blocks[pair]; p.sigma[0] > 0 {
					floors[pair][0], floors[pair][1] = p.floors(b.counts, b.Options.Seed)
				}
			}
		})
	}
	p12, p13 := worstBlock{name: "P̂₁₂", pair: -1}, worstBlock{name: "P̂₁₃", pair: -1}
	for pair := range b.blocks {
		p := &b.blocks[pair]
		if p.sigma[0] == 0 {
			b.Add(finding.New(finding.ActionNeverTaken, 0, math.NaN(), fmt.Sprintf(
				"No episode took the pair %s of actions in its middle.", moments.PairName(n, pair))).AtPair(pair).Ends())
			return false
		}
		noise12, noise13 := floors[pair][0], floors[pair][1]
		b.Noise.Pairs = append(b.Noise.Pairs, noise12)
		p12.judge(pair, num.Nth(p.sigma, n.S), noise12, num.Rounding(p.sigma))
		p13.judge(pair, num.Nth(p.sigma13, n.S), noise13, num.Rounding(p.sigma13))
	}
	b.Noise.P12, b.Noise.P13 = p12.noise, p13.noise
	ok12, ok13 := p12.report(b), p13.report(b)
	return ok12 && ok13
}

// worstBlock keeps the block whose σ_|S| stands out least.
type worstBlock struct {
	name        string
	pair        int
	sigma, zero float64
	noise       moments.Floor
	zeros, low  int // blocks at rounding level, blocks at noise level
}

func (w *worstBlock) judge(pair int, sigma float64, noise moments.Floor, zero float64) {
	if sigma <= zero {
		w.zeros++
	} else if sigma <= noise.Limit {
		w.low++
	}
	if w.pair < 0 || sigma*w.noise.Limit < w.sigma*noise.Limit {
		w.pair, w.sigma, w.noise, w.zero = pair, sigma, noise, zero
	}
}

// report adds the finding, if there is one. It returns false when the estimate cannot
// go on.
func (w *worstBlock) report(b *blocked) bool {
	n := b.Sizes
	what := "σ" + figure.Sub(n.S) + "(" + w.name + ")" + moments.OfPair(n, w.pair)
	others := ""
	if count := w.zeros + w.low; count > 1 {
		others = fmt.Sprintf(" (the worst of %d such pairs)", count)
	}
	switch {
	case w.zeros > 0 && b.counts.Exact():
		b.Add(finding.New(finding.AssumptionViolated, w.sigma, w.zero, fmt.Sprintf(
			"%s although the law is exact%s: model and exploration lack the rank that the method needs.", moments.Vanishing(what, w.sigma), others)).AtPair(w.pair).Ends())
	case w.zeros > 0:
		b.Add(finding.New(finding.SigmaBelowNoise, w.sigma, w.zero, moments.Vanishing(what, w.sigma)+others+".").AtPair(w.pair).Ends())
	case w.low > 0:
		b.Add(finding.New(finding.SigmaBelowNoise, w.sigma, w.noise.Limit, moments.Faint(what, w.sigma, w.noise)+others+".").AtPair(w.pair))
	}
	return w.zeros == 0
}

// floors are the noise floors of σ_|S| of one pair's block in P̂₁₂ and P̂₁₃, as
// NoiseFloor gives them for σ_k.
func (p *pairBlock) floors(c *moments.Counts, seed uint64) (noise12, noise13 moments.Floor) {
	if c.Exact() {
		return moments.ExactFloor(p.sigma), moments.ExactFloor(p.sigma13)
	}
	outside12 := newComplement(p.u1, p.u2, p.rank-1)
	outside13 := complement13(p.p13, p.v13, p.sigma13, p.rank-1)
	return floorOf(p.noise(c, outside12, p.p12, moments.NoiseReplicates, seed)), floorOf(p.noise(c, outside13, p.p13, moments.NoiseReplicates, seed+1))
}

// noise draws, replicates times, what σ_|S| of one of the block's moments would be from
// noise alone.
func (p *pairBlock) noise(c *moments.Counts, outside *complement, moment *mat.Dense, replicates int, seed uint64) []float64 {
	table := moment.RawMatrix().Data
	delta := make([]float64, len(table))
	draws := make([]float64, replicates)
	for i := range draws {
		rng := num.NewRand(seed, pomdp.StreamBootstrap, uint64(i*len(c.Paths)+p.pair))
		gaussianNoise(rng, c.Mass(), table, delta)
		draws[i] = outside.norm(delta)
	}
	return draws
}

// subspaces embeds the blocks' singular vectors in d × k matrices.
func (b *blocked) subspaces() {
	n, o := b.Sizes, b.Sizes.Outcomes()
	u := &moments.Subspaces{U1: mat.NewDense(n.D(), n.K(), nil), U2: mat.NewDense(n.D(), n.K(), nil), U3: mat.NewDense(n.D(), n.K(), nil)}
	for pair, p := range b.blocks {
		a2, a3 := n.PairActions(pair)
		for c := range n.S {
			u.Block = append(u.Block, pair)
			for i := range n.A * o {
				u.U1.Set(moments.FirstSymbol(n, a2, i), p.offset+c, p.u1.At(i, c))
				u.U3.Set(moments.SecondSymbol(n, a3, i), p.offset+c, p.v13.At(i, c))
			}
			for i := range o {
				u.U2.Set(pair*o+i, p.offset+c, p.u2.At(i, c))
			}
		}
	}
	b.Subspaces = u
}
