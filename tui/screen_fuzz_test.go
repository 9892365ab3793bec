package tui

import (
	"strings"
	"testing"
	"time"

	"eeporl/model"
)

// Whatever stands in a picture's lines of the screen comes back out of its text, is
// answered at once by a screen that fits, or refused in words.
func FuzzScreenLines(f *testing.F) {
	for _, lines := range []string{"view plan\nveil off", "zoom moments\nleap 1e9", "forward 1000000000000\nback 9e15", "focus P12[1,2]\nwhy N", "export /dev/null", "until N > 1e300",
		"beside 3\nalone", "lesson 3\npredict", "\u009b31m\x00", "view  \tplan ", "c=1e-300\nhorizon=1000"} {
		f.Add(lines)
	}
	began := start(f, "tea", 80, 24, Options{})
	f.Fuzz(func(t *testing.T, lines string) {
		if len(lines) > 400 || strings.Contains(lines, "\r") {
			return
		}
		commands := strings.Split(lines, "\n")
		for _, line := range commands {
			if x, err := model.ReadLine(": " + line); err == nil && x.Screen != strings.TrimSpace(line) {
				t.Fatalf("found %q, expected %q", x.Screen, line)
			}
		}
		a := began
		for _, line := range commands {
			at := time.Now()
			next, _, err := a.Do(line)
			if err != nil {
				if err.Error() == "" {
					t.Errorf("%q is refused without a word", line)
				}
				continue
			}
			if a = next; time.Since(at) > time.Second {
				t.Errorf("%q takes %v", line, time.Since(at))
			}
			if err := fits(a.Frame(), 80, 24); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
		}
		a.work.cancelAll()
	})
}
