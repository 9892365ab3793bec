package why

import (
	"fmt"
	"math"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/experiment/online"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// copied explains b̂ of one action pair in the pair's own order.
func (x *explainer) copied() {
	pair, j := x.Target.I, x.Target.J
	x.Title, x.Formula = "b̂ of a pair", "b̂(s_(a₀,a₁)) = normalize((T̂⁻¹T̂⁻¹ŵ)(a₀, ·, a₁)) (Parameter Estimation; Lemma 4)"
	x.Account = "Every pair of actions has an estimate of the initial belief of its own, in the order in which its states came back. FindPolicy starts from the pair whose b̂·β is largest."
	if x.beyond(pair, x.n.Pairs()) || x.beyond(j, x.n.S) {
		return
	}
	x.Title = fmt.Sprintf("b̂(s_%s), place %d", x.pair(pair), j+1)
	e := x.estimate(model.BeatParameters)
	if e == nil {
		return
	}
	x.Value = e.Parameters.Initial[pair][j]
	if c := x.comparison(e); c != nil && c.Order != nil && c.Order[pair] != nil {
		s := c.Order[pair][j]
		x.Subject = "stands for " + x.m.StateName(s)
		x.Truth = x.m.Initial(s)
	} else if x.truth.Unknown == "" {
		x.unknown("truth", "the pair's columns cannot be matched to states")
	}
	x.pairInterval(func(p *pomdp.PairParameters) float64 { return p.Initial[pair][j] })
	x.lemmaBound("L4", "|b̂(s) − b(s)|", "Lemma 4")
	x.fromStage(model.BeatParameters)
}

// decision explains a decision at which the learned policy loses something.
func (x *explainer) decision() {
	x.Title, x.Formula = "a decision that costs", "V*(b) − Q*(b, a) at the belief there; weighed by the probability of coming there they add up to the regret"
	x.Account = "Nothing is simulated: the tree's decisions are held against an optimal policy's at the beliefs that the tree can come to."
	r := x.s.RegretByStep()
	if r == nil || x.now.Plan == nil {
		x.absent("the regret has not been split by decisions (yet)")
		return
	}
	if x.beyond(x.Target.I, len(r.Decisions)) {
		return
	}
	d := r.Decisions[x.Target.I]
	x.Title = fmt.Sprintf("step %d: %s where %s is best", d.Step+1, x.m.ActionName(d.Action), x.m.ActionName(d.Best))
	x.Value = d.Cost
	x.input("node", fmt.Sprint(d.Node+1))
	x.input("true belief there", list(d.Belief))
	x.number("probability of being there", d.Probability)
	x.number("what it adds to the regret", d.Share)
	if r.Left > 0 {
		x.number("lost where beliefs are too unlikely to be followed", r.Left)
	}
	x.input("first on its way", yes(d.First))
	x.unknown("truth", "it is a difference of two exact values")
	x.fromPolicy()
}

// point explains a point of a learning curve.
func (x *explainer) point() {
	i, j := x.Target.I, x.Target.J
	x.Title, x.Formula = "a point of a learning curve", "√ of the mean of RMSE² over the data sets that reached parameters"
	x.Account = "Data sets of their own, apart from this session's: the same law, other seeds. What all estimators can do at this N, not what one of them happened to do."
	st := x.s.Standing()
	if x.beyond(i, len(st.Curves)) || x.beyond(j, len(st.Curves[i].Points)) {
		return
	}
	p := st.Curves[i].Points[j]
	x.Title = fmt.Sprintf("%s at N = %s", st.Curves[i].Estimator, figure.Count(p.Episodes))
	x.Value = p.RMSE
	x.input("data sets", fmt.Sprintf("%d, of them %d reached parameters", p.Seeds, p.Reached))
	x.unknown("truth", "it is an error already: 0 would be perfect")
	x.unknown("value", "no data set reached parameters")
	if st.Information != nil {
		x.promise(st.Information.RMSE(p.Episodes), "Cramér–Rao: no unbiased estimate stays below")
	}
	x.given("data sets of its own")
}

// lost explains what an agent has lost in all.
func (x *explainer) lost() {
	agents := model.OnlineAgents()
	x.Title, x.Formula = "what an agent lost in all", "Σ (V* − V^π) over its episodes, exactly"
	if x.beyond(x.Target.I, len(agents)) {
		return
	}
	name := agents[x.Target.I]
	x.Title = "what " + name + " lost in all"
	kind := online.KindOf(name)
	x.Account = fmt.Sprintf("It %s. Who learns from all episodes goes by the likelihood, in which a policy that looks at nothing but what is recorded cancels; moments cannot.", kind.Does)
	runs, skipped := x.s.Online()
	if skipped != "" || runs[x.Target.I] == nil {
		x.absent("it plays still, or is not followed")
		return
	}
	r := runs[x.Target.I]
	x.Value = r.Regret()
	x.number("episodes", model.OnlineEpisodes)
	x.number("of them explored", float64(r.Explored))
	x.number(fmt.Sprintf("that lost more than %s", figure.Number(online.DefaultEpsilon)), float64(r.Over))
	x.number("each of the last ones lost", r.Points[len(r.Points)-1].Each)
	if r.Starved {
		x.input("starved", "it plans anew and changes nothing")
	}
	x.unknown("truth", "it is made of exact values: the truth knows what each policy is worth")
	x.given("episodes of its own")
}

// chance explains how probable an action is: under exploration in phase 1, under the
// policy tree in phase 2.
func (x *explainer) chance() {
	t, a := x.Target.I, x.Target.J
	x.Title, x.Formula = "probability of an action", "a₁, a₂ uniform; p(a_{t+2} | a_t) = Π[a_{t+2}, a_t], Π = (I + c·11ᵀ)/(1 + c|A|); π_rest uniform"
	x.Account = "Exploration is open-loop: an action depends on the one two steps before it and on nothing that is seen."
	if x.beyond(a, x.n.A) || x.beyond(t-1, x.m.Horizon()) {
		return
	}
	x.Title = fmt.Sprintf("p(%s = %s | past actions)", subscripted("a", t), x.m.ActionName(a))
	if x.truth.Unknown != "" {
		x.absent("how the actions were drawn is unknown: " + x.truth.Unknown)
		return
	}
	e := x.drawn(model.BeatAction, t)
	if e == nil {
		return
	}
	probs := make([]float64, x.n.A)
	if x.now.Phase2() {
		x.Formula, x.Account = "1 for the action of the node, 0 for all others", "The plan is a policy tree: what was seen and earned so far leads to one node of it, and the node names the action."
		x.now.Plan.Tree.Policy().Next(e.Steps[:t-1], probs)
	} else {
		x.truth.Exploration.Next(e.Steps[:t-1], probs)
		x.number("c", x.truth.Exploration.C())
	}
	x.Value = probs[a]
}

// repeats explains what share of the episodes one action learned by itself has.
func (x *explainer) repeats() {
	a := x.Target.I
	x.Title, x.Formula = "share of episodes that repeat an action", "p(a₁ = a₂ = a₃ = a₄ = a) = Π[a, a]²/|A|²"
	x.Account = "naive learns each action by itself, from the episodes that took it four times. All other episodes it leaves unused: those tell what follows when the action changes."
	if x.beyond(a, x.n.A) {
		return
	}
	x.Title = "share of episodes that repeat " + x.m.ActionName(a)
	if x.now.Counts == nil || x.now.Counts.Total() == 0 {
		x.absent("nothing is counted yet")
		return
	}
	x.Value = x.now.Counts.Repeats(a)
	x.number("N", x.now.Counts.Total())
	if x.truth.Unknown == "" {
		x.Truth = x.truth.Exploration.Path([4]int{a, a, a, a})
	}
	x.fromLastCount()
}

// The figures of an estimator's row in the comparison: J of a Trial.
const (
	TrialRMSE = iota
	TrialLabels
	TrialTimes
	TrialWorth
	TrialRegret
	TrialPromised // which needs no truth
	TrialTook     // nor does this
	TrialPredicts
	TrialLogLoss // which needs none
	trialFigures
)

var trialNames = [trialFigures]string{"rmse", "labels", "times-limit", "worth", "regret", "promised", "took", "predicts", "log-loss"}

// trialFigure turns the answer about an estimator's row to another of its
// figures.
func (x *explainer) trialFigure() {
	standing := x.s.Standing()
	if x.Target.J == TrialRMSE || x.Target.I >= len(standing.Trials) || x.Target.I < 0 {
		return
	}
	t := standing.Trials[x.Target.I]
	if x.Target.J < 0 || x.beyond(x.Target.J, trialFigures) || t == nil {
		x.Value, x.Word = math.NaN(), ""
		return
	}
	name := t.Estimator
	x.Bound, x.BoundIs = math.NaN(), ""
	bound := func(n float64) float64 {
		if standing.Information == nil {
			return math.NaN()
		}
		return standing.Information.RMSE(n)
	}
	regret := x.s.Best().Regret(t.Value)
	switch x.Target.J {
	case TrialLabels:
		x.Title, x.Formula, x.Value = name+": columns with the right label", "label = the pair of the hidden state that the column stands for", float64(t.Labels.Right)
	case TrialTimes:
		x.Title, x.Formula, x.Value = name+": RMSE over the Cramér–Rao limit", "RMSE / √(mean diag(G J⁻¹ Gᵀ)/N)", t.RMSE/bound(t.Episodes)
	case TrialWorth:
		x.Title, x.Formula, x.Value = name+": what its policy earns", "V = b·α, exact", t.Value
	case TrialRegret:
		x.Title, x.Formula, x.Value = name+": regret of its policy", "V* − V, exact", regret.Low
		x.between(regret)
	case TrialPredicts:
		x.Title, x.Formula, x.Value = name+": how far off its predictions are", "TV = mean over steps and histories of ½ Σ |p̂(r, z | history, a) − p|, actions uniform", t.Prediction.TV
		x.number("KL, in natural units a step", t.Prediction.KL)
	}
	if figure, ok := judgedAlone(t)[x.Target.J]; ok {
		x.Title, x.Formula, x.Value = name+": "+figure.title, figure.formula, figure.value
		x.Word = ""
		x.unknown("value", figure.missing)
		x.unknown("truth", figure.truth)
		x.unknown("bound", "no bound is known for it")
		return
	}
	if x.truth.Unknown != "" { // the others are held against the truth
		x.Value, x.Word = math.NaN(), ""
		x.unknown("value", x.truth.Unknown)
	}
	x.unknown("truth", "it is held against the truth already")
	x.unknown("bound", "no bound is known for it")
}

// alone is a figure of a trial that nothing is held against.
type alone struct {
	title, formula string
	value          float64
	missing, truth string // why there is none, and why no truth is known
}

// judgedAlone are those figures by their J.
func judgedAlone(t *experiment.Trial) map[int]alone {
	return map[int]alone{
		TrialTook: {"milliseconds that estimating took", "as measured here, beside what else was running", 1000 * t.Took.Seconds(),
			"", "another run takes another time"},
		TrialLogLoss: {"how badly it predicts triples that it has not seen", "−mean ln p̂(r, z | history, a) over a fifth of the triples, learned from the others", t.LogLoss,
			"there is nothing to keep back, or it takes whole episodes", "the least that can be reached is what the world itself leaves open, which nobody knows"},
		TrialPromised: {"what it expects its policy to earn", "max b̂·β over the pairs (FindPolicy, Algorithm 3)", t.Expected,
			"it came to no plan", "what the policy earns in truth is a figure of its own"},
	}
}
