package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// parameterLimit is how many entries of one kind are listed.
const parameterLimit = 150

// entry is one estimated probability, and which pair's copy it is where it has copies.
type entry struct {
	name                       string
	pair                       string // "" where all pairs have one order of the states
	truth, estimate, low, high float64
}

func (e *entry) error() float64 { return e.estimate - e.truth }

func (r *Run) parameters() section {
	s := section{title: "Parameters: truth, estimate, error"}
	if r.Truth == nil {
		s.title = "Parameters"
	}
	p := r.Outcome.Estimated.Parameters
	if p == nil {
		return s
	}
	l := newLister(r, p)
	if l.copies {
		s.add(paragraph("Every pair of actions has its own copy of a parameter, and its own order of the states. Pairs stand by the numbers of their actions: " + numbered(r.Names, p.Sizes.A) + "."))
	}
	if l.low != nil && l.truth != nil {
		s.add(paragraph("An interval that misses the truth says so, but for a truth of 0 or 1, which no interval of percentiles reaches."))
	}
	for _, kind := range []struct {
		title string
		list  []entry
	}{
		{"Initial belief b(s)", l.initial()}, {"Transitions p(s′ | s, a)", l.transitions()},
		{"Observations p(z | a, s′)", l.observations()}, {"Rewards p(r | s, a)", l.rewards()},
	} {
		s.add(block{heading: kind.title}, block{table: l.table(kind.list)})
	}
	return s
}

// lister walks through pair-indexed parameters by what they mean.
type lister struct {
	names     pomdp.Names
	p         *pomdp.PairParameters
	low, high *pomdp.PairParameters // nil without intervals
	level     float64               // of the intervals
	truth     *pomdp.POMDP          // nil where it or the order is unknown
	order     pomdp.Order           // [pair][j] the model's state that the pair's state j stands for
	copies    bool                  // the pairs differ: all of them are listed
}

func newLister(r *Run, p *pomdp.PairParameters) *lister {
	e := r.Outcome.Estimated
	l := &lister{names: r.Names, p: p, order: pomdp.IdentityOrder(p.Sizes), copies: e.Model == nil}
	if r.Intervals != nil && r.Intervals.Low != nil {
		l.low, l.high, l.level = r.Intervals.Low, r.Intervals.High, r.Intervals.Level
	}
	if c := e.Comparison; c != nil && r.Truth != nil && c.Order.Complete() {
		l.order, l.truth = c.Order, r.Truth.Model
	} else {
		l.names.States = lettered(p.Sizes.S) // nobody knows which is which
	}
	return l
}

// entry reads one probability from the estimate and its interval.
func (l *lister) entry(pair int, name string, truth func() float64, at func(*pomdp.PairParameters) float64) entry {
	e := entry{name: name, estimate: at(l.p), truth: math.NaN(), low: math.NaN(), high: math.NaN()}
	if l.copies {
		e.pair = digitsOf(l.p.Sizes, pair)
	}
	if l.truth != nil {
		e.truth = truth()
	}
	if l.low != nil {
		e.low, e.high = at(l.low), at(l.high)
	}
	return e
}

// each visits the pairs whose first and second action are given, -1 standing
// for any, and of copies that are the same only the first.
func (l *lister) each(first, second int, visit func(pair int)) {
	for pair := range l.p.Sizes.Pairs() {
		a, next := l.p.Sizes.PairActions(pair)
		if first >= 0 && a != first || second >= 0 && next != second {
			continue
		}
		visit(pair)
		if !l.copies {
			return
		}
	}
}

func (l *lister) initial() (out []entry) {
	for s := range l.p.Sizes.S {
		l.each(-1, -1, func(pair int) {
			j := slices.Index(l.order[pair], s)
			out = append(out, l.entry(pair, "b("+l.names.State(s)+")", func() float64 { return l.truth.Initial(s) },
				func(p *pomdp.PairParameters) float64 { return p.Initial[pair][j] }))
		})
	}
	return out
}

func (l *lister) transitions() (out []entry) {
	n := l.p.Sizes
	for a := range n.A {
		for s := range n.S {
			for s2 := range n.S {
				name := fmt.Sprintf("p(%s | %s, %s)", l.names.State(s2), l.names.State(s), l.names.Action(a))
				l.each(-1, a, func(pair int) {
					j := slices.Index(l.order[pair], s)
					for after := range n.A {
						j2 := slices.Index(l.order[n.Pair(a, after)], s2)
						e := l.entry(pair, name, func() float64 { return l.truth.T(a, s, s2) },
							func(p *pomdp.PairParameters) float64 { return p.Transition[pair][after][j2][j] })
						if l.copies {
							e.pair += " → " + digitsOf(n, n.Pair(a, after))
						}
						out = append(out, e)
						if !l.copies {
							break
						}
					}
				})
			}
		}
	}
	return out
}

func (l *lister) observations() (out []entry) {
	n := l.p.Sizes
	for a := range n.A {
		for s := range n.S {
			for z := range n.Z {
				l.each(a, -1, func(pair int) {
					j := slices.Index(l.order[pair], s)
					out = append(out, l.entry(pair, fmt.Sprintf("p(%s | %s, %s)", l.names.Observation(z), l.names.Action(a), l.names.State(s)),
						func() float64 { return l.truth.Z(a, s, z) }, func(p *pomdp.PairParameters) float64 { return p.Observation[pair][z][j] }))
				})
			}
		}
	}
	return out
}

func (l *lister) rewards() (out []entry) {
	n := l.p.Sizes
	for a := range n.A {
		for s := range n.S {
			for r := range n.R {
				l.each(-1, a, func(pair int) {
					j := slices.Index(l.order[pair], s)
					out = append(out, l.entry(pair, fmt.Sprintf("p(%s | %s, %s)", l.names.Reward(r), l.names.State(s), l.names.Action(a)),
						func() float64 { return l.truth.R(a, s, r) }, func(p *pomdp.PairParameters) float64 { return p.Reward[pair][r][j] }))
				})
			}
		}
	}
	return out
}

func (l *lister) table(list []entry) *table {
	t := &table{head: []string{"probability"}, right: []bool{false}}
	column := func(name string, right bool) { t.head, t.right = append(t.head, name), append(t.right, right) }
	if l.copies {
		column("copy of", false)
	}
	if l.truth != nil {
		column("truth", true)
	}
	column("estimate", true)
	if l.truth != nil {
		column("error", true)
	}
	if l.low != nil {
		column(fmt.Sprintf("%g %% interval", 100*l.level), false)
	}
	column("0 … 1", false)
	if len(list) > parameterLimit {
		t.note = fmt.Sprintf("The first %d of %d; --json has all.", parameterLimit, len(list))
		if l.truth != nil {
			list = slices.Clone(list)
			slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(math.Abs(b.error()), math.Abs(a.error())) })
			t.note = fmt.Sprintf("The %d largest errors of %d; --json has all.", parameterLimit, len(list))
		}
		list = list[:parameterLimit]
	}
	said := ""
	for _, e := range list {
		row := l.row(e)
		if e.name == said {
			row[0].text = "" // the copies of one parameter stand below each other
		}
		said = e.name
		t.rows = append(t.rows, row)
	}
	return t
}

func (l *lister) row(e entry) []cell {
	row := cells(e.name)
	if l.copies {
		row = append(row, cells(e.pair)...)
	}
	if l.truth != nil {
		row = append(row, cells(digits(e.truth))...)
	}
	row = append(row, cells(digits(e.estimate))...)
	if l.truth != nil {
		row = append(row, cells(signed(e.error()))...)
	}
	if l.low != nil {
		interval := digits(e.low) + " – " + digits(e.high)
		if inside := e.truth > 0 && e.truth < 1; inside && (e.truth < e.low || e.truth > e.high) {
			interval += " misses"
		}
		row = append(row, cells(interval)...)
	}
	return append(row, cell{mark: &mark{truth: e.truth, estimate: e.estimate, low: e.low, high: e.high}})
}

// digits writes a probability so that the points of a column stand below each
// other.
func digits(x float64) string {
	if math.IsNaN(x) {
		return "unknown"
	}
	return strings.Replace(fmt.Sprintf("%.4f", x), "0.", ".", 1)
}

// signed writes an error.
func signed(x float64) string {
	sign := "+"
	if x < 0 {
		sign = "−"
	}
	switch size := math.Abs(x); {
	case size < 1e-12: // rounding
		return "0"
	case size < 5e-5:
		return sign + figure.Number(size)
	default:
		return sign + digits(size)
	}
}
