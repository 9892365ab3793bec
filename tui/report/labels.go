package report

import (
	"fmt"
	"strings"

	"eeporl/pomdp/figure"
)

func (r *Run) labels() section {
	s := section{title: "Columns, labels, permutations"}
	e := r.Outcome.Estimated
	if e.Labels == nil {
		return s
	}
	n, c := e.Sizes, e.Comparison
	t := &table{head: []string{"column", "labelled", "by an entry of", "next pair's"}, right: []bool{0: true, 2: true, 3: true}}
	t.note = fmt.Sprintf("A column is labelled by its largest entry, which has to reach 2/(3|Z||R|) = %s (Lemma 3).", figure.Number(e.Threshold()))
	if c != nil {
		t.head = append(t.head, "stands for", "")
	}
	for col, l := range e.Labels {
		row := cells(fmt.Sprint(col+1), pairName(r.Names, n, l.Pair), figure.Number(l.Entry), figure.Number(l.Second))
		if c != nil {
			h := c.Assignment[col]
			state, verdict := r.Names.State(h%n.S), "right"
			if l.Pair != h/n.S {
				state, verdict = state+" in "+pairName(r.Names, n, h/n.S), "WRONG"
			}
			row = append(row, cells(state, verdict)...)
		}
		t.rows = append(t.rows, row)
	}
	s.add(block{table: t})
	if c != nil {
		s.add(block{heading: "The order in which each pair's states came back"}, r.permutations())
	}
	return s
}

func (r *Run) permutations() block {
	e := r.Outcome.Estimated
	order := e.Comparison.Order
	if e.Model != nil && len(order) > 0 && order[0] != nil {
		return paragraph("In one order for all pairs: " + r.states(order[0]) + ".")
	}
	t := &table{head: []string{"pair", "its columns are, left to right"}}
	for pair, states := range order {
		text := "unknown: not |S| columns"
		if states != nil {
			text = r.states(states)
		}
		t.rows = append(t.rows, cells(pairName(r.Names, e.Sizes, pair), text))
	}
	return block{table: t}
}

func (r *Run) states(order []int) string {
	called := make([]string, len(order))
	for j, s := range order {
		called[j] = r.Names.State(s)
	}
	return strings.Join(called, ", ")
}
