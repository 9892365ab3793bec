package model

import (
	"fmt"
	"math"
	"strings"

	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
)

// Account tells in one sentence what the beat at the cursor did and names the
// equation behind it. While the veil is down it gives no hidden state away.
func (s Session) Account(veiled bool) (sentence, equation string) {
	n := &s.now
	veiled = veiled || s.config.Record != nil // nobody knows a hidden state
	if leap := s.timeline[s.base(s.cursor.Segment)]; s.drawing(s.cursor.Segment) {
		return "The counts of " + figure.Count(leap.Episodes) + " episodes are being drawn from the exact law.", "counts ~ Multinomial(N, P₁₂₃)"
	}
	if n.Pending {
		return "The " + n.Kind.String() + " is being computed; its stages will appear here.", ""
	}
	if n.Failed != nil {
		return "This came to nothing: " + n.Failed.Error() + ".", ""
	}
	switch n.Kind {
	case Leap:
		return s.accountLeap()
	case Estimate:
		return s.accountEstimate()
	case Plan:
		return s.accountPlan()
	}
	return s.accountEpisode(veiled)
}

func (s Session) accountEpisode(veiled bool) (sentence, equation string) {
	n, m := &s.now, s.config.Model
	state := func(i int) string {
		if veiled {
			return "a state that stays hidden"
		}
		return m.StateName(i)
	}
	given := func(i int) string {
		if veiled {
			return ""
		}
		return ", the draw had probability " + figure.Probability(probabilityOf(n.Episode, n.Beat))
	}
	t := n.Beat.T
	if n.Beat.Kind == BeatStart || n.Beat.Kind == BeatRoot {
		return s.accountStart(state(n.Episode.Initial.Value), given(0))
	}
	step := n.Episode.Steps[t-1]
	action := m.ActionName(step.Action.Value)
	switch n.Beat.Kind {
	case BeatAction:
		return s.accountAction(step, action)
	case BeatReward:
		value := figure.Number(m.RewardValue(step.Reward.Value))
		return fmt.Sprintf("%s earned %s in the state being left%s.", action, value, given(0)),
			fmt.Sprintf("r%s ~ R_a[·, s%s]", figure.Sub(t), figure.Sub(t))
	case BeatMove:
		return fmt.Sprintf("Step %d moved to %s%s.", t, state(step.Next.Value), given(0)),
			fmt.Sprintf("s%s ~ T_a[s%s, ·]", figure.Sub(t+1), figure.Sub(t))
	case BeatObserve:
		over := "."
		switch last := t == len(n.Episode.Steps); {
		case last && n.Phase2():
			over = "; the episode is over and earned " + figure.Number(n.Earned) + "."
		case last && n.Touch.OK:
			over = "; the episode is over. Its triple (x₁, x₂, x₃) was counted: such counts are all that is learned from."
		}
		return fmt.Sprintf("On arrival %s was seen%s%s", m.ObservationName(step.Observation.Value), given(0), over),
			fmt.Sprintf("z%s ~ Z_a[·, s%s]", figure.Sub(t+1), figure.Sub(t+1))
	case BeatSymbol:
		return fmt.Sprintf("x%s = %s is complete: what the induced HMM emits in its hidden state h%s.", figure.Sub(t), s.symbol(t), figure.Sub(t)),
			fmt.Sprintf("x%s = (a%s, z%s, r%s, a%s)   Lemma 1", figure.Sub(t), figure.Sub(t), figure.Sub(t+1), figure.Sub(t+1), figure.Sub(t+1))
	case BeatCount:
		x := n.Touch.Triple
		return fmt.Sprintf("The triple (x₁, x₂, x₃) is counted, N = %s: P̂₁₂[%d, %d] is now %s, P̂₁₃[%d, %d] %s. The moments see nothing else of this episode.", figure.Count(n.N),
				x[0]+1, x[1]+1, figure.Number(n.Counts.P12(x[0], x[1])), x[0]+1, x[2]+1, figure.Number(n.Counts.P13(x[0], x[2]))),
			"P̂₁₂₃ = counts / N"
	case BeatBranch:
		return s.accountBranch(step)
	}
	return "", ""
}

// symbol writes x_t with its names.
func (s Session) symbol(t int) string {
	in, out := s.now.Episode.Steps[t-1], s.now.Episode.Steps[t]
	return s.config.Model.SymbolName(pomdp.Symbol{Action: in.Action.Value, Observation: in.Observation.Value, Reward: out.Reward.Value, Next: out.Action.Value})
}

func probabilityOf(e *pomdp.Episode, b Beat) float64 {
	if b.T == 0 {
		return e.Initial.Probability
	}
	step := e.Steps[b.T-1]
	switch b.Kind {
	case BeatReward:
		return step.Reward.Probability
	case BeatMove:
		return step.Next.Probability
	case BeatObserve:
		return step.Observation.Probability
	}
	return step.Action.Probability
}

func (s Session) accountStart(state, given string) (sentence, equation string) {
	n, m := &s.now, s.config.Model
	if s.config.Record != nil {
		return fmt.Sprintf("Episode %d of the log: what was done and seen, and no more.", n.Number), ""
	}
	if n.Beat.Kind == BeatStart {
		return fmt.Sprintf("Episode %d of phase 1 begins in %s%s.", n.Number, state, given), "s₁ ~ b"
	}
	root := n.Plan.Tree.Nodes[0]
	if n.Estimate == nil {
		return fmt.Sprintf("Episode %d follows the model's best policy, which starts with %s.", n.Number, m.ActionName(root.Action)), "V* = max_π b·α^π"
	}
	if n.Plan.Tree.Coordinates == planning.NoStates {
		return fmt.Sprintf("Phase 2, episode %d: the learned tree starts with %s and promises %s.", n.Number, m.ActionName(root.Action), figure.Value(n.Plan.Value)), levelled
	}
	return fmt.Sprintf("Phase 2, episode %d: the learned tree starts with %s, its b̂·β = %s; no belief will be updated.",
		n.Number, m.ActionName(root.Action), figure.Value(n.Plan.Value)), "argmax b̂(s_(a₀,a₁))·β   Algorithm 3"
}

func (s Session) accountAction(step pomdp.Step, action string) (sentence, equation string) {
	n, t := &s.now, s.now.Beat.T
	p := figure.Probability(step.Action.Probability)
	switch {
	case s.config.Record != nil:
		return fmt.Sprintf("The log has a%s = %s. EEPORL assumes that nothing seen before influenced it.", figure.Sub(t), action), "open loop: a_t is independent of r and z"
	case n.Phase2():
		if n.Plan.Tree.Coordinates == planning.NoStates {
			return fmt.Sprintf("The tree's node says %s.", action), levelled
		}
		return fmt.Sprintf("The tree's node says %s.", action), "a = root action of β"
	case t <= 2:
		return fmt.Sprintf("Exploration draws a%s = %s, uniformly: probability %s.", figure.Sub(t), action, p), "a₁, a₂ uniform"
	case t <= 4:
		return fmt.Sprintf("Exploration draws a%s = %s given a%s = %s: probability %s.", figure.Sub(t), action, figure.Sub(t-2),
				s.config.Model.ActionName(n.Episode.Steps[t-3].Action.Value), p),
			"p(a_{t+2} | a_t) = Π,  Π = (I + c·11ᵀ)/(1 + c|A|)"
	}
	return fmt.Sprintf("Beyond the first four actions π_rest draws %s uniformly: probability %s. The moments do not use it.", action, p), "π_rest"
}

func (s Session) accountBranch(step pomdp.Step) (sentence, equation string) {
	n, m := &s.now, s.config.Model
	next := n.Plan.Tree.Nodes[n.Node]
	if n.Plan.Tree.Coordinates == planning.NoStates {
		return fmt.Sprintf("Reward %s and %s select the branch to %s.", figure.Number(m.RewardValue(step.Reward.Value)), m.ObservationName(step.Observation.Value), m.ActionName(next.Action)), branching
	}
	if next.Pair < 0 {
		return fmt.Sprintf("%s selects the branch to %s.", m.ObservationName(step.Observation.Value), m.ActionName(next.Action)), "the policy tree of the model itself"
	}
	a, leave := m.Sizes().PairActions(next.Pair)
	sentence = fmt.Sprintf("Reward %s and %s select the branch to %s, a β-vector over s_(%s,%s).",
		figure.Number(m.RewardValue(step.Reward.Value)), m.ObservationName(step.Observation.Value), m.ActionName(next.Action), m.ActionName(a), m.ActionName(leave))
	return sentence, branching
}

func (s Session) accountLeap() (sentence, equation string) {
	seg, more := s.current(), "more "
	if seg.Episodes == s.now.N {
		more = ""
	}
	if s.config.Record != nil {
		return fmt.Sprintf("%s %sepisodes of the log are counted, N = %s: all that an estimator sees of them.", figure.Count(seg.Episodes), more, figure.Count(s.now.N)), "P̂₁₂₃ = counts / N"
	}
	if s.now.Counts.Exact() {
		return "The exact law of (x₁, x₂, x₃) now stands in place of the counts: what is still wrong is not the sample's fault.",
			"P₁₂₃[i,j,l] = Σ_h M₁[i,h] w[h] M₂[j,h] M₃[l,h]"
	}
	return fmt.Sprintf("%s %sepisodes at once, N = %s, as if each had been played. Only how often each triple occurs is kept: all is learned from that.", figure.Count(seg.Episodes), more, figure.Count(s.now.N)),
		"counts ~ Multinomial(N, P₁₂₃)"
}

// lacks is the first condition that the method needs and the model does not meet, without its figures.
func (s Session) lacks() string {
	for _, c := range s.truth.Checks {
		if c.Needed && !c.Holds {
			what, _, _ := strings.Cut(strings.TrimSuffix(c.Detail, "."), ": rank ")
			return what + "."
		}
	}
	return ""
}

func (s Session) accountLikelihood() (sentence, equation string) {
	l := s.now.Estimate.Likelihood
	steps := len(l.Trace) - 1
	if l.Starts > 0 {
		return fmt.Sprintf("EM ran from %d random starts; %d of them reached the best likelihood, the others got stuck.", l.Starts, l.Best),
			likeliest
	}
	if estimators.By(s.now.Estimate.Estimate).Uses == moments.FromEpisodes {
		return fmt.Sprintf("EM, %s of it, raised the log-likelihood of all episodes by %s.", figure.Counted(steps, "cycle", "cycles"), figure.Number(l.Last()-l.Trace[0])), wholeLaw
	}
	return fmt.Sprintf("%d iterations, %d of them Fisher scoring, raised the log-likelihood of the counts by %s.", steps, l.Scoring, figure.Number(l.Last()-l.Trace[0])),
		scoring
}

func (s Session) accountLabels() (sentence, equation string) {
	e := s.now.Estimate
	if e.LabelsGiven {
		return fmt.Sprintf("The actions are observed, so %s knows each column's pair without looking for it.", e.Estimator), "x = (a, z, r, a')"
	}
	return fmt.Sprintf("A row above %s names the action pair of each column. Labelled: %s.", figure.Number(e.Threshold()), e.Labelling(e.Comparison).Words()), foundLabel(e.Options.Threshold)
}

func noise(e *experiment.Estimated) string {
	if e.Noise == nil {
		return "?"
	}
	return figure.Number(e.Noise.P12.Level)
}

// rounding is the negative mass up to which an entry is only off by rounding.
const rounding = 1e-12

// accountPower tells of an iteration of the tensor's first component, and of all components at last.
func (s Session) accountPower() string {
	p, i := s.now.Estimate.Power, s.now.Beat.T
	if len(p.Components) == 0 {
		return "The pair moments leave no tensor to look for components in."
	}
	c := p.Components[0]
	switch steps := len(c.Path); {
	case i == 0:
		return "A random direction v of the whitened tensor. Each iteration turns it towards a component: a column of Ô before it is mapped back."
	case i < steps:
		return fmt.Sprintf("Iteration %d: %s settled. With the exact law digits would double each time; with noise fewer come at a time.", i, figure.Counted(math.Floor(c.Digits()[i]), "digit of v has", "digits of v have"))
	}
	return fmt.Sprintf("Each component was taken away before the next was looked for. Iterating loses nothing: what is wrong with these %d columns is noise, magnified by whitening.", len(p.Components))
}

// NoFindings says what it means that there are none.
func (s Session) NoFindings() string {
	if s.truth.Unknown != "" {
		return "None so far: nothing has run into trouble. Whether the assumptions hold cannot be checked without the model."
	}
	return "None so far: the model meets every assumption, and nothing has run into trouble."
}
