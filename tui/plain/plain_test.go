package plain

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"eeporl/model"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
	"eeporl/tui"
)

func open(t *testing.T, name string) (*Explorer, *strings.Builder) {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: name, Model: sc.Model, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	return New(tui.NewApp(s, tui.Options{}), &out, func(path string, _ model.Session) error {
		if path == "no/where" {
			return errors.New("no such directory")
		}
		return nil
	}), &out
}

const walk = `# the story, by words
forward 6
predict symbol
1

leap 99999
show sigma_k > .01 and N = 10^5
estimate
until stage = labels
numbers labels_right
why recovery
why 1
define gap
c=.2
branches
undo
findings
where
quit
`

func TestGoldenWalk(t *testing.T) {
	e, out := open(t, "tea")
	if err := e.Run(t.Context(), strings.NewReader(walk), "walk", false); err != nil {
		t.Fatal(err)
	}
	golden.RequireEqual(t, []byte(out.String()))
}

func TestWhatCannotBeObeyedSaysWhy(t *testing.T) {
	e, out := open(t, "tea")
	for line, want := range map[string]string{
		"hop":              `found the verb "hop", expected a command such as forward 5, c=.2 or plan; help lists them`,
		"plan":             "there is no estimate yet to plan with",
		"answer 1":         "nothing was asked",
		"why kettle":       `found the view "kettle"`,
		"why 3":            "before a list",
		"why plan":         "nothing to ask",
		"define kettle":    "which the glossary does not have",
		"numbers kettle":   "numbers lists all",
		"show N >":         "column",
		"predict kettle":   `found the prediction "kettle"`,
		"predict":          "nothing to predict at this beat",
		"veil half":        "expected on or off",
		"save":             "expected save FILE",
		"save no/where":    "no such directory",
		"until regret < 0": "not on the 20 beats ahead",
	} {
		if err := e.Obey(t.Context(), line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
	if out.Len() > 0 {
		t.Errorf("said %q", out)
	}
	if e.Session().Place() != 0 {
		t.Error("a refused command moved the session")
	}
}

func TestEveryWordIsInHelp(t *testing.T) {
	e, out := open(t, "tea")
	if err := e.Obey(t.Context(), "help"); err != nil {
		t.Fatal(err)
	}
	for _, w := range words() {
		if !strings.Contains(out.String(), "  "+w.name) {
			t.Errorf("%s is not in help", w.name)
		}
	}
}

func TestPromptGoesOnAfterAMistake(t *testing.T) {
	e, out := open(t, "tea")
	if err := e.Run(t.Context(), strings.NewReader("hop\nforward"), "stdin", true); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "hop") || !strings.Contains(text, "beat 2:") {
		t.Errorf("said %q", text)
	}
}

func TestCancelledWorkEndsTheRun(t *testing.T) {
	e, _ := open(t, "tea")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Run(ctx, strings.NewReader("leap 10\nestimate\n"), "walk", false); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// Nothing that is typed may crash it, and no line of what is said is longer
// than a sentence needs.
func FuzzObey(f *testing.F) {
	for _, line := range strings.Split(walk, "\n") {
		f.Add(line)
	}
	sc, _ := scenarios.Load("tea")
	s, _ := model.New(model.Config{Scenario: "tea", Model: sc.Model, Seed: 1})
	f.Fuzz(func(t *testing.T, line string) {
		if verb, _, _ := strings.Cut(strings.TrimSpace(line), " "); verb == "until" || strings.Contains(line, "=") {
			return // may take seconds
		}
		e := New(tui.NewApp(s, tui.Options{}), &strings.Builder{}, func(string, model.Session) error { return nil })
		_ = e.Obey(t.Context(), line)
	})
}

// Whatever works on the screen works in words: no command of its table is unknown
// here.
func TestEveryCommandOfTheScreenWorksInWords(t *testing.T) {
	arguments := map[string]string{"view": "plan", "zoom": "on", "veil": "off", "more": "1", "define": "gap", "tour": "hidden", "focus": "label[column=1]", "until": "N >= 2 by 5 episodes",
		"back-until": "place = 1", "watch": "ratio: N / 2", "go": "here", "beside": "1", "difference": "1", "colours": "light", "preset": "debug"}
	for _, name := range tui.CommandNames() {
		e, out := open(t, "tea")
		for _, line := range []string{"forward 3", "bookmark here", "c=.2", "bookmark here", "leap 100000", "estimate", "last"} {
			if err := e.Obey(t.Context(), line); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		}
		if name == "explain" || name == "unwatch" {
			for _, line := range []string{"focus label[column=1]", "watch N"} {
				if err := e.Obey(t.Context(), line); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
			}
		}
		out.Reset()
		err := e.Obey(t.Context(), strings.TrimSpace(name+" "+arguments[name]))
		if err != nil && !strings.HasPrefix(err.Error(), map[string]string{"predict": "nothing to predict", "next-step": "no lesson", "skip": "skip: no lesson", "open": "nothing else can be opened", "step-back": "step-back: no lesson", "leave": "no lesson", "save": "found no name,", "class": "no class of yours:"}[name]+" ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What a condition looks for beyond the end is laid down, and found back.
func TestUntilAndBack(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	e, out := open(t, "tea")
	for _, line := range []string{"watch N", "until N >= 10000 by leaps to 10^9", "back-until N = 0"} {
		if err := e.Obey(t.Context(), line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	for _, want := range []string{"watch N: 0\n", "N >= 10000 holds here", "watch N: 10⁴ (was 0)", "N = 0 holds here"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("found no %q in\n%s", want, out)
		}
	}
	if e.Session().Now().N != 0 {
		t.Errorf("it stands at N = %g", e.Session().Now().N)
	}
}

// A watch that is given up says nothing of the others.
func TestUnwatchedSaysNothing(t *testing.T) {
	e, out := open(t, "tea")
	for _, line := range []string{"watch N", "watch beats", "unwatch N"} {
		if line == "unwatch N" {
			out.Reset()
		}
		if err := e.Obey(t.Context(), line); err != nil {
			t.Fatal(err)
		}
	}
	if out.Len() > 0 {
		t.Errorf("said %q", out)
	}
}

// lines obeys commands one after the other and returns what the last one said.
func lines(t *testing.T, name string, commands ...string) string {
	t.Helper()
	e, out := open(t, name)
	for _, line := range commands {
		out.Reset()
		if err := e.Obey(t.Context(), line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return out.String()
}

// A question is about the beat at which it was put: whoever goes on has dropped it.
func TestQuestionsEndWhereTheSessionGoesOn(t *testing.T) {
	for _, before := range [][]string{
		{"leap 1000", "estimate", "forward 4", "predict orders", "first"},
		{"leap 100000", "estimate", "last", "plan", "last", "exploit", "forward 4", "predict branch", "first"},
		{"leap 100000", "predict", "leap 1000"}, {"leap 100000", "predict", ""},
	} {
		if said := lines(t, "tea", append(before, "2")...); !strings.HasPrefix(said, "beat 2: ") {
			t.Errorf("%v: 2 is no beat but an answer: %s", before, said)
		}
	}
}

// What is asked for again is told again.
func TestRepeatedRequestsAreAnswered(t *testing.T) {
	full := []string{"leap 100000", "estimate", "last", "c=.2"}
	for _, line := range []string{"difference", "beside 1", "focus label[column=1]", "explain", "view moments", "view theory", "more 3", "veil on", "predict", "last", "why recovery", "summary", "line"} {
		before := full
		if line == "explain" {
			before = append(full, "focus label[column=1]")
		}
		if line == "predict" {
			before = []string{"leap 100000"}
		}
		first := lines(t, "tea", append(before, line)...)
		if again := lines(t, "tea", append(before, line, line)...); first == "" || again == "" {
			t.Errorf("%s says %q, then %q", line, first, again)
		}
	}
	if said := lines(t, "tea", "why theory", "why 1"); strings.Contains(said, "before a list") || said == "" {
		t.Errorf("found %q", said)
	}
}
