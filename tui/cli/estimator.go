package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/scenarios"
)

func (a *app) estimator() *cobra.Command {
	var example, check, request string
	var within time.Duration
	cmd := &cobra.Command{
		Use:   "estimator",
		Short: "Write, ask and try an estimator of your own, a program beside",
		Long: `An estimator of your own is a program that reads requests from stdin and writes answers to
stdout, each a line of JSON, until its stdin ends. 'eeporl diagnose MODEL exec:COMMAND' puts it on
the bench; no shell reads the command.

A request: sizes {S, A, Z, R}, episodes (null for the exact law), seed, and cells, rows
[x1, x2, x3, n]: the triples that occurred and how often (under the exact law: how probable they
are). Over 500,000 rows come as an array in a file, whose path is npy, for numpy.load. task {horizon,
discount, rewards} is there where a policy would be judged. A symbol x = (a, z, r, a') is the number
((a·A + a')·Z + z)·R + r, from 0. Of the HMM that emits them, a hidden state h = (a, a', s) emits z by
a and s, and r by s and a'; the a' of one symbol is the a of the next. Of n episodes each triple is
the first three symbols x1, x2, x3.

An answer: any of these, in any order of the columns; what is not given is not judged. Other fields
are not read. Only P12, P13 and sigma have one right value on a sample; others may differ by noise, and
every way that is right at the exact law is admitted. null stands for what is no number.
  P12, P13       d × d, d = A·A·Z·R: shares of all n, rows x1, columns x2, or x3
  sigma          singular values of P12, falling; the k largest, or more of them
  U1, U2, U3     d × k, k = A·A·S: top singular vectors, left and right of P12, right of P13; they are
                 compared by what they span
  theta          k × k, of Anandkumar et al. 2012, Algorithm B, alone: the directions of its
                 contractions in the rows, that of the eigenproblem first; it need not be a rotation
  eigenvalues    the k of the eigenproblem; they take theta and U1 to U3
  O              d × k: column h is p(x | h); it sums to 1
  T              k × k: T[i][j] = p(next is i | now j); columns sum to 1
  w              k: p(h2), of the state that emits x2: O's pseudo-inverse times p(x2)
  labels         k pairs [a, a'], [-1, -1] for none
  parameters     a list with an object for each pair [a, a'], whose states are the pair's columns of O
                 from left to right, j. All of them are probabilities (negative ones as |x|/Σ|x|). Leave
                 them out where a pair has other than S columns:
    pair         [a, a']
    initial      [j]: p(h0 = j | the pair), h0 two steps before h2: T⁻²w
    observation  [z][j]; reward [r][j]
    transition   [a''][j'][j]: to the columns j' of [a', a''], given a''; sums to 1 over j'
  M2             d × d, of the tensor power method: symmetric, O diag(w) Oᵀ at the exact law
  whitening      d × k, W with Wᵀ M2 W = I
  components     k × k, of the whitened tensor M₃: columns v with M₃(I, v, v) = λv; they take
                 lambda, the k of λ
  operators      {start, end, symbols}, m, m and d × m × m: p(x1, …, xt) = endᵀ B[xt] … B[x1] start; or
                 {start, end, outcomes}, the last A × R × Z × m × m: p(r, z | a) = endᵀ B[a][r][z] s, then
                 s is B[a][r][z] s; start is before the first action
  tree           of a policy: nodes {action, next}, 0 the root. next[z·R + r], or next[z], is the node
                 that follows, further down the list; the last step's nodes have none. What 'plan --json'
                 writes, by "r,z", will do
  error          a sentence, in place of an answer: say so where there is none, such as too low a rank
An answer for S = A = 1, Z = 2, R = 1:
  {"O": [[0.3], [0.7]], "T": [[1]], "w": [1], "labels": [[0, 0]],
   "parameters": [{"pair": [0, 0], "initial": [1], "reward": [[1]],
                   "observation": [[0.3], [0.7]], "transition": [[[1]]]}]}
Whatever it writes to stderr is shown if it fails.`,
		Example: `  eeporl estimator --example python > mine.py
  eeporl estimator --example go > main.go
  eeporl estimator --request tea > request.json
  eeporl estimator --check 'exec:python3 mine.py'`,
		Args: noArgument,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case check != "":
				return a.tryEstimator(cmd.Context(), check, within)
			case request != "":
				s, err := load(request, 0, nil)
				if err != nil {
					return err
				}
				truth, err := a.truthOf(s, 0)
				if err != nil {
					return err
				}
				return json.NewEncoder(&a.out).Encode(bench.RequestOf(truth.Exact(), s.Model.Sizes().S, 1))
			case example != "":
				a.out.WriteString(bench.Examples()[example])
				return nil
			}
			return errors.New("found nothing to do, expected one of --example, --request and --check")
		},
	}
	f := cmd.Flags()
	addFlag(f, &example, "example", "", "", "LANGUAGE", "write a working estimator: python (with numpy) or go (with gonum)", model.OneOf("python", "go"))
	f.StringVar(&request, "request", "", "write the request for the exact law of `SCENARIO|MODEL`")
	f.StringVar(&check, "check", "", "try `exec:COMMAND` on laws, samples and edge cases")
	answerWithin(f, &within)
	return cmd
}

// trial is one thing that an estimator of one's own is tried on.
type trial struct {
	name     string
	model    string
	episodes float64
	edge     bool // any answer or refusal will do: it must only not crash or hang
}

func trials() []trial {
	var out []trial
	for _, s := range scenarios.List() {
		if s.WellPosed && s.Model.Sizes().K() <= 18 {
			out = append(out, trial{s.Name + ", exact law", s.Name, math.Inf(1), false})
		}
	}
	return append(out,
		trial{"tea, N = 10⁵", "tea", 1e5, false},
		trial{"noisy-tiger, N = 10⁶", "noisy-tiger", 1e6, false},
		trial{"tea, 20 episodes: next to no data", "tea", 20, true},
		trial{"tiger, exact law: the rank is missing", "tiger", math.Inf(1), true},
		trial{"a model with one state", "random:1,2,2,2,3", math.Inf(1), true},
	)
}

// tryEstimator asks a program for estimates and reports as a runner of tests does.
func (a *app) tryEstimator(ctx context.Context, from string, within time.Duration) error {
	command, ok := strings.CutPrefix(from, foreignPrefix)
	if !ok {
		return fmt.Errorf("--check: found %q, expected exec: and a command", from)
	}
	words, err := programOf(command)
	if err != nil {
		return fmt.Errorf("--check: found %q, expected %w", from, err)
	}
	child := &bench.Child{Command: words, Timeout: within}
	defer child.Close()
	line := a.progress()
	defer line.done()
	failures := 0
	all := trials()
	for i, t := range all {
		line.say("%d of %d: %s", i+1, len(all), t.name)
		verdict, good, err := a.tryOnce(ctx, child, t)
		if err != nil {
			return err
		}
		word := "ok  "
		if !good {
			word = "FAIL"
			failures++
		}
		fmt.Fprintf(&a.out, "%s  %s: %s\n", word, t.name, verdict)
	}
	if failures == 0 {
		return nil
	}
	line.done()
	fmt.Fprint(a.direct, a.out.String())
	a.out.Reset()
	return &failure{fmt.Errorf("%d of %d trials failed; eeporl diagnose MODEL '%s' has more on each", failures, len(all), from)}
}

func (a *app) tryOnce(ctx context.Context, child *bench.Child, t trial) (verdict string, good bool, err error) {
	s, err := load(t.model, 0, nil)
	if err != nil {
		return "", false, err
	}
	truth, err := a.truthOf(s, 0)
	if err != nil {
		return "", false, err
	}
	counts, err := truth.Draw(1, t.episodes)
	if err != nil {
		return "", false, err
	}
	n := s.Model.Sizes()
	subject := bench.Subject{Counts: counts, States: n.S, Options: moments.Options{Seed: 1}, Truth: truth.HMM}
	ask := func(r bench.Request) (*bench.Answer, error) { return child.Ask(ctx, r, n) }
	if t.edge { // it need not answer
		_, err = ask(bench.RequestOf(counts, n.S, 1))
	}
	var report *bench.Report
	if !t.edge {
		_, report, err = bench.Try(ctx, ask, subject, lawOf(subject, truth, 1), 1, nil)
	}
	if ctx.Err() != nil {
		return "", false, context.Cause(ctx)
	}
	var refused *bench.Refusal
	switch {
	case errors.As(err, &refused):
		return err.Error(), t.edge, nil
	case err != nil:
		return err.Error(), false, nil
	case t.edge:
		return "it answers", true, nil
	}
	if law := report.AtLaw; report.Outcome() == bench.Undecided && (law == nil || law.Outcome() != bench.Right) {
		return strings.Join(append(report.Unjudged, report.Summary()...), " "), false, nil
	}
	if report.First < 0 && report.AtLaw != nil && report.AtLaw.First >= 0 {
		report = report.AtLaw
	}
	if report.First < 0 {
		return fmt.Sprintf("all %d figures that it gives are right", len(report.Judged)), true, nil
	}
	first := report.Judged[report.First]
	verdict = fmt.Sprintf("%s differs by %s", first.What, first.By())
	if len(first.Likely) > 0 {
		verdict += "; it looks as if " + first.Likely[0].Says
	}
	return verdict, false, nil
}
