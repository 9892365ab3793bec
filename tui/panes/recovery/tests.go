package recovery

import (
	"math"
	"slices"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// rewardTest is a test of one step: an action, and what it earns.
type rewardTest struct{ action, reward int }

// past is a history of one step: an action, and what was then seen.
type past struct{ action, observation int }

// testTable is how often tests hold after histories, as counted: [test][history]; NaN where an action never followed.
type testTable struct {
	tests  []rewardTest
	pasts  []past
	values [][]float64
}

// What a table may have at the most, so that it can be read.
const mostPasts, mostTests = 14, 10

// testTable counts; false where there are too many of either, or nothing was counted.
func (s pane) testTable() (t testTable, ok bool) {
	n := s.Sizes()
	if n.A*n.Z > mostPasts || s.Now.N == 0 {
		return t, false
	}
	for action := range n.A {
		for observation := range n.Z {
			t.pasts = append(t.pasts, past{action, observation})
		}
	}
	for action := range n.A {
		for reward := range n.R {
			row, ever := make([]float64, len(t.pasts)), false
			for i, h := range t.pasts {
				one, all := 0.0, 0.0
				for r := range n.R {
					p := s.Now.Counts.P1(n.SymbolIndex(pomdp.Symbol{Action: h.action, Observation: h.observation, Reward: r, Next: action}))
					if all += p; r == reward {
						one = p
					}
				}
				row[i], ever = one/all, ever || one > 0
			}
			if ever {
				t.tests, t.values = append(t.tests, rewardTest{action, reward}), append(t.values, row)
			}
		}
	}
	return t, len(t.tests) <= mostTests
}

// drop keeps so many tests: those that are certain after each history tell nothing, and go first.
func (t *testTable) drop(rows int) {
	for j := len(t.tests) - 1; j >= 0 && len(t.tests) > rows; j-- {
		if !slices.ContainsFunc(t.values[j], func(p float64) bool { return p != 1 }) {
			t.tests, t.values = slices.Delete(t.tests, j, j+1), slices.Delete(t.values, j, j+1)
		}
	}
	t.tests = t.tests[:min(len(t.tests), max(rows, 0))]
}

// testsTableNeed is how many rows testsTable takes; more than there are where there is no table.
func (s pane) testsTableNeed() int {
	t, ok := s.testTable()
	if !ok {
		return math.MaxInt32
	}
	return len(t.tests) + testsHead + 1
}

// testsHead is how many rows stand above the table: its title, and what names its columns.
const testsHead = 3

// testsTable draws how often tests hold after histories: states would be mixed in each column.
func (s pane) testsTable(a canvas.Area) int {
	t, ok := s.testTable()
	if !ok {
		return 0
	}
	const names, wide = 26, 6
	slot, head := wide+1, testsHead
	if a.H() < head+len(t.tests) && names+(wide+2)*len(t.pasts) < a.W() { // what was done and what was seen share a row
		slot, head = wide+2, head-1
	}
	t.drop(a.H() - head)
	a.Text(1, 0, kit.FirstThatFits([]string{"counted: tests (rows), an action and what it earns, after histories of one step (columns), what was done and seen", "tests (rows: done, earned) after histories (done, seen)", "tests (rows) after histories"}, a.W()-2), kit.Bold)
	a.Text(2, 1, "after", kit.Dim)
	if head == testsHead {
		a.Text(2, 2, "seen", kit.Dim)
	}
	for i, h := range t.pasts {
		x := names + i*slot
		end := s.Action(a, x, 1, h.action)
		if head == testsHead {
			end = x - 1
		}
		a.Text(end+1, head-1, tail(s.Truth().ObservationName(h.observation), wide), kit.Plain)
	}
	for j, test := range t.tests {
		y := head + j
		x := a.Text(s.Action(a, 2, y, test.action)+1, y, s.Truth().ActionName(test.action), kit.Plain)
		a.Text(x+1, y, "r="+figure.Number(s.Truth().RewardValue(test.reward)), kit.Plain)
		for i, p := range t.values[j] {
			if math.IsNaN(p) {
				continue
			}
			a.Text(names+i*slot, y, figure.Probability(p), kit.Plain)
		}
	}
	return head + len(t.tests) + 1
}

// tail is the end of a name, behind its last dash where that is short enough.
func tail(name string, wide int) string {
	runes := []rune(name)
	for i := len(runes) - 1; i > 0; i-- {
		if runes[i] == '-' && len(runes)-i-1 <= wide {
			return string(runes[i+1:])
		}
	}
	return string(runes[:min(len(runes), wide)])
}
