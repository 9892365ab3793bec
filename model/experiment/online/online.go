// Package online follows agents that explore or learn as they go, for K episodes of a model that is known here and
// not to them, and adds up what they lose: the regret of every episode's policy, exactly.
package online

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
)

// Settings are what the agents share.
type Settings struct {
	Episodes int     // K
	Explore  int     // N of those that explore first and then commit; 0 means K^⅔
	Epsilon  float64 // episodes that lose more are counted
	Seed     uint64
	Planning planning.Options
	// Progress, if not nil, is told how many episodes an agent has played.
	Progress func(played int)
}

// Committed is Explore, or what it stands for.
func (s Settings) Committed() int {
	if s.Explore > 0 {
		return min(s.Explore, s.Episodes)
	}
	return int(math.Ceil(math.Pow(float64(s.Episodes), 2./3)))
}

// DefaultEpsilon is what an episode may lose before it is counted, where nobody says.
const DefaultEpsilon = .05

// Point is where an agent stands after so many episodes.
type Point struct {
	Episodes int
	Regret   float64 // of all of them
	Each     float64 // of each of the last ones: they had one policy
	First    int     // that policy's first action, −1 while it explores
}

// Run is what one agent came to.
type Run struct {
	Agent    string
	Points   []Point
	Explored int // episodes that were played by the exploring policy
	Over     int // episodes that lost more than Settings.Epsilon
	Failures int // estimates that came to no end; the agent explored on
	// Starved says that the agent plans anew and comes to the same policy, which is not the best one.
	Starved bool
}

// Regret is the sum over all episodes.
func (r *Run) Regret() float64 {
	if len(r.Points) == 0 {
		return 0
	}
	return r.Points[len(r.Points)-1].Regret
}

// At is the sum over the first episodes; between two points it grows evenly.
func (r *Run) At(episodes int) float64 {
	last := Point{}
	for _, p := range r.Points {
		if p.Episodes >= episodes {
			return last.Regret + (p.Regret-last.Regret)*float64(episodes-last.Episodes)/float64(p.Episodes-last.Episodes)
		}
		last = p
	}
	return last.Regret
}

// Play follows an agent.
func Play(ctx context.Context, name string, truth *experiment.Truth, best float64, s Settings) (*Run, error) {
	agent, err := find(name, s)
	if err != nil {
		return nil, err
	}
	g := &game{
		Settings: s, truth: truth, best: best, run: &Run{Agent: name}, counts: moments.NewCounts(truth.Model.Sizes()), number: map[string]int{},
		explore: &policy{truth.Exploration, exploring, best - truth.ExploreValue},
	}
	for g.played < s.Episodes {
		policy, episodes, err := agent(ctx, g)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err := g.play(policy, min(max(episodes, 1), s.Episodes-g.played)); err != nil {
			return nil, err
		}
		if s.Progress != nil {
			s.Progress(g.played)
		}
	}
	g.run.Starved = g.starved()
	return g.run, nil
}

// policy is how an episode is played and what that loses.
type policy struct {
	by     pomdp.Policy
	first  int // the action that it begins with, or exploring
	regret float64
}

// exploring stands for the first action of a policy by whose episodes the moments are counted.
const exploring = -1

// game is an agent's life so far.
type game struct {
	Settings
	truth     *experiment.Truth
	best      float64
	explore   *policy
	run       *Run
	played    int
	counts    *moments.Counts   // of the exploring episodes
	different []moments.Episode // all episodes, each different one once
	number    map[string]int    // where it stands there
}

// play draws episodes under a policy.
func (g *game) play(p *policy, episodes int) error {
	m, stream := g.truth.Model, pomdp.StreamExploit
	if p.first == exploring {
		stream = pomdp.StreamExplore
		g.run.Explored += episodes
	}
	simulator := pomdp.NewSimulator(m, p.by, g.Seed, stream)
	for range episodes {
		e := simulator.Episode(uint64(g.played))
		g.note(e.Steps)
		if p.first == exploring {
			if cell, ok := pomdp.TripleCell(m.Sizes(), e.Steps); ok {
				g.counts.AddTriple(cell)
			}
		}
		g.played++
	}
	if p.regret > g.Epsilon {
		g.run.Over += episodes
	}
	last := 0.0
	if n := len(g.run.Points); n > 0 {
		last = g.run.Points[n-1].Regret
	}
	g.run.Points = append(g.run.Points, Point{g.played, last + p.regret*float64(episodes), p.regret, p.first})
	return nil
}

// note keeps an episode.
func (g *game) note(steps []pomdp.Step) {
	var key []byte
	acts := make([]pomdp.Act, len(steps))
	for t, step := range steps {
		acts[t] = pomdp.Act{Action: step.Action.Value, Reward: step.Reward.Value, Observation: step.Observation.Value}
		for _, x := range [...]int{acts[t].Action, acts[t].Reward, acts[t].Observation} {
			key = binary.AppendUvarint(key, uint64(x))
		}
	}
	at, met := g.number[string(key)]
	if !met {
		at = len(g.different)
		g.number[string(key)] = at
		g.different = append(g.different, moments.Episode{Acts: acts})
	}
	g.different[at].Count++
}

// whole are all episodes so far.
func (g *game) whole() *moments.Episodes {
	return moments.NewEpisodes(g.truth.Model.Sizes(), func(yield func([]pomdp.Act, float64) bool) {
		for _, e := range g.different {
			if !yield(e.Acts, e.Count) {
				return
			}
		}
	})
}

// plan is the policy for what was learned.
func (g *game) plan(ctx context.Context, learned pomdp.Learned) (*policy, error) {
	p, _, err := g.promised(ctx, learned)
	return p, err
}

// promised is that policy, and what it promises.
func (g *game) promised(ctx context.Context, learned pomdp.Learned) (*policy, float64, error) {
	plan, err := experiment.Plan(ctx, learned, g.Planning, g.truth)
	if err != nil {
		return nil, 0, err
	}
	return &policy{plan.Tree.Policy(), plan.Tree.Nodes[0].Action, max(0, g.best-plan.ValueTrue)}, plan.Value, nil
}

func (g *game) options() moments.Options {
	m := g.truth.Model
	return moments.Options{Seed: g.Seed, RewardValues: m.RewardValues(), Horizon: m.Horizon()}
}

// starved says whether the agent planned anew in the last half of the episodes, more than once, and came to the same
// first action and the same loss each time, which is not the best policy's.
func (g *game) starved() bool {
	var last []Point
	for _, p := range g.run.Points {
		if p.Episodes > g.Episodes/2 {
			last = append(last, p)
		}
	}
	if len(last) < leastPlans || last[0].Each <= g.Epsilon {
		return false
	}
	return !slices.ContainsFunc(last, func(p Point) bool {
		return p.First < 0 || p.First != last[0].First || math.Abs(p.Each-last[0].Each) > sameLoss*last[0].Each
	})
}

// leastPlans is how many equal plans it takes to say that nothing changes, sameLoss how much they may differ.
const (
	leastPlans = 3
	sameLoss   = 1e-3
)

func unknown(name string) error {
	return fmt.Errorf("agent: found %q, expected one of %s", name, Listed())
}
