package why

import (
	"fmt"

	"eeporl/model"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// hiddenWord stands for a state while the veil is down, and unknownWord where
// nobody knows it.
const (
	hiddenWord  = "hidden"
	unknownWord = "unknown"
)

// drawn returns the episode under way if step t has reached a beat of this kind.
// Otherwise it returns nil, and the explanation says what is missing.
func (x *explainer) drawn(kind model.BeatKind, t int) *pomdp.Episode {
	x.unknown("truth", "it was drawn, and is its own truth")
	x.because = "a variable of an episode has none"
	switch e := x.now.Episode; {
	case e == nil:
		x.absent("no episode is under way")
	case t < 0 || t > len(e.Steps):
		x.absent("the episode has no such step")
	case !x.now.Drawn(kind, t):
		x.absent("it has not been drawn yet")
	default:
		x.fromEpisode(kind, t)
		return e
	}
	x.Unknown = nil
	return nil
}

// startKind is the beat that draws s₁.
func (x *explainer) startKind() model.BeatKind {
	if x.now.Phase2() {
		return model.BeatRoot
	}
	return model.BeatStart
}

// state explains s_t, the one thing that nobody inside the experiment sees.
func (x *explainer) state() {
	t := x.Target.I
	x.Title = subscripted("s", max(t, 0))
	kind, at := model.BeatMove, t-1
	x.Formula = fmt.Sprintf("%s ~ T_a[%s, ·]", subscripted("s", max(t, 0)), subscripted("s", max(t-1, 0)))
	if t <= 1 {
		kind, at, x.Formula = x.startKind(), 0, "s₁ ~ b"
	}
	if t < 1 {
		x.absent("the episode has no such step")
		return
	}
	e := x.drawn(kind, at)
	if e == nil {
		return
	}
	x.Account = "The state is hidden from the agent throughout. What it leaves in observations and rewards is all that anything else here is computed from."
	if x.truth.Unknown != "" {
		x.Word = unknownWord
		x.unknown("value", x.truth.Unknown)
		return
	}
	if x.veiled {
		x.Word = hiddenWord
		x.unknown("value", "the veil is down")
		return
	}
	draw, row := e.Initial, x.m.InitialBelief()
	if t > 1 {
		step := e.Steps[t-2]
		draw = step.Next
		x.input(subscripted("s", t-1), x.m.StateName(step.State))
		x.input(subscripted("a", t-1), x.m.ActionName(step.Action.Value))
		row = nil
		for next := range x.n.S {
			row = append(row, x.m.T(step.Action.Value, step.State, next))
		}
	}
	for s, p := range row {
		x.input("p("+x.m.StateName(s)+")", figure.Probability(p))
	}
	x.Word = x.m.StateName(draw.Value)
	x.drew(draw)
}

// action explains a_t.
func (x *explainer) action() {
	t := x.Target.I
	x.Title = subscripted("a", max(t, 0))
	e := x.drawn(model.BeatAction, max(t, 0))
	if e == nil {
		return
	}
	step := e.Steps[t-1]
	x.Word = x.m.ActionName(step.Action.Value)
	switch {
	case x.truth.Unknown != "":
		x.Formula = "a_t is independent of r and z: open loop"
		x.input("probability of this draw", "unknown: the log does not say how actions were drawn")
		x.Account = "The method needs exploration that is open-loop: the action must not depend on anything seen or earned. The counts of the whole log are tested for it; a violation is a finding."
		return
	case x.now.Phase2():
		x.Formula = "the root action of the node's β-vector (Definition 3)"
		x.Account = "Phase 2 follows the policy tree: the node that the outcomes so far have led to says what to do."
		node := x.now.Path[t-1]
		n := x.now.Plan.Tree.Nodes[node]
		x.input("node", fmt.Sprint(node+1))
		x.beta("its β over ", &n)
		if a := x.now.Advice; a != nil && t <= len(a.Action) {
			x.TrueWord = "an optimal policy: " + x.m.ActionName(a.Action[t-1])
			x.input("exact belief of an observer", list(a.Belief[t-1]))
			x.number("worth of the rest under an optimal policy", a.Value[t-1])
		}
		return
	case t <= 2:
		x.Formula = "a₁, a₂ uniform over the actions"
	case t <= 4:
		before := e.Steps[t-3].Action.Value
		x.Formula = "p(a_{t+2} | a_t) = Π[a_{t+2}, a_t],  Π = (I + c·11ᵀ)/(1 + c|A|)"
		x.number("c", x.truth.Exploration.C())
		x.input(subscripted("a", t-2), x.m.ActionName(before))
	default:
		x.Formula = "π_rest, uniform: the moments use the first four actions only"
	}
	x.drew(step.Action)
	x.Account = "Exploration is open-loop: the action does not depend on anything seen or earned. Two steps apart actions are tied by Π, which gives the induced HMM a transition matrix of full rank."
}

// drew notes how probable a draw was. For a log nobody knows, so it notes nothing.
func (x *explainer) drew(d pomdp.Draw) {
	if x.truth.Unknown == "" {
		x.input("probability of this draw", figure.Probability(d.Probability))
	}
}

// earned explains r_t.
func (x *explainer) earned() {
	t := x.Target.I
	x.Title = subscripted("r", max(t, 0))
	x.Formula = fmt.Sprintf("%s ~ R_a[·, %s]", x.Title, subscripted("s", max(t, 0)))
	e := x.drawn(model.BeatReward, max(t, 0))
	if e == nil {
		return
	}
	step := e.Steps[t-1]
	x.Value = x.m.RewardValue(step.Reward.Value)
	x.input(subscripted("a", t), x.m.ActionName(step.Action.Value))
	if !x.veiled {
		x.input(subscripted("s", t), x.m.StateName(step.State))
		for r := range x.n.R {
			x.input("p("+figure.Number(x.m.RewardValue(r))+")", figure.Probability(x.m.R(step.Action.Value, step.State, r)))
		}
		x.drew(step.Reward)
	}
	x.Account = "The reward is earned in the state that is left, by the action that leaves it. In the symbols it stands beside what was seen on entering that state."
}

// seen explains z_t.
func (x *explainer) seen() {
	t := x.Target.I
	x.Title = subscripted("z", max(t, 0))
	x.Formula = fmt.Sprintf("%s ~ Z_a[·, %s], a = %s", x.Title, subscripted("s", max(t, 0)), subscripted("a", max(t-1, 0)))
	if t < 2 {
		x.absent("nothing is seen before the first step")
		return
	}
	e := x.drawn(model.BeatObserve, t-1)
	if e == nil {
		return
	}
	step := e.Steps[t-2]
	x.Word = x.m.ObservationName(step.Observation.Value)
	x.input(subscripted("a", t-1), x.m.ActionName(step.Action.Value))
	if !x.veiled {
		x.input(subscripted("s", t), x.m.StateName(step.Next.Value))
		for z := range x.n.Z {
			x.input("p("+x.m.ObservationName(z)+")", figure.Probability(x.m.Z(step.Action.Value, step.Next.Value, z)))
		}
		x.drew(step.Observation)
	}
	x.Account = "What is seen depends on the state entered and on the action that led there."
}
