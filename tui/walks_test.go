package tui

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// What can be found out from the screen alone: keys are pressed, the frame is
// read, and nothing else is looked at.

func read(a App) string { return ansi.Strip(a.Frame()) }

// shows fails unless the screen matches, and returns what the parentheses hold.
func shows(t testing.TB, a App, pattern string) []string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(read(a))
	if found == nil {
		t.Fatalf("%q is not on the screen:\n%s", pattern, read(a))
	}
	return found
}

// until presses a key until the screen matches.
func until(t testing.TB, a App, pattern string, keys ...string) App {
	t.Helper()
	for range 200 {
		if regexp.MustCompile(pattern).MatchString(read(a)) {
			return a
		}
		a = press(t, a, keys...)
	}
	t.Fatalf("%v never leads to %q:\n%s", keys, pattern, read(a))
	return a
}

func TestScreenTellsTheRowThatLabelledAColumn(t *testing.T) {
	a := press(t, start(t, "tea", 120, 40, Options{}), "enter", "enter", "e", "end", "m", "m", "w")
	a = until(t, a, `(?m)^ label of column 1`, "down", "right")
	a = until(t, a, `(?m)^ label of column 3`, "down")
	a = press(t, a, "enter")
	row := shows(t, a, `largest row: (\([a-z-]+, [a-z]+, \d, [a-z-]+\))`)[1]
	shows(t, a, `largest row: .*, (\.\d+)`)
	margin := shows(t, a, `margin: (\.\d+)`)[1]
	t.Logf("%s, by a margin of %s", row, margin)
}

func TestScreenTellsAtWhichNSigmaLeavesTheNoise(t *testing.T) {
	a := press(t, start(t, "noisy-tiger", 120, 40, Options{}), "3", "+", "R")
	for range 8 {
		n := shows(t, a, `N = (\S+)`)[1]
		a = press(t, a, "e", "right")
		times, err := strconv.ParseFloat(shows(t, a, `σ₁₈\(P̂₁₂\) = \S+, ([\d.]+) × what noise alone`)[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		if times > 2 {
			t.Logf("at N = %s, where it is %g times the noise", n, times)
			if n == "1000" {
				t.Error("there is no noise to leave at N = 1000")
			}
			return
		}
		a = press(t, a, "+")
	}
	t.Errorf("σ_k never leaves the noise:\n%s", read(a))
}

func TestScreenTellsWhyTigerFails(t *testing.T) {
	a := press(t, start(t, "tiger", 120, 40, Options{}), "enter", "enter", "e", "end")
	shows(t, a, `! \d+ findings`)
	a = press(t, a, "f")
	shows(t, a, `assumption-violated`)
	shows(t, a, `(full (column )?rank|same|rows of|rank)`)
}

func TestScreenComparesTwoValuesOfC(t *testing.T) {
	a := press(t, start(t, "tea", 120, 40, Options{}), "enter", "enter", "e", "end", "c", "down", ".", "0", "5", "enter")
	a = press(t, a, "B")
	sigma := regexp.MustCompile(`│ (\d) +\S+ +(\.\d+|\d\S+)`).FindAllStringSubmatch(read(a), -1)
	if len(sigma) != 2 || sigma[0][2] == sigma[1][2] {
		t.Fatalf("two branches with their σ_k do not stand side by side:\n%s", read(a))
	}
	shows(t, a, `c \.05`)
}

func TestScreenTellsWhereThePolicyFirstDiffers(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	a := press(t, start(t, "noisy-tiger", 200, 60, Options{}), "4", "+", "e", "end", "p", "end")
	a = complete(t, a)
	a = send(a, tea.WindowSizeMsg{Width: 200, Height: 60})
	a = until(t, press(t, a, "P", "w"), `(?m)^ step \d: \S+ where \S+ is best[^│\n]*$`, "down")
	costs := shows(t, a, `step (\d): (\S+) where (\S+) is best: \S+ = loss ([\d.]\S*) ×`)
	a = press(t, a, "enter")
	shows(t, a, `first on its way: yes`)
	shows(t, a, `what it adds to the regret: `)
	t.Logf("step %s: %s where %s is best costs %s", costs[1], costs[2], costs[3], costs[4])
}

// figureOf reads a number as the screen writes it: .0054, 4.15·10⁻⁴.
func figureOf(t *testing.T, text string) float64 {
	t.Helper()
	plain := strings.NewReplacer("·10", "e", "⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9").Replace(text)
	x, err := strconv.ParseFloat(plain, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// The marks of a tree's rows, each of its own histories, add up to the regret.
func TestScreenMarksAddUpToTheRegret(t *testing.T) {
	a := complete(t, press(t, start(t, "tea", 120, 60, Options{}), "5", "+", "e", "end", "p", "end", "P"))
	total := shows(t, a, `regret (\S+) `)
	a = press(t, a, "m")
	sum := 0.0
	for _, mark := range regexp.MustCompile(`is best(?: at times| if [^:]+)?: regret ([^)\s]+)\)`).FindAllStringSubmatch(read(a), -1) {
		sum += figureOf(t, mark[1])
	}
	if want := figureOf(t, total[1]); want == 0 || sum < .99*want || sum > 1.01*want {
		t.Errorf("found marks that add up to %g, expected %g:\n%s", sum, want, read(a))
	}
}

func TestScreenTellsTheLoosestLemma(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	a := complete(t, press(t, start(t, "tea", 120, 40, Options{}), "enter", "enter", "e", "end", "p", "end", "T", "z", "m"))
	loosest := shows(t, a, `loosest lemma: ([^']+)'s .+, (\S+) ×; no bound violated`)
	a = press(t, a, "w")
	if !strings.Contains(read(a), "factor of "+loosest[1]) {
		t.Errorf("the title's factor is not focused first:\n%s", read(a))
	}
	a = press(t, a, "enter")
	shows(t, a, `formula: how far the bound lies`)
}

// tea's states never change: without noise T̂ takes each state's number into the other order.
func TestScreenCarriesAVectorIntoAnotherOrder(t *testing.T) {
	a := complete(t, press(t, start(t, "tea", 120, 40, Options{}), "i", "e", "end", "p", "right", "P", "z", "m"))
	row := shows(t, a, `β of \d\d +1st (\w) +(\S+) █\S* +2nd (\w) +(\S+) █.*\n(?: *as it is, wrongly, in .*\n)? *p̂\(s'\|s, \S+\): to \d\d from .*\n *carried into \d\d +1st (\w) +(\S+) █.*? +2nd (\w) +(\S+) █`)
	before, after := map[string]string{row[1]: row[2], row[3]: row[4]}, map[string]string{row[5]: row[6], row[7]: row[8]}
	if len(before) != 2 || !maps.Equal(before, after) {
		t.Errorf("found %s, expected each state's number in both orders", row[0])
	}
}
