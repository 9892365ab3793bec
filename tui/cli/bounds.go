package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"eeporl/model/experiment"
	"eeporl/moments/bounds"
	"eeporl/pomdp/figure"
)

// boundsRequest is how `bounds` is asked.
type boundsRequest struct {
	learning
	episodes       float64
	epsilon, delta float64
	seeds          int
	levels         []float64
}

// boundsAnswer is the chain of lemmas, and the theorem's N beside the N that
// sufficed.
type boundsAnswer struct {
	world
	boundsRequest
	truth    *experiment.Truth
	rows     []bounds.Row
	theorem  bounds.Episodes
	sufficed *experiment.Sufficed // nil where nobody looked
}

func (a *app) bounds() *cobra.Command {
	var r boundsRequest
	cmd := &cobra.Command{
		Use:   "bounds SCENARIO|MODEL",
		Short: "Hold the paper's lemmas against what was measured",
		Long: `bounds runs one experiment and holds every inequality of the paper's chain of lemmas against
it: the bound, what was measured, and how many times the bound is looser than need be. It
computes how many episodes the theorem asks for so that the regret is at most ε with
probability 1 − δ, as printed and as chained from the lemmas, all hidden constants taken as 1,
and finds the first power of ten of episodes that really suffices, over --seeds seeds. Half of
a --budget's time goes to the experiment's plans, half to that search.`,
		Example: `  eeporl bounds tea --epsilon 0.1 --delta 0.1
  eeporl bounds tea --episodes 1e6 --estimator polished --seeds 5 --json
  eeporl bounds two-step`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runBounds(cmd.Context(), args[0], r)
		},
	}
	modelArgument(cmd)
	f := cmd.Flags()
	addFlag(f, &r.episodes, "episodes", "n", "1e5", "N|inf", "episodes of the measured experiment", experiment.ParseEpisodes)
	addFlag(f, &r.epsilon, "epsilon", "", "0.1", "E", "regret that is allowed", parsePositive)
	addFlag(f, &r.delta, "delta", "", "0.1", "D", "probability with which it may be exceeded", inside("probability"))
	addFlag(f, &r.seeds, "seeds", "", strconv.Itoa(experiment.SufficientSeeds), "N", "seeds over which episodes have to suffice; 0 to skip the search", parseSeeds)
	seedFlag(f, &r.seed)
	estimatorFlag(f, &r.estimator)
	cFlag(f, &r.c)
	horizonFlag(f, &r.horizon)
	levelsFlag(f, &r.levels)
	estimatorFlags(f, &r.options)
	observeFlag(f, &r.observe)
	plannerFlag(f, &r.planner)
	budgetFlag(f, &r.budget)
	a.answerFlags(f, &r.asJSON)
	return cmd
}

// inside parses a number between 0 and 1, neither of them included.
func inside(what string) func(text string) (float64, error) {
	return func(text string) (float64, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x > 0 && x < 1) {
			return 0, fmt.Errorf("a %s between 0 and 1", what)
		}
		return x, nil
	}
}

func parseSeeds(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 100_000 {
		return 0, errors.New("a whole number from 0 to 100000")
	}
	return n, nil
}

func (a *app) runBounds(ctx context.Context, name string, r boundsRequest) error {
	s, err := load(name, r.horizon, r.levels)
	if err != nil {
		return err
	}
	r.observe = s.observing(r.observe)
	truth, err := a.truthOf(s, r.c)
	if err != nil {
		return err
	}
	answer := &boundsAnswer{world: s, boundsRequest: r, truth: truth}
	if err := a.measure(ctx, answer); err != nil {
		return failed(s.Name, err)
	}
	if r.asJSON {
		return writeJSON(&a.out, answer.doc())
	}
	answer.writeText(&a.out)
	return nil
}

// measure runs the experiment and the search for a sufficient N, and fills in the answer.
func (a *app) measure(ctx context.Context, answer *boundsAnswer) error {
	watch, line := a.stopwatch(), a.progress()
	defer line.done()
	r, truth := answer.boundsRequest, answer.truth
	counts, err := truth.Draw(r.seed, r.episodes)
	if err != nil {
		return err
	}
	r.budget = r.budget.Share(2) // the experiment and its chain, and the search
	setup := r.setup(ctx, truth.Model)
	var outcome report
	if err := a.learn(ctx, &outcome, counts, truth, setup, &r.learning, watch, line); err != nil {
		return err
	}
	answer.found = append(answer.found, outcome.findings()...)
	line.say("computing the bounds")
	b := bounds.Of(truth.Model, truth.Exploration)
	answer.theorem = b.Episodes(r.epsilon, r.delta)
	if answer.rows, err = experiment.Chain(ctx, b, truth, outcome.outcome, r.delta); err != nil {
		return err
	}
	optimum := outcome.outcome.Optimal.Best()
	outcome = report{} // its plan lets go of the memory that the search's are to have
	if r.seeds == 0 || answer.theorem.Chained.Reason != "" && math.IsInf(answer.theorem.Chained.Log10, 1) {
		return nil // not asked for, or no number of episodes is enough
	}
	answer.sufficed, err = experiment.Sufficient(ctx, truth, experiment.Search{
		Estimator: r.estimator, Moments: setup.Moments, Planning: setup.Planning,
		Epsilon: r.epsilon, Delta: r.delta, Seeds: r.seeds, Optimum: optimum, Time: r.budget.Time,
		Progress: func(n float64) { line.say("do %s episodes suffice", figure.Count(n)) },
	})
	return err
}

// sufficient is the N that sufficed, NaN where none is known.
func (b *boundsAnswer) sufficient() float64 {
	return b.sufficed.Episodes()
}

// verdicts counts the rows by their verdict, in words.
func (b *boundsAnswer) verdicts() string {
	var count [6]int
	all := [...]bounds.Verdict{bounds.Holds, bounds.TooWeak, bounds.Void, bounds.Violated, bounds.Unknown, bounds.Certain}
	for _, row := range b.rows {
		for i, v := range all {
			if row.Verdict() == v {
				count[i]++
			}
		}
	}
	return fmt.Sprintf("of %d inequalities %d hold, %d are too weak to say anything, %d are certain by construction, %d are void here, %d are violated, %d unknown",
		len(b.rows), count[0], count[1], count[5], count[2], count[3], count[4])
}
