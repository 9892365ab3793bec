package online

import (
	"context"
	"math"
	"strings"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/posterior"
	"eeporl/pomdp"
)

// agent says by what policy to go on, and for how many episodes.
type agent func(ctx context.Context, g *game) (*policy, int, error)

// Kind is a way to trade exploring for earning.
type Kind struct {
	Name string
	Does string
	By   bool // it takes an estimator: NAME:ESTIMATOR
	make func(by moments.Estimator, s Settings) agent
}

// Kinds lists them.
func Kinds() []Kind {
	return []Kind{
		{"commit", "explores N episodes, estimates once and keeps that plan: EEPORL", true, commit},
		{"rest", "as commit, but from the fifth step on it plans with what it has learned so far", true, rester},
		{"doubling", "explores n^(2/3) of n episodes, and estimates anew when n has doubled", true, doubling},
		{"psrl", "draws one model from the posterior of all episodes, and plans for it", false, func(_ moments.Estimator, s Settings) agent { return sampler(s, 1, false) }},
		{"optimist", "draws six, and plans for the one that promises most", false, func(_ moments.Estimator, s Settings) agent { return sampler(s, 6, false) }},
		{"mixture", "plans for the mean over the last draws, and never explores", false, func(_ moments.Estimator, s Settings) agent { return sampler(s, 12, true) }},
		{"greedy", "plans for the likeliest model of all episodes, and never explores", false, greedy},
	}
}

// Defaults are the agents that are followed where none are named.
func Defaults() []string {
	return []string{"commit:full", "commit:tpsr", "commit:polished", "commit:tree", "doubling:full", "doubling:tpsr", "psrl", "optimist", "mixture", "greedy"}
}

// Listed are the names of all agents, for somebody who chose another one.
func Listed() string {
	var names []string
	for _, k := range Kinds() {
		name := k.Name
		if k.By {
			name += ":ESTIMATOR"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// KindOf is the kind of an agent by its name, the zero Kind for none.
func KindOf(name string) Kind {
	word, _, _ := strings.Cut(name, ":")
	for _, k := range Kinds() {
		if k.Name == word {
			return k
		}
	}
	return Kind{}
}

// Check says what is wrong with the name of an agent, nil for nothing.
func Check(name string) error {
	_, err := find(name, Settings{Episodes: 1})
	return err
}

func find(name string, s Settings) (agent, error) {
	k := KindOf(name)
	_, by, _ := strings.Cut(name, ":")
	if k.make == nil || k.By != (by != "") {
		return nil, unknown(name)
	}
	var e moments.Estimator
	if k.By {
		var err error
		if e, err = estimators.Named(by); err != nil || e.Run == nil {
			return nil, unknown(name)
		}
	}
	return k.make(e, s), nil
}

// learned is what an estimator makes of the exploring episodes, or of all of them where it learns from those; nil
// where it came to no end.
func (g *game) learned(ctx context.Context, by moments.Estimator) pomdp.Learned {
	data := moments.Data{Counts: g.counts}
	if by.Uses == moments.FromEpisodes || by.Uses == moments.FromEarned {
		data.Episodes = g.whole()
	}
	e := by.Run(ctx, data, g.truth.Model.Sizes().S, g.options())
	if !e.OK() {
		g.run.Failures++
		return nil
	}
	return e.Learned
}

func commit(by moments.Estimator, s Settings) agent {
	return func(ctx context.Context, g *game) (*policy, int, error) {
		if n := s.Committed(); g.played < n {
			return g.explore, n - g.played, nil
		}
		learned := g.learned(ctx, by)
		if learned == nil {
			return g.explore, s.Episodes, nil
		}
		p, err := g.plan(ctx, learned)
		return p, s.Episodes, err
	}
}

// firstLook is the number of episodes at which doubling estimates for the first time.
const firstLook = 64

func doubling(by moments.Estimator, s Settings) agent {
	from := firstLook // where the period begins that ends when it has doubled
	return func(ctx context.Context, g *game) (*policy, int, error) {
		want := max(firstLook, int(math.Ceil(math.Pow(float64(2*from), 2./3))))
		if g.run.Explored < want {
			return g.explore, want - g.run.Explored, nil
		}
		for from <= g.played {
			from *= 2
		}
		learned := g.learned(ctx, by)
		if learned == nil {
			return g.explore, from - g.played, nil
		}
		p, err := g.plan(ctx, learned)
		return p, from - g.played, err
	}
}

// oftenUntil is up to how many episodes a policy is kept for one, and then for a share of those played.
const (
	oftenUntil = 20
	keptShare  = .05
)

func kept(played int) int {
	if played < oftenUntil {
		return 1
	}
	return max(1, int(keptShare*float64(played)))
}

// apart is how many sweeps lie between two draws that are used.
const apart = 3

// sampler draws models from the posterior of all episodes, so many at a time.
func sampler(s Settings, draws int, mixed bool) agent {
	var chain *posterior.Chain
	var last []*pomdp.POMDP
	return func(ctx context.Context, g *game) (*policy, int, error) {
		if chain == nil {
			chain = posterior.NewChain(g.truth.Model.Sizes(), s.Seed, 0)
		}
		var seen *moments.Episodes
		if g.played > 0 {
			seen = g.whole()
		}
		var best *policy
		promise := math.Inf(-1)
		for range draws {
			chain.Sweep(seen, apart)
			m, err := chain.Model(g.options())
			if err != nil {
				return nil, 0, err
			}
			if mixed {
				last = append(last[max(0, len(last)-draws+1):], m)
				continue
			}
			p, promised, err := g.promised(ctx, m)
			if err != nil {
				return nil, 0, err
			}
			if promised > promise {
				best, promise = p, promised
			}
		}
		if mixed {
			n := g.truth.Model.Sizes()
			p, err := g.plan(ctx, posterior.Mix(n, g.truth.Model.RewardValues(), last...))
			return p, 2 * kept(g.played), err
		}
		return best, kept(g.played), nil
	}
}

// greedyGrowth is by what share episodes have to grow before the likeliest model is looked for anew.
const greedyGrowth = .4

func greedy(_ moments.Estimator, s Settings) agent {
	whole, _ := estimators.Named(moments.WholeName)
	return func(ctx context.Context, g *game) (*policy, int, error) {
		if g.played == 0 {
			return g.explore, 1, nil // there is nothing to go by yet
		}
		learned := g.learned(ctx, whole)
		if learned == nil {
			return g.explore, 1, nil
		}
		p, err := g.plan(ctx, learned)
		return p, max(1, int(greedyGrowth*float64(g.played))), err
	}
}
