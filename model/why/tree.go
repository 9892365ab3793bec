package why

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/planning"
	"eeporl/pomdp/figure"

	"gonum.org/v1/gonum/floats"
)

// policy returns the newest plan if the cursor has shown its policy and the tree has
// such a node. Otherwise it returns nil, and the explanation says what is missing.
func (x *explainer) policy(node int) *experiment.Planned {
	p := x.now.Plan
	horizon := 0
	if p != nil {
		horizon = p.Horizon
	}
	if p = x.plan(horizon + 1); p == nil || x.beyond(node, len(p.Tree.Nodes)) {
		return nil
	}
	return p
}

// node explains a decision of the policy tree.
func (x *explainer) node() {
	i := x.Target.I
	x.Title = fmt.Sprintf("node %d of the policy tree", i+1)
	x.Formula = "argmax b̂(s_(a₀,a₁))·β over all pairs and β ∈ Γ_H (FindPolicy, Algorithm 3; Lemma 7)"
	if i > 0 {
		x.Formula = model.Backup
	}
	p := x.policy(i)
	if p == nil {
		return
	}
	n := &p.Tree.Nodes[i]
	x.Word = x.m.ActionName(n.Action)
	x.input("steps to go", fmt.Sprint(n.T))
	x.beta("β over ", n)
	for outcome, c := range n.Next {
		x.input(x.outcomeName(outcome, p.Observe == planning.ObserveRZ), fmt.Sprintf("node %d, %s", c+1, x.m.ActionName(p.Tree.Nodes[c].Action)))
	}
	x.unweighed(p)
	x.others(p, i)
	x.worth(p, i)
	if p.Alpha != nil {
		x.input("exact α, in the model's order of the states", list(p.Alpha[i]))
		x.number("max |β − α|, which Lemma 6 bounds", x.vectorError(p, i))
	}
	if i == 0 {
		x.root(p)
	}
	x.cost(i)
	x.whereabouts(i)
	x.Account = "A node is one decision: an action, and for each outcome the node to go to. Its value is what the rest of the episode earns for those who come here: by the learned parameters, and in truth. No belief is updated on the way."
	x.fromPolicy()
}

// others are what each action would promise at a node, the tree's own among them: as the episode under way came
// to it, or else by the fewest steps.
func (x *explainer) others(p *experiment.Planned, node int) {
	if p.Problem == nil || !p.Problem.HasStates() {
		return
	}
	var outcomes []int
	if at := slices.Index(x.now.Path, node); x.now.Phase2() && x.now.Episode != nil && at >= 0 {
		outcomes = p.Tree.Outcomes(x.now.Episode.Steps[:at])
	} else if outcomes = p.Tree.Way(node); outcomes == nil {
		return
	}
	_, weights, ok := p.Problem.Along(p.Tree, outcomes)
	mass := weights.Mass()
	if !ok || mass <= 0 {
		return
	}
	for _, c := range p.Choices(weights, p.Tree.Nodes[node].T) {
		x.input("promised with "+x.m.ActionName(c.Action), figure.Value(c.Value/mass))
	}
}

// beta is a node's vector, where it has one.
func (x *explainer) beta(name string, n *planning.Node) {
	if n.Beta != nil {
		x.input(name+x.setName(n.Pair), list(n.Beta))
	}
}

// unweighed says why nodes cannot be weighed by what was learned, as long as they are not.
func (x *explainer) unweighed(p *experiment.Planned) {
	why := "the parameters that were planned with are not at hand"
	if e := x.now.Estimate; e != nil && p.Tree.Coordinates == planning.NoStates {
		why = estimators.By(e.Estimate).Lacks(moments.GivesParameters) + ": nodes have no vectors to weigh"
	}
	x.unknown("value", why)
}

// root adds what is known of the whole tree.
func (x *explainer) root(p *experiment.Planned) {
	if b := x.startBelief(p.Tree.Nodes[0].Pair); b != nil {
		x.input("b̂", list(b))
	}
	if p.First[0] >= 0 {
		x.input("winning pair (a₀, a₁)", x.pair(x.n.Pair(p.First[0], p.First[1])))
	}
	x.number("mass of the tree's leaves, 1 for one POMDP", p.Mass)
	if best := x.s.Optimum(); best != nil {
		x.input("optimum V*", best.Best().Text(figure.Value))
		x.input("regret V* − V", x.s.Regret().Text(figure.Number))
	}
}

// worth is what the rest of an episode earns at a node, for those that come to
// it: Σ_j weight(j)β(j) / Σ_j weight(j), learned and exact.
func (x *explainer) worth(p *experiment.Planned, node int) {
	if x.tooLarge(p.Tree) {
		x.unknown("value", "the tree is too large to weigh its nodes while a key waits")
		return
	}
	if f, ok := x.learnedFlow(p); ok {
		if mass := f.Mass(node); mass > 0 {
			x.Value = floats.Dot(f.Weight[node], p.Tree.Nodes[node].Beta) / mass
			x.number("weight of coming here, learned", mass)
		} else {
			x.unknown("value", "by the learned parameters nothing leads here")
		}
	}
	if p.Alpha == nil {
		x.unknown("truth", "no true model is known to evaluate the tree on")
		return
	}
	f := experiment.TrueFlow(x.m, p.Tree)
	if mass := f.Mass(node); mass > 0 {
		x.Truth = floats.Dot(f.Weight[node], p.Alpha[node]) / mass
		x.number("probability of coming here, true", mass)
	} else {
		x.unknown("truth", "in truth nothing leads here")
	}
}

// cost says where this decision differs from the optimum.
func (x *explainer) cost(node int) {
	r := x.s.RegretByStep()
	if r == nil {
		return
	}
	at := slices.IndexFunc(r.Decisions, func(d planning.Decision) bool { return d.Node == node })
	if at < 0 {
		words := "nothing is lost here"
		if r.Left > 0 {
			words += " at a belief that is likely to come"
		}
		x.input("against an optimal policy", words)
		return
	}
	d := r.Decisions[at]
	x.input("an optimal policy", fmt.Sprintf("would choose %s; the difference costs %s here, and adds %s to the regret", x.m.ActionName(d.Best), figure.Number(d.Cost), figure.Number(d.Share)))
}

// whereabouts says whether the episode under way is or was at a node.
func (x *explainer) whereabouts(node int) {
	if !x.now.Phase2() || x.now.Episode == nil {
		return
	}
	at := slices.Index(x.now.Path, node)
	switch {
	case at < 0:
	case x.now.Node == node:
		x.input("the episode under way", "stands here")
	default:
		x.input("the episode under way", fmt.Sprintf("passed here at step %d", at+1))
	}
}

// branch explains where an outcome leads.
func (x *explainer) branch() {
	i, outcome := x.Target.I, x.Target.J
	x.Title = fmt.Sprintf("branch %d of node %d", outcome+1, i+1)
	x.Formula = "f(r, z) selects the next β; p̂(r, z) = Σ_s ρ(s) p̂(r|s,a) Σ_s' p̂(s'|s,a) p̂(z|a,s'), ρ the weights of the states at the node (Definition 3)"
	p := x.policy(i)
	if p == nil {
		return
	}
	n := &p.Tree.Nodes[i]
	if n.Next == nil {
		x.absent("the episode ends with this node: nothing branches off it")
		return
	}
	if x.beyond(outcome, len(n.Next)) {
		return
	}
	child := &p.Tree.Nodes[n.Next[outcome]]
	name := x.outcomeName(outcome, p.Observe == planning.ObserveRZ)
	x.Title = fmt.Sprintf("branch of node %d: %s", i+1, name)
	alike := x.alike(p, i, outcome)
	switch others := len(alike) - 1; {
	case others == 1:
		x.Title += " and 1 other outcome"
	case others > 1:
		x.Title += fmt.Sprintf(" and %d other outcomes", others)
	}
	x.Word = fmt.Sprintf("to node %d: %s", n.Next[outcome]+1, x.m.ActionName(child.Action))
	x.input("after", x.m.ActionName(n.Action))
	x.beta("next β over ", child)
	if p.Alpha != nil {
		x.input("its exact α, in the model's order of the states", list(p.Alpha[n.Next[outcome]]))
	}
	x.unweighed(p)
	x.branchProbability(p, i, outcome)
	x.together(p, i, alike)
	if at := slices.Index(x.now.Path, i); x.now.Phase2() && at >= 0 && at+1 < len(x.now.Path) {
		if x.now.Episode != nil && p.Tree.Outcome(x.now.Episode.Steps[at]) == outcome {
			x.input("the episode under way", fmt.Sprintf("took it at step %d", at+1))
		}
	}
	x.Account = fmt.Sprintf("After %s, when %s came of it, the policy goes on with %s. The next β-vector is looked up, not computed: phase 2 keeps no belief.",
		x.m.ActionName(n.Action), name, x.m.ActionName(child.Action))
	x.fromPolicy()
}

// alike are the outcomes at a node that lead to the same child as a given one, which is
// included: together they make one branch of the tree as it is drawn. Those that cannot
// occur there are left out.
func (x *explainer) alike(p *experiment.Planned, node, outcome int) []int {
	var all []int
	next := p.Tree.Nodes[node].Next
	for o, child := range next {
		if o == outcome || child == next[outcome] && p.Possible(node, o) {
			all = append(all, o)
		}
	}
	return all
}

// together names the outcomes that lead to one node and says how probable they
// are as a whole.
func (x *explainer) together(p *experiment.Planned, node int, outcomes []int) {
	if len(outcomes) < 2 {
		return
	}
	names := make([]string, len(outcomes))
	for i, o := range outcomes {
		names[i] = x.outcomeName(o, p.Observe == planning.ObserveRZ)
	}
	x.input("all outcomes that lead there", strings.Join(names, "; "))
	if x.tooLarge(p.Tree) {
		return
	}
	if f, ok := x.learnedFlow(p); ok && f.Mass(node) > 0 {
		x.number("their probability together, learned", total(f.Branch[node], outcomes)/f.Mass(node))
	}
	if chance := p.Chance(node, outcomes...); !math.IsNaN(chance) {
		x.number("their probability together, true", chance)
	}
}

// total sums the values at some places.
func total(values []float64, places []int) (sum float64) {
	for _, i := range places {
		sum += values[i]
	}
	return sum
}

// branchProbability is how probable a branch is for those at its node.
func (x *explainer) branchProbability(p *experiment.Planned, node, outcome int) {
	if x.tooLarge(p.Tree) {
		x.unknown("value", "the tree is too large to weigh its nodes while a key waits")
		return
	}
	if f, ok := x.learnedFlow(p); ok {
		if mass := f.Mass(node); mass > 0 {
			x.Value = f.Branch[node][outcome] / mass
			x.number("weight of the branch, learned, from the root", f.Branch[node][outcome])
		} else {
			x.unknown("value", "by the learned parameters nothing leads to this node")
		}
	}
	if p.Reach == nil {
		x.unknown("truth", "no true model is known to evaluate the tree on")
		return
	}
	x.number("true probability of the branch, from the root", p.Reach[node][outcome])
	if x.Truth = p.Chance(node, outcome); math.IsNaN(x.Truth) {
		x.unknown("truth", "in truth nothing leads to this node")
	}
}
