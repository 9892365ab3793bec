package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/pomdp"
	"eeporl/scenarios"
	"eeporl/scenarios/cassandra"
)

type scenarioDoc struct {
	Name         string   `json:"name"`
	WellPosed    bool     `json:"well_posed"`
	States       []string `json:"states"`
	Actions      []string `json:"actions"`
	Observations []string `json:"observations"`
	Rewards      []Number `json:"rewards"`
	Horizon      int      `json:"horizon"`
	About        string   `json:"about"`
}

func (a *app) scenarios() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "scenarios",
		Short: "List the built-in scenarios, or print one as a model file",
		Long: `scenarios lists the built-in POMDPs, their sizes and what they stand for. 'scenarios show'
prints one as a model file, which can be changed and given to every other command.`,
		Example: `  eeporl scenarios
  eeporl scenarios --json
  eeporl scenarios show noisy-tiger`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("found %q%s, expected nothing, or show and the name of a scenario", args[0], didYouMean(args[0], []string{"show"}))
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return writeJSON(&a.out, scenarioDocs(scenarios.List()))
			}
			listScenarios(&a.out, scenarios.List())
			return nil
		},
	}
	a.answerFlags(cmd.Flags(), &asJSON)
	cmd.AddCommand(a.showScenario())
	return cmd
}

func (a *app) showScenario() *cobra.Command {
	var (
		levels []float64
		form   modelForm
	)
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Print a scenario as a model file",
		Long: `show prints a built-in or random scenario, or a model file in canonical form: every matrix
in full, the shortest decimals that read back the same. --format pomdp writes Cassandra's
format, which keeps only the mean of each reward.`,
		Example: `  eeporl scenarios show tea
  eeporl scenarios show tea > mytea.toml
  eeporl scenarios show random:2,2,2,2,7
  eeporl scenarios show tiger --format pomdp > tiger.POMDP
  eeporl scenarios show tiger.POMDP --levels -100,-1,10`,
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := load(args[0], 0, levels)
			if err != nil {
				return err
			}
			a.notice(s)
			return form.write(&a.out, s.Scenario)
		},
	}
	modelArgument(cmd)
	levelsFlag(cmd.Flags(), &levels)
	a.fileFlag(cmd.Flags())
	forms := []modelForm{formTOML, formPOMDP}
	addFlag(cmd.Flags(), &form, "format", "", string(formTOML), model.KindOf(forms...), "format of the model file; pomdp is Cassandra's", model.OneOf(forms...))
	return cmd
}

// modelForm is a format of model files.
type modelForm string

const (
	formTOML  modelForm = "toml"
	formPOMDP modelForm = "pomdp"
)

func (f modelForm) write(w io.Writer, s scenarios.Scenario) error {
	if f == formPOMDP {
		return cassandra.Write(w, cassandra.FromPOMDP(s.Model))
	}
	return scenarios.WriteModel(w, s)
}

func scenarioDocs(list []scenarios.Scenario) []scenarioDoc {
	var docs []scenarioDoc
	for _, s := range list {
		spec := s.Model.Spec()
		docs = append(docs, scenarioDoc{
			Name: s.Name, WellPosed: s.WellPosed, About: s.About, Horizon: spec.Horizon,
			States: spec.States, Actions: spec.Actions, Observations: spec.Observations, Rewards: numbers(spec.Rewards),
		})
	}
	return docs
}

// verdictOf says why the method does not learn a model well.
func verdictOf(m *pomdp.POMDP) string {
	e, err := pomdp.NewExploration(m.Sizes().A, pomdp.DefaultC(m.Sizes().A))
	if err == nil && !slices.ContainsFunc(pomdp.Check(m, e), func(a pomdp.Assumption) bool { return a.Needed && !a.Holds }) {
		return "hard: full asks for more than 10⁶ episodes"
	}
	return "violates an assumption"
}

func listScenarios(w io.Writer, list []scenarios.Scenario) {
	for _, s := range list {
		n := s.Model.Sizes()
		verdict := "well posed"
		if !s.WellPosed {
			verdict = verdictOf(s.Model)
		}
		fmt.Fprintf(w, "%-16s |S| = %d, |A| = %d, |Z| = %d, |R| = %d, H = %d · %s\n", s.Name, n.S, n.A, n.Z, n.R, s.Model.Horizon(), verdict)
		for _, line := range wrap(strings.TrimSpace(s.About), 80) {
			fmt.Fprintln(w, "                  "+line)
		}
	}
	fmt.Fprintln(w, "\nrandom:S,A,Z,R,SEED makes a random one; 'eeporl scenarios show NAME' prints a model file.")
}
