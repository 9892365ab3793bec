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
			p.entry()
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

// statement is a T or an O statement: which matrices it writes, and what their columns are.
type statement struct {
	letter, name string
	matrices     [][][]float64
	written      []token
	columns      Labels
	names        map[string]int // of the columns
	column       string
	moves        bool // T: its matrix may be the identity, its row reset
}

// transition reads a T statement.
func (p *parser) transition() {
	p.distributions(statement{"T", "transition", p.model.Transition, p.transitionAt, p.model.States, p.states, "state", true})
}

// observation reads an O statement.
func (p *parser) observation() {
	p.distributions(statement{"O", "observation", p.model.Observation, p.observationAt, p.model.Observations, p.sights, "observation", false})
}

// distributions reads a matrix, a row or a cell of some actions' matrices.
func (p *parser) distributions(x statement) {
	orMatrix, orRow := " or uniform", " or uniform"
	if x.moves {
		orMatrix, orRow = ", uniform or identity", ", uniform or reset"
	}
	m, at := p.model, p.token
	p.advance()
	p.colon(x.letter)
	write := writer{p, at, x.matrices, x.written, p.selected(m.Actions, p.actions, "action")}
	s, all, whole := selection{0, m.States.N}, selection{0, x.columns.N}, !p.more()
	if !whole {
		s = p.selected(m.States, p.states, "state")
		if p.more() {
			write.cells(s, p.selected(x.columns, x.names, x.column), p.probability("a probability"))
			p.full("statement", 1)
			return
		}
	}
	switch {
	case p.is("uniform"):
		p.advance()
		write.cells(s, all, 1/float64(x.columns.N))
	case whole && x.moves && p.is("identity"):
		p.advance()
		write.row(s, make([]float64, m.States.N))
		for i := range m.States.N {
			write.cells(selection{i, i + 1}, selection{i, i + 1}, 1)
		}
	case whole:
		write.matrix(x.columns.N, x.name+" matrix"+orMatrix)
	case x.moves && p.is("reset"):
		p.advance()
		write.row(s, m.Initial)
	default:
		row := make([]float64, x.columns.N)
		p.row(row, x.name+" row"+orRow, p.probability)
		p.full(x.name+" row", x.columns.N)
		write.row(s, row)
	}
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
