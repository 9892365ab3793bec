package script

import (
	"strings"
	"testing"
	"time"
)

func read(t *testing.T, text string) Script {
	t.Helper()
	s, err := Read(strings.NewReader(text), "x.play")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRead(t *testing.T) {
	s := read(t, `# a talk
title Three beats
minutes 2
scenario tea
seed 5

caption One {N} and
  two {{braces}.
> forward
pace 0.5
>leap 1e5
wait 1.25
note Say it.
stop
until labels_right = k
scenario tiger
`)
	want := []struct {
		kind  Kind
		line  int
		text  string
		pause time.Duration
	}{
		{Begin, 4, "tea", 0}, {Caption, 7, "One {N} and two {{braces}.", 0}, {Command, 9, "forward", 0},
		{Command, 11, "leap 1e5", 500 * time.Millisecond}, {Wait, 12, "", 1250 * time.Millisecond}, {Note, 13, "Say it.", 0},
		{Stop, 14, "", 0}, {Until, 15, "labels_right = k", 0}, {Begin, 16, "tiger", 0},
	}
	if s.Title != "Three beats" || s.Planned() != 2*time.Minute || len(s.Items) != len(want) {
		t.Fatalf("found %+v", s)
	}
	for i, w := range want {
		if x := s.Items[i]; x.Kind != w.kind || x.Line != w.line || x.Text != w.text || x.Pause != w.pause {
			t.Errorf("item %d: found %+v, expected %+v", i, x, w)
		}
	}
	var words []string
	for _, p := range s.Items[1].Words {
		words = append(words, p.Words)
	}
	if got := strings.Join(words, "|"); got != "One || and two {|braces}." {
		t.Errorf("found the caption's words %q", got)
	}
}

func TestWhatCannotBeReadIsTold(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "x.play:1: found the end of the file, expected a scenario",
		"> forward":                        `x.play:1: found "> forward", expected a scenario first`,
		"scenario":                         "x.play:1: found scenario without a value",
		"seed 5":                           "x.play:1: found seed, expected it right below a scenario",
		"scenario tea\nseed five":          `x.play:2: found seed "five", expected a whole number from 0 to 2^64-1`,
		"scenario tea\n> last\nseed 5":     "x.play:3: found seed, expected it right below a scenario",
		"scenario tea\nwait long":          `x.play:2: wait: found "long", expected a number from 0 to 3600`,
		"scenario tea\nwait 1e9":           `found "1e9"`,
		"scenario tea\n>":                  "x.play:2: found no command after >",
		"scenario tea\nstop now":           `found "now" after stop`,
		"scenario tea\nplay it":            `x.play:2: found "play", expected one of scenario, >, wait`,
		"scenario tea\n  more":             `found "more" indented`,
		"scenario tea\nstop\n  more":       `found "more" indented`,
		"scenario tea\nuntil labels":       "x.play:2: ",
		"scenario tea\ncaption {N":         `x.play:2: found "{N", expected a }`,
		"scenario tea\n\ncaption {nought}": "x.play:3: {nought}: ",
		"scenario tea\ncaption " + strings.Repeat("word ", 60): "expected at most 210: it would not fit 80 columns",
		"scenario tea\n# " + strings.Repeat("x", maxLine):      "x.play:2: found a line of more than 4096 bytes",
		"minutes 0\nscenario tea":                              `x.play:1: found minutes "0"`,
	} {
		if _, err := Read(strings.NewReader(text), "x.play"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: found %v, expected %s", text, err, want)
		}
	}
}

// The example of the help is a script.
func TestHelpsExample(t *testing.T) {
	_, example, _ := strings.Cut(Help, "An example:\n")
	var text strings.Builder
	for line := range strings.Lines(example) {
		text.WriteString(strings.TrimPrefix(line, "  "))
	}
	if s := read(t, text.String()); s.Title == "" || len(s.Items) < 10 {
		t.Errorf("found %+v", s)
	}
}

// Whatever is read, written and read again is the same.
func FuzzRead(f *testing.F) {
	for _, name := range Names() {
		text, _ := Ready(name)
		f.Add(text)
	}
	f.Add("scenario tea\nseed 1\ncaption {{{N}}\n  x\n>a\nwait .001\nuntil N > 5\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(strings.NewReader(text), "x")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x:") {
				t.Fatalf("the error does not begin with the file: %v", err)
			}
			return
		}
		var lines []string
		for _, i := range s.Items {
			lines = append(lines, Line(i))
		}
		again, err := Read(strings.NewReader(strings.Join(lines, "\n")), "x")
		if err != nil || len(again.Items) != len(s.Items) {
			t.Fatalf("written and read again: %v, %d items, before %d\n%s", err, len(again.Items), len(s.Items), strings.Join(lines, "\n"))
		}
		for k, i := range again.Items {
			if Line(i) != Line(s.Items[k]) {
				t.Fatalf("found %q, expected %q", Line(i), Line(s.Items[k]))
			}
		}
	})
}
