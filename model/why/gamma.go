package why

import (
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/planning"
	"eeporl/pomdp/figure"

	"gonum.org/v1/gonum/floats"
)

// plan returns the newest plan if the cursor has shown its Γ with level steps to go;
// horizon + 1 stands for the policy. Otherwise it returns nil, and the explanation
// says what is missing.
func (x *explainer) plan(level int) *experiment.Planned {
	p := x.now.Plan
	switch {
	case p == nil && x.now.Failed != nil && x.now.Kind == model.Plan:
		x.absent("the planner came to nothing: " + x.now.Failed.Error())
	case p == nil && x.now.Pending && x.now.Kind == model.Plan:
		x.absent("the plan is not done yet")
	case p == nil:
		x.absent("nothing has been planned yet")
	case x.now.Level < level && level > p.Horizon:
		x.absent("FindPolicy has not come to its argmax yet")
	case x.now.Level < level:
		x.absent("the plan has not come to that Γ yet")
	default:
		return p
	}
	return nil
}

func gammaName(t int) string { return "Γ" + figure.Sub(max(t, 0)) }

// gamma explains how many β-vectors a level holds.
func (x *explainer) gamma() {
	t := x.Target.I
	x.Title = gammaName(t) + ": the β-vectors with that many steps to go"
	x.Formula = "|Γ₁| = 1 for each pair, |Γ_{t+1}^{a₋,a}| = (Σ_a' |Γ_t^{a,a'}|)^{|R||Z|} (Definition 3)"
	p := x.plan(t)
	if p == nil || x.beyond(t-1, len(p.Levels)) {
		return
	}
	level := p.Levels[t-1]
	x.input("by the definition, each pair", level.Enumerated.String())
	if kept := model.Kept(level); kept >= 0 {
		x.Value = float64(kept)
	} else {
		x.Word = "none kept"
		x.unknown("value", "the planner "+string(p.Planner)+" keeps no vectors")
	}
	x.input("planner", string(p.Planner)+": "+p.Why)
	for i := range level.Sets {
		set := &level.Sets[i]
		x.input("kept for "+x.setName(set.Pair), fmt.Sprint(set.Len()))
	}
	x.unknown("truth", "how many vectors are needed depends on the parameters: exact ones may need another number")
	x.Account = "With one step more, a vector chooses for each outcome (r, z) one of the vectors of the level below: so their number explodes, and those that are best at no belief are dropped."
	x.fromPlan(t-1, "the plan's "+gammaName(t))
}

func (x *explainer) setName(pair int) string {
	if pair < 0 {
		return "the one order of the states"
	}
	return "s_" + x.pair(pair)
}

// vector explains a β-vector by the branches that it is made of.
func (x *explainer) vector() {
	t, i, k := x.Target.I, x.Target.J, x.Target.K
	x.Title = fmt.Sprintf("β-vector %d of %s", k+1, gammaName(t))
	x.Formula = model.Backup
	p := x.plan(t)
	if p == nil || x.beyond(t-1, len(p.Levels)) || x.beyond(i, len(p.Levels[t-1].Sets)) || x.beyond(k, p.Levels[t-1].Sets[i].Len()) {
		return
	}
	set := &p.Levels[t-1].Sets[i]
	v := set.Vector(k)
	x.Title = fmt.Sprintf("β-vector %d of %s over %s", k+1, gammaName(t), x.setName(set.Pair))
	x.input("root action", x.m.ActionName(v.Action))
	x.input("β", list(v.Values))
	if v.Witness != nil {
		x.input("best of its set at the belief", list(v.Witness))
	}
	x.vectorBranches(p, t, v)
	if b := x.startBelief(set.Pair); b != nil {
		x.input("b̂", list(b))
		x.Value = floats.Dot(b, v.Values)
	}
	x.unknown("truth", "only the vectors of the tree that was chosen are evaluated on the true model")
	if node := inTree(p.Tree, t, set.Pair, v); node >= 0 {
		x.input("in the policy tree", fmt.Sprintf("node %d", node+1))
		x.trueVector(p, node)
	}
	x.Account = "A β-vector says what a whole policy tree earns from each hidden state, in the order in which one action pair's states came back. Its value here is b̂·β, what it would earn from the start with that many steps."
	x.fromPlan(t-1, "the plan's "+gammaName(t))
}

// vectorBranches says which vector of the level below follows each outcome.
func (x *explainer) vectorBranches(p *experiment.Planned, t int, v planning.Vector) {
	if v.Next == nil || t < 2 {
		return
	}
	for outcome := range v.Next {
		if set, i := p.Levels[t-2].Follow(x.n, v, outcome); set != nil {
			x.input(x.outcomeName(outcome, p.Observe == planning.ObserveRZ),
				fmt.Sprintf("vector %d over %s: %s", i+1, x.setName(set.Pair), x.m.ActionName(set.Vector(i).Action)))
		}
	}
}

// startBelief is the initial belief in a pair's order of the states, in the model's own
// for a pair < 0; nil where it is not known.
func (x *explainer) startBelief(pair int) []float64 {
	if pair < 0 && x.truth.Unknown == "" {
		return x.m.InitialBelief()
	}
	if e := x.now.Estimate; pair >= 0 && e != nil && e.Parameters != nil {
		return e.Parameters.Initial[pair]
	}
	return nil
}

// trueVector puts the exact α-vector of a tree's node beside its β-vector.
func (x *explainer) trueVector(p *experiment.Planned, node int) {
	if p.Alpha == nil {
		return
	}
	x.Truth = floats.Dot(x.m.InitialBelief(), p.Alpha[node])
	x.input("exact α, in the model's order of the states", list(p.Alpha[node]))
	if worst := x.vectorError(p, node); !math.IsNaN(worst) {
		x.number("max |β − α|, which Lemma 6 bounds", worst)
	}
}

// vectorError is max |β(s) − α(s)| of a node; NaN where φ is not known.
func (x *explainer) vectorError(p *experiment.Planned, node int) float64 {
	n := p.Tree.Nodes[node]
	worst := 0.0
	for j, v := range n.Beta {
		s := j
		if n.Pair >= 0 {
			e := x.now.Estimate
			if e == nil || e.Comparison == nil || e.Comparison.Order == nil || e.Comparison.Order[n.Pair] == nil {
				return math.NaN()
			}
			s = e.Comparison.Order[n.Pair][j]
		}
		worst = math.Max(worst, math.Abs(v-p.Alpha[node][s]))
	}
	return worst
}

// inTree finds a vector among the nodes of the tree, or -1.
func inTree(t *planning.Tree, steps, pair int, v planning.Vector) int {
	for i, n := range t.Nodes {
		if n.T == steps && n.Pair == pair && n.Action == v.Action && slices.EqualFunc(n.Beta, v.Values, func(a, b float64) bool { return math.Abs(a-b) <= 1e-11*(1+math.Abs(a)) }) {
			return i
		}
	}
	return -1
}
