package cli

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/moments/spectral"
	"eeporl/pomdp/finding"
)

// foreignPrefix begins the command line of an estimator that is a program of its own.
const foreignPrefix = "exec:"

// answerWithin is the flag for how long such a program may take for an answer.
func answerWithin(f *pflag.FlagSet, within *time.Duration) {
	const name, former = "answer-within", "timeout"
	f.DurationVar(within, name, time.Minute, "how `LONG` a program of your own may take for an answer")
	f.SetNormalizeFunc(func(_ *pflag.FlagSet, given string) pflag.NormalizedName {
		if given == former {
			given = name
		}
		return pflag.NormalizedName(given)
	})
}

// foreignFlag is --estimator where it may name a program too. Only the command line of this
// process gets here, so that no file can start a program.
type foreignFlag struct {
	pflag.Value
	command []string
	words   string // with the prefix
	within  time.Duration
	started *bench.Foreign
}

// replace takes the place of --estimator's value.
func (x *foreignFlag) replace(flags *pflag.FlagSet) {
	answerWithin(flags, &x.within)
	f := flags.Lookup("estimator")
	x.Value, f.Value = f.Value, x
	f.Usage += "; exec:COMMAND: a program of your own"
}

func (x *foreignFlag) String() string {
	if x.words != "" || x.Value == nil {
		return x.words
	}
	return x.Value.String()
}

// programOf are the words of a command whose program can be run; its error says what was expected.
func programOf(command string) ([]string, error) {
	words, err := splitWords(command)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("a command behind %s", foreignPrefix)
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return nil, fmt.Errorf("a program that can be run, by its path or a name on PATH: %w", err)
	}
	return words, nil
}

func (x *foreignFlag) Set(text string) error {
	command, ok := strings.CutPrefix(text, foreignPrefix)
	if !ok {
		x.words = ""
		return x.Value.Set(text)
	}
	words, err := programOf(command)
	if err != nil {
		return err
	}
	x.words, x.command = text, words
	_ = x.Value.Set(moments.Theirs) // where the flag's own values are for estimators of ours, words tells
	return nil
}

// by is the program as an estimator; ok is false without one.
func (x *foreignFlag) by(program context.Context) (run moments.Run, ok bool) {
	f := x.start(program)
	if f == nil {
		return nil, false
	}
	return moments.OfCounts(func(ctx context.Context, counts *moments.Counts, states int, o moments.Options) *moments.Estimate {
		n := counts.Sizes()
		n.S = states
		a, err := f.Ask(ctx, bench.RequestOf(counts, states, o.Seed), n, 1)
		if err != nil {
			return spectral.Unanswered(counts, states, o, finding.NoAnswer, bench.Reason(err))
		}
		return bench.Estimate(ctx, a, counts, states, o)
	}), true
}

// start makes the program ready to be asked until ctx ends; nil without one.
func (x *foreignFlag) start(ctx context.Context) *bench.Foreign {
	if x.words == "" {
		return nil
	}
	x.started = bench.NewForeign(ctx, x.command, x.within)
	return x.started
}

// end ends the program, if it was started.
func (x *foreignFlag) end() {
	if x.started != nil {
		x.started.Close()
	}
}
