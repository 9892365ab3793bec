package why

import (
	"eeporl/model/experiment"
	"eeporl/planning"
)

// largestTree bounds the nodes that are walked through while a key press waits.
const largestTree = 20_000

// largestBrief bounds them while a frame waits.
const largestBrief = 500

// tooLarge says whether a tree is too large to be walked through.
func (x *explainer) tooLarge(t *planning.Tree) bool {
	return len(t.Nodes) > largestTree || x.brief && len(t.Nodes) > largestBrief
}

// learnedFlow is the flow through the plan's tree under the parameters that it was
// planned with; false where those are not at hand.
func (x *explainer) learnedFlow(p *experiment.Planned) (experiment.Flow, bool) {
	switch p.Tree.Coordinates {
	case planning.NoStates:
		return experiment.Flow{}, false
	case planning.OneOrder:
		return experiment.TrueFlow(x.m, p.Tree), true // planned on the model itself
	}
	e := x.now.Estimate
	if e == nil || e.Parameters == nil {
		return experiment.Flow{}, false
	}
	return experiment.LearnedFlow(e.Parameters, p.Tree), true
}
