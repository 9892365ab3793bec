package scenarios

import (
	"fmt"
	"slices"
	"strconv"

	"eeporl/pomdp"
)

func (m *modelReader) allocateMatrices() {
	n := len(m.spec.Actions)
	m.spec.Transition = make([][][]float64, n)
	m.spec.Observation = make([][][]float64, n)
	m.spec.Reward = make([][][]float64, n)
}

func (m *modelReader) matrices(part pomdp.Part) [][][]float64 {
	switch part {
	case pomdp.PartTransition:
		return m.spec.Transition
	case pomdp.PartObservation:
		return m.spec.Observation
	}
	return m.spec.Reward
}

// matrixOf reads one key of a section: the matrix of one action.
func (m *modelReader) matrixOf(e entry) {
	part := pomdp.Part(e.path[0])
	if !slices.Contains(matrixParts(), part) {
		if !m.inTable(e.path) {
			m.fault(e.at, "", "key "+keyText(e.path), oneOf(e.path[0], modelKeys()))
		}
		return
	}
	if _, ok := m.places[whole(part)]; !ok {
		m.places[whole(part)] = e.at
	}
	if m.unread[whole(pomdp.PartActions)] {
		return
	}
	a := -1
	if len(e.path) == 2 {
		a = slices.Index(m.spec.Actions, e.path[1])
	}
	if a < 0 {
		m.unknownAction(part, e)
		return
	}
	p := place{part, a, -1}
	m.places[p] = e.at
	rows, ok := m.matrix(p, fmt.Sprintf("%s of %s", part, e.path[1]), e.value)
	if !ok {
		m.unread[p] = true
		return
	}
	m.matrices(part)[a] = rows
}

// inTable reports whether a key lies in a section whose header was faulted.
func (m *modelReader) inTable(path []string) bool {
	return slices.ContainsFunc(m.doc.tables, func(t entry) bool {
		return len(t.path) < len(path) && slices.Equal(t.path, path[:len(t.path)])
	})
}

func (m *modelReader) unknownAction(part pomdp.Part, e entry) {
	name := e.path[len(e.path)-1]
	found := "matrix for " + keyText(e.path[1:]) + ", which is no action"
	want := oneOf(name, m.spec.Actions)
	if slices.Contains(modelKeys(), name) {
		want += fmt.Sprintf("; the key %s has to stand before the first section", name)
	}
	m.fault(e.at, string(part), found, want)
}

// matrix reads rows of numbers and remembers where each row stands. A row with
// a fault of its own is left out of validation.
func (m *modelReader) matrix(p place, where string, v value) (rows [][]float64, ok bool) {
	if !isArray(v) {
		m.fault(v.at, where, describe(v), "an array of rows")
		return nil, false
	}
	for i, item := range v.items {
		row := place{p.part, p.action, i}
		m.places[row] = item.at
		numbers, ok := m.numbers(fmt.Sprintf("%s, row %s", where, m.rowName(i)), item)
		if !ok {
			m.unread[row] = true
		}
		rows = append(rows, numbers)
	}
	return rows, true
}

func (m *modelReader) rowName(i int) string {
	name := strconv.Itoa(i + 1)
	if i < len(m.spec.States) {
		name += " (" + m.spec.States[i] + ")"
	}
	return name
}
