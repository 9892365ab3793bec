package cassandra

import "fmt"

// statements reads all T, O and R statements. Later ones overwrite earlier
// ones cell by cell.
func (p *parser) statements() {
	for p.token.kind != end {
		switch {
		case p.is("T"):
			p.transition()
		case p.is("O"):
			p.observation()
		case p.is("R"):
			p.reward()
		default:
			p.unexpected(`"T", "O" or "R"`)
		}
	}
}

// selection is the range from … to−1 that one index of a statement stands for.
type selection struct{ from, to int }

func (s selection) key() int32 {
	if s.to-s.from == 1 {
		return int32(s.from)
	}
	return wild
}

// selected reads * or one item. With one item in all, * and 0 are the same.
func (p *parser) selected(l Labels, names map[string]int, what string) selection {
	if p.token.kind == star {
		p.advance()
		return selection{0, l.N}
	}
	i := p.item(l, names, what)
	return selection{i, i + 1}
}

// more reports another index and steps over its colon.
func (p *parser) more() bool {
	if p.token.kind != colon {
		return false
	}
	p.advance()
	return true
}

func (p *parser) transition() {
	m := p.model
	at := p.token
	p.advance()
	p.colon("T")
	a := p.selected(m.Actions, p.actions, "action")
	write := writer{p, at, m.Transition, p.transitionAt, a}
	all := selection{0, m.States.N}
	if !p.more() {
		switch {
		case p.is("identity"):
			p.advance()
			write.row(all, make([]float64, m.States.N))
			for s := range m.States.N {
				write.cells(selection{s, s + 1}, selection{s, s + 1}, 1)
			}
		case p.is("uniform"):
			p.advance()
			write.cells(all, all, 1/float64(m.States.N))
		default:
			write.matrix(m.States.N, "transition matrix, uniform or identity")
		}
		return
	}
	s := p.selected(m.States, p.states, "state")
	if !p.more() {
		switch {
		case p.is("uniform"):
			p.advance()
			write.cells(s, all, 1/float64(m.States.N))
		case p.is("reset"):
			p.advance()
			write.row(s, m.Initial)
		default:
			row := make([]float64, m.States.N)
			p.row(row, "transition row, uniform or reset", p.probability)
			p.full("transition row", m.States.N)
			write.row(s, row)
		}
		return
	}
	next := p.selected(m.States, p.states, "state")
	write.cells(s, next, p.probability("a probability"))
	p.full("statement", 1)
}

func (p *parser) observation() {
	m := p.model
	at := p.token
	p.advance()
	p.colon("O")
	a := p.selected(m.Actions, p.actions, "action")
	write := writer{p, at, m.Observation, p.observationAt, a}
	all := selection{0, m.Observations.N}
	if !p.more() {
		if p.is("uniform") {
			p.advance()
			write.cells(selection{0, m.States.N}, all, 1/float64(m.Observations.N))
			return
		}
		write.matrix(m.Observations.N, "observation matrix or uniform")
		return
	}
	s := p.selected(m.States, p.states, "state")
	if !p.more() {
		if p.is("uniform") {
			p.advance()
			write.cells(s, all, 1/float64(m.Observations.N))
			return
		}
		row := make([]float64, m.Observations.N)
		p.row(row, "observation row or uniform", p.probability)
		p.full("observation row", m.Observations.N)
		write.row(s, row)
		return
	}
	z := p.selected(m.Observations, p.sights, "observation")
	write.cells(s, z, p.probability("a probability"))
	p.full("statement", 1)
}

// writer writes cells of the matrices of some actions for one statement.
type writer struct {
	p        *parser
	at       token
	matrices [][][]float64
	written  []token
	actions  selection
}

func (w writer) cells(rows, columns selection, x float64) {
	w.p.spend(w.at, (w.actions.to-w.actions.from)*(rows.to-rows.from)*(columns.to-columns.from))
	for a := w.actions.from; a < w.actions.to; a++ {
		for s := rows.from; s < rows.to; s++ {
			row := w.matrices[a][s]
			for i := columns.from; i < columns.to; i++ {
				row[i] = x
			}
			w.written[a*len(w.matrices[a])+s] = w.at
		}
	}
}

func (w writer) row(rows selection, x []float64) {
	w.p.spend(w.at, (w.actions.to-w.actions.from)*(rows.to-rows.from)*len(x))
	for a := w.actions.from; a < w.actions.to; a++ {
		for s := rows.from; s < rows.to; s++ {
			copy(w.matrices[a][s], x)
			w.written[a*len(w.matrices[a])+s] = w.at
		}
	}
}

func (w writer) matrix(columns int, what string) {
	row := make([]float64, columns)
	n := w.p.model.States.N
	for s := range n {
		w.p.row(row, fmt.Sprintf("row %d of %d of the %s", s+1, n, what), w.p.probability)
		w.row(selection{s, s + 1}, row)
	}
	w.p.full("matrix", n*columns)
}

func (p *parser) reward() {
	m := p.model
	p.advance()
	p.colon("R")
	a := p.selected(m.Actions, p.actions, "action")
	if !p.more() {
		p.unexpected("a colon and a state: in a POMDP, R takes at least an action and a state")
	}
	s := p.selected(m.States, p.states, "state")
	if !p.more() {
		row := make([]float64, m.Observations.N)
		for next := range m.States.N {
			p.row(row, fmt.Sprintf("row %d of %d of the reward matrix", next+1, m.States.N), p.signed)
			for z, x := range row {
				m.rewards.set(key{a.key(), s.key(), int32(next), int32(z)}, x)
			}
		}
		p.full("reward matrix", m.States.N*m.Observations.N)
		return
	}
	next := p.selected(m.States, p.states, "state")
	if !p.more() {
		row := make([]float64, m.Observations.N)
		p.row(row, "reward row", p.signed)
		p.full("reward row", len(row))
		for z, x := range row {
			m.rewards.set(key{a.key(), s.key(), next.key(), int32(z)}, x)
		}
		return
	}
	z := p.selected(m.Observations, p.sights, "observation")
	m.rewards.set(key{a.key(), s.key(), next.key(), z.key()}, p.signed("a reward"))
	p.full("statement", 1)
}
