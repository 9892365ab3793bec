package why

import (
	"fmt"

	"eeporl/model"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// symbol explains x_t, what the induced HMM emits.
func (x *explainer) symbol() {
	t := max(x.Target.I, 0)
	x.Title = subscripted("x", t)
	x.Formula = fmt.Sprintf("x%[1]s = (a%[1]s, z%[2]s, r%[2]s, a%[2]s) (Lemma 1)", figure.Sub(t), figure.Sub(t+1))
	e := x.drawn(model.BeatSymbol, t)
	if e == nil {
		return
	}
	in, out := e.Steps[t-1], e.Steps[t]
	x.input(subscripted("a", t), x.m.ActionName(in.Action.Value))
	x.input(subscripted("z", t+1), x.m.ObservationName(in.Observation.Value))
	x.input(subscripted("r", t+1), figure.Number(x.m.RewardValue(out.Reward.Value)))
	x.input(subscripted("a", t+1), x.m.ActionName(out.Action.Value))
	pair := x.n.Pair(in.Action.Value, out.Action.Value)
	row := pair*x.n.Outcomes() + x.n.Outcome(in.Observation.Value, out.Reward.Value)
	x.Word = x.tuple(row)
	x.input("its row of O", fmt.Sprint(row+1))
	if !x.veiled && x.truth.HMM != nil {
		x.number("O[x, h], how probable the hidden state makes it", x.truth.HMM.O.At(row, pair*x.n.S+in.Next.Value))
	}
	x.Account = "A symbol gathers what one visit of a state shows: the action that led there, what was seen on arrival, what the next action earned there, and that action. Three of them in a row are all that the moments take of an episode."
}

// hidden explains h_t, the induced HMM's hidden state.
func (x *explainer) hidden() {
	t := max(x.Target.I, 0)
	x.Title = subscripted("h", t)
	x.Formula = fmt.Sprintf("h%[1]s = (a%[1]s, s%[2]s, a%[2]s) (Lemma 1)", figure.Sub(t), figure.Sub(t+1))
	if t < 1 || t > 3 || x.now.Phase2() {
		x.absent("the induced HMM has h₁, h₂ and h₃, in phase 1")
		return
	}
	e := x.drawn(model.BeatAction, t+1)
	if e == nil {
		return
	}
	in, out := e.Steps[t-1], e.Steps[t]
	x.input(subscripted("a", t), x.m.ActionName(in.Action.Value))
	x.input(subscripted("a", t+1), x.m.ActionName(out.Action.Value))
	name := hiddenWord
	if x.truth.Unknown != "" {
		name = unknownWord
		x.input("its state", x.truth.Unknown)
	}
	if !x.veiled {
		name = x.m.StateName(in.Next.Value)
		x.input(subscripted("s", t+1), name)
		x.input("its column of O", fmt.Sprint(x.n.Pair(in.Action.Value, out.Action.Value)*x.n.S+in.Next.Value+1))
	}
	x.Word = fmt.Sprintf("(%s, %s, %s)", x.m.ActionName(in.Action.Value), name, x.m.ActionName(out.Action.Value))
	x.Account = "Under open-loop exploration the POMDP is an HMM whose hidden state holds two actions, which are known, and the state between them, which is not."
}

// updating explains a belief while the update by one step is under way.
func (x *explainer) updating() {
	t, s, moved := x.Target.I, x.Target.J, x.Target.K > 0
	x.Title, x.Formula = "belief", "b(s) p(r|s,a), scaled to sum to 1"
	after, kind := "the reward of", model.BeatReward
	if moved {
		after, kind = "the move of", model.BeatMove
		x.Formula = "b'(s') = normalize(Σ_s b(s) p(r|s,a) T_a[s, s'])"
	}
	if x.beyond(s, x.n.S) {
		return
	}
	x.Title = fmt.Sprintf("belief in %s after %s step %d", x.m.StateName(s), after, t)
	e := x.drawn(kind, t)
	if e == nil {
		return
	}
	if x.truth.Unknown != "" {
		x.absent("an exact belief takes the true model; " + x.truth.Unknown)
		return
	}
	step := e.Steps[t-1]
	before := x.m.Observer(e.Steps, t)
	x.input("belief before the step", list(before))
	x.input(subscripted("a", t), x.m.ActionName(step.Action.Value))
	x.input(subscripted("r", t), figure.Number(x.m.RewardValue(step.Reward.Value)))
	belief := x.m.Earned(before, step.Action.Value, step.Reward.Value)
	if moved {
		x.input("belief after the reward", list(belief))
		belief, _ = x.m.After(before, pomdp.Act{Action: step.Action.Value, Reward: step.Reward.Value, Observation: -1})
	}
	x.Value = belief[s]
	x.unknown("truth", "it is exact: what Bayes' rule makes of what was seen, with the true model")
	x.Account = "A reward weighs each state by how likely it was there; the move then carries the weights along."
}

// belief explains what an observer who knows the model could believe before
// step t: it uses only what an agent sees.
func (x *explainer) belief() {
	t, s := x.Target.I, x.Target.J
	x.Title = "belief"
	x.Formula = "b'(s') = normalize(Σ_s b(s) p(r|s,a) T_a[s, s'] Z_a[z, s']) (Bayes)"
	if x.beyond(s, x.n.S) {
		return
	}
	x.Title = fmt.Sprintf("belief in %s before step %d", x.m.StateName(s), t)
	kind, at := model.BeatObserve, t-1
	if t <= 1 {
		kind, at = x.startKind(), 0
	}
	if t < 1 {
		x.absent("the episode has no such step")
		return
	}
	e := x.drawn(kind, at)
	if e == nil {
		return
	}
	if x.truth.Unknown != "" {
		x.absent("an exact belief takes the true model; " + x.truth.Unknown)
		return
	}
	if t == 1 {
		x.given("the model's initial belief b")
	}
	belief := x.m.InitialBelief()
	x.input("b", list(belief))
	for i, step := range e.Steps[:t-1] {
		belief, _ = x.m.UpdateBelief(belief, step.Action.Value, step.Reward.Value, step.Observation.Value)
		x.input(fmt.Sprintf("after step %d: %s, reward %s, %s", i+1, x.m.ActionName(step.Action.Value),
			figure.Number(x.m.RewardValue(step.Reward.Value)), x.m.ObservationName(step.Observation.Value)), list(belief))
	}
	x.Value = belief[s]
	x.unknown("truth", "it is exact: what Bayes' rule makes of what was seen, with the true model")
	x.Account = "What somebody who knows the true model would believe, from actions, rewards and observations alone. EEPORL never computes it; it is here to compare with."
}
