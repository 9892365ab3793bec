package why

import (
	"eeporl/model"
)

// mostVectors bounds the β-vectors of a set that can be walked through: a level
// enumerated in full may hold millions.
const mostVectors = 100

// Targets lists what can be focused in a view now, in reading order: from top
// to bottom, and in a matrix row by row. view is its name: Episode, Moments,
// Recovery, Parameters, Plan, Theory or Compare; of any other nothing is listed.
func Targets(s model.Session, view string) []Target {
	l := lister{explainer: newExplainer(s, Target{}, true)}
	switch view {
	case "Episode":
		l.episode()
	case "Moments":
		l.moments()
	case "Recovery":
		l.recovery()
	case "Parameters":
		l.parameters()
	case "Plan":
		l.plan()
	case "Theory":
		l.theory()
	case "Compare":
		for i, t := range s.Standing().Trials {
			l.add(t != nil, Target{Kind: Trial, I: i})
		}
	}
	return l.list
}

// lister collects the targets of a view.
type lister struct {
	*explainer
	list []Target
}

func (l *lister) add(there bool, t Target) {
	if there {
		l.list = append(l.list, t)
	}
}

// row adds n targets that count up index I from 0.
func (l *lister) row(kind Kind, n int) {
	for i := range n {
		l.add(true, Target{Kind: kind, I: i})
	}
}

// episode walks each of the episode's rows: actions, states, rewards, what was
// seen, then the HMM's hidden states and symbols, then an observer's belief.
func (l *lister) episode() {
	now, e := l.now, l.now.Episode
	if e == nil {
		return
	}
	steps := len(e.Steps)
	for t := 1; t <= steps; t++ {
		l.add(now.Drawn(model.BeatAction, t), Target{Kind: Action, I: t})
	}
	l.add(true, Target{Kind: State, I: 1})
	for t := 1; t <= steps; t++ {
		l.add(now.Drawn(model.BeatMove, t), Target{Kind: State, I: t + 1})
	}
	for t := 1; t <= steps; t++ {
		l.add(now.Drawn(model.BeatReward, t), Target{Kind: Earned, I: t})
	}
	for t := 1; t <= steps; t++ {
		l.add(now.Drawn(model.BeatObserve, t), Target{Kind: Seen, I: t + 1})
	}
	for t := 1; t <= 3 && !now.Phase2(); t++ {
		l.add(now.Drawn(model.BeatAction, t+1), Target{Kind: Hidden, I: t})
	}
	for t := 1; t <= 3; t++ {
		l.add(now.Drawn(model.BeatSymbol, t), Target{Kind: Symbol, I: t})
	}
	for t := 1; t <= steps; t++ {
		for state := range l.n.S {
			l.add(l.truth.Unknown == "" && (t == 1 || now.Drawn(model.BeatObserve, t-1)), Target{Kind: Belief, I: t, J: state})
		}
	}
}

// moments walks the spectrum, the blocks of P̂₁₂ one after the other, P̂₁₃, and
// the slice of P̂₁₂₃ at the x₃ that was counted last.
func (l *lister) moments() {
	if l.truth.TooLarge != "" || l.now.N == 0 {
		return
	}
	n, o := l.n, l.n.Outcomes()
	if sp := l.now.Spectrum(); sp != nil {
		l.row(LiveSigma, len(sp.P12))
		for i := range sp.P13 {
			l.add(true, Target{Kind: LiveSigma, I: i, J: 1})
		}
	}
	for a2 := range n.A {
		for i := range n.A * o {
			for j := range n.A * o {
				l.add(true, Target{Kind: P12, I: n.Pair(i/o, a2)*o + i%o, J: a2*n.A*o + j})
			}
		}
	}
	for i := range n.D() {
		for j := range n.D() {
			l.add(true, Target{Kind: P13, I: i, J: j})
		}
	}
	if touch := l.now.Touch; touch.OK {
		x3 := touch.Triple[2]
		a3, _ := n.PairActions(x3 / o)
		for a2 := range n.A {
			for i := range n.A * o {
				for j := range o {
					l.add(true, Target{Kind: P123, I: n.Pair(i/o, a2)*o + i%o, J: n.Pair(a2, a3)*o + j, K: x3})
				}
			}
		}
	}
}

// recovery walks the stages that have been shown, then the findings.
func (l *lister) recovery() {
	e, shown := l.now.Estimate, l.now.Shown
	if e == nil {
		return
	}
	n := l.n
	if shown >= model.BeatSpectrum && e.Spectrum != nil {
		l.row(Sigma, len(e.Spectrum.P12))
		for i := range e.Spectrum.P13 {
			l.add(true, Target{Kind: Sigma, I: i, J: 1})
		}
	}
	if shown >= model.BeatEigen && e.Eigen != nil {
		l.row(Rotation, len(e.Rotations))
		l.row(Eigenvalue, len(e.Eigen.Values))
	}
	if shown >= model.BeatColumns && e.O != nil {
		l.row(Column, n.K())
		l.matrix(Entry, n.D(), n.K())
		if e.T != nil && e.W != nil {
			l.matrix(Step, n.K(), n.K())
			l.row(Weight, n.K())
		}
	}
	if shown >= model.BeatLabels && len(e.Labels) > 0 {
		l.row(Label, len(e.Labels))
		l.row(Permutation, n.Pairs())
	}
	l.findings()
}

func (l *lister) matrix(kind Kind, rows, columns int) {
	for i := range rows {
		for j := range columns {
			l.add(true, Target{Kind: kind, I: i, J: j})
		}
	}
}

// parameters walks b̂, then for each action and state the rows of T̂, Ẑ and R̂.
func (l *lister) parameters() {
	e := l.now.Estimate
	if e == nil || e.Parameters == nil || l.now.Shown != model.BeatParameters {
		return
	}
	n := l.n
	if e.Mean == nil {
		if l.truth.Unknown != "" {
			l.pairs()
		}
		return
	}
	l.row(Initial, n.S)
	for a := range n.A {
		for s := range n.S {
			for _, part := range []struct {
				kind Kind
				n    int
			}{{Transition, n.S}, {Observation, n.Z}, {Reward, n.R}} {
				for i := range part.n {
					l.add(true, Target{Kind: part.kind, I: a, J: s, K: i})
				}
			}
		}
	}
}

// plan walks an observer's belief in phase 2, the levels, their vectors, and the tree:
// each node, then its branches.
func (l *lister) plan() {
	p := l.now.Plan
	if p == nil {
		return
	}
	if l.now.Phase2() && l.now.Advice != nil {
		at := len(l.now.Path)
		for s := range l.n.S {
			l.add(l.now.Drawn(model.BeatObserve, at-1) || at == 1, Target{Kind: Belief, I: at, J: s})
		}
	}
	for i := range p.Levels {
		l.add(i < l.now.Level, Target{Kind: Gamma, I: i + 1})
	}
	for i, level := range p.Levels {
		for j := range level.Sets {
			for k := range min(level.Sets[j].Len(), mostVectors) {
				l.add(i < l.now.Level, Target{Kind: Vector, I: i + 1, J: j, K: k})
			}
		}
	}
	if l.now.Level <= p.Horizon {
		return
	}
	for i, node := range p.Tree.Nodes {
		l.add(true, Target{Kind: Node, I: i})
		for outcome := range node.Next {
			l.add(true, Target{Kind: Branch, I: i, J: outcome})
		}
	}
}

// theory walks the chain of lemmas, the assumptions and the findings.
func (l *lister) theory() {
	if th := l.s.Theory(); th != nil {
		l.row(Lemma, len(th.Rows))
	}
	l.row(Assumption, len(l.truth.Checks))
	l.findings()
}

func (l *lister) findings() { l.row(Finding, len(l.s.Findings())) }
