package lesson_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"eeporl/model/lesson"
	"eeporl/model/watch"
)

const sample = `# for the teacher
lesson first
title A first lesson
model tea
seed 3

step One
do leap 1000 if N < 1000
do view recovery
text Press [estimate] now.
text N is {N}; [[this]] and {{that}} are plain.
task Press [estimate].
until known(stage) and N > was(N) - 1
done it is at {stage}
hint [estimate] is a key
hint really
patience 2
onward
predict labels
try estimate; forward

step Two
open tiger
text Only to read.
`

var env = lesson.Env{
	Names:   []watch.Name{{Name: "view", Kind: watch.Text, Values: []string{"plan"}}},
	Key:     func(name string) bool { return name == "estimate" || name == "forward" },
	Predict: []string{"labels", "sigma"},
}

func read(t testing.TB, text string) (lesson.Lesson, error) {
	t.Helper()
	return lesson.Read(strings.NewReader(text), "a.txt", env)
}

func TestRead(t *testing.T) {
	l, err := read(t, sample)
	if err != nil {
		t.Fatal(err)
	}
	s := l.Steps[0]
	if l.Name != "first" || l.Seed != 3 || len(l.Steps) != 2 || len(s.Scene) != 2 || s.Scene[0].If.String() != "N < 1000" ||
		!s.Onward || s.Patience != 2 || len(s.Hints) != 2 || s.Predict != "labels" || len(s.Try) != 2 || l.Steps[1].Asks() || l.Steps[1].Scene[0].Line != "tiger" {
		t.Errorf("read %+v", l)
	}
	look := func(name string, _ []watch.Value) (watch.Value, bool) { return watch.Count(1e5), name == "N" }
	got := s.Text.String(func(name string) string { return "<" + name + ">" }, look)
	if want := "Press <estimate> now. N is 10⁵; [this] and {that} are plain."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestErrorsNameLineFoundAndExpected(t *testing.T) {
	for _, c := range []struct{ change, to, want string }{
		{"lesson first", "lesson First!", `a.txt:2: found the name "First!", expected small letters`},
		{"title A first lesson", "titel A first lesson", `a.txt:3: found "titel", expected title (or another`},
		{"title A first lesson\n", "", "found the end without a line title"},
		{"seed 3", "seed x", `a.txt:5: found the seed "x"`},
		{"seed 3", "title again", `a.txt:5: found a second line title`},
		{"N < 1000", "N < ", `a.txt:8: found the end in N < at its column 4, expected a name`},
		{"[estimate] now", "[estimat] now", `a.txt:10: found the key "estimat", expected the name of a command that has one`},
		{"{N}", "{M}", `a.txt:10: found "M" in {M} at its column 1, expected a name that is known`},
		{"{N}", "{N", `a.txt:10: found ";" in {N; [[this]]`},
		{"until known(stage)", "until knwon(stage)", `a.txt:13: found`},
		{"until known(stage) and N > was(N) - 1", "until N", `a.txt:13: found a number, N in N at its column 1, expected a condition`},
		{"task Press [estimate].\n", "", `a.txt:7: found a step with one of task and until, expected both`},
		{"open tiger", "fresh tiger", `a.txt:23: found "tiger" after fresh, expected nothing`},
		{"patience 2", "patience 0", `a.txt:17: found the patience "0"`},
		{"onward", "onwards", `a.txt:18: found onwards alone, expected onwards and`},
		{"onward", "onward x", `a.txt:18: found "x" after onward`},
		{"predict labels", "predict lables", `a.txt:19: found the prediction "lables", expected labels`},
		{"try estimate; forward", "try estimate;", `a.txt:20: found an empty try`},
		{"hint really", "hint " + strings.Repeat("x", 80), `a.txt:16: found 80 characters, expected at most 76`},
		{"text Only to read.", "text " + strings.Repeat("x ", 150), `a.txt:24: found 299 characters of text, expected at most 230`},
		{"text Only to read.", "", `a.txt:22: found a step without text`},
		{"step One", "do leap 10", `a.txt:7: found "do", expected one of lesson, title`},
		{"Only to", "Only \xff to", `a.txt:24: found the byte 0xff at character 11, which is no UTF-8`},
	} {
		_, err := read(t, strings.Replace(sample, c.change, c.to, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: got %v, want %s", c.to, c.change, err, c.want)
		}
	}
	if _, err := read(t, ""); err == nil || !strings.Contains(err.Error(), "a.txt:") {
		t.Errorf("an empty file: %v", err)
	}
}

func TestRun(t *testing.T) {
	l, err := read(t, strings.Replace(sample, "N > was(N) - 1", "N > was(N)", 1))
	if err != nil {
		t.Fatal(err)
	}
	n := 5.0
	look := func(name string, _ []watch.Value) (watch.Value, bool) {
		if name == "N" {
			return watch.Of(n), true
		}
		return watch.Word("eigen"), name == "stage"
	}
	r := lesson.Start(l)
	if set := r.Set(look); !set.Asking() || set.Done() || set.Notice(look, true).Hint() != nil {
		t.Error("a step begins with its prediction")
	}
	if r = r.Notice(look, true); r.Done() || r.Ready() {
		t.Error("noticed before the scene was set")
	}
	if r = r.Set(look).Asked(look); r.Asking() || r.Done() || !r.Ready() {
		t.Error("done before anything was done")
	}
	for i, want := range []bool{false, true, true, true, true} {
		if r = r.Notice(look, true); (r.Hint() != nil) != want {
			t.Errorf("after %d actions a hint: %v", i+1, r.Hint() != nil)
		}
	}
	if got := r.Hint().String(nil, look); got != "really" {
		t.Errorf("the second hint is %q", got)
	}
	n++
	if r = r.Notice(look, true); !r.Done() || r.Hint() != nil {
		t.Error("not done, or still hinting")
	}
	n--
	if r = r.Notice(look, true); !r.Done() {
		t.Error("what was done is undone by going back")
	}
	next, ok := r.To(1)
	if !ok || next.At() != 1 || next.Done() || !next.Set(look).Done() {
		t.Error("a step that asks nothing is done as it begins")
	}
	if _, ok := next.To(2); ok || !next.Last() {
		t.Error("there is a step after the last")
	}
}

// The texts keep to what a panel and a reader can take.
func TestBuiltin(t *testing.T) {
	lessons, err := lesson.Builtin(lesson.Env{Names: env.Names})
	if err == nil && len(lessons) == 0 {
		t.Fatal("no lessons")
	}
	if err != nil { // the screen's names are not known here
		t.Skip(err)
	}
}

// No figure of a session is typed into a text: digits stand in indices,
// symbols and formulas only.
func TestNoFigureIsTyped(t *testing.T) {
	typed := regexp.MustCompile(`(^|[ (])[0-9]*\.?[0-9]{2,}`)
	reference := regexp.MustCompile(`lesson [0-9]+`)
	files, err := os.ReadDir("lessons")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile("lessons/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			keyword, rest, _ := strings.Cut(line, " ")
			switch keyword {
			case "text", "task", "done", "hint":
				if m := typed.FindString(reference.ReplaceAllString(rest, "")); m != "" {
					t.Errorf("%s:%d: found %q, expected a figure from the session in {}", f.Name(), i+1, m)
				}
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(sample)
	f.Add("lesson a\ntitle b\nmodel c\nstep\ntext [x] {y\n")
	f.Add("step\ndo set c=.2 if known(N)\ntext {{{N}}}")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := lesson.Read(strings.NewReader(text), "f", env)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") || !strings.Contains(err.Error(), "expected") {
				t.Fatalf("%v", err)
			}
			return
		}
		look := func(string, []watch.Value) (watch.Value, bool) { return watch.Value{}, false }
		for r, ok := lesson.Start(l), true; ok; r, ok = r.To(r.At() + 1) {
			r = r.Set(look).Notice(look, true)
			for _, p := range append(r.Step().Hints, r.Step().Text, r.Step().Task, r.Step().Done) {
				_ = p.String(func(string) string { return "k" }, look)
			}
		}
	})
}
