package cli

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/tui"
	"eeporl/tui/canvas"
)

// answer is what one command line came to.
type answer struct {
	code     int
	out, err string
}

// testEnv has no terminal and a clock that moves an eighth of a second each
// time somebody looks at it.
func testEnv() Env {
	now := time.Unix(0, 0)
	return Env{
		Now: func() time.Time {
			now = now.Add(time.Second / 8)
			return now
		},
		Explore: func(context.Context, model.Session, tui.Options) error {
			return errors.New("no screen in tests")
		},
	}
}

func runIn(env Env, stdin string, args ...string) answer {
	var out, err bytes.Buffer
	code := Run(args, strings.NewReader(stdin), &out, &err, env)
	return answer{code, out.String(), err.String()}
}

// ask runs a command line, its words separated by blanks.
func ask(line string) answer { return runIn(testEnv(), "", strings.Fields(line)...) }

// answered fails the test unless the command line was answered.
func answered(t *testing.T, line string) string {
	t.Helper()
	a := ask(line)
	if a.code != exitAnswered || a.err != "" {
		t.Fatalf("%s: found exit code %d and on stderr %q, expected %d and nothing", line, a.code, a.err, exitAnswered)
	}
	return a.out
}

func TestFlagsStandAnywhere(t *testing.T) {
	for _, lines := range [][]string{
		{"run tea --episodes 1000 --seed 5 --json", "run --episodes 1000 --seed 5 --json tea", "run --json tea --seed=5 -n 10^3", "--seed 5 run tea -n 1e3 --json"},
		{"law tea -c 2", "law -c 2 tea", "law --c=2 tea", "law -c2 tea"},
		{"tea --seed 5", "--seed 5 tea", "explore tea --seed 5", "explore --seed 5", "--seed 5", "tea --plain --seed 5"},
	} {
		want := answered(t, lines[0])
		for _, line := range lines[1:] {
			if got := answered(t, line); got != want {
				t.Errorf("%q answers otherwise than %q:\n%s\n%s", line, lines[0], got, want)
			}
		}
	}
}

func TestSameBytesEveryTime(t *testing.T) {
	for _, line := range []string{
		"run noisy-tiger --episodes 1e5 --json", "run tiger", "law tea --json", "check robot --json",
		"plan dialog --json", "simulate tea --episodes 100 --names", "scenarios --json", "explore tea",
	} {
		if first, second := answered(t, line), answered(t, line); first != second {
			t.Errorf("%s: found different bytes the second time", line)
		}
	}
}

func TestProgressOnlyOnTerminals(t *testing.T) {
	env := testEnv()
	quiet := runIn(env, "", "run", "tea")
	if quiet.err != "" {
		t.Errorf("found %q on a stderr that is no terminal, expected nothing", quiet.err)
	}
	env.Progress = true
	loud := runIn(env, "", "run", "tea")
	if loud.out != quiet.out {
		t.Error("progress changes what stdout says")
	}
	if !strings.Contains(loud.err, "estimating") || !strings.HasSuffix(loud.err, clearLine) {
		t.Errorf("found progress %q, expected it to name the estimate and to take itself away", loud.err)
	}
}

// The help of every command fits a terminal of 80 columns, its tables and examples too.
func TestHelpIsNarrow(t *testing.T) {
	for _, c := range append((&app{env: testEnv()}).root(nil).Commands(), &cobra.Command{}) {
		if slices.Contains([]string{"completion", "help"}, c.Name()) {
			continue // cobra's own
		}
		for line := range strings.SplitSeq(answered(t, strings.TrimSpace(c.Name()+" --help")), "\n") {
			if canvas.Width(line) > helpWidth {
				t.Errorf("%s: %d columns: %s", c.Name(), canvas.Width(line), line)
			}
		}
	}
}

// A command is made alone by its own name, with the help that it has among all others.
func TestCommandsAreMadeAlone(t *testing.T) {
	all := (&app{env: testEnv()}).root(nil)
	for _, c := range (&app{env: testEnv()}).commands() {
		one := (&app{env: testEnv()}).root([]string{c.name})
		with, _, err := all.Find([]string{c.name})
		if err != nil {
			t.Fatal(err)
		}
		made, _, err := one.Find([]string{c.name})
		if err != nil || made.Name() != c.name || c.name != manName && len(one.Commands()) != 1 {
			t.Fatalf("%s: found %d commands, %v", c.name, len(one.Commands()), err)
		}
		if made.UsageString() != with.UsageString() || made.Long != with.Long {
			t.Errorf("%s: alone its help is\n%s\nexpected\n%s", c.name, made.UsageString(), with.UsageString())
		}
	}
}
