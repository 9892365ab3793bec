package why_test

import (
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/model/why"
)

// TestBranchNamesAllOutcomesThatLeadThere: a branch of the drawn tree stands for
// every outcome with the same continuation.
func TestBranchNamesAllOutcomesThatLeadThere(t *testing.T) {
	s := session(t, "noisy-tiger", "", 3)
	s = do(t, s, model.Intent{Verb: model.LeapBy, N: 1e7}, model.Intent{Verb: model.RunEstimate},
		model.Intent{Verb: model.NextUnit}, model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.NextUnit})
	p := s.Now().Plan
	grouped := 0
	for i, node := range p.Tree.Nodes {
		for outcome, child := range node.Next {
			alike := 1
			for o, c := range node.Next {
				if o != outcome && c == child && p.Reach[i][o] >= 1e-12 {
					alike++
				}
			}
			e := why.Explain(s, why.Target{Kind: why.Branch, I: i, J: outcome}, true)
			names, together := "", ""
			for _, l := range e.Inputs {
				switch l.Name {
				case "all outcomes that lead there":
					names = l.Value
				case "their probability together, true":
					together = l.Value
				}
			}
			if alike == 1 {
				if names != "" || strings.Contains(e.Title, "other") {
					t.Fatalf("node %d: found %q, %q, expected one outcome", i+1, e.Title, names)
				}
				continue
			}
			grouped++
			if got := len(strings.Split(names, "; ")); got != alike || !strings.Contains(e.Title, " other outcome") {
				t.Fatalf("node %d: found %q, %q, expected %d outcomes", i+1, e.Title, names, alike)
			}
			if all := len(node.Next); alike == all && together != "1" {
				t.Fatalf("node %d: found probability %s of all %d outcomes, expected 1", i+1, together, all)
			}
		}
	}
	if grouped == 0 {
		t.Fatal("no branch stands for several outcomes")
	}
}
