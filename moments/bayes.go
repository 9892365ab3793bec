package moments

import (
	"context"
	"fmt"
	"slices"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"
)

// Sweeps of each chain, how many of them are passed over at first, and how many draws each chain keeps.
const (
	bayesSweeps = 240
	bayesBurnt  = 60
	bayesKept   = 20
	bayesPrior  = 1.0 // uniform on each simplex
	bayesEM     = 30  // steps before the first chain, from aligned's answer
)

// Bayes draws parameters from their posterior under a uniform prior, by Gibbs sampling over the counts of cells (Ross
// et al. 2011, Doshi-Velez 2012). It predicts and plans with the mixture of the draws, so that an episode teaches
// which of them it is; its parameters are their mean, every draw brought into the order of the last. One chain
// starts from aligned and some steps of EM, the other from the prior.
func Bayes(ctx context.Context, counts *Counts, states int, options Options) *Estimate {
	e := newEstimate("bayes", counts, states, options)
	if !e.acceptCounts(counts) {
		return e
	}
	if counts.exact {
		return e.limit(ctx, counts, options)
	}
	p := &Posterior{layout: newLayout(e.Sizes)}
	var chains, all [PosteriorChains][][]float64
	done := options.progress(PosteriorChains)
	workers.Each(PosteriorChains, func() func(int) {
		return func(i int) {
			g := newGibbs(counts, states, bayesPrior, newRand(e.Options.Seed, pomdp.StreamEstimator, bayesStream+uint64(i)))
			copy(g.x, g.random(e.Options.Seed, i+1<<20))
			if i == 0 {
				g.begin(ctx, counts, states, options)
			}
			chains[i], all[i], p.LogLikelihood[i] = g.run(ctx)
			done()
		}
	})
	if ctx.Err() != nil {
		e.add(cancelled(ctx))
		return e
	}
	e.Posterior = p
	p.All = slices.Concat(all[:]...)
	e.join(chains)
	l := newLayout(e.Sizes)
	mean := make([]float64, l.size)
	last := p.Draws[len(p.Draws)-1]
	for _, x := range p.Draws {
		for i, v := range l.reordered(x, l.bestOrder(x, last)) {
			mean[i] += v / float64(len(p.Draws))
		}
	}
	if e.finish(l, mean, counts) {
		e.Learned = newMixture(l, e.Options.rewards(l.n.R), p.Draws)
	}
	return e
}

// bayesStream separates the chains from other random starts in the same stream.
const bayesStream = 1 << 35

// limit is what the posterior narrows to where the law itself is given: its maximum.
func (e *Estimate) limit(ctx context.Context, counts *Counts, options Options) *Estimate {
	top := Polished(ctx, counts, e.Sizes.S, options)
	if !top.OK() {
		top = EM(ctx, counts, e.Sizes.S, options)
	}
	if !top.OK() {
		e.Findings = append(e.Findings, top.Findings...)
		return e
	}
	l := newLayout(e.Sizes)
	x := l.vector(top.Model)
	e.Posterior = &Posterior{layout: l, Draws: [][]float64{x}, All: [][]float64{x}}
	if e.finish(l, x, counts) {
		e.Learned = newMixture(l, e.Options.rewards(l.n.R), e.Posterior.Draws)
	}
	return e
}

// begin puts a chain near a maximum: where aligned leads, some steps of EM further.
func (g *gibbs) begin(ctx context.Context, counts *Counts, states int, options Options) {
	from := Aligned(ctx, counts, states, options)
	if from.Model == nil {
		return
	}
	g.x = g.vector(from.Model)
	g.interior(g.x, startInterior)
	for range bayesEM {
		g.allocate(expected)
		g.maximise(g.x, g.uses)
		copy(g.x, g.uses)
	}
	g.interior(g.x, startInterior)
}

// run sweeps, and keeps some draws of those after the first sweeps.
func (g *gibbs) run(ctx context.Context) (kept, all [][]float64, values []float64) {
	const each = (bayesSweeps - bayesBurnt) / bayesKept
	for i := range bayesSweeps {
		if ctx.Err() != nil {
			break
		}
		values = append(values, g.sweep())
		if i < bayesBurnt {
			continue
		}
		all = append(all, slices.Clone(g.x))
		if (i-bayesBurnt)%each == each-1 {
			kept = append(kept, all[len(all)-1])
		}
	}
	return kept, all, values
}

// chainsApart is by how much the mean log-likelihoods of two chains may differ before only the better is kept.
const chainsApart = 10

// join keeps the draws of the chains that found the same mode, and says how they went.
func (e *Estimate) join(chains [PosteriorChains][][]float64) {
	p := e.Posterior
	var means [PosteriorChains]float64
	for i, values := range p.LogLikelihood {
		means[i] = sum(values[bayesBurnt:]) / float64(len(values)-bayesBurnt)
	}
	best := slices.Max(means[:])
	apart := best - slices.Min(means[:])
	l := newLayout(e.Sizes)
	for i, draws := range chains {
		if best-means[i] > chainsApart {
			continue
		}
		p.Draws = append(p.Draws, draws...)
		for j := 1; j < len(draws); j++ {
			if order := l.bestOrder(draws[j], draws[j-1]); !slices.IsSorted(order) {
				p.Switches++
			}
		}
	}
	if apart > chainsApart {
		e.add(finding.New(finding.ChainsDisagree, apart, chainsApart, fmt.Sprintf(
			"The chains' log-likelihoods differ by %s: one has not come to where the other is, and only the better one counts.", figure.Number(apart))))
	}
	if p.Switches > 0 {
		e.add(finding.New(finding.LabelsSwitched, float64(p.Switches), 0, fmt.Sprintf(
			"From one draw to the next the states changed places %s: both orders are as likely. Predictions do not mind; means are taken in one order.", figure.Counted(p.Switches, "time", "times"))))
	}
	if free := float64(l.free()); e.Episodes < priorWeight*free {
		e.add(finding.New(finding.PriorDominates, e.Episodes, priorWeight*free, fmt.Sprintf(
			"There are %s episodes for %s parameters: the uniform prior still decides much.", figure.Count(e.Episodes), figure.Count(free))))
	}
}

// priorWeight is how many episodes a parameter needs before the prior, which counts as one of each kind, hardly matters.
const priorWeight = 10
