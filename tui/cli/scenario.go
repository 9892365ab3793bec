package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/scenarios"
	"eeporl/tui"
)

// world is a scenario or model, and how it came to be one.
type world struct {
	scenarios.Scenario
	found   []finding.Finding // what was assumed or changed on the way
	numbers bool              // its file has rewards as numbers that nobody sees; they were made levels
}

// story is the world in two lines; "" for none.
func (w *world) story() string {
	if w.Model == nil {
		return ""
	}
	return scenarios.StoryOf(w.Scenario)
}

// observing is what plans branch on: what was asked for, else reward and observation, or the
// observation alone if the rewards were numbers that nobody sees. In that case it also adds a
// finding to w.found.
func (w *world) observing(asked planning.Observe) planning.Observe {
	if !w.numbers {
		return cmp.Or(asked, planning.ObserveRZ)
	}
	detail := "The file's rewards are numbers that nobody sees: plans branch on the observation alone, and only what is learned from episodes counts the rewards as well. With --observe rz plans would see them too, and may be worth more."
	if asked == planning.ObserveRZ {
		detail = "The file's rewards are numbers that nobody sees, but with --observe rz plans branch on them: they may be worth more than any policy of the file's own model."
	}
	w.found = append(w.found, remark(finding.RewardsSeen, detail))
	return cmp.Or(asked, planning.ObserveZ)
}

// load finds what SCENARIO|MODEL names. A horizon above 0 replaces the model's; levels are the
// reward levels of a .POMDP file. An unknown name is an error of usage (exit code 2); a file that
// exists but cannot be used is a failure (exit code 1).
func load(name string, horizon int, levels []float64) (world, error) {
	if isPipe(name) {
		return world{}, failed(name, errors.New("found a pipe, expected a file: the model is read again when a session is"))
	}
	if holdsCassandra(name) {
		return loadCassandra(name, horizon, levels)
	}
	if levels != nil {
		return world{}, fmt.Errorf("--levels: found it with %s, expected a .POMDP file: other models have their levels", name)
	}
	s, err := scenarios.Load(name)
	if err != nil {
		var path *fs.PathError
		if _, missing := os.Stat(name); errors.Is(missing, fs.ErrNotExist) && !errors.As(err, &path) {
			return world{}, err // it may be a slip for a scenario's name
		}
		if other := otherKind(name); other != nil {
			err = other
		}
		return world{}, failed(name, err)
	}
	if horizon > 0 {
		if s.Model, err = s.Model.WithHorizon(horizon); err != nil {
			return world{}, failed(name, err)
		}
	}
	return world{Scenario: s}, nil
}

// otherKind says by a file's ending that it is no model, and what it is good for; nil where the ending does not tell.
func otherKind(name string) error {
	quoted := tui.Quote(name)
	switch end := ending(name); {
	case end == ".json":
		return fmt.Errorf("found JSON, expected a model as TOML or as .POMDP: a log in JSON is learned from by 'eeporl estimate %s'", quoted)
	case isLog(name):
		return fmt.Errorf("found a log, expected a model: 'eeporl estimate %[1]s --model m.toml' learns one of it, 'eeporl explore %[1]s' shows how", quoted)
	case slices.Contains([]string{".session", ".svg", ".png", ".md", ".cast"}, end):
		return fmt.Errorf("found a session or a picture, expected a model: 'eeporl replay %s' opens it", quoted)
	case slices.Contains([]string{".pg", ".alpha", ".policy"}, end):
		return fmt.Errorf("found a policy, expected a model: 'eeporl estimate LOG --against %s' holds it against what is learned", quoted)
	case end == ".gz" || end == ".zst":
		return errors.New("found a packed file, expected a model as TOML or as .POMDP, unpacked")
	}
	return nil
}

// sessionOn is the configuration of a new session on what a name stands for: what load finds, or
// a log that is made up. Plans branch on observe, unless that is "".
func sessionOn(name string, horizon int, levels []float64, observe planning.Observe) (model.Config, world, error) {
	if model.IsRecorded(name) {
		found, err := model.Find(name)
		if err != nil {
			return model.Config{}, world{}, &failure{err}
		}
		return found.Config(name), world{}, nil
	}
	w, err := load(name, horizon, levels)
	if err != nil {
		return model.Config{}, w, err
	}
	return model.Config{Scenario: name, Story: w.story(), Model: w.Model, Observe: w.observing(observe)}, w, nil
}

// modelArgument is oneArgument for a scenario or model, with completion.
func modelArgument(cmd *cobra.Command) {
	cmd.Args = oneArgument("SCENARIO|MODEL: the name of a scenario or the path of a model file")
	cmd.ValidArgsFunction = completeScenario
}

// completeScenario completes the first argument: names of scenarios, or files.
func completeScenario(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, name := range scenarios.Names() {
		if strings.HasPrefix(name, typed) {
			names = append(names, name)
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}

// truthOf computes what is exact about a scenario. c = 0 stands for 1/|A|.
func (a *app) truthOf(s world, c float64) (*experiment.Truth, error) {
	a.warnOfSize(s.Model)
	truth, err := experiment.NewTruth(s.Model, c)
	return truth, failed(s.Name, err)
}

// namesOf are a model's names.
func namesOf(m *pomdp.POMDP) pomdp.Names {
	spec := m.Spec()
	return pomdp.Names{Actions: spec.Actions, States: spec.States, Observations: spec.Observations, Rewards: pomdp.LevelTexts(spec.Rewards)}
}

// explorerOf makes a simulator of phase 1 without computing the exact law. c = 0
// stands for 1/|A|.
func explorerOf(s world, c float64, seed uint64) (*pomdp.Simulator, error) {
	if c == 0 {
		c = pomdp.DefaultC(s.Model.Sizes().A)
	}
	policy, err := pomdp.NewExploration(s.Model.Sizes().A, c)
	if err != nil {
		return nil, err
	}
	return pomdp.NewSimulator(s.Model, policy, seed, pomdp.StreamExplore), nil
}

// slowStates and slowCells are sizes from which on what is exact takes longer than one waits without a word.
const (
	slowStates = 600
	slowCells  = 20_000_000
)

// warnOfSize says of a large model that what is exact of it takes time.
func (a *app) warnOfSize(m *pomdp.POMDP) {
	if n := m.Sizes(); !a.quiet && (n.K() > slowStates || n.Cells() > slowCells) {
		fmt.Fprintf(a.stderr, "%s has k = %d hidden states of the induced HMM and %s triples: what is exact takes a while, perhaps minutes; Ctrl+C gives up.\n",
			m.Name(), n.K(), figure.Number(float64(n.Cells())))
	}
}
