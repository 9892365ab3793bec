package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/scenarios"
	"eeporl/scenarios/plaintext"
)

// diagnosing is what somebody's answer is held against.
type diagnosing struct {
	data     dataSource
	states   int
	episodes float64
	seed     uint64
	within   time.Duration
	json     bool
	lenient  bool

	from  string       // the answer
	about bench.About  // what the answer says of itself
	text  []byte       // of the answer, nil for a program or arrays
	model *pomdp.POMDP // that the counts are of, nil with data
	law   *bench.Law   // that a program is asked at besides; nil for the counts themselves
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
columns. Where something differs, common mistakes are made in the same step, and the one
that yours looks like is named.

What is right is not accused because it is noisier: any way to a figure that is right at the exact law
may lie further off on a sample, and a program is asked at the exact law too. What these counts cannot
tell is not judged, and never called right. An answer that says its scenario, seed, episodes and c, as
that of 'run --json' does, is compared on those.

The exit code is 0 where nothing differs, 1 where something does, 3 where what is given could not be
judged or read; --exit-zero makes it 0 wherever it was judged.

An answer is JSON, any of P12, P13, sigma, U1, U2, U3, theta, eigenvalues, O, T, w, labels,
parameters and tree, as 'estimate --json' and 'plan --json' write most of them, and of learners of
other kinds M2, whitening, components, lambda and operators.
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
  eeporl plan tea --json > plan.json
  eeporl diagnose tea plan.json
  eeporl diagnose tea 'exec:python3 mine.py' --episodes 1e6`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("found %d arguments, expected two: what is learned from, and the answer", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := x.read(args[1]); err != nil {
				return &unread{err}
			}
			if err := x.compareOn(cmd.Flags(), args); err != nil {
				return err
			}
			s, err := x.subject(cmd.Context(), a, args[0])
			if err != nil {
				return err
			}
			theirs, report, err := x.examine(cmd.Context(), a, args[1], s)
			var refused *bench.Refusal
			if errors.As(err, &refused) { // a reason for no answer is an answer
				theirs, report, err = new(bench.Answer), bench.Refused(refused), nil
			}
			if err != nil {
				return &unread{failed(args[1], err)}
			}
			var policy *judgedPolicy
			if theirs.Policy != nil {
				if policy, err = x.judgePolicy(cmd.Context(), theirs.Policy); err != nil {
					return &unread{failed(args[1], err)}
				}
			}
			if x.json {
				if err := writeJSON(&a.out, newBenchDoc(report, policy)); err != nil {
					return err
				}
			} else {
				writeBench(&a.out, report, theirs)
				if policy != nil {
					policy.write(&a.out)
				}
			}
			if !x.lenient {
				a.code = exitOf(report, policy)
			}
			return nil
		},
	}
	f := cmd.Flags()
	addFlag(f, &x.states, "states", "", "", "K", "number of hidden states (default the model's own)", model.WholeNumber(model.MostStates))
	addFlag(f, &x.episodes, "episodes", "", "inf", "N", "episodes of a model: a number, or inf for the exact law", experiment.ParseEpisodes)
	addFlag(f, &x.seed, "seed", "", "1", "S", "seed of the sample and of the rotations (default the answer's own, or 1)", model.ParseSeed)
	answerWithin(f, &x.within)
	x.data.addFlags(f, "`SCENARIO|MODEL` that declares the names in a log")
	f.BoolVar(&x.lenient, "exit-zero", false, "exit with 0 whatever differs")
	a.answerFlags(f, &x.json)
	return cmd
}

// unread is why there is no answer that could be judged.
type unread struct{ error }

func (u *unread) Unwrap() error { return u.error }

// exitOf is the exit code that says what a report comes to.
func exitOf(r *bench.Report, policy *judgedPolicy) int {
	switch outcome := r.Outcome(); {
	case outcome == bench.Wrong, policy.errs():
		return exitFailed
	case outcome == bench.Undecided:
		return exitUnjudged
	}
	return exitAnswered
}

// read reads an answer in JSON from its file.
func (x *diagnosing) read(from string) error {
	if strings.HasPrefix(from, foreignPrefix) || ending(from) == ".npz" {
		return nil
	}
	file, err := os.Open(from)
	if err != nil {
		return failed(from, err)
	}
	defer file.Close()
	text, err := plaintext.AtMost(file, bench.MaxAnswer, "one answer")
	x.from, x.text, x.about = from, text, bench.ReadAbout(text)
	return failed(from, err)
}

// compareOn takes what the answer says of itself for what was not asked for.
func (x *diagnosing) compareOn(f *pflag.FlagSet, args []string) error {
	if isModel(args[0]) {
		var ofLog pflag.FlagSet
		new(dataSource).addFlags(&ofLog, "")
		var err error
		f.Visit(func(flag *pflag.Flag) {
			if err == nil && ofLog.Lookup(flag.Name) != nil {
				err = fmt.Errorf("--%s: found it with the model %s, expected a log: it says how one is read", flag.Name, args[0])
			}
		})
		if err != nil {
			return err
		}
	}
	against := func(name string, asked, said any) error {
		return fmt.Errorf("--%s: found %v, expected %v, which %s says it was made with, or none", name, asked, said, args[1])
	}
	if seed := x.about.Seed; seed != nil {
		if f.Changed("seed") && x.seed != *seed {
			return against("seed", x.seed, *seed)
		}
		x.seed = *seed
	}
	if e := x.about.Episodes; e.Said && isModel(args[0]) {
		if f.Changed("episodes") && x.episodes != e.X {
			return against("episodes", figure.Number(x.episodes), figure.Number(e.X))
		}
		x.episodes = e.X
	}
	return nil
}

// subject is what the answer is held against. A policy alone needs no counts.
func (x *diagnosing) subject(ctx context.Context, a *app, name string) (bench.Subject, error) {
	s := bench.Subject{States: x.states, Options: moments.Options{Seed: x.seed}}
	if !isModel(name) {
		err := x.ofData(ctx, a, name, &s)
		return s, err
	}
	w, err := load(name, 0, nil)
	if err != nil {
		return s, err
	}
	if said := x.about.Scenario; said != nil && *said != w.Name {
		return s, fmt.Errorf("%s: found an answer about %s, expected one about %s", x.from, *said, w.Name)
	}
	if x.model = w.Model; s.States == 0 {
		s.States = w.Model.Sizes().S
	}
	if bench.PolicyAlone(x.text) {
		s.Counts = moments.NewCounts(w.Model.Sizes())
		return s, nil
	}
	truth, err := a.truthOf(w, x.about.C.X) // 0 where it says nothing: the default
	if err != nil {
		return s, err
	}
	s.Truth = truth.HMM
	if s.Counts, err = truth.Draw(x.seed, x.episodes); err != nil {
		return s, err
	}
	x.law = lawOf(s, truth, x.seed)
	return s, nil
}

// ofData counts a log. The law that a program is asked at is that of another model of its sizes.
func (x *diagnosing) ofData(ctx context.Context, a *app, path string, s *bench.Subject) error {
	var like *pomdp.POMDP
	if x.data.like != "" {
		w, err := load(x.data.like, 0, nil)
		if err != nil {
			return err
		}
		if like = w.Model; s.States == 0 {
			s.States = like.Sizes().S
		}
	}
	if s.States == 0 {
		return errors.New("--states: found it missing with a log, expected the number of hidden states that is looked for")
	}
	x.data.paths = []string{path}
	data, err := a.readData(ctx, x.data, like)
	if err != nil {
		return err
	}
	if s.Counts, err = data.count(nil, false); err != nil {
		return err
	}
	if e := x.about.Episodes; e.Said && e.X != s.Counts.Total() {
		return fmt.Errorf("found %s, and an answer that says it was made of %s, expected one about them", figure.Counted(s.Counts.Total(), "episode", "episodes"), figure.Count(e.X))
	}
	n := s.Counts.Sizes()
	w, err := load(fmt.Sprintf("random:%d,%d,%d,%d,1", s.States, n.A, n.Z, n.R), 0, nil)
	if err != nil {
		return nil // there is none of these sizes
	}
	truth, err := a.truthOf(w, 0)
	if err != nil {
		return nil
	}
	x.law = &bench.Law{Subject: bench.Subject{Counts: truth.Exact(), States: s.States, Options: s.Options, Truth: truth.HMM}}
	return nil
}

// lawOf is the exact law behind a subject, and larger samples of it.
func lawOf(s bench.Subject, truth *experiment.Truth, seed uint64) *bench.Law {
	law := &bench.Law{Subject: s, Draw: func(n float64) (*moments.Counts, error) { return truth.Draw(seed, n) }}
	law.Counts = truth.Exact()
	return law
}

// isModel says whether a name stands for a model, and not for data.
func isModel(name string) bool {
	return scenarios.Known(name) || ending(name) == ".toml" || holdsCassandra(name)
}

// examine holds the answer, or that of the program, against the subject.
func (x *diagnosing) examine(ctx context.Context, a *app, from string, s bench.Subject) (*bench.Answer, *bench.Report, error) {
	n := s.Counts.Sizes()
	n.S = s.States
	line := a.progress()
	defer line.done()
	if command, ok := strings.CutPrefix(from, foreignPrefix); ok {
		words, err := programOf(command)
		if err != nil {
			return nil, nil, fmt.Errorf("found %q, expected %w", from, err)
		}
		child := &bench.Child{Command: words, Timeout: x.within}
		defer child.Close()
		var task *bench.Task
		if x.model != nil {
			task = taskOf(x.model)
		}
		line.say("waiting for its answer")
		ask := func(r bench.Request) (*bench.Answer, error) { return child.Ask(ctx, r, n) }
		return bench.Try(ctx, ask, s, x.law, x.seed, task)
	}
	theirs, err := x.answer(from, n)
	if err != nil {
		return nil, nil, err
	}
	line.say("holding it against the formulas")
	report, err := bench.Examine(ctx, theirs, s)
	return theirs, report, err
}

// answer is that of a file.
func (x *diagnosing) answer(from string, n pomdp.Sizes) (*bench.Answer, error) {
	if x.text != nil {
		return bench.Read(bytes.NewReader(x.text), n)
	}
	file, err := os.Open(from)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return bench.ReadNPZ(file, info.Size(), n)
}
