package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"eeporl/model/experiment"
	"eeporl/model/experiment/online"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"
)

// onlineRequest is how `online` is asked.
type onlineRequest struct {
	online.Settings
	agents  []string
	seeds   int
	c       float64
	horizon int
	levels  []float64
	observe planning.Observe
	planner planning.Planner // of the agents
	asJSON  bool
}

// onlineAnswer is what every agent lost.
type onlineAnswer struct {
	world
	onlineRequest
	truth  *experiment.Truth
	best   float64
	agents []online.Summary
}

func (a *app) online() *cobra.Command {
	var r onlineRequest
	var agents strings.Builder
	for _, k := range online.Kinds() {
		name := k.Name
		if k.By {
			name += ":ESTIMATOR"
		}
		fmt.Fprintf(&agents, "\n  %-20s  %s", name, k.Does)
	}
	cmd := &cobra.Command{
		Use:   "online SCENARIO|MODEL",
		Short: "Explore or learn as you go: what agents lose over K episodes",
		Long: `online follows agents through K episodes of a model that they do not know, and adds up what each
episode's policy is worth less than the best one: the cumulative regret, exactly. EEPORL explores
first and commits then; while it explores the moments look at four steps of an episode alone, and
in those that follow it may use what it knows (rest). Whoever learns from all episodes, those of its own plans included, may lose
a hundredth of that, as a policy that looks at nothing but what is recorded cancels from the
likelihood; moments cannot learn from them. Who never explores may starve: it stays with what it
believes, and sees nothing that would tell it better. The agents:
` + agents.String() + `

Their episodes are drawn anew for each seed; medians are printed.`,
		Example: `  eeporl online tea --episodes 1000 --seeds 2
  eeporl online robot --episodes 500 --agents commit:tpsr,psrl --explore 100
  eeporl online tea --episodes 300 --agents psrl,greedy --seeds 1 --json`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runOnline(cmd.Context(), args[0], r) },
	}
	modelArgument(cmd)
	f := cmd.Flags()
	addFlag(f, &r.Episodes, "episodes", "n", "30000", "K", "episodes that each agent plays", parseOnlineEpisodes)
	addFlag(f, &r.agents, "agents", "", allAgents, "a,b,...", "who plays; all for ten of them", parseAgents)
	addFlag(f, &r.Explore, "explore", "", "", "N", "episodes that commit explores (default K to the power 2/3)", parseOnlineEpisodes)
	addFlag(f, &r.seeds, "seeds", "", "5", "N", "seeds, from --seed on", parseOnlineEpisodes)
	addFlag(f, &r.Epsilon, "epsilon", "", figure.Number(online.DefaultEpsilon), "E", "episodes that lose more are counted, as the PAC promise does", parsePositive)
	seedFlag(f, &r.Seed)
	cFlag(f, &r.c)
	horizonFlag(f, &r.horizon)
	levelsFlag(f, &r.levels)
	observeFlag(f, &r.observe)
	planFlag(f, &r.planner)
	a.answerFlags(f, &r.asJSON)
	return cmd
}

func parseOnlineEpisodes(text string) (int, error) {
	x, err := experiment.ParseEpisodes(text)
	if err != nil || x < 1 || x > 10_000_000 {
		return 0, errors.New("a whole number from 1 to 10^7")
	}
	return int(x), nil
}

// allAgents stands for the agents that are followed by default.
const allAgents = "all"

func parseAgents(text string) ([]string, error) {
	if text == allAgents {
		return online.Defaults(), nil
	}
	names := strings.Split(text, ",")
	for _, name := range names {
		if err := online.Check(name); err != nil {
			return nil, errors.New("some of " + online.Listed())
		}
	}
	return names, nil
}

func (a *app) runOnline(ctx context.Context, name string, r onlineRequest) error {
	switch explores := func(agent string) bool {
		return strings.HasPrefix(agent, "commit:") || strings.HasPrefix(agent, "rest:")
	}; {
	case r.Explore > r.Episodes:
		return fmt.Errorf("--explore: found %d, expected at most the %d of --episodes", r.Explore, r.Episodes)
	case r.Explore > 0 && !slices.ContainsFunc(r.agents, explores):
		return errors.New("--explore: found it without an agent that commits, expected commit:ESTIMATOR or rest:ESTIMATOR among --agents")
	}
	s, err := load(name, r.horizon, r.levels)
	if err != nil {
		return err
	}
	r.observe = s.observing(r.observe)
	truth, err := a.truthOf(s, r.c)
	if err != nil {
		return err
	}
	r.Planning = planning.Options{Horizon: s.Model.Horizon(), Discount: s.Model.Discount(), Observe: r.observe}
	answer := &onlineAnswer{world: s, onlineRequest: r, truth: truth}
	line := a.progress()
	defer line.done()
	line.say("planning on the true model")
	best, err := experiment.PlanModel(ctx, r.Planning, truth)
	if err != nil {
		return failed(s.Name, err)
	}
	if f, open := experiment.Gap("The optimum", best.Plan); open {
		answer.found = append(answer.found, f)
	}
	answer.best = best.Best().Low
	r.Planning.Planner = r.planner
	for _, agent := range r.agents {
		line.say("%s plays", agent)
		runs, faults := make([]*online.Run, r.seeds), make([]error, r.seeds)
		workers.Each(r.seeds, func() func(int) {
			return func(i int) {
				own := r.Settings
				own.Seed += uint64(i)
				runs[i], faults[i] = online.Play(ctx, agent, truth, answer.best, own)
			}
		})
		if err := errors.Join(faults...); err != nil {
			return failed(s.Name, err)
		}
		answer.agents = append(answer.agents, online.Summarise(runs, r.Episodes))
	}
	answer.judge()
	if r.asJSON {
		return writeJSON(&a.out, answer.doc())
	}
	answer.writeText(&a.out)
	return nil
}

// judge says who starved, and whose estimates came to no end.
func (o *onlineAnswer) judge() {
	for _, x := range o.agents {
		if x.Starved > 0 {
			o.found = append(o.found, finding.New(finding.Starved, float64(x.Starved), 0, fmt.Sprintf(
				"%s plans anew to the end and changes nothing, with %s of %d: it loses %s an episode then, and nothing that it sees will tell it better.",
				x.Agent, figure.Counted(x.Starved, "seed", "seeds"), o.seeds, figure.Number(x.Forgone))))
		}
		if x.Failures > 0 {
			o.found = append(o.found, finding.New(finding.TooFewEpisodes, float64(x.Failures), 0, fmt.Sprintf(
				"%s of %s failed, for want of episodes or because the model does not permit it; it explored on.", figure.Counted(x.Failures, "estimate", "estimates"), x.Agent)))
		}
	}
}

type onlineDoc struct {
	Scenario  string     `json:"scenario"`
	Seed      uint64     `json:"seed"`
	Seeds     int        `json:"seeds"`
	Episodes  int        `json:"episodes"`
	Explore   int        `json:"explore"`
	Horizon   int        `json:"horizon"`
	C         Number     `json:"c"`
	Epsilon   Number     `json:"epsilon"`
	Optimal   Number     `json:"optimal"`
	Exploring Number     `json:"exploring_loses"`
	Agents    []agentDoc `json:"agents"`
	Findings  findings   `json:"findings"`
}

type agentDoc struct {
	Agent    string        `json:"agent"`
	Regret   Number        `json:"regret"`
	BySeed   []Number      `json:"regret_by_seed"`
	Each     Number        `json:"last_regret"`
	Explored Number        `json:"explored"`
	Over     Number        `json:"over_epsilon"`
	Failures int           `json:"failures"`
	Starved  int           `json:"starved"`
	Curve    []regretAtDoc `json:"curve"`
}

type regretAtDoc struct {
	Episodes int    `json:"episodes"`
	Regret   Number `json:"regret"`
}

func (o *onlineAnswer) doc() onlineDoc {
	doc := onlineDoc{
		Scenario: o.Name, Seed: o.Seed, Seeds: o.seeds, Episodes: o.Episodes, Explore: o.Committed(), Horizon: o.Model.Horizon(), C: Number(o.truth.Exploration.C()),
		Epsilon: Number(o.Epsilon), Optimal: Number(o.best), Exploring: Number(o.best - o.truth.ExploreValue), Findings: findings{},
	}
	for _, x := range o.agents {
		agent := agentDoc{Agent: x.Agent, Regret: Number(x.Regret), BySeed: numbers(x.Seeds), Each: Number(x.Each), Explored: Number(x.Explored), Over: Number(x.Over), Failures: x.Failures, Starved: x.Starved}
		for _, at := range x.Curve {
			agent.Curve = append(agent.Curve, regretAtDoc{at.Episodes, Number(at.Regret)})
		}
		doc.Agents = append(doc.Agents, agent)
	}
	doc.Findings.addAll(append(o.found, o.truth.Findings()...), o.Model.Sizes())
	doc.Findings.infiniteInputs(0, o.truth.Exploration.C())
	return doc
}

func (o *onlineAnswer) writeText(w io.Writer) {
	fmt.Fprintf(w, "%s · K = %s episodes · %s from %d · H = %d · optimum %s · exploring loses %s an episode\n\n", o.Name, figure.Count(float64(o.Episodes)),
		figure.Counted(o.seeds, "seed", "seeds"), o.Seed, o.Model.Horizon(), figure.Value(o.best), figure.Number(o.best-o.truth.ExploreValue))
	marks := slices.Compact([]int{max(1, o.Episodes/100), max(1, o.Episodes/10), o.Episodes})
	var t table
	t.alignRight(1, 2, 3, 4, 5, 6)
	head := []string{"agent"}
	for _, n := range marks {
		head = append(head, "lost by "+figure.Count(float64(n)))
	}
	t.add(append(head, "explored", "last loses", "episodes > "+figure.Number(o.Epsilon))...)
	for _, x := range o.agents {
		row := []string{x.Agent}
		for _, n := range marks {
			row = append(row, figure.Number(x.At(n)))
		}
		t.add(append(row, figure.Count(x.Explored), figure.Regret(x.Each), figure.Count(x.Over))...)
	}
	t.write(w, "")
	fmt.Fprintf(w, "\ncommit explores %s episodes. Medians; lost: the sum of what each episode's policy is worth less than the best.\n", figure.Count(float64(o.Committed())))
	writeFound(w, append(o.found, o.truth.Findings()...))
}
