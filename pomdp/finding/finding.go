// Package finding gives names to what numerical methods usually hide, to what a model or data
// lack, and to what an answer leaves open. All other packages may import it and report with it.
package finding

import (
	"cmp"
	"math"
	"slices"
)

// Finding is something worth knowing, named by its Code. The zero value is valid, and so is a
// Finding with only a Code and a Detail.
type Finding struct {
	Code   Code
	Detail string // one sentence, with the number that decides it
	Value  Figure // that number
	Limit  Figure // what it was held against
	Fatal  bool   // the estimate could not go on
	Pair   Index  // the action pair concerned
	Column Index  // the column of Ô concerned
}

// New makes a finding with its value and limit; NaN stands for no number.
func New(code Code, value, limit float64, detail string) Finding {
	return Finding{Code: code, Detail: detail, Value: Of(value), Limit: Of(limit)}
}

// Ends returns f marked as Fatal: the estimate could not go on because of it.
func (f Finding) Ends() Finding { f.Fatal = true; return f }

// AtPair returns f with the action pair that it is about, AtColumn with the column of Ô.
func (f Finding) AtPair(pair int) Finding { f.Pair = At(pair); return f }
func (f Finding) AtColumn(c int) Finding  { f.Column = At(c); return f }

// Figure is a number or no number; the zero value is no number.
type Figure struct {
	x     float64
	known bool
}

// Of is the figure x, none for NaN.
func Of(x float64) Figure { return Figure{x, !math.IsNaN(x)} }

// Float is the number, NaN for none.
func (f Figure) Float() float64 {
	if !f.known {
		return math.NaN()
	}
	return f.x
}

// Index is an index from 0 or no index; the zero value is no index.
type Index struct{ next int }

// At is index i, from 0.
func At(i int) Index { return Index{i + 1} }

// Int is the index; false for none.
func (x Index) Int() (int, bool) { return x.next - 1, x.next > 0 }

// ByCause orders findings for somebody who reads them from the top: causes, then
// what ended an estimate or a plan, then what else was noticed. Within each, the
// order in which they were found stays.
func ByCause(found []Finding) []Finding {
	out := slices.Clone(found)
	slices.SortStableFunc(out, func(x, y Finding) int { return cmp.Compare(x.remoteness(), y.remoteness()) })
	return out
}

// Group is the findings of one code, as they are written out.
type Group struct {
	Code  Code
	Shown []Finding
	More  int // how many more there are like these
}

// Few is how many findings of one code an answer in text writes out.
const Few = 3

// Groups sorts findings by cause, puts those of one code together and shows at most `most` of each
// code; 0 shows all. Violated assumptions are always shown: each names another cause.
func Groups(found []Finding, most int) []Group {
	var out []Group
	for _, f := range ByCause(found) {
		i := slices.IndexFunc(out, func(g Group) bool { return g.Code == f.Code })
		if i < 0 {
			i, out = len(out), append(out, Group{Code: f.Code})
		}
		if g := &out[i]; most == 0 || len(g.Shown) < most || f.Code == AssumptionViolated {
			g.Shown = append(g.Shown, f)
		} else {
			g.More++
		}
	}
	return out
}

// remoteness is the place of a finding in ByCause: 0 for causes, 1 for what ended an
// estimate or a plan, 2 for the rest.
func (f Finding) remoteness() int {
	switch f.Code {
	case AssumptionViolated, NotOpenLoop, InvalidCounts, TooFewEpisodes, ImpossibleSizes, ActionNeverTaken, TooLarge:
		return 0
	}
	if f.Fatal || f.Code == PlanFailed {
		return 1
	}
	return 2
}
