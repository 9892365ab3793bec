package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/moments/estimators"
	"eeporl/moments/params"
	"eeporl/moments/spectral"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/printable"
)

// answers are what the user's own estimator said, in JSON, by what it was asked. A session
// keeps them, so that it opens again without the program and shows the same.
type answers map[string]string

// mostAnswer bounds an answer that a session keeps, and mostAnswers all of them, in bytes: a
// session file has room for them.
const mostAnswer, mostAnswers = 8 << 20, 32 << 20

// answerWord begins the line of a session file that holds an answer.
const answerWord = "answer"

func (a answers) with(name, text string) answers {
	total := len(text)
	for _, kept := range a {
		total += len(kept)
	}
	if name == "" || a[name] == text || total > mostAnswers {
		return a
	}
	all := maps.Clone(a)
	if all == nil {
		all = answers{}
	}
	all[name] = text
	return all
}

// lines are the answers as a session file has them.
func (a answers) lines() (out []Line) {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		out = append(out, Line{Word: answerWord, Rest: name + " " + a[name]})
	}
	return out
}

// read takes an answer from its line in a session file.
func (a answers) read(rest string) (answers, error) {
	name, text, ok := strings.Cut(rest, " ")
	if !ok || !json.Valid([]byte(text)) {
		return a, fmt.Errorf("found the answer %q, expected a name and an answer in JSON", printable.Clip(rest))
	}
	return a.with(name, text), nil
}

// Asks says whether the session has an estimator that is the user's own: a program, the answers
// that it gave, or a mistake that is planted in its stead.
func (s Session) Asks() bool {
	return s.config.Theirs != nil || len(s.answers) > 0 || s.config.Mistake > 0
}

// EstimatorNames are those that the session can go through one by one.
func (s Session) EstimatorNames() []string {
	var names []string
	for _, name := range estimators.Choices() {
		by, _ := estimators.Named(name) // it has them all
		switch {
		case by.Uses == moments.FromProgram && !s.Asks():
		case by.Uses == moments.FromEpisodes && (s.config.Record == nil || s.config.Record.Episodes == nil):
		default:
			names = append(names, name)
		}
	}
	return names
}

// reply is what the user's own estimator said of one request.
type reply struct{ name, text string }

// run is how an estimator runs in this session. What the user's own says is put into said.
func (s Session) run(by moments.Estimator, said *reply) moments.Run {
	if by.Uses != moments.FromProgram {
		return by.Run
	}
	return moments.OfCounts(func(ctx context.Context, counts *moments.Counts, states int, o moments.Options) *moments.Estimate {
		a, err := s.theirs(ctx, s.config.Theirs, counts, states, o, said)
		switch {
		case ctx.Err() != nil:
			return spectral.Unanswered(counts, states, o, finding.Cancelled, "Given up before the program answered.")
		case err != nil:
			return spectral.Unanswered(counts, states, o, finding.NoAnswer, sentence(err))
		}
		return bench.Estimate(ctx, a, counts, states, o)
	})
}

var errNoProgram = errors.New("the session does not have the program's answer to these counts; --estimator exec:COMMAND gives it the program")

// theirs is what the user's own estimator makes of counts: the formulas with the planted mistake,
// what it said before, or what the program, if there is one, says now.
func (s Session) theirs(ctx context.Context, program *bench.Foreign, counts *moments.Counts, states int, o moments.Options, said *reply) (*bench.Answer, error) {
	if planted := s.config.Mistake; planted > 0 {
		a, err := bench.Plain(counts, states, o.Seed, bench.Mistakes()[planted-1].Name)
		if a != nil && a.O != nil { // what comes then may fail by the mistake
			return a, nil
		}
		if err != nil {
			err = &bench.Refusal{Says: err.Error()}
		}
		return a, err
	}
	n := counts.Sizes()
	n.S = states
	request := bench.RequestOf(counts, states, o.Seed)
	name, err := request.Fingerprint()
	if err != nil {
		return nil, err
	}
	name = fmt.Sprintf("%s.%d", name, s.config.Attempt)
	text, known := s.answers[name]
	if !known {
		if program == nil {
			return nil, errNoProgram
		}
		text = answerOf(ctx, program, request, n, s.config.Attempt)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(text) <= mostAnswer {
			*said = reply{name, text}
		}
	}
	return bench.Read(strings.NewReader(text), n)
}

// answerOf asks the program. Its failure is an answer too: {"error": …}.
func answerOf(ctx context.Context, program *bench.Foreign, r bench.Request, n pomdp.Sizes, attempt int) string {
	a, err := program.Ask(ctx, r, n, attempt)
	var text bytes.Buffer
	if err == nil && json.Compact(&text, []byte(a.Text)) == nil {
		return plainJSON(text.String())
	}
	why := "the program gave no answer"
	var refused *bench.Refusal
	switch {
	case errors.As(err, &refused):
		why = refused.Says
	case err != nil:
		why = err.Error()
	}
	out, _ := json.Marshal(map[string]string{"error": why}) // a string can be written
	return plainJSON(string(out))
}

// plainJSON is the same JSON in ASCII alone: a session file holds printable text.
func plainJSON(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r < 0x7f:
			out.WriteRune(r)
		case r > 0xffff:
			first, second := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, first, second)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.String()
}

// sentence is an error as a finding says it.
func sentence(err error) string {
	if errors.Is(err, errNoProgram) {
		return strings.ToUpper(err.Error()[:1]) + err.Error()[1:] + "."
	}
	return bench.Reason(err)
}

// answerMissing says whether the user's own program gave no answer.
func answerMissing(found []finding.Finding) bool {
	return slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Code == finding.NoAnswer })
}

// Bench is how the estimate of the user's own program at the cursor stands beside the formulas;
// nil where there is none, or it is not known yet.
func (s Session) Bench() *bench.Report { return s.results.byKey[s.benchKey()].Bench }

// Expected are the parameters that the formulas make where Bench stands, each from what the
// program gives before it; nil where those are unknown.
func (s Session) Expected() *params.Entries { return s.results.byKey[s.benchKey()].Expected }

// BenchFailed says why there is no Bench, nil while it may come.
func (s Session) BenchFailed() error { return s.results.byKey[s.benchKey()].Err }

func (s Session) benchKey() string {
	i := s.last(Estimate, s.cursor.Segment)
	if i < 0 || s.timeline[i].Method != moments.Theirs {
		return ""
	}
	return "bench:" + s.timeline[i].key
}

func (s Session) benchJob() (Job, bool) {
	key := s.benchKey()
	if key == "" || s.now.Estimate == nil || s.results.has(key) {
		return Job{}, false
	}
	seg := s.timeline[s.last(Estimate, s.cursor.Segment)]
	counts, states, o, truth := seg.before, s.config.Model.Sizes().S, s.config.Estimator, s.truth.Known()
	return Job{
		Kind:  BenchJob,
		Key:   key,
		Title: "holding the program's answer against the formulas",
		Run: func(ctx context.Context, _ func(Progress)) Result {
			theirs, err := s.theirs(ctx, nil, counts, states, o, nil) // what it said is known
			if err != nil {
				return Result{Key: key, Err: err}
			}
			subject, said := bench.Subject{Counts: counts, States: states, Options: o, Truth: truthOf(truth)}, reply{}
			subject.AtLaw = s.atLaw(ctx, subject, truth, &said)
			report, err := bench.Examine(ctx, theirs, subject)
			if err != nil {
				return Result{Key: key, Err: err, said: said}
			}
			expected := moments.OfCounts(func(ctx context.Context, counts *moments.Counts, states int, o moments.Options) *moments.Estimate {
				return bench.Estimate(ctx, report.Expected, counts, states, o)
			})
			e := experiment.Estimate(ctx, expected, moments.Data{Counts: counts}, states, o, truth)
			return Result{Key: key, Bench: report, Expected: e.Mean, said: said}
		},
	}, true
}

// BenchFindings say in sentences where the user's own program departs, and what that looks like.
func (s Session) BenchFindings() []finding.Finding {
	r := s.Bench()
	if r == nil {
		return nil
	}
	return r.Findings()
}

// atLaw is what the program makes of the exact law, where what is right in another way agrees; nil where
// there is no law, or no answer to it.
func (s Session) atLaw(ctx context.Context, subject bench.Subject, truth *experiment.Truth, said *reply) *bench.Report {
	if truth == nil || truth.TooLarge != "" || subject.Counts.Exact() {
		return nil
	}
	subject.Counts = truth.Exact()
	theirs, err := s.theirs(ctx, s.config.Theirs, subject.Counts, subject.States, subject.Options, said)
	if err != nil {
		return nil
	}
	r, err := bench.Examine(ctx, theirs, subject)
	if err != nil {
		return nil
	}
	return r
}

// truthOf is the induced HMM of a truth that is known.
func truthOf(t *experiment.Truth) *pomdp.InducedHMM {
	if t == nil {
		return nil
	}
	return t.HMM
}
