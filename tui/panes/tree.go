package panes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"eeporl/pomdp/figure"

	"eeporl/model"
	"eeporl/planning"
	"eeporl/tui/canvas"
)

// tree draws the policy tree indented: likely branches first, branches with the
// same continuation on one line, impossible ones left out. In phase 2 the path
// that the episode takes comes first and is lit.
func (s Scene) tree(a canvas.Area) {
	if a.H() < 3 {
		return
	}
	p := s.Now.Plan
	a.Text(1, 0, "policy tree: what to do, after what was observed", bold)
	skip, limit := 0, a.H()+1
	if page := s.planPage(); page > 0 {
		skip, limit = (page-1)*(a.H()-2), page*(a.H()-2)+1
	}
	rows := s.treeRows(limit + 1)
	rows = rows[min(skip, len(rows)):]
	for i, r := range rows {
		y := 1 + i
		if y == a.H()-1 && i < len(rows)-1 {
			x := a.Text(1, y, fmt.Sprintf("… the tree has %d nodes; ", len(p.Tree.Nodes)), dim)
			x = a.Text(x, y, "m", key)
			a.Text(x+1, y, "shows more of it", dim)
			return
		}
		style := text
		if r.lit {
			style = fresh
		}
		node := p.Tree.Nodes[r.node]
		x := s.action(a, 1+3*r.depth, y, node.Action)
		x = a.Text(x+1, y, s.truth().ActionName(node.Action), style)
		if r.branch == "" {
			a.Text(x+1, y, "β = "+vector(node.Beta), dim)
		} else {
			a.Text(x+1, y, r.branch, dim)
		}
	}
}

// treePages bounds how many pages of a tree are shown.
const treePages = 50

// planPage is 0 for the plan's summary, else the page of the tree that m turned
// to.
func (s Scene) planPage() int { return s.More % (treePages + 1) }

// treeRow is one line of a drawn tree.
type treeRow struct {
	depth  int
	branch string // outcomes that lead here
	node   int
	lit    bool // on the path of the episode under way
}

// treeRows lays the tree out depth first, at most limit rows.
func (s Scene) treeRows(limit int) []treeRow {
	var path []int
	if s.Now.Phase2() {
		path = s.Now.Path
	}
	rows := []treeRow{{lit: len(path) > 0}}
	return append(rows, s.branchRows(0, 1, path, limit)...)
}

// branchRows lays out what follows a node. path is the rest of the episode's
// path from that node on, the node first; empty off the path.
func (s Scene) branchRows(node, depth int, path []int, limit int) []treeRow {
	var rows []treeRow
	for _, b := range s.branches(node, path) {
		if len(rows) >= limit {
			break
		}
		row := treeRow{depth: depth, branch: b.words, node: b.child}
		var rest []int
		if len(path) > 1 && path[1] == b.child {
			row.lit, rest = true, path[1:]
		}
		rows = append(rows, row)
		rows = append(rows, s.branchRows(b.child, depth+1, rest, limit-len(rows))...)
	}
	return rows
}

// continuation is a node's child with the outcomes that lead to it.
type continuation struct {
	child  int
	words  string
	chance float64
}

// branches groups a node's outcomes by where they lead, the path's first, then
// the likeliest.
func (s Scene) branches(node int, path []int) []continuation {
	p := s.Now.Plan
	next := p.Tree.Nodes[node].Next
	var order []int
	names, chance := map[int][]string{}, map[int]float64{}
	for o, child := range next {
		q := 1.0
		if p.Reach != nil {
			q = p.Reach[node][o]
		}
		if q < impossible {
			continue
		}
		if _, seen := names[child]; !seen {
			order = append(order, child)
		}
		names[child] = append(names[child], s.outcomeName(p.Tree, o))
		chance[child] += q
	}
	out := make([]continuation, len(order))
	for i, child := range order {
		words := "if " + strings.Join(names[child], ", ")
		if len(order) == 1 {
			words = "whatever comes"
		}
		out[i] = continuation{child, words, chance[child]}
		if len(path) > 1 && path[1] == child {
			out[i].chance = 2
		}
	}
	slices.SortStableFunc(out, func(a, b continuation) int { return cmp.Compare(b.chance, a.chance) })
	return out
}

// impossible is the probability below which a branch is not worth a row.
const impossible = 1e-12

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
