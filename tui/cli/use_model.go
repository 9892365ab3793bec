package cli

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/scenarios/logs"
)

// logEpisode is an episode of a log that a known model is used on.
type logEpisode struct {
	number int
	acts   []pomdp.Act
	count  float64
	cut    bool // at a step of which nothing is known: what follows it tells nothing of the state
}

// name is what messages call the episode.
func (r *logEpisode) name() string { return fmt.Sprintf("episode %d", r.number) }

// passedOver are episodes that an answer leaves out, or a part of.
type passedOver struct {
	impossible, cut []string
}

// tell says on stderr which they are.
func (p *passedOver) tell(a *app) {
	if a.quiet {
		return
	}
	for _, x := range []struct {
		list []string
		what string
	}{{p.impossible, "the model says cannot happen from some step on: left out from there"}, {p.cut, "go on after steps of which nothing is known: left out from there"}} {
		if len(x.list) > 0 {
			fmt.Fprintf(a.stderr, "%s that %s: %s\n", figure.Counted(len(x.list), "episode", "episodes"), x.what, few(x.list))
		}
	}
}

// episodesUnder calls visit with every episode of a log, its steps as a model has them.
func (a *app) episodesUnder(ctx context.Context, w world, path string, visit func(e *logEpisode) error) error {
	done, err := a.spool(path)
	if err != nil {
		return err
	}
	defer done()
	if !a.again([]string{path}) && a.kept(path) == "" {
		return failed(streamName(path), fmt.Errorf("found more than %d MB, expected a log that is no larger; a file may be", mostSpooled>>20))
	}
	source := a.sources([]string{path})[0]
	name, m := source.Name, w.Model
	o := logs.Options{Declared: logs.Declared{Like: m, Columns: a.columns, EpisodePerFile: a.perFile, Bins: w.Bins}, Short: true}
	log, err := logs.Count(ctx, o, source)
	if err != nil {
		return failed(name, err)
	}
	if n := m.Sizes(); log.Sizes(n.S) != n {
		return failed(name, fmt.Errorf("found %s, expected %s's %s", sizesText(log.Sizes(0)), m.Name(), sizesText(n)))
	}
	if nouns := log.Indexed(); nouns != nil && !a.quiet {
		fmt.Fprintf(a.stderr, "%s: %s\n", finding.NamesAmbiguous, indexedFinding(nouns).Detail)
	}
	next := 0
	read, err := logs.Whole(ctx, o, &log.Symbols, func(acts []pomdp.Act, count float64) error {
		e := &logEpisode{number: next, acts: acts, count: count}
		next++
		if i := slices.IndexFunc(acts, func(a pomdp.Act) bool { return a.Action < 0 }); i >= 0 {
			e.acts, e.cut = acts[:i], true
		}
		return visit(e)
	}, source)
	if err == nil && read.Outside > 0 && !a.quiet {
		fmt.Fprintf(a.stderr, "%s: %s outside those that %s's bins were made of; each counts as one of the nearest bin\n", finding.OutsideBins, figure.Counted(int(read.Outside), "number lies", "numbers lie"), m.Name())
	}
	return failed(name, err)
}

// modelAndLog accepts the two arguments of a command that uses a model on a log.
func modelAndLog(_ *cobra.Command, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("found %d arguments, expected two: a model and a log, or - for stdin", len(args))
	}
	return nil
}

func (a *app) belief() *cobra.Command {
	return a.withFile(&cobra.Command{
		Use:   "belief SCENARIO|MODEL LOG",
		Short: "Print what a model says of the hidden states along a log",
		Long: `belief filters: for every episode of a log and every step, the probability of each hidden
state given what was done, earned and seen so far. Step 0 is before the first one. Episodes are
numbered from 0. The columns bear the names of the model's states.`,
		Example: `  eeporl simulate tea --episodes 3 --long > tea.csv
  eeporl belief tea tea.csv`,
		Args: modelAndLog,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := load(args[0], 0, nil)
			if err != nil {
				return err
			}
			out := csv.NewWriter(&a.out)
			if err := out.Write(append([]string{"episode", "step"}, s.Model.Spec().States...)); err != nil {
				return err
			}
			row := func(episode, step int, b pomdp.Belief) error {
				fields := []string{strconv.Itoa(episode), strconv.Itoa(step)}
				for _, p := range b {
					fields = append(fields, strconv.FormatFloat(p, 'g', -1, 64))
				}
				return out.Write(fields)
			}
			var left passedOver
			err = a.episodesUnder(cmd.Context(), s, args[1], func(e *logEpisode) error {
				b := s.Model.InitialBelief()
				if err := row(e.number, 0, b); err != nil {
					return err
				}
				for t, act := range e.acts {
					if b, _ = s.Model.After(b, act); b == nil {
						left.impossible = append(left.impossible, fmt.Sprintf("%s (step %d)", e.name(), t+1))
						return nil
					}
					if err := row(e.number, t+1, b); err != nil {
						return err
					}
				}
				if e.cut {
					left.cut = append(left.cut, e.name())
				}
				return nil
			})
			left.tell(a)
			out.Flush()
			if err == nil {
				err = out.Error()
			}
			return failed(args[1], err)
		},
	})
}

// withFile adds -o and --columns to a command.
func (a *app) withFile(cmd *cobra.Command) *cobra.Command {
	a.fileFlag(cmd.Flags())
	a.logFlags(cmd)
	return cmd
}

// logFlags say how the log of a command is read that uses a model on it.
func (a *app) logFlags(cmd *cobra.Command) {
	columnsFlag(cmd.Flags(), &a.columns)
	perFileFlag(cmd.Flags(), &a.perFile)
}

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
			cut := 0.0
			err = a.episodesUnder(cmd.Context(), s, args[1], func(e *logEpisode) error {
				total, count, acts := 0.0, e.count, e.acts
				if len(acts) == 0 { // its first step is unknown
					cut += count
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
			doc.Episodes, doc.Steps, doc.Impossible, doc.Mean = Number(n), Number(steps), Number(impossible), Number(mean)
			doc.Error, doc.PerStep = Number(math.Sqrt(squares/(n-1)/n)), Number(mean*n/steps)
			if impossible > 0 {
				doc.Findings.add(finding.PoorFit, fmt.Sprintf("%s of the episodes cannot happen under the model.", figure.Count(impossible)))
			}
			if cut > 0 {
				doc.Findings.add(finding.StepsMissing, fmt.Sprintf("%s of the episodes go on after steps of which nothing is known: they are scored up to there.", figure.Count(cut)))
			}
			if asJSON {
				return writeJSON(&a.out, doc)
			}
			wide := fmt.Sprintf("standard error %.2g", float64(doc.Error))
			if n < 2 {
				wide = "of unknown standard error"
			}
			fmt.Fprintf(&a.out, "%s: log-likelihood %.6g an episode, %s, %.6g a step; %s, %s\n",
				s.Name, mean, wide, float64(doc.PerStep), countedOf(n, "episode"), countedOf(steps, "step"))
			for _, f := range doc.Findings {
				fmt.Fprintf(&a.out, "%s: %s\n", f.Code, f.Detail)
			}
			return nil
		},
	}
	a.logFlags(cmd)
	a.answerFlags(cmd.Flags(), &asJSON)
	return cmd
}

// countedOf is a number, which may be fractional, of things with a regular plural.
func countedOf(n float64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return figure.Count(n) + " " + thing
}

func (a *app) act() *cobra.Command {
	var horizon int
	var budget planning.Budget
	cmd := &cobra.Command{
		Use:   "act SCENARIO|MODEL LOG",
		Short: "Say what to do next in each episode, and what else would lose",
		Long: `act plans on: from the belief at the end of each episode of a log, for the steps that the
horizon leaves, the best action, and what each action loses against it. Episodes that are over are
left out; --horizon tells how many steps an episode has. With two states one plan serves all episodes,
with more each episode has its own; --budget bounds the planning for one.`,
		Example: `  eeporl simulate tea --episodes 3 --long --horizon 4 > tea.csv
  eeporl act tea tea.csv --horizon 6`,
		Args: modelAndLog,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := load(args[0], horizon, nil)
			if err != nil {
				return err
			}
			m := s.Model
			names := namesOf(m)
			out := csv.NewWriter(&a.out)
			head := []string{"episode", "step", "best", "value"}
			for action := range m.Sizes().A {
				head = append(head, "loss:"+names.action(action))
			}
			if err := out.Write(head); err != nil {
				return err
			}
			worth, err := a.worthOfActions(cmd.Context(), m, budget)
			if err != nil {
				return failed(args[0], err)
			}
			episodes, ended := 0, 0
			var passed passedOver
			err = a.episodesUnder(cmd.Context(), s, args[1], func(e *logEpisode) error {
				episodes++
				episode, acts := e.number, e.acts
				if e.cut {
					passed.cut = append(passed.cut, e.name())
					return nil
				}
				b := m.InitialBelief()
				for t, act := range acts {
					if b, _ = m.After(b, act); b == nil {
						passed.impossible = append(passed.impossible, fmt.Sprintf("%s (step %d)", e.name(), t+1))
						return nil
					}
				}
				left := m.Horizon() - len(acts)
				if left < 1 {
					ended++
					return nil
				}
				values, err := worth.at(cmd.Context(), b, left)
				if err != nil {
					return err
				}
				best := 0
				for action, v := range values {
					if v > values[best] {
						best = action
					}
				}
				row := []string{strconv.Itoa(episode), strconv.Itoa(len(acts) + 1), names.action(best), strconv.FormatFloat(values[best], 'g', -1, 64)}
				for _, v := range values {
					row = append(row, strconv.FormatFloat(values[best]-v, 'g', -1, 64))
				}
				return out.Write(row)
			})
			out.Flush()
			if err == nil {
				err = out.Error()
			}
			passed.tell(a)
			if worth.open && !a.quiet {
				fmt.Fprintln(a.stderr, "The budget ended before the best plan was known: values are what the plans found are worth, and what an action loses is an estimate.")
			}
			if err == nil && ended > 0 && ended == episodes && !a.quiet {
				fmt.Fprintf(a.stderr, "All %d episodes have ended: none has fewer than %d steps. --horizon says how long an episode is.\n", ended, m.Horizon())
			}
			return failed(args[1], err)
		},
	}
	addFlag(cmd.Flags(), &horizon, "horizon", "", "", "H", "steps of a whole episode (default the model's)", model.WholeNumber(maxHorizon))
	budgetFlag(cmd.Flags(), &budget)
	return a.withFile(cmd)
}
