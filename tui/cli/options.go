package cli

import (
	"errors"
	"strconv"

	"github.com/spf13/pflag"

	"eeporl/moments"
	"eeporl/planning"
)

// The flags that several commands share, each defined in one place so that it
// reads, defaults and is explained alike everywhere.

func jsonFlag(f *pflag.FlagSet, on *bool) {
	f.BoolVar(on, "json", false, "print JSON")
}

func seedFlag(f *pflag.FlagSet, seed *uint64) {
	addFlag(f, seed, "seed", "", "1", "S", "seed of every random choice", parseSeed)
}

func cFlag(f *pflag.FlagSet, c *float64) {
	addFlag(f, c, "c", "c", "", "C|inf", "exploration's c in Π = (I + c·11ᵀ)/(1 + c|A|) (default 1/|A|)", parseC)
}

func horizonFlag(f *pflag.FlagSet, horizon *int) {
	addFlag(f, horizon, "horizon", "", "", "H", "steps of an episode and of the plan (default the model's; 4 without a model)", positive(maxHorizon))
}

func estimatorFlag(f *pflag.FlagSet, e *moments.Estimator) {
	all := moments.EstimatorNames()
	addFlag(f, e, "estimator", "", all[0], kindOf(all...), "how to estimate", func(text string) (moments.Estimator, error) {
		estimator, err := moments.Named(text)
		if err != nil {
			return nil, errors.New(listed(all))
		}
		return estimator, nil
	})
}

func estimatorFlags(f *pflag.FlagSet, o *moments.Options) {
	addFlag(f, &o.Rotations, "rotations", "", strconv.Itoa(moments.DefaultRotations), "N", "random rotations Θ to choose from", positive(1_000_000))
	norms := []moments.Normalization{moments.Abs, moments.Clip, moments.Simplex}
	addFlag(f, &o.Normalization, "normalize", "", string(moments.Abs), kindOf(norms...), "how estimates become distributions", oneOf(norms...))
}

func plannerFlag(f *pflag.FlagSet, p *planning.Planner) {
	planners := []planning.Planner{planning.Auto, planning.Enumerate, planning.Pruning, planning.Reachable, planning.PointBased}
	addFlag(f, p, "planner", "", string(planning.Auto), kindOf(planners...), "how to plan; auto chooses by size", oneOf(planners...))
}
