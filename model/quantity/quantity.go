// Package quantity is the one table of the numbers that have a name: how each is
// read off a session, how it is written, what it is and since when it is known.
// Conditions, watches, branches side by side and the pages that explain a figure
// all take it from here.
package quantity

import (
	"math"
	"sync"

	"eeporl/model"
	"eeporl/planning"
	"eeporl/pomdp/figure"
)

// Quantity is a number that has a name.
type Quantity struct {
	Name    string // in conditions and paths: sigma_k
	Symbol  string // in tables: σ_k(P̂₁₂); "" for the name
	Is      string // what it is, in a line
	Formula string // how it is defined; "" where Is says it
	Matters string // why anybody asks for it
	Count   bool   // a number of things
	Value   bool   // the value of a policy, or near 1: written with four decimals
	Detail  bool   // shown when asked for only: --plain does not tell each change of it
	Upper   bool   // if the value is an interval, Number is its upper end
	Read    reading
}

// reading reads a value off a session, NaN where it is unknown.
type reading func(s model.Session, n *model.Now) planning.Span

// Of is the value at the session's cursor, NaN where it is unknown.
func (q Quantity) Of(s model.Session) planning.Span { return q.Read(s, s.Now()) }

// Number is the value as one number, NaN where it is unknown. For an interval it is the
// lower end, or with Upper the upper end.
func (q Quantity) Number(s model.Session, n *model.Now) float64 {
	v := q.Read(s, n)
	if q.Upper {
		return v.High
	}
	return v.Low
}

// Written is how a value of the quantity stands on a screen, – for an unknown one.
func (q Quantity) Written(v planning.Span) string {
	switch {
	case math.IsNaN(v.Low):
		return "–"
	case q.Count:
		return v.Text(figure.Count)
	case q.Value:
		return v.Text(figure.Value)
	}
	return v.Text(figure.Number)
}

// Heading is how the quantity is called where there is room for a symbol alone.
func (q Quantity) Heading() string {
	if q.Symbol != "" {
		return q.Symbol
	}
	return q.Name
}

// All lists the quantities, in the order in which they are told.
func All() []Quantity { return table().list }

// Named finds a quantity.
func Named(name string) (Quantity, bool) {
	i, ok := table().at[name]
	if !ok {
		return Quantity{}, false
	}
	return table().list[i], true
}

type index struct {
	list []Quantity
	at   map[string]int
}

// table is made once; nothing changes it.
var table = sync.OnceValue(func() index {
	t := index{at: map[string]int{}}
	for _, part := range [][]Quantity{settings(), places(), episodes(), counted(), estimated(), likelihoods(), operators(), planned(), promised()} {
		for _, q := range part {
			t.at[q.Name] = len(t.list)
			t.list = append(t.list, q)
		}
	}
	return t
})

// exactly makes a reading of one that gives a plain number.
func exactly(read func(s model.Session, n *model.Now) float64) reading {
	return func(s model.Session, n *model.Now) planning.Span { return planning.Exactly(read(s, n)) }
}

// constant is a reading that the model and its settings fix.
func constant(read func(s model.Session) float64) reading {
	return exactly(func(s model.Session, _ *model.Now) float64 { return read(s) })
}

var unknown = planning.Exactly(math.NaN())
