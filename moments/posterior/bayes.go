// Package posterior draws models from their posterior (Bayes).
package posterior

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/moments/spectral"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"
)

// How many draws each chain keeps at most, and how many steps of EM lead from aligned's answer to where the first begins.
const (
	mostKept = 20
	stepsEM  = 30
)

// burnt is how many of a chain's sweeps are passed over: it is still on its way.
func burnt(sweeps int) int { return sweeps / 4 }

// Bayes draws parameters from their posterior under a Dirichlet prior, by Gibbs sampling over the counts of cells (Ross
// et al. 2011, Doshi-Velez 2012). It predicts and plans with what options.Draws says, by default the mixture of the draws, so that an
// episode teaches which of them it is; its parameters are their mean, every draw brought into the order of the last. One chain
// starts from aligned and some steps of EM, the other from the prior.
func Bayes(ctx context.Context, counts *moments.Counts, states int, options moments.Options) *moments.Estimate {
	e := moments.NewEstimate("bayes", counts, states, options)
	if !e.AcceptCounts(counts) {
		return e
	}
	if counts.Exact() {
		return limit(e, ctx, counts, options)
	}
	p := &moments.Posterior{Layout: params.NewLayout(e.Sizes)}
	var chains, all [moments.PosteriorChains][][]float64
	done := options.Counting(moments.PosteriorChains)
	workers.Each(moments.PosteriorChains, func() func(int) {
		return func(i int) {
			g := newGibbs(counts, states, e.Options.Prior, num.NewRand(e.Options.Seed, pomdp.StreamEstimator, bayesStream+uint64(i)))
			copy(g.x, g.Random(e.Options.Seed, i+1<<20))
			if i == 0 {
				g.begin(ctx, counts, states, options)
			}
			chains[i], all[i], p.LogLikelihood[i] = g.run(ctx, e.Options.Sweeps)
			done()
		}
	})
	if ctx.Err() != nil {
		e.Add(moments.Cancelled(ctx))
		return e
	}
	e.Posterior = p
	p.All = slices.Concat(all[:]...)
	join(e, chains)
	l := params.NewLayout(e.Sizes)
	mean := make([]float64, l.Size)
	last := p.Draws[len(p.Draws)-1]
	for _, x := range p.Draws {
		for i, v := range l.Reordered(x, l.BestOrder(x, last)) {
			mean[i] += v / float64(len(p.Draws))
		}
	}
	if e.Finish(l, mean, counts) {
		e.Learned = newMixture(l, e.Options.RewardsOf(l.N.R), chosen(ctx, l, e.Options, p.Draws))
		if ctx.Err() != nil {
			e.Add(moments.Cancelled(ctx))
		}
	}
	return e
}

// chosen are the draws to plan with.
func chosen(ctx context.Context, l *params.Layout, o moments.Options, draws [][]float64) [][]float64 {
	switch o.Draws {
	case moments.OneDraw:
		return draws[len(draws)-1:]
	case moments.OptimistDraw:
		best, most := len(draws)-1, math.Inf(-1)
		for i, x := range draws {
			m, err := l.Model("a draw", x, o.Horizon, o.RewardsOf(l.N.R))
			if err != nil {
				continue
			}
			plan, err := planning.Optimal(ctx, m, planning.Options{Horizon: m.Horizon(), Budget: planning.Budget{Vectors: mostVectors}})
			if err == nil && plan.Value > most {
				best, most = i, plan.Value
			}
		}
		return draws[best : best+1]
	}
	return draws
}

// mostVectors bounds the plan by which a draw's promise is known.
const mostVectors = 20_000

// bayesStream separates the chains from other random starts in the same stream.
const bayesStream = 1 << 35

// limit is what the posterior narrows to where the law itself is given: its maximum.
func limit(e *moments.Estimate, ctx context.Context, counts *moments.Counts, options moments.Options) *moments.Estimate {
	top := likelihood.Polished(ctx, counts, e.Sizes.S, options)
	if !top.OK() {
		top = likelihood.EM(ctx, counts, e.Sizes.S, options)
	}
	if !top.OK() {
		e.Findings = append(e.Findings, top.Findings...)
		return e
	}
	l := params.NewLayout(e.Sizes)
	x := l.Vector(top.Model)
	e.Posterior = &moments.Posterior{Layout: l, Draws: [][]float64{x}, All: [][]float64{x}}
	if e.Finish(l, x, counts) {
		e.Learned = newMixture(l, e.Options.RewardsOf(l.N.R), e.Posterior.Draws)
	}
	return e
}

// begin puts a chain near a maximum: where aligned leads, some steps of EM further.
func (g *Gibbs) begin(ctx context.Context, counts *moments.Counts, states int, options moments.Options) {
	from := spectral.Aligned(ctx, counts, states, options)
	if from.Model == nil {
		return
	}
	g.x = g.Vector(from.Model)
	g.Interior(g.x, likelihood.StartInterior)
	for range stepsEM {
		g.allocate(expected)
		g.Maximise(g.x, g.uses)
		copy(g.x, g.uses)
	}
	g.Interior(g.x, likelihood.StartInterior)
}

// run sweeps, and keeps some draws of those after the first sweeps.
func (g *Gibbs) run(ctx context.Context, sweeps int) (kept, all [][]float64, values []float64) {
	first := burnt(sweeps)
	each := max(1, (sweeps-first)/mostKept)
	for i := range sweeps {
		if ctx.Err() != nil {
			break
		}
		values = append(values, g.sweep())
		if i < first {
			continue
		}
		all = append(all, slices.Clone(g.x))
		if (i-first)%each == each-1 {
			kept = append(kept, all[len(all)-1])
		}
	}
	return kept, all, values
}

// chainsApart is by how much the mean log-likelihoods of two chains may differ before only the better is kept.
const chainsApart = 10

// join keeps the draws of the chains that found the same mode, and says how they went.
func join(e *moments.Estimate, chains [moments.PosteriorChains][][]float64) {
	p := e.Posterior
	var means [moments.PosteriorChains]float64
	for i, values := range p.LogLikelihood {
		values = values[burnt(len(values)):]
		means[i] = num.Sum(values) / float64(len(values))
	}
	best := slices.Max(means[:])
	apart := best - slices.Min(means[:])
	l := params.NewLayout(e.Sizes)
	for i, draws := range chains {
		if best-means[i] > chainsApart {
			continue
		}
		p.Draws = append(p.Draws, draws...)
		p.Effective += effective(p.LogLikelihood[i][burnt(len(p.LogLikelihood[i])):])
		for j := 1; j < len(draws); j++ {
			if order := l.BestOrder(draws[j], draws[j-1]); !slices.IsSorted(order) {
				p.Switches++
			}
		}
	}
	if apart > chainsApart {
		e.Add(finding.New(finding.ChainsDisagree, apart, chainsApart, fmt.Sprintf(
			"The chains' log-likelihoods differ by %s: one has not come to where the other is, and only the better one counts.", figure.Number(apart))))
	}
	if p.Effective < fewEffective {
		e.Add(finding.New(finding.SlowMixing, p.Effective, fewEffective, fmt.Sprintf(
			"By their log-likelihoods the draws tell as much as %s independent ones: each resembles the one before.", figure.Number(p.Effective))))
	}
	if p.Switches > 0 {
		e.Add(finding.New(finding.LabelsSwitched, float64(p.Switches), 0, fmt.Sprintf(
			"From one draw to the next the states changed places %s: both orders are as likely. Predictions do not mind; means are taken in one order.", figure.Counted(p.Switches, "time", "times"))))
	}
	if free := float64(l.Free()); e.Episodes < priorWeight*free {
		e.Add(finding.New(finding.PriorDominates, e.Episodes, priorWeight*free, fmt.Sprintf(
			"There are %s episodes for %s parameters: the uniform prior still decides much.", figure.Count(e.Episodes), figure.Count(free))))
	}
}

// fewEffective is how many independent draws make an interval.
const fewEffective = 50

// priorWeight is how many episodes a parameter needs before the prior, which counts as one of each kind, hardly matters.
const priorWeight = 10
