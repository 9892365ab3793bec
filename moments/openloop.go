package moments

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"eeporl/moments/num"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"

	"gonum.org/v1/gonum/stat/distuv"
)

// Independence is one test of what an action must not depend on: Pearson's χ² summed over contexts. Given how often
// each row and column occurred, chance alone makes a χ² of known mean and variance (Haldane 1940; Mielke and
// Berry 1985), however few the data are; a gamma law with these says how rare it is.
type Independence struct {
	Question       string // what must not depend on what
	ChiSquared     float64
	Mean, Variance float64 // of it by chance; 0 where there were too few data
	P              float64 // probability of one at least as large by chance
}

// OpenLoop tests whether actions really were chosen without looking at what was seen, as π_explore does. Of
// triples: given the actions before, each of a₂, a₃ and a₄ must be independent of all earlier observations and
// rewards; x_t holds z_{t+1} and r_{t+1}, but a_{t+1} itself earns r_{t+1}, which may therefore depend on it. Of
// whole episodes, which may be nil: given the two actions before, each action must be independent of what the last
// one led to. A violation is the finding not-open-loop. There are no tests of the exact law, or without data.
func OpenLoop(c *Counts, whole *Episodes) (tests []Independence, found []finding.Finding) {
	if c != nil && !c.exact && c.mass > 0 && c.Check() == nil {
		tests = tripleTests(c)
	}
	if whole != nil {
		tests = append(tests, wholeTest(whole))
	}
	for _, t := range tests {
		if t.P < openLoopLevel {
			found = append(found, finding.New(finding.NotOpenLoop, t.P, openLoopLevel, fmt.Sprintf(
				"The actions were not chosen open-loop: %s, but χ² = %s where chance makes it %s (p = %s).",
				t.Question, figure.Number(t.ChiSquared), figure.Number(t.Mean), figure.Number(t.P))))
		}
	}
	return tests, found
}

func tripleTests(c *Counts) (tests []Independence) {
	n := c.sizes
	o := n.Outcomes()
	tables := [3]contingency{{}, {}, {}}
	for cell, k := range c.Cells {
		x := n.CellAt(cell)
		a := x.Actions
		z1, _ := n.OutcomeAt(x.Outcomes[0])
		z2, _ := n.OutcomeAt(x.Outcomes[1])
		z3, _ := n.OutcomeAt(x.Outcomes[2])
		tables[0].add(n.A, a[0], z1, a[1], k)
		tables[1].add(n.A, a[0]*n.A+a[1], x.Outcomes[0]*n.Z+z2, a[2], k)
		tables[2].add(n.A, (a[0]*n.A+a[1])*n.A+a[2], (x.Outcomes[0]*o+x.Outcomes[1])*n.Z+z3, a[3], k)
	}
	for i, question := range [...]string{
		"a₂ given a₁ must not depend on z₂",
		"a₃ given a₁, a₂ must not depend on z₂, r₂, z₃",
		"a₄ given a₁, a₂, a₃ must not depend on z₂, r₂, z₃, r₃, z₄",
	} {
		tests = append(tests, tables[i].test(question))
	}
	return tests
}

// wholeTest tests all actions of whole episodes. A policy may change with the step: the first ones are told apart.
func wholeTest(e *Episodes) Independence {
	const apart = 4
	n, table := e.sizes, contingency{}
	for depth := 2; depth < len(e.Levels); depth++ {
		here, above := &e.Levels[depth], &e.Levels[depth-1]
		for i, parent := range here.Parent {
			before := 0 // the action before the last, where there is one
			if depth > 2 {
				before = 1 + ActOf(n, int(e.Levels[depth-2].Act[above.Parent[parent]])).Action
			}
			last, action := int(above.Act[parent]), ActOf(n, int(here.Act[i])).Action
			a := ActOf(n, last).Action
			table.add(n.A, (min(depth, apart)*(n.A+1)+before)*n.A+a, last, action, here.Through[i])
		}
	}
	return table.test("an action given the two before must not depend on what was seen and earned last")
}

// openLoopLevel is the p below which actions look at what was seen.
const openLoopLevel = 1e-4

// contingency holds a table seen × action for each context.
type contingency map[int]map[int][]float64

func (t contingency) add(actions, context, seen, action int, k float64) {
	rows := t[context]
	if rows == nil {
		rows = map[int][]float64{}
		t[context] = rows
	}
	if rows[seen] == nil {
		rows[seen] = make([]float64, actions)
	}
	rows[seen][action] += k
}

func (t contingency) test(question string) Independence {
	out := Independence{Question: question, P: 1}
	for _, context := range sortedKeys(t) {
		chi, mean, variance := chiSquared(t[context])
		out.ChiSquared += chi
		out.Mean += mean
		out.Variance += variance
	}
	if out.Variance > 0 {
		out.P = distuv.Gamma{Alpha: out.Mean * out.Mean / out.Variance, Beta: out.Mean / out.Variance}.Survival(out.ChiSquared)
	}
	return out
}

// chiSquared is Pearson's χ² of a table, and its mean and variance where rows and columns have nothing to do with
// each other; all 0 for a table that cannot tell.
func chiSquared(rows map[int][]float64) (chi, mean, variance float64) {
	var inColumn []float64
	r, c, total, inverseRows, inverseColumns := 0., 0., 0., 0., 0.
	for _, key := range sortedKeys(rows) {
		row := rows[key]
		if inColumn == nil {
			inColumn = make([]float64, len(row))
		}
		for a, k := range row {
			inColumn[a] += k
		}
		if sum := num.Sum(row); sum > 0 {
			r, total, inverseRows = r+1, total+sum, inverseRows+1/sum
		}
	}
	for _, k := range inColumn {
		if k > 0 {
			c, inverseColumns = c+1, inverseColumns+1/k
		}
	}
	if r < 2 || c < 2 || total < 4 {
		return 0, 0, 0
	}
	for _, key := range sortedKeys(rows) {
		row := rows[key]
		sum := num.Sum(row)
		for a, k := range row {
			if k > 0 {
				chi += k * (k*total/(sum*inColumn[a]) - 1)
			}
		}
	}
	v1, v2 := (r-1)*(total-r)/(total-1), (c-1)*(total-c)/(total-1)
	w1, w2 := (total*inverseRows-r*r)/(total-2), (total*inverseColumns-c*c)/(total-2)
	mean = total * (r - 1) * (c - 1) / (total - 1)
	variance = 2*total/(total-3)*(v1-w1)*(v2-w2) + total*total/(total-1)*w1*w2
	return chi, mean, math.Max(variance, 0)
}

// sortedKeys makes sums over a map independent of its order.
func sortedKeys[V any](m map[int]V) []int {
	return slices.Sorted(maps.Keys(m))
}
