package scenarios

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.toml")
	tea, _ := Load("tea")
	tea.About = ""
	if err := os.WriteFile(path, []byte(modelText(tea)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(Names(), "random:2,2,2,2,1", path) {
		s, err := Load(name)
		if err != nil {
			t.Errorf("Load(%q): %v", name, err)
			continue
		}
		if s.Model == nil || s.Name == "" || s.Name != s.Model.Name() {
			t.Errorf("Load(%q): name %q, model %v", name, s.Name, s.Model)
		}
	}
	if Names()[0] != Default {
		t.Errorf("the first scenario is %s, want %s", Names()[0], Default)
	}
}

func TestLoadUnknown(t *testing.T) {
	for name, want := range map[string]string{
		"nosy-tiger":   "did you mean noisy-tiger?",
		"diagnossis":   "did you mean diagnosis?",
		"xyzzy":        "expected one of tea, noisy-tiger, tiger, dialog, diagnosis, robot, two-step",
		"there.toml":   "no such file",
		"random:2,2":   "found 2 numbers",
		t.TempDir():    "directory",
		"a/b/c\x00.to": "invalid argument",
	} {
		_, err := Load(name)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Load(%q): error %v, want one with %q", name, err, want)
		}
	}
	if _, err := Load("xyzzy"); strings.Contains(err.Error(), "did you mean") {
		t.Errorf("a far-off name got a suggestion: %v", err)
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{"tea", "tea"}, {"te", "tea"}, {"robots", "robot"}, {"two_step", "two-step"}, {"", ""}, {"zzzzzz", ""},
	} {
		if got := Nearest(c.typed, Names()); got != c.want {
			t.Errorf("Nearest(%q) = %q, want %q", c.typed, got, c.want)
		}
	}
}
