package panes

import (
	"fmt"
	"strings"

	"eeporl/pomdp/figure"

	"eeporl/model"
	"eeporl/planning"
	"eeporl/tui/canvas"
)

// tree draws the policy tree indented, branches with the same continuation on
// one line. In phase 2 the path taken so far is lit.
func (s Scene) tree(a canvas.Area) {
	if a.H() < 3 {
		return
	}
	p := s.Now.Plan
	a.Text(1, 0, "policy tree: what to do, after what was seen and earned", bold)
	lit := map[int]bool{}
	for _, node := range s.Now.Path {
		lit[node] = s.Now.Phase2()
	}
	rows := treeRows(s, p.Tree, 0, 0, a.H()+1)
	for i, r := range rows {
		y := 1 + i
		if y == a.H()-1 && i < len(rows)-1 {
			a.Text(1, y, fmt.Sprintf("… and so on: the tree has %d nodes", len(p.Tree.Nodes)), dim)
			return
		}
		x := 1 + 3*r.depth
		style := text
		if lit[r.node] {
			style = fresh
		}
		node := p.Tree.Nodes[r.node]
		x = s.action(a, x, y, node.Action)
		x = a.Text(x+1, y, s.truth().ActionName(node.Action), style)
		if r.branch == "" {
			a.Text(x+1, y, "β = "+vector(node.Beta), dim)
		} else {
			a.Text(x+1, y, r.branch, dim)
		}
	}
}

// treeRow is one line of a drawn tree.
type treeRow struct {
	depth  int
	branch string // outcomes that lead here
	node   int
}

// treeRows lays a tree out depth first, at most limit rows.
func treeRows(s Scene, t *planning.Tree, node, depth, limit int) []treeRow {
	rows := []treeRow{{depth: depth, node: node}}
	return append(rows, branchRows(s, t, node, depth+1, limit)...)
}

func branchRows(s Scene, t *planning.Tree, node, depth, limit int) []treeRow {
	next := t.Nodes[node].Next
	var order []int
	outcomes := map[int][]string{}
	for o, child := range next {
		if _, seen := outcomes[child]; !seen {
			order = append(order, child)
		}
		outcomes[child] = append(outcomes[child], s.outcomeName(t, o))
	}
	var rows []treeRow
	for _, child := range order {
		if len(rows) >= limit {
			break
		}
		branch := strings.Join(outcomes[child], ", ")
		if len(order) == 1 {
			branch = "whatever comes"
		} else {
			branch = "if " + branch
		}
		rows = append(rows, treeRow{depth: depth, branch: branch, node: child})
		rows = append(rows, branchRows(s, t, child, depth+1, limit-len(rows))...)
	}
	return rows
}

func (s Scene) outcomeName(t *planning.Tree, outcome int) string {
	m := s.truth()
	if t.Observe == planning.ObserveZ {
		return m.ObservationName(outcome)
	}
	z, r := s.sizes().OutcomeAt(outcome)
	return m.ObservationName(z) + " " + figure.Number(m.RewardValue(r))
}

func vector(x []float64) string {
	parts := make([]string, len(x))
	for i, v := range x {
		parts[i] = figure.Number(v)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// path draws phase 2: at every step the tree's choice, what came of it, the
// branch that this took, and what an optimal policy would have done.
func (s Scene) path(a canvas.Area) int {
	n, tree := s.Now, s.Now.Plan.Tree
	a.Text(1, 0, "t  tree says", bold)
	columns := [...]int{24, 42, 60}
	if a.W() < 76 {
		columns = [...]int{21, 38, 48}
	}
	a.Text(columns[0], 0, "seen, earned", bold)
	a.Text(columns[1], 0, "next β", bold)
	a.Text(columns[2], 0, "optimal", bold)
	y := 1
	for t := 1; t <= len(n.Episode.Steps) && y < a.H(); t++ {
		if t > len(n.Path) {
			break
		}
		node := tree.Nodes[n.Path[t-1]]
		step := n.Episode.Steps[t-1]
		style := text
		if n.Beat.T == t || t == 1 && n.Beat.T == 0 {
			style = fresh
		}
		a.Text(1, y, fmt.Sprint(t), style)
		x := s.action(a, 4, y, node.Action)
		a.Sub(0, y, columns[0]-1, 1).Text(x+1, 0, s.truth().ActionName(node.Action), style)
		if n.Drawn(model.BeatObserve, t) {
			name := s.truth().ObservationName(step.Observation.Value) + ", " + figure.Number(s.truth().RewardValue(step.Reward.Value))
			a.Sub(0, y, columns[1]-1, 1).Text(columns[0], 0, name, style)
		}
		if n.Drawn(model.BeatBranch, t) {
			next := tree.Nodes[n.Path[t]]
			x = columns[1]
			if next.Pair >= 0 {
				x = s.pair(a, x, y, next.Pair)
			}
			if a.W() >= 76 {
				a.Sub(0, y, columns[2]-1, 1).Text(x+1, 0, vector(next.Beta), style)
			}
		}
		s.advice(a.Sub(columns[2], y, a.W()-columns[2], 1), t, node.Action)
		y++
	}
	return y
}

// advice draws what an optimal policy would have done at step t.
func (s Scene) advice(a canvas.Area, t, chosen int) {
	advice := s.Now.Advice
	if advice == nil {
		a.Text(0, 0, "…", dim)
		return
	}
	x := s.action(a, 0, 0, advice.Action[t-1])
	if advice.Action[t-1] == chosen {
		a.Text(x+1, 0, "same", good)
	} else {
		a.Text(x+1, 0, "differs", warn)
	}
}
