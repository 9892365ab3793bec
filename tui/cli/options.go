package cli

import (
	"strconv"

	"github.com/spf13/pflag"

	"eeporl/moments"
	"eeporl/planning"
)

// The flags that several commands share, each defined in one place so that it
// reads, defaults and is explained alike everywhere.

// answerFlags are those of a command that answers in text or JSON.
func (a *app) answerFlags(f *pflag.FlagSet, asJSON *bool) {
	jsonFlag(f, asJSON)
	a.fileFlag(f)
}

func (a *app) fileFlag(f *pflag.FlagSet) {
	outFlag(f, &a.path, "`FILE` for the answer (default stdout)")
}

// defaultSeed is one with which tea's pairs come back in different orders at
// the first try: what the method is about.
const defaultSeed = "7"

func jsonFlag(f *pflag.FlagSet, on *bool) {
	f.BoolVar(on, "json", false, "print JSON")
}

func seedFlag(f *pflag.FlagSet, seed *uint64) {
	addFlag(f, seed, "seed", "", defaultSeed, "S", "seed of every random choice", parseSeed)
}

func cFlag(f *pflag.FlagSet, c *float64) {
	addFlag(f, c, "c", "c", "", "C|inf", "exploration's c in Π = (I + c·11ᵀ)/(1 + c|A|) (default 1/|A|)", parseC)
}

func outFlag(f *pflag.FlagSet, path *string, usage string) {
	f.StringVarP(path, "out", "o", "", usage)
}

func horizonFlag(f *pflag.FlagSet, horizon *int) {
	addFlag(f, horizon, "horizon", "", "", "H", "steps of an episode and of the plan (default the model's; 4 without a model)", positive(maxHorizon))
}

// estimatorFlag chooses an estimator by name; more are words that a command
// takes beside the names.
func estimatorFlag(f *pflag.FlagSet, name *string, more ...string) {
	all := append(moments.EstimatorNames(), more...)
	addFlag(f, name, "estimator", "", all[0], kindOf(all...), "how to estimate", oneOf(all...))
}

func estimatorFlags(f *pflag.FlagSet, o *moments.Options) {
	addFlag(f, &o.Rotations, "rotations", "", strconv.Itoa(moments.DefaultRotations), "N", "random rotations Θ to choose from", positive(1_000_000))
	norms := moments.Normalizations()
	addFlag(f, &o.Normalization, "normalize", "", string(moments.Abs), kindOf(norms...), "how estimates become distributions", oneOf(norms...))
	addFlag(f, &o.Restarts, "restarts", "", strconv.Itoa(moments.DefaultRestarts), "N", "em: random starts to choose from", positive(1_000_000))
	f.BoolVar(&o.MatchByBelief, "match-by-belief", false, "naive: sort each action's states by its estimate of the initial belief")
}

// budgetFlag bounds the planning.
func budgetFlag(f *pflag.FlagSet, b *planning.Budget) {
	addFlag(f, b, "budget", "", "", "VECTORS,MEMORY,TIME", "bounds of the planning: vectors, a memory such as 200MB, a time such as 30s, or several", planning.ParseBudget)
}

func observeFlag(f *pflag.FlagSet, o *planning.Observe) {
	observations := planning.Observations()
	addFlag(f, o, "observe", "", "", kindOf(observations...), "what plans branch on: reward and observation, or the observation alone (default rz; z for a .POMDP file)", oneOf(observations...))
}

func plannerFlag(f *pflag.FlagSet, p *planning.Planner) {
	planners := planning.Planners()
	addFlag(f, p, "planner", "", string(planning.Auto), kindOf(planners...), "how to plan; auto chooses by size", oneOf(planners...))
}
