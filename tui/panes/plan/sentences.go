package plan

import (
	"strings"

	"eeporl/tui/panes/kit"
)

// Told is the policy tree, an action a line, deeper ones after more dashes.
func Told(scene kit.Scene) []string {
	s := pane{scene}
	p := s.Now.Plan
	if p == nil || p.Tree == nil || s.Now.Level < p.Horizon {
		return nil
	}
	out := []string{"first " + s.Truth().ActionName(p.Tree.Nodes[0].Action)}
	for _, row := range s.treeRows(kit.MostSentences+1, s.Now.Plan.Horizon)[1:] {
		depth := p.Tree.Nodes[0].T - p.Tree.Nodes[row.node].T
		out = append(out, strings.Repeat("- ", depth)+row.branch+": "+s.Truth().ActionName(p.Tree.Nodes[row.node].Action))
	}
	return out
}
