package cli

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// scoreDoc is how probable a log is under a model.
type scoreDoc struct {
	Model      string   `json:"model"`
	Episodes   Number   `json:"episodes"`
	Steps      Number   `json:"steps"`
	Mean       Number   `json:"log_likelihood"`
	Error      Number   `json:"standard_error"`
	PerStep    Number   `json:"per_step"`
	Impossible Number   `json:"impossible"`
	Findings   findings `json:"findings"`
}

func (a *app) score() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "score SCENARIO|MODEL LOG",
		Short: "Say how probable a log is under a model",
		Long: `score is the log-likelihood of an episode under a model, given its actions, on average over a
log, with its standard error. On episodes that the model was not learned from it tells which of
two models is nearer to what happened: the larger, the better. Episodes that the model says cannot
happen are counted and left out.`,
		Example: `  eeporl simulate tea --episodes 1e4 --long > tea.csv
  eeporl score tea tea.csv
  eeporl estimate tea.csv --rewards 0,1 --model learned.toml
  eeporl simulate tea --episodes 1e4 --long --seed 8 > new.csv
  eeporl score learned.toml new.csv --json`,
		Args: modelAndLog,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := load(args[0], 0, nil)
			if err != nil {
				return err
			}
			doc := scoreDoc{Model: s.Name, Findings: findings{}}
			var n, steps, impossible, mean, squares float64
			cut, unscored := 0.0, 0.0
			err = a.episodesUnder(cmd.Context(), s, args[1], func(e *logEpisode) error {
				total, count, acts := 0.0, e.count, e.acts
				if len(acts) == 0 { // its first step is unknown
					unscored += count
					return nil
				}
				b := s.Model.InitialBelief()
				for _, act := range acts {
					after, p := s.Model.After(b, act)
					if after == nil {
						impossible += count
						return nil
					}
					b, total = after, total+math.Log(p)
				}
				if e.cut {
					cut += count
				}
				n, steps = n+count, steps+count*float64(len(acts))
				off := total - mean // Welford's
				mean += off * count / n
				squares += count * off * (total - mean)
				return nil
			})
			if err != nil {
				return failed(args[1], err)
			}
			if n == 0 {
				mean = math.NaN()
			}
			doc.Episodes, doc.Steps, doc.Impossible, doc.Mean = Number(n), Number(steps), Number(impossible), Number(mean)
			doc.Error, doc.PerStep = Number(math.Sqrt(squares/(n-1)/n)), Number(mean*n/steps)
			if impossible > 0 {
				doc.Findings.add(finding.PoorFit, fmt.Sprintf("%s of the episodes cannot happen under the model.", figure.Count(impossible)))
			}
			if cut > 0 {
				doc.Findings.add(finding.StepsMissing, fmt.Sprintf("%s of the episodes go on after steps of which nothing is known: they are scored up to there.", figure.Count(cut)))
			}
			if unscored > 0 {
				doc.Findings.add(finding.StepsMissing, fmt.Sprintf("Nothing is known of the first step of %s: %s not scored.",
					figure.Counted(unscored, "episode", "episodes"), figure.Plural(unscored, "it is", "they are")))
			}
			if asJSON {
				return writeJSON(&a.out, doc)
			}
			wide := fmt.Sprintf("standard error %.2g", float64(doc.Error))
			if n < 2 {
				wide = "of unknown standard error"
			}
			if n == 0 {
				fmt.Fprintf(&a.out, "%s: no episode of the log was scored: none has a step whose action is known and that the model says can happen\n", s.Name)
			} else {
				fmt.Fprintf(&a.out, "%s: log-likelihood %.6g an episode, %s, %.6g a step; %s, %s\n",
					s.Name, mean, wide, float64(doc.PerStep), figure.Counted(n, "episode", "episodes"), figure.Counted(steps, "step", "steps"))
			}
			for _, f := range doc.Findings {
				fmt.Fprintf(&a.out, "%s: %s\n", f.Code, f.Detail)
			}
			return nil
		},
	}
	a.reading.addFlags(cmd.Flags())
	a.answerFlags(cmd.Flags(), &asJSON)
	return cmd
}
