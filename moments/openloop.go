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

// GTest is one test of independence: G = 2Σ k·log(k/expected).
type GTest struct {
	Question string  // what must not depend on what
	G        float64 // the statistic
	Free     float64 // its degrees of freedom; 0 where there were too few data
	P        float64 // probability of a G at least as large by chance
}

// OpenLoop tests whether the actions a₂, a₃ and a₄ really were chosen without
// looking at what was seen, as π_explore does: given the actions before, each
// must be independent of all earlier observations and rewards (G-test of
// conditional independence; Sokal and Rohlf 1981). x_t holds z_{t+1} and r_{t+1}, but
// a_{t+1} itself earns r_{t+1}, which may therefore depend on a_{t+1}. A violation is the
// finding not-open-loop. Both results are nil for the exact law and without data.
func OpenLoop(c *Counts) ([]GTest, []finding.Finding) {
	n := c.sizes
	o := n.Outcomes()
	if c.exact || !(c.mass > 0) || c.Check() != nil {
		return nil, nil
	}
	tables := [3]*contingency{newContingency(n.A), newContingency(n.A), newContingency(n.A)}
	for cell, k := range c.Cells {
		x := n.CellAt(cell)
		a := x.Actions
		z1, _ := n.OutcomeAt(x.Outcomes[0])
		z2, _ := n.OutcomeAt(x.Outcomes[1])
		z3, _ := n.OutcomeAt(x.Outcomes[2])
		tables[0].add(a[0], z1, a[1], k)
		tables[1].add(a[0]*n.A+a[1], x.Outcomes[0]*n.Z+z2, a[2], k)
		tables[2].add((a[0]*n.A+a[1])*n.A+a[2], (x.Outcomes[0]*o+x.Outcomes[1])*n.Z+z3, a[3], k)
	}
	var tests []GTest
	var found []finding.Finding
	for i, question := range [...]string{
		"a₂ given a₁ must not depend on z₂",
		"a₃ given a₁, a₂ must not depend on z₂, r₂, z₃",
		"a₄ given a₁, a₂, a₃ must not depend on z₂, r₂, z₃, r₃, z₄",
	} {
		t := tables[i].test(question)
		tests = append(tests, t)
		if t.P < openLoopLevel {
			found = append(found, finding.New(finding.NotOpenLoop, t.P, openLoopLevel, fmt.Sprintf(
				"The actions were not chosen open-loop: %s, but G = %s on %s of freedom (p = %s).",
				question, figure.Number(t.G), figure.Counted(int(t.Free), "degree", "degrees"), figure.Number(t.P))))
		}
	}
	return tests, found
}

const (
	openLoopLevel = 1e-4
	// smallExpected is the expected count below which G does not follow χ²:
	// rows with such a cell are pooled.
	smallExpected = 10
)

// contingency holds a table seen × action for each context.
type contingency struct {
	actions  int
	contexts map[int]map[int][]float64
}

func newContingency(actions int) *contingency {
	return &contingency{actions: actions, contexts: map[int]map[int][]float64{}}
}

func (t *contingency) add(context, seen, action int, k float64) {
	rows := t.contexts[context]
	if rows == nil {
		rows = map[int][]float64{}
		t.contexts[context] = rows
	}
	if rows[seen] == nil {
		rows[seen] = make([]float64, t.actions)
	}
	rows[seen][action] += k
}

func (t *contingency) test(question string) GTest {
	out := GTest{Question: question, P: 1}
	for _, context := range sortedKeys(t.contexts) {
		rows, columns := pooled(t.contexts[context], t.actions)
		total, used := num.Sum(columns), 0
		for _, k := range columns {
			if k > 0 {
				used++
			}
		}
		for _, row := range rows {
			inRow := num.Sum(row)
			for a, k := range row {
				if k > 0 {
					out.G += 2 * k * math.Log(k*total/(inRow*columns[a]))
				}
			}
		}
		out.Free += float64(max(used-1, 0) * max(len(rows)-1, 0))
	}
	if out.Free > 0 {
		out.P = distuv.ChiSquared{K: out.Free}.Survival(math.Max(out.G, 0))
	}
	return out
}

// pooled lists a context's rows, those with small expected counts joined into
// one, and the sums of its columns.
func pooled(seen map[int][]float64, actions int) (rows [][]float64, columns []float64) {
	columns = make([]float64, actions)
	for _, key := range sortedKeys(seen) {
		for a, k := range seen[key] {
			columns[a] += k
		}
	}
	least, total := math.Inf(1), num.Sum(columns)
	for _, k := range columns {
		if k > 0 {
			least = math.Min(least, k)
		}
	}
	rest := make([]float64, actions)
	for _, key := range sortedKeys(seen) {
		row := seen[key]
		if num.Sum(row)*least/total < smallExpected {
			for a, k := range row {
				rest[a] += k
			}
			continue
		}
		rows = append(rows, row)
	}
	if r := num.Sum(rest); r > 0 && r*least/total >= smallExpected {
		rows = append(rows, rest)
	} else if len(rows) > 0 {
		last := append([]float64(nil), rows[len(rows)-1]...)
		for a, k := range rest {
			last[a] += k
		}
		rows[len(rows)-1] = last
	}
	return rows, columns
}

// sortedKeys makes sums over a map independent of its order.
func sortedKeys[V any](m map[int]V) []int {
	return slices.Sorted(maps.Keys(m))
}
