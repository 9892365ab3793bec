package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"eeporl/model/why"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// twig is one outcome of a node.
type twig struct {
	outcome int // -1 for a row that says how many are left out
	words   string
	chance  float64
}

// fan lists a node's possible outcomes, the likeliest first as in the tree, in at most room rows:
// the one that was seen is always among them, and the last row counts those left out.
func (s pane) fan(t *planning.Tree, j junction, room int) []twig {
	p := s.Now.Plan
	var all []twig
	for o := range t.Nodes[j.node].Next {
		if p.Possible(j.node, o) || o == j.taken {
			all = append(all, twig{o, s.outcomeName(t, o), p.Chance(j.node, o)})
		}
	}
	slices.SortStableFunc(all, func(x, y twig) int { return cmp.Compare(y.chance, x.chance) })
	if len(all) <= room {
		return all
	}
	kept := all[:room-1]
	for _, x := range all[room-1:] {
		if x.outcome == j.taken {
			kept[room-2] = x
		}
	}
	return append(kept, twig{outcome: -1, words: fmt.Sprintf("… %d more outcomes", len(all)-len(kept))})
}

// twig draws one outcome: how likely it is in truth and what is done after it.
func (s pane) twig(a canvas.Area, x, wide, row, rows int, r twig, j junction) {
	tree := s.Now.Plan.Tree
	lit := r.outcome >= 0 && r.outcome == j.taken
	style, line := kit.Plain, kit.Rule
	if lit {
		style, line = kit.Fresh, kit.Fresh
	}
	corner := '├'
	switch {
	case rows == 1:
		corner = '─'
	case row == 0:
		corner = '┬'
	case row == rows-1:
		corner = '└'
	}
	a.Set(x, 0, s.Glyph(corner, '|'), line)
	if lit {
		a.Set(x+1, 0, s.Glyph('━', '='), line)
	}
	at := a.Sub(0, 0, x+3+wide, 1).Text(x+3, 0, s.shortened(r.words, wide), style)
	if r.outcome < 0 {
		return
	}
	s.Spot(a, x+3, 0, at-x-3, 1, kit.FigureAt(why.Branch, j.node, r.outcome).Value())
	x = a.Text(x+4+wide, 0, "p ", kit.Dim)
	s.Right(a, x+4, 0, figure.Probability(r.chance), style, kit.FigureAt(why.Branch, j.node, r.outcome).Truth())
	child := tree.Nodes[j.node].Next[r.outcome]
	x += 6
	if lit {
		a.Text(x, 0, string([]rune{s.Glyph('━', '='), s.Glyph('▶', '>')}), line)
	}
	action := tree.Nodes[child].Action
	if s.Asked == askedBranch {
		a.Text(x+3, 0, "?", style)
		return
	}
	x = s.Action(a, x+3, 0, action)
	at = a.Text(x+1, 0, s.Truth().ActionName(action), style)
	s.Spot(a, x-1, 0, at-x+1, 1, kit.FigureAt(why.Node, child).Value())
}

// shortened is an outcome's name in so many columns: the reward stays whole.
func (s pane) shortened(words string, wide int) string {
	at := strings.LastIndex(words, " r=")
	if canvas.Width(words) <= wide || at < 0 {
		return words
	}
	return s.Seen(words[:at], wide-canvas.Width(words[at:])) + words[at:]
}
