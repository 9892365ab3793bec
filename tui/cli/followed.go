package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/planning"
)

// phase is one of the two that PAC learning has.
type phase string

const (
	phaseOne phase = "1" // exploration
	phaseTwo phase = "2" // a plan is followed
)

// followed is the plan that phase 2 follows.
type followed struct {
	phase     phase
	learn     float64 // episodes that it is learned from; 0 for the optimal one
	estimator string
}

func (p *followed) addFlags(f *pflag.FlagSet) {
	addFlag(f, &p.phase, "phase", "", string(phaseOne), model.KindOf(phaseOne, phaseTwo), "explore, or follow a plan", model.OneOf(phaseOne, phaseTwo))
	addFlag(f, &p.learn, "learn", "", "", "N|inf", "phase 2: episodes to learn the plan from (default the optimal plan)", experiment.ParseEpisodes)
	estimatorFlag(f, &p.estimator)
}

func (p *followed) check(cmd *cobra.Command) error {
	learns := cmd.Flags().Changed("learn")
	switch {
	case learns && p.phase != phaseTwo:
		return errors.New("--learn: found it with phase 1, expected --phase 2: exploration follows no plan")
	case learns && !(p.learn > 0):
		return errors.New("--learn: found 0, expected some episodes to learn from")
	case cmd.Flags().Changed("estimator") && !learns:
		return errors.New("--estimator: found it without --learn, expected both: it says how the plan is learned")
	}
	return nil
}

// tree computes the policy tree to follow: the optimal one of w, or the one learned from
// p.learn episodes.
func (p *followed) tree(ctx context.Context, w world, c float64, seed uint64) (*planning.Tree, error) {
	m := w.Model
	o := planning.Options{Horizon: m.Horizon(), Discount: m.Discount()}
	if p.learn == 0 {
		best, err := planning.Optimal(ctx, m, o)
		if err != nil {
			return nil, err
		}
		return best.Tree, nil
	}
	truth, err := experiment.NewTruth(m, c)
	if err != nil {
		return nil, err
	}
	counts, err := truth.Draw(seed, p.learn)
	if err != nil {
		return nil, err
	}
	l := learning{seed: seed, estimator: p.estimator}
	setup := l.setup(ctx, m)
	e := experiment.Estimate(ctx, setup.Estimator, moments.Data{Counts: counts}, setup.States, setup.Moments, truth)
	if f, stopped := e.Stopped(); stopped || !e.OK() {
		return nil, fmt.Errorf("--learn: found no parameters, expected an estimate to plan with: %s", f.Detail)
	}
	plan, err := experiment.Plan(ctx, e.Learned, setup.Planning, truth)
	if err != nil {
		return nil, err
	}
	return plan.Tree, nil
}
