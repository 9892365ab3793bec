package plan

import (
	"fmt"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// path draws phase 2: at every step the tree's choice, what came of it, the
// branch that this took, and what an optimal policy would have done.
func (s pane) path(a canvas.Area) int {
	n, tree := s.Now, s.Now.Plan.Tree
	a.Text(1, 0, "t  tree says", kit.Bold)
	columns := [...]int{24, 42, 60}
	if a.W() < 76 {
		columns = [...]int{21, 38, 48}
	} else {
		for _, node := range n.Path { // whole vectors, where there is room
			columns[2] = min(max(columns[2], columns[1]+len("12 ")+betaWidth(&tree.Nodes[node])+2), max(a.W()-len("1 differs")-2, columns[2]))
		}
	}
	a.Text(columns[0], 0, "earned, seen", kit.Bold)
	a.Text(columns[1], 0, "next β", kit.Bold)
	a.Text(columns[2], 0, "optimal", kit.Bold)
	y := 1
	shown, left := ends(min(len(n.Episode.Steps), len(n.Path)), max(6, a.H()-10))
	for _, i := range shown {
		if y >= a.H() {
			break
		}
		if i < 0 {
			a.Text(1, y, fmt.Sprintf("… %d more", left), kit.Dim)
			y++
			continue
		}
		t := i + 1
		node := tree.Nodes[n.Path[t-1]]
		step := n.Episode.Steps[t-1]
		style := kit.Plain
		if n.Beat.T == t || t == 1 && n.Beat.T == 0 {
			style = kit.Fresh
		}
		s.Whole(a, 1, y, fmt.Sprint(t), style, kit.FigureAt(why.Action, t).Value())
		x := s.Action(a, 4, y, node.Action)
		x = a.Sub(0, y, columns[0]-1, 1).Text(x+1, 0, s.Truth().ActionName(node.Action), style)
		s.Spot(a, 4, y, x-4, 1, kit.FigureAt(why.Node, n.Path[t-1]).Value())
		if n.Drawn(model.BeatObserve, t) {
			name := s.Truth().BranchName(step.Observation.Value, step.Reward.Value)
			x = a.Sub(0, y, columns[1]-1, 1).Text(columns[0], 0, name, style)
			s.Spot(a, columns[0], y, x-columns[0], 1, kit.FigureAt(why.Earned, t).Value())
		}
		if n.Drawn(model.BeatBranch, t) {
			next := tree.Nodes[n.Path[t]]
			x = columns[1]
			s.Spot(a, x, y, columns[2]-x-1, 1, kit.FigureAt(why.Node, n.Path[t]).Value())
			if next.Pair >= 0 {
				x = s.Pair(a, x, y, next.Pair)
			}
			if a.W() >= 76 {
				s.nodeBeta(a.Sub(0, y, columns[2]-1, 1), x+1, n.Path[t], style)
			}
		}
		s.advice(a.Sub(columns[2], y, a.W()-columns[2], 1), t, node.Action)
		s.Spot(a, columns[2], y, 9, 1, kit.FigureAt(why.Action, t).Truth())
		y++
	}
	return y
}

// advice draws what an optimal policy would have done at step t.
func (s pane) advice(a canvas.Area, t, chosen int) {
	advice := s.Now.Advice
	if advice == nil {
		a.Text(0, 0, "…", kit.Dim)
		return
	}
	x := s.Action(a, 0, 0, advice.Action[t-1])
	if advice.Action[t-1] == chosen {
		a.Text(x+1, 0, "same", kit.Good)
	} else {
		a.Text(x+1, 0, "differs", kit.Warn)
	}
}
