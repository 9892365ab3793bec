package cassandra

import (
	"fmt"
	"math"
	"strconv"

	"eeporl/pomdp"
)

// preamble reads discount, values, states, actions and observations, which
// come first and in any order.
func (p *parser) preamble() {
	m := p.model
	seen := map[string]bool{}
	first := p.token
	for p.token.kind == reserved {
		word := p.token.text
		switch word {
		case "discount", "values", "states", "actions", "observations":
		default:
			word = ""
		}
		if word == "" {
			break
		}
		if seen[word] {
			p.fail(p.token, fmt.Sprintf("a second %q", word), "one")
		}
		seen[word] = true
		p.advance()
		p.colon(word)
		switch word {
		case "discount":
			at := p.token
			if m.Discount = p.signed("a discount above 0, at most 1"); m.Discount <= 0 || m.Discount > 1 {
				p.fail(at, strconv.FormatFloat(m.Discount, 'g', -1, 64), "a discount above 0, at most 1")
			}
		case "values":
			p.values()
		case "states":
			m.States = p.labels(word)
		case "actions":
			m.Actions = p.labels(word)
		case "observations":
			m.Observations = p.labels(word)
		}
	}
	if !seen["discount"] {
		m.Discount = 1
	}
	p.entry()
	for _, word := range []string{"values", "states", "actions", "observations"} {
		if !seen[word] {
			want := fmt.Sprintf("%q: the preamble comes first", word+":")
			if word == "observations" {
				want += ", and without observations this is an MDP, not a POMDP"
			}
			p.unexpected(want)
		}
	}
	if !seen["discount"] {
		p.notice(first, "no discount line; 1 was assumed")
	}
	p.allocate()
}

func (p *parser) values() {
	switch {
	case p.is("reward"):
	case p.is("cost"):
		p.model.Cost = true
		p.notice(p.token, "values: cost; costs are negated on reading, so that a value is minus the least expected cost")
	case p.token.kind == name && p.token.text == "rewards":
		p.notice(p.token, `"values: rewards" is not in the grammar; "values: reward" was assumed`)
	default:
		p.unexpected(`"reward" or "cost"`)
	}
	p.advance()
}

// labels reads one whole number or a list of names.
func (p *parser) labels(what string) Labels {
	if p.token.kind == integer {
		at := p.token
		n, err := strconv.Atoi(at.text)
		if err != nil || n < 1 || n > p.cells {
			p.fail(at, at.text, fmt.Sprintf("a number of %s from 1 to %d", what, p.cells))
		}
		p.advance()
		if p.numeric() {
			p.unexpected("one number, how many " + what + " there are, or a list of names; " + nameRule)
		}
		return Labels{N: n}
	}
	var l Labels
	seen := map[string]bool{}
	for p.token.kind == name {
		p.entry()
		if seen[p.token.text] {
			p.fail(p.token, fmt.Sprintf("%q again", p.token.text), "a name not yet in the list of "+what)
		}
		seen[p.token.text] = true
		l.Names = append(l.Names, p.token.text)
		p.advance()
	}
	l.N = len(l.Names)
	switch {
	case l.N == 0:
		p.unexpected("a whole number or a list of names after " + what + ":")
	case p.token.kind != end && (p.token.kind != reserved || !p.opens()):
		p.unexpected("another name, or the next entry")
	}
	return l
}

// opens says whether a reserved word begins an entry, and is not one of a list of names.
func (p *parser) opens() bool {
	ahead := *p.lexer
	next := ahead.next()
	return next.kind == colon || p.is("start") && (next.text == "include" || next.text == "exclude")
}

// allocate makes the matrices, if they are not too large.
func (p *parser) allocate() {
	m := p.model
	s, a, z := m.States.N, m.Actions.N, m.Observations.N
	// 16 more for each row: its slice, and where it was written.
	if cells := float64(a) * float64(s) * (float64(s) + float64(z) + 16); cells > float64(p.cells) {
		p.fail(p.token, fmt.Sprintf("%d states, %d actions and %d observations, which take the space of %.3g numbers", s, a, z, cells),
			fmt.Sprintf("a model of at most %d", p.cells))
	}
	m.Initial = pomdp.Uniform(s)
	m.Transition, m.Observation = matrices(a, s, s), matrices(a, s, z)
	p.transitionAt, p.observationAt = make([]token, a*s), make([]token, a*s)
	p.states, p.actions, p.sights = index(m.States), index(m.Actions), index(m.Observations)
}

func matrices(n, rows, columns int) [][][]float64 {
	out := make([][][]float64, n)
	for i := range out {
		out[i] = make([][]float64, rows)
		for j := range out[i] {
			out[i][j] = make([]float64, columns)
		}
	}
	return out
}

func index(l Labels) map[string]int {
	out := make(map[string]int, len(l.Names))
	for i, n := range l.Names {
		out[n] = i
	}
	return out
}

// start reads the initial belief, which may be absent: then it is uniform.
func (p *parser) start() {
	if !p.is("start") {
		return
	}
	m := p.model
	p.advance()
	if p.is("include") || p.is("exclude") {
		exclude := p.is("exclude")
		p.advance()
		p.colon("start include or exclude")
		at := p.token
		listed := make([]bool, m.States.N)
		some := false
		for p.token.kind == name || p.token.kind == integer {
			listed[p.item(m.States, p.states, "state")] = true
			some = true
		}
		if !some {
			p.unexpected("a list of states")
		}
		p.over(at, listed, exclude)
		return
	}
	p.colon("start")
	switch {
	case p.is("uniform"):
		p.advance()
	case p.token.kind == name:
		at := p.token
		listed := make([]bool, m.States.N)
		count := 0
		for p.token.kind == name {
			listed[p.item(m.States, p.states, "state")] = true
			count++
		}
		if count > 1 {
			p.notice(at, `several states after "start:" are not in the grammar; "start include:" was assumed`)
		}
		p.over(at, listed, false)
	default:
		what := "start"
		if state, err := strconv.Atoi(p.token.text); err == nil && state < m.States.N { // some mean a state by a single number
			what = fmt.Sprintf("start, or start include: %d to begin in that state", state)
		}
		p.row(m.Initial, what, p.probability)
	}
}

// over makes the initial belief uniform over the listed states or the others.
func (p *parser) over(at token, listed []bool, exclude bool) {
	n := 0
	for _, x := range listed {
		if x != exclude {
			n++
		}
	}
	if n == 0 {
		p.fail(at, "all states excluded", "at least one to start in")
	}
	for s, x := range listed {
		p.model.Initial[s] = 0
		if x != exclude {
			p.model.Initial[s] = 1 / float64(n)
		}
	}
}

// item reads one name or index from 0.
func (p *parser) item(l Labels, names map[string]int, what string) int {
	i, ok := names[p.token.text]
	switch {
	case p.token.kind == integer:
		n, err := strconv.Atoi(p.token.text)
		if err != nil || n >= l.N {
			p.unexpected(fmt.Sprintf("an index of a %s from 0 to %d", what, l.N-1))
		}
		i = n
	case p.token.kind != name:
		p.unexpected("one of the " + what + "s")
	case !ok:
		p.unexpected("one of the " + what + "s of the preamble")
	}
	p.advance()
	return i
}

// row reads exactly len(row) numbers.
func (p *parser) row(row []float64, what string, number func(string) float64) {
	p.spend(p.token, len(row))
	for i := range row {
		want := ""
		if !p.numeric() { // a million words for an error would take longer than the numbers
			want = fmt.Sprintf("number %d of %d of the %s", i+1, len(row), what)
		}
		row[i] = number(want)
	}
}

func (p *parser) full(what string, n int) {
	if p.numeric() || p.token.kind == sign {
		p.unexpected(fmt.Sprintf("the %s to end after %d numbers", what, n))
	}
}

// spend counts the cells written and fails beyond a bound: statements with wildcards, repeated on
// a large model, could keep the parser busy for ever.
func (p *parser) spend(at token, n int) {
	const most int64 = 1 << 31
	if p.work += int64(min(n, math.MaxInt32)); p.work > most {
		p.fail(at, fmt.Sprintf("more than %d cells written so far", most), "fewer statements that overwrite each other")
	}
}
