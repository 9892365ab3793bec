package why

import (
	"cmp"
	"fmt"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/pomdp/figure"

	"gonum.org/v1/gonum/mat"
)

// liveSigma explains a singular value of the moments as counted so far.
func (x *explainer) liveSigma() {
	spectrum := x.now.Spectrum()
	if spectrum == nil {
		x.nameSigma(x.n.K())
		x.absent("no spectrum is computed here: there are no counts, or too many symbols for one after each episode")
		return
	}
	if !x.singular(spectrum, x.now.N, false) {
		return
	}
	x.fromLastCount()
	if !model.LiveSpectrum(x.n) {
		x.afterEpisodes()
	}
}

// afterEpisodes moves an origin inside episodes to the first beat after them:
// a large model's spectrum is not computed before.
func (x *explainer) afterEpisodes() {
	timeline, starts := x.s.Timeline(), x.s.Starts()
	for i := range len(timeline) - 1 {
		place := x.Origin.Place
		if timeline[i].Kind == model.Explore && place >= starts[i] && place < starts[i+1] {
			x.from(starts[i+1], "the first beat after the episodes, where a spectrum is computed again")
			return
		}
	}
}

// sigma explains a singular value that the estimate went by.
func (x *explainer) sigma() {
	e := x.estimate(model.BeatSpectrum)
	if e == nil {
		x.nameSigma(x.n.K())
		return
	}
	if e.Spectrum == nil {
		x.nameSigma(x.n.K())
		x.absent("the estimator " + e.Estimator + " does without singular values")
		return
	}
	if !x.singular(e.Spectrum, e.Episodes, splits(e)) {
		return
	}
	if x.Target.I == e.Spectrum.K-1 && e.Noise != nil {
		floor := e.Noise.P12
		if x.Target.J == 1 {
			floor = e.Noise.P13
		}
		x.number("the same from noise alone", floor.Level)
		x.input("noise in 1 of "+fmt.Sprintf("%.0f", 1/moments.NoiseRate)+" samples", "above "+figure.Number(floor.Limit)+"; σ_k must exceed it")
	}
	x.fromStage(model.BeatSpectrum)
}

// splits says whether an estimator splits the moments by the middle pair of
// actions, so that each pair has its own singular values.
func splits(e *experiment.Estimated) bool {
	return len(e.Spectrum.Blocks) == e.Sizes.Pairs() && e.Sizes.A > 1
}

func (x *explainer) nameSigma(k int) {
	x.Title = "σ" + figure.Sub(x.Target.I+1) + "(" + momentName(x.Target.J) + ")"
	x.Formula = "P̂₁₂ = U₁ Σ U₂ᵀ, block by block of a₂; the top k singular vectors span what the hidden states can show (Lemma 2)"
	if x.Target.J == 1 {
		x.Formula = "P̂₁₃ = · Σ U₃ᵀ; the top k right singular vectors are U₃ (Lemma 2)"
	}
	x.Account = fmt.Sprintf("The k = %d largest singular values carry the hidden states; those after them are noise, and the method works where the two are well apart.", k)
}

func momentName(which int) string {
	if which == 1 {
		return "P̂₁₃"
	}
	return "P̂₁₂"
}

// singular explains value I of a spectrum; false where there is none.
func (x *explainer) singular(spectrum *moments.Spectrum, n float64, split bool) bool {
	x.nameSigma(spectrum.K)
	i, values := x.Target.I, spectrum.P12
	if x.Target.J == 1 {
		values = spectrum.P13
	}
	if x.beyond(i, len(values)) {
		return false
	}
	x.Value = values[i]
	x.input("N", figure.Count(n))
	x.input("k", fmt.Sprint(spectrum.K))
	if x.Target.J == 0 {
		x.block(spectrum, i, split)
	}
	if i < spectrum.K && spectrum.K < len(values) {
		x.number("σ"+figure.Sub(spectrum.K+1)+", the first that is not taken", values[spectrum.K])
	}
	if x.truth.Exact() == nil {
		x.unknown("truth", cmp.Or(x.truth.Unknown, "the exact moments are not known"))
	} else if truth := x.exactValues(split); i < len(truth) {
		x.Truth = truth[i]
	}
	bound, which := sampling(n)
	x.promise(bound, "Weyl: no singular value is further off than ‖P̂ − P‖₂; "+which)
	return true
}

// block says which block of P̂₁₂ value i comes from, with its other values.
func (x *explainer) block(spectrum *moments.Spectrum, i int, split bool) {
	for b, values := range spectrum.Blocks {
		rank := slices.Index(values, spectrum.P12[i])
		if rank < 0 {
			continue
		}
		name := "a₂ = " + x.m.ActionName(b%x.n.A)
		if split {
			name = "(a₂, a₃) = " + x.pair(b)
		}
		x.input("block", fmt.Sprintf("%s, its value %d; %d of its values are among those taken", name, rank+1, spectrum.Chosen[b]))
		x.input("its values", list(values))
		return
	}
}

// exactValues are the singular values of the exact moments, in the same order as an
// estimate's: with split, those that each block contributes to the top k come first.
func (x *explainer) exactValues(split bool) []float64 {
	k := x.n.K()
	if !split {
		p12, p13 := x.truth.Singular()
		values := p12
		if x.Target.J == 1 {
			values = p13
		}
		return append(slices.Clone(values), make([]float64, max(x.n.D()-k, 0))...) // rank k
	}
	var taken, rest []float64
	for pair := range x.n.Pairs() {
		values := x.exactBlock(pair)
		s := min(x.n.S, len(values))
		taken, rest = append(taken, values[:s]...), append(rest, values[s:]...)
	}
	falling := func(a, b float64) int { return cmp.Compare(b, a) }
	slices.SortFunc(taken, falling)
	slices.SortFunc(rest, falling)
	return append(taken, rest...)
}

// exactBlock are the singular values of the exact moment of the episodes whose
// middle actions are a pair.
func (x *explainer) exactBlock(pair int) []float64 {
	n, o := x.n, x.n.Outcomes()
	a2, a3 := n.PairActions(pair)
	columns, read := o, x.truth.Exact().P12
	second := func(j int) int { return pair*o + j }
	if x.Target.J == 1 {
		columns, read = n.A*o, x.truth.Exact().P13
		second = func(j int) int { return a3*n.A*o + j }
	}
	m := mat.NewDense(n.A*o, columns, nil)
	for i := range n.A * o {
		for j := range columns {
			m.Set(i, j, read(n.Pair(i/o, a2)*o+i%o, second(j)))
		}
	}
	var svd mat.SVD
	if !svd.Factorize(m, mat.SVDNone) {
		return nil
	}
	return svd.Values(nil)
}
