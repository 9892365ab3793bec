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

// tree draws the policy tree: likely branches first, branches with the same
// continuation on one line, impossible ones left out. In phase 2 the path that the
// episode takes is lit where it stands. A tree that is too large is cut at the depth where
// all of its branches fit; m turns to the rest. page is the one that m turned to, 0 for the beginning alone. It returns the
// rows that it took.
func (s pane) tree(a canvas.Area, page int) int {
	if a.H() < 3 {
		return 0
	}
	p := s.Now.Plan
	words := []string{"policy tree: what to do, after what (likeliest first), in whose order", "policy tree: what to do, after what, in whose order", "policy tree: what to do, after what", "policy tree"}
	if !s.Pairwise() {
		words = words[2:]
	}
	more := s.turnWidth(" shows the whole tree")
	var rows []treeRow
	cut, pages := false, 0
	if page > 0 {
		rows = s.treeRows(treePages*(a.H()-1)+1, p.Horizon)
		pages = kit.Ceil(len(rows), a.H()-1)
		first := min((page-1)*(a.H()-1), len(rows)-1)
		if to := wayTo(rows, first); to != "" {
			words = []string{"policy tree below: " + to, kit.Clipped("below: "+to, a.W()-2-more)}
		}
		rows = rows[first:]
	} else {
		depth := s.treeDepth(a.H() - 1)
		rows = s.treeRows(a.H(), depth)
		cut = depth < p.Horizon
	}
	title := a.Text(1, 0, kit.FirstThatFits(words, a.W()-2-more), kit.Bold)
	left := 0
	if shown := a.H() - 1; len(rows) > shown {
		if cut = true; page == 0 && shown > 2 { // a row for what is left out, and none but the branch taken from there
			left = len(rows) - shown + 1
			if lit := slices.IndexFunc(rows, func(r treeRow) bool { return r.lit && r.branch != "" }); lit >= shown-1 {
				rows[shown-2] = rows[lit]
			}
			shown--
		}
		rows = rows[:shown]
	}
	if cut {
		words := "shows the whole tree"
		if page > 0 {
			words = fmt.Sprintf("shows page %d of %d", page+1, pages)
		}
		x := a.W() - 1 - s.turnWidth(words)
		if x <= title+1 {
			words = "…"
			x = min(title+2, a.W()-s.turnWidth(words))
		}
		s.Turn(a, x, 0, kit.Plan, words)
	}
	for i, r := range rows {
		s.treeRow(a, 1+i, r)
	}
	if left > 0 {
		a.Text(1, 1+len(rows), fmt.Sprintf("%c %d more", s.Glyph('…', '.'), left), kit.Dim)
		return 2 + len(rows)
	}
	return 1 + len(rows)
}

// wayTo says after what a row comes: the branches on the way to it, from the root's.
func wayTo(rows []treeRow, to int) string {
	var branches []string
	for i, deep := to-1, canvas.Width(rows[to].lead); i > 0; i-- {
		if lead := canvas.Width(rows[i].lead); lead < deep {
			branches, deep = append(branches, rows[i].branch), lead
		}
	}
	slices.Reverse(branches)
	return strings.Join(branches, "; ")
}

// listed is a list of outcomes without those that a width has no room for.
func (s pane) listed(outcomes string, width int) string {
	if canvas.Width(outcomes) <= width {
		return outcomes
	}
	more := string(s.Glyph('…', '.'))
	list := kit.Clipped(strings.ReplaceAll(outcomes, " or ", ", "), width-2)
	return list + " " + more
}

// treeRow draws what is done after an outcome, and in whose order of the states.
func (s pane) treeRow(a canvas.Area, y int, r treeRow) {
	style := kit.Plain
	if r.lit {
		style = kit.Fresh
	}
	left := a.Text(1, y, s.twigs(r.lead), kit.Rule)
	node := s.Now.Plan.Tree.Nodes[r.node]
	mistake, is := s.mistake(r)
	if r.branch != "" { // what is done after it always has room
		rest := len(" > 1 ") + canvas.Width(s.Truth().ActionName(node.Action)) + 1
		if is {
			rest += shortMark
		}
		x := a.Text(left, y, s.listed(r.branch, max(a.W()-rest, left+2)-left), style)
		s.Spot(a, left, y, x-left, 1, kit.FigureAt(why.Branch, r.parent, r.outcome).Value())
		left = a.Text(x, y, string([]rune{' ', s.Glyph('→', '>'), ' '}), style)
	}
	x := s.Action(a, left, y, node.Action)
	x = a.Text(x+1, y, s.Truth().ActionName(node.Action), style.With(canvas.Bold))
	if room := a.W() - x - len(" in 11"); node.Pair >= 0 && s.Pairwise() && (room > shortMark || room > 0 && !is) { // whose order its β is in
		x = s.Pair(a, a.Text(x, y, " in ", kit.Dim), y, node.Pair)
	}
	s.Spot(a, left, y, x-left, 1, kit.FigureAt(why.Node, r.node).Value())
	if r.branch == "" {
		left = x + 1
		s.nodeBeta(a.Rows(y, 1), left, r.node, kit.Plain)
		return
	}
	if is {
		s.wrong(a.Sub(x+2, y, a.W()-x-2, 1), mistake)
	}
}

// nodeBeta writes a node's β-vector: each number with its state's letter where there are few.
func (s pane) nodeBeta(a canvas.Area, x, node int, style canvas.Style) {
	n, ref := s.Now.Plan.Tree.Nodes[node], kit.FigureAt(why.Node, node).Value()
	if n.Beta == nil {
		return
	}
	x = a.Text(x, 0, "β ", kit.Dim)
	if len(n.Beta) <= mostOrdered && n.Pair >= 0 {
		s.ordered(a, x, n.Pair, n.Beta, ref)
		return
	}
	s.Spot(a, x, 0, a.Text(x, 0, vector(n.Beta), style)-x, 1, ref)
}

// betaWidth is how many columns nodeBeta takes.
func betaWidth(n *planning.Node) int {
	if len(n.Beta) > mostOrdered || n.Pair < 0 {
		return len("b ") + canvas.Width(vector(n.Beta))
	}
	wide := len("b ")
	for _, v := range n.Beta {
		wide += len("A") + canvas.Width(figure.Value(v)) + 1
	}
	return wide
}

// treeDepth is how many steps of the tree fit into so many rows, with all branches of each: at
// least one.
func (s pane) treeDepth(rows int) int {
	at, drawn := []int{0}, 1
	for depth := 0; ; depth++ {
		var next []int
		for _, node := range at {
			for _, b := range s.children(node) {
				next = append(next, b.child)
			}
			if drawn+len(next) > rows {
				return max(depth, 1)
			}
		}
		if len(next) == 0 {
			return s.Now.Plan.Horizon
		}
		at, drawn = next, drawn+len(next)
	}
}

// twigs are the lines before a row of the tree, as this terminal draws them.
func (s pane) twigs(lead string) string {
	if s.Theme.ASCII {
		return strings.NewReplacer("├", "|", "└", "`", "│", "|", "─", "-").Replace(lead)
	}
	return lead
}

// treePages bounds how many pages of a tree are shown.
const treePages = 50

// planPage is 0 for the plan's summary, else the page of the tree that m turned
// to.
// h is the height of the tree's area: after its last page the summary comes again.
func (s pane) planPage(h int) int {
	page, each := s.Page(treePages+1), h-1
	if page <= 1 || each < 1 {
		return page
	}
	before := (page - 1) * each
	rows := s.treeRows(before+2, s.Now.Plan.Horizon)
	if len(rows) > before {
		return page
	}
	return page % (kit.Ceil(len(rows), each) + 1)
}

// treeRow is one line of a drawn tree.
type treeRow struct {
	lead   string // the lines before it
	branch string // outcomes that lead here
	node   int
	lit    bool // on the path of the episode under way

	parent, outcome int // where the first of the outcomes branches off
	ways            []way
}

// treeRows lays the tree out depth first, at most limit rows, and so many steps of it.
func (s pane) treeRows(limit, depth int) []treeRow {
	var path []int
	if s.Now.Phase2() {
		path = s.Now.Path
	}
	rows := []treeRow{{lit: len(path) > 0}}
	var ways []way
	if s.Session.RegretByStep() != nil && s.Asked == "" && s.Now.Plan.Tree.Observe == planning.ObserveRZ {
		ways = []way{{belief: s.Truth().Start(), probability: 1}}
	}
	return append(rows, s.branchRows(0, "", path, ways, limit, depth)...)
}

// branchRows lays out what follows a node, behind a lead. path is the rest of the
// episode's path from that node on, the node first; empty off the path. ways lead to the node.
func (s pane) branchRows(node int, lead string, path []int, ways []way, limit, depth int) []treeRow {
	if depth == 0 {
		return nil
	}
	var rows []treeRow
	all := s.branches(node)
	for i, b := range all {
		if len(rows) >= limit {
			break
		}
		fork, under := "├─ ", "│  "
		if i == len(all)-1 {
			fork, under = "└─ ", "   "
		}
		row := treeRow{lead: lead + fork, branch: b.words, node: b.child, parent: node, outcome: b.outcome, ways: s.onward(node, b.child, ways)}
		var rest []int
		if len(path) > 1 && path[1] == b.child {
			row.lit, rest = true, path[1:]
		}
		rows = append(rows, row)
		rows = append(rows, s.branchRows(b.child, lead+under, rest, row.ways, limit-len(rows), depth-1)...)
	}
	return rows
}

// continuation is a node's child with the outcomes that lead to it.
type continuation struct {
	child  int
	words  string
	chance float64

	outcome int // the first of them
}

// branches groups a node's outcomes by where they lead, the likeliest first.
func (s pane) branches(node int) []continuation {
	tree, reach := s.Now.Plan.Tree, s.Now.Plan.Reach
	out := s.children(node)
	for i := range out {
		out[i].words = s.branchWords(node, out[i].child)
		for o, child := range tree.Nodes[node].Next {
			switch {
			case child != out[i].child:
			case reach == nil:
				out[i].chance++
			default:
				out[i].chance += reach[node][o]
			}
		}
	}
	slices.SortStableFunc(out, func(a, b continuation) int { return cmp.Compare(b.chance, a.chance) })
	return out
}

// children are where a node's outcomes lead, each once and without words, by the first outcome.
func (s pane) children(node int) []continuation {
	var out []continuation
	for o, child := range s.Now.Plan.Tree.Nodes[node].Next {
		if s.Now.Plan.Possible(node, o) && !slices.ContainsFunc(out, func(c continuation) bool { return c.child == child }) {
			out = append(out, continuation{child: child, outcome: o})
		}
	}
	return out
}

// branchWords says which outcomes lead to a child. Where most of many do, it names the
// others: "unless …".
func (s pane) branchWords(node, child int) string {
	const many = 3
	p := s.Now.Plan
	tree := p.Tree
	own, others := 0, 0
	for o, c := range tree.Nodes[node].Next {
		switch {
		case !p.Possible(node, o):
		case c == child:
			own++
		default:
			others++
		}
	}
	if others == 0 {
		return "whatever comes"
	}
	var b strings.Builder
	begins, inverted := "if ", own >= many && own > 2*others
	if inverted {
		begins = "unless "
	}
	b.WriteString(begins)
	last := own - 1
	if inverted {
		last = others - 1
	}
	listed := 0
	for o, c := range tree.Nodes[node].Next {
		if p.Possible(node, o) && (c == child) != inverted {
			switch listed {
			case 0:
			case last:
				b.WriteString(" or ")
			default:
				b.WriteString(", ")
			}
			b.WriteString(s.outcomeName(tree, o))
			listed++
		}
	}
	return b.String()
}

func (s pane) outcomeName(t *planning.Tree, outcome int) string {
	m := s.Truth()
	if t.Observe == planning.ObserveZ {
		return m.ObservationName(outcome)
	}
	return m.BranchName(s.Sizes().OutcomeAt(outcome))
}

func vector(x []float64) string {
	parts := make([]string, len(x))
	for i, v := range x {
		parts[i] = figure.Number(v)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
