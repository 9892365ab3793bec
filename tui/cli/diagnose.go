package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/scenarios"
	"eeporl/tui/canvas"
)

// diagnosing is what somebody's answer is held against.
type diagnosing struct {
	data     dataSource
	states   int
	episodes float64
	seed     uint64
	within   time.Duration
	json     bool

	model *pomdp.POMDP // that the counts are of, nil with data
}

func (a *app) diagnose() *cobra.Command {
	var x diagnosing
	cmd := &cobra.Command{
		Use:   "diagnose MODEL|LOG|COUNTS ANSWER.json|.npz|'exec:COMMAND'",
		Short: "Compare your own estimator with full, and name its mistake",
		Long: `diagnose puts your own implementation of the estimator on the bench: of every figure that you
give it says whether it is what the formulas make, on the same counts, of your figures before it:
to rounding, within sampling noise, or not, with the entry that differs most. So a mistake is found
where it is made. What is free is left out: signs and bases of singular vectors, the order of the
columns. Where something differs, some fifty common mistakes are made in the same step, and the one
that yours looks like is named.

An answer is JSON, any of P12, P13, sigma, U1, U2, U3, theta, eigenvalues, O, T, w, labels,
parameters and tree, as 'estimate --json' writes most of them; its own output can be read too.
numpy.savez will do: parameters are then the arrays initial, observation, reward and transition, whose
first index is the pair a·A + a', and a tree takes JSON. A policy tree is judged on a model: what it is
worth there, and where it first errs. exec: starts a program instead and asks it: 'eeporl estimator'
tells how, and has an example.
A model gives its exact law, or with --episodes a sample; a log or a counts file takes --states.`,
		Example: `  eeporl run tea --episodes inf --json > mine.json
  eeporl diagnose tea mine.json
  eeporl simulate tea --episodes 1e5 > tea.csv
  eeporl estimate tea.csv --states 2 --json > mine.json
  eeporl diagnose tea.csv mine.json --states 2 --json
  eeporl diagnose tea 'exec:python3 mine.py' --episodes 1e6`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("found %d arguments, expected two: what is learned from, and the answer", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			counts, err := x.counts(cmd.Context(), a, args[0])
			if err != nil {
				return err
			}
			theirs, err := x.answer(cmd.Context(), a, args[1], counts)
			if err != nil {
				return failed(args[1], err)
			}
			line := a.progress()
			line.say("holding it against the formulas")
			report, err := bench.Examine(cmd.Context(), theirs, counts, x.states, moments.Options{Seed: x.seed})
			line.done()
			if err != nil {
				return failed(args[0], err)
			}
			doc := newBenchDoc(report)
			if theirs.Policy != nil {
				if doc.Policy, err = judgePolicy(cmd.Context(), x.model, theirs.Policy); err != nil {
					return failed(args[1], err)
				}
			}
			if x.json {
				return writeJSON(&a.out, doc)
			}
			if doc.Policy != nil {
				defer doc.Policy.write(&a.out)
			}
			writeBench(&a.out, report, theirs)
			return nil
		},
	}
	f := cmd.Flags()
	addFlag(f, &x.states, "states", "", "", "K", "number of hidden states (default the model's own)", model.WholeNumber(model.MostStates))
	addFlag(f, &x.episodes, "episodes", "", "inf", "N", "episodes of a model: a number, or inf for the exact law", experiment.ParseEpisodes)
	f.Uint64Var(&x.seed, "seed", 1, "`SEED` of the sample and of the rotations")
	answerWithin(f, &x.within)
	x.data.addFlags(f, "`SCENARIO|MODEL` that declares the names in a log")
	a.answerFlags(f, &x.json)
	return cmd
}

// counts are those that both estimators learn from; x.states becomes the number of states.
func (x *diagnosing) counts(ctx context.Context, a *app, subject string) (*moments.Counts, error) {
	if isModel(subject) {
		s, err := load(subject, 0, nil)
		if err != nil {
			return nil, err
		}
		truth, err := truthOf(s, 0)
		if err != nil {
			return nil, err
		}
		if x.model = s.Model; x.states == 0 {
			x.states = s.Model.Sizes().S
		}
		return truth.Draw(x.seed, x.episodes)
	}
	var like *pomdp.POMDP
	if x.data.like != "" {
		s, err := load(x.data.like, 0, nil)
		if err != nil {
			return nil, err
		}
		if like = s.Model; x.states == 0 {
			x.states = like.Sizes().S
		}
	}
	if x.states == 0 {
		return nil, errors.New("--states: found it missing with a log, expected the number of hidden states that is looked for")
	}
	x.data.paths = []string{subject}
	data, err := a.readData(ctx, x.data, like)
	if err != nil {
		return nil, err
	}
	return data.count(nil, false)
}

// isModel says whether a name stands for a model, and not for data.
func isModel(name string) bool {
	return scenarios.Known(name) || strings.HasSuffix(name, ".toml") || isCassandra(name)
}

// answer reads what somebody's estimator gave, or asks the estimator itself.
func (x *diagnosing) answer(ctx context.Context, a *app, from string, counts *moments.Counts) (*bench.Answer, error) {
	n := counts.Sizes()
	n.S = x.states
	if command, ok := strings.CutPrefix(from, foreignPrefix); ok {
		words, err := splitWords(command)
		if err != nil {
			return nil, err
		}
		child := &bench.Child{Command: words, Timeout: x.within}
		defer child.Close()
		line := a.progress()
		defer line.done()
		line.say("waiting for its answer")
		r := bench.RequestOf(counts, x.states, x.seed)
		if x.model != nil {
			r.Task = taskOf(x.model)
		}
		return child.Ask(ctx, r, n)
	}
	file, err := os.Open(from)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && strings.HasSuffix(from, ".npz") {
		return bench.ReadNPZ(file, info.Size(), n)
	}
	text, err := io.ReadAll(io.LimitReader(file, bench.MaxAnswer+1))
	if err != nil {
		return nil, err
	}
	if len(text) > bench.MaxAnswer {
		return nil, fmt.Errorf("found more than %d MB, expected one answer", bench.MaxAnswer>>20)
	}
	return bench.Read(bytes.NewReader(text), n)
}

// writeBench tells a report in words.
func writeBench(w io.Writer, r *bench.Report, theirs *bench.Answer) {
	for _, j := range r.Judged {
		fmt.Fprintf(w, "%-11s %s%*s%s", j.Stage, j.What, 12-canvas.Width(j.What), "", j.Verdict)
		switch j.Verdict {
		case bench.Noise:
			fmt.Fprintf(w, ": off by %s, other samples by up to %s", j.By(), figure.Percent(j.Noise))
		case bench.Differs:
			fmt.Fprintf(w, " by %s", j.By())
			if j.Noise > 0 {
				fmt.Fprintf(w, " (other samples by up to %s)", figure.Percent(j.Noise))
			}
			theirs, ours := j.Values()
			fmt.Fprintf(w, ", most at %s: yours %s, expected %s", j.Place(), theirs, ours)
		}
		fmt.Fprintln(w)
		if j.Verdict == bench.Differs {
			tellSuspects(w, j, theirs)
		}
	}
	if r.Doubt != "" {
		fmt.Fprintf(w, "From Ô on these counts tell little: %s\n", r.Doubt)
	}
	for _, text := range r.Unjudged {
		fmt.Fprintln(w, text)
	}
	switch {
	case r.First < 0 && len(r.Judged) == 0:
	case r.First < 0 && theirs.Policy != nil:
		fmt.Fprintln(w, "No figure differs.")
	case r.First < 0:
		fmt.Fprintln(w, "Nothing differs: it is right as far as these counts can tell.")
	default:
		fmt.Fprintf(w, "It departs first at %s, stage %s.\n", r.Judged[r.First].What, r.Judged[r.First].Stage)
	}
	if r.Early != nil {
		fmt.Fprintf(w, "From there on the formulas themselves come to nothing: %v.\n", r.Early)
	}
}

// tellSuspects names what a figure that differs looks like.
func tellSuspects(w io.Writer, j bench.Judged, theirs *bench.Answer) {
	for _, look := range j.Looks() {
		fmt.Fprintf(w, "            %s\n", look)
	}
	if len(j.Likely) > 0 {
		return
	}
	fmt.Fprintf(w, "            None of %d known mistakes explains it.", len(bench.Mistakes()))
	if j.Stage == moments.StageColumns && !theirs.Followed() {
		fmt.Fprint(w, " With U1, U2, U3 and theta in the answer more can be told apart.")
	}
	fmt.Fprintln(w)
}

// benchDoc is a report as JSON.
type benchDoc struct {
	Figures []benchFigureDoc `json:"figures"`
	Policy  *judgedPolicy    `json:"policy,omitempty"`
	First   string           `json:"first,omitempty"`
	Early   string           `json:"early,omitempty"`
	Doubt   string           `json:"doubt,omitempty"`
	// Unjudged are sentences on what was given and could not be judged.
	Unjudged []string `json:"unjudged,omitempty"`
}

type benchFigureDoc struct {
	Stage   string       `json:"stage"`
	Figure  string       `json:"figure"`
	Verdict string       `json:"verdict"`
	Size    Number       `json:"size"`
	Noise   Number       `json:"noise"`
	At      []int        `json:"at"`
	Yours   Number       `json:"yours"`
	Want    Number       `json:"expected"`
	Likely  []suspectDoc `json:"likely,omitempty"`
}

type suspectDoc struct {
	Name string `json:"name"`
	Says string `json:"says"`
	Size Number `json:"size"`
}

func newBenchDoc(r *bench.Report) benchDoc {
	var doc benchDoc
	for _, j := range r.Judged {
		f := benchFigureDoc{
			Stage: j.Stage.String(), Figure: j.What, Verdict: string(j.Verdict), Size: Number(j.Size), Noise: Number(j.Noise),
			At: j.At, Yours: Number(j.Theirs), Want: Number(j.Ours),
		}
		for _, s := range j.Likely {
			f.Likely = append(f.Likely, suspectDoc{s.Name, s.Says, Number(s.Size)})
		}
		doc.Figures = append(doc.Figures, f)
	}
	doc.Doubt, doc.Unjudged = r.Doubt, r.Unjudged
	if r.First >= 0 {
		doc.First = r.Judged[r.First].What
	}
	if r.Early != nil {
		doc.Early = r.Early.Error()
	}
	return doc
}
