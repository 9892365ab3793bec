package logs

import (
	"fmt"
	"slices"
	"strings"

	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// Bins are intervals of numbers that are one symbol each: a log's real-valued rewards or
// observations, discretised.
type Bins struct {
	Column string    // of the log
	Edges  []float64 // between one interval and the next, which it belongs to; increasing
	Means  []float64 // of each interval's numbers: one more than edges; nil where nobody knows them
	Low    float64   // the least and the largest number that they were made of
	High   float64
}

// BinSet are a log's bins.
type BinSet struct {
	Reward      *Bins
	Observation []Bins // of one column, or of each of several that has bins
}

// None says that there are none.
func (s BinSet) None() bool { return s.Reward == nil && s.Observation == nil }

// of are the bins of a column of the log; nil for none. An only column of its kind may bear another
// name than when the bins were made.
func (s BinSet) of(column int, name string, only bool) *Bins {
	switch column {
	case tabular.Reward:
		return s.Reward
	case tabular.Observation:
		for i := range s.Observation {
			if b := &s.Observation[i]; only && len(s.Observation) == 1 || strings.EqualFold(b.Column, name) {
				return b
			}
		}
	}
	return nil
}

// At is the bin of a number.
func (b *Bins) At(x float64) int {
	i, here := slices.BinarySearch(b.Edges, x)
	if here {
		return i + 1
	}
	return i
}

// Labels are the names of the bins as observations: from..to, the end not included.
func (b *Bins) Labels() []string {
	out := make([]string, len(b.Edges)+1)
	edge := func(i int) string { return numberText(b.Edges[i]) }
	for i := range out {
		if i > 0 {
			out[i] = edge(i - 1)
		}
		out[i] += ".."
		if i < len(b.Edges) {
			out[i] += edge(i)
		}
	}
	return out
}

// texts are what stands for each bin in a log of symbols.
func (b *Bins) texts(reward bool) (out [][]byte) {
	labels := b.Labels()
	if reward {
		labels = levelTexts(b.Means)
	}
	for _, text := range labels {
		out = append(out, []byte(text))
	}
	return out
}

// How many different numbers are too many to be symbols: more than mostSymbols, or more than
// fewSymbols where each occurs seldom.
const (
	mostSymbols = 32
	fewSymbols  = 12
	seldom      = 20 // rows for each
)

// crowded says whether entries that nobody declared are too many to be symbols.
func (v *vocabulary) crowded(m *meaning, rows uint64) bool {
	if v.kind == coded.Action || v.declared != nil || v.settled != nil {
		return false
	}
	return m.size > mostSymbols || m.size > fewSymbols && rows < uint64(seldom*m.size)
}

// full is the error of a log with too many different entries of a kind, nil for another fault.
func (v *vocabularies) full(files []string, o Options) error {
	for k := range v {
		if v[k].found.full && coded.Kind(k) != coded.Action && !o.AnyNumber {
			return &Crowded{Noun: coded.Kind(k).Noun(), Different: tabular.MaxIndex, File: printable.List(files, printable.Paths, "files")}
		}
	}
	return nil
}

// Crowded is the error of a log that has more different numbers in the place of symbols than can be
// learned of one by one.
type Crowded struct {
	Noun      string
	Different int
	File      string
}

func (c *Crowded) Error() string {
	return fmt.Sprintf("%s: found %d different %ss, which are too many to be symbols, expected a file that can be read again, so that they can be put into bins", c.File, c.Different, c.Noun)
}
