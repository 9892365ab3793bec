package why

import (
	"fmt"
	"strings"
)

// Kind says what a Target points at.
type Kind int

// The kinds, each with what I, J and K mean for it. Indices count from 0 as in
// the engine, but for the steps of an episode and the steps to go, which count
// from 1 as in the formulas.
const (
	None Kind = iota

	// Moments of the counts at the cursor.
	P12       // x₁ = I, x₂ = J
	P13       // x₁ = I, x₃ = J
	P123      // x₁ = I, x₂ = J, x₃ = K
	LiveSigma // singular value I of P̂₁₂ (J = 0) or P̂₁₃ (J = 1) as counted so far

	// The newest estimate, stage by stage.
	Sigma       // singular value I of P̂₁₂ (J = 0) or P̂₁₃ (J = 1)
	Rotation    // draw I of Θ
	Eigenvalue  // of column I
	Column      // column I of Ô
	Entry       // Ô[x = I, column J]
	Step        // T̂[column I, column J]
	Weight      // ŵ[column I]
	Label       // of column I
	Permutation // φ of action pair I

	// Parameters in the true order of the states, averaged over their copies.
	Initial     // b̂[state I]
	Transition  // T̂_a[s, s']: action I, state left J, state entered K
	Observation // Ẑ_a[z, s]: action I, state entered J, observation K
	Reward      // R̂_a[r, s]: action I, state left J, reward level K

	// The newest plan.
	Gamma  // Γ with I steps to go
	Vector // vector K of set J of Γ with I steps to go
	Node   // node I of the policy tree
	Branch // outcome J of node I

	// The episode under way.
	Belief // of an observer before step I, in state J
	State  // s_I
	Action // a_I
	Earned // r_I
	Seen   // z_I, seen on entering s_I: from 2
	Symbol // x_I
	Hidden // h_I

	// What is known of the model and the method.
	Assumption // check I of the model
	Lemma      // row I of the chain of lemmas: measured (J = 0) or its factor (J = 1)
	Finding    // finding I at the cursor
	Trial      // estimator I of the comparison, its figure J

	// Further figures on a view. Targets lists none of them, except Copy for a log without
	// one order of the states.
	Scalar   // figure I that stands alone: see Episodes
	Copy     // b̂ of action pair I at place J of the pair's own order
	Decision // decision I at which the plan loses something
	Point    // learning curve of estimator I, point J
	Lost     // by agent I in all
	Chance   // of action J at step I under exploration
	Repeats  // of action I: the share of episodes that took it four times
	Updating // an observer's belief in state J after the reward of step I (K = 0), and after its move (K = 1)

	// Parameters of action pair I at place K of the pair's own order. Targets lists them for
	// a log without one order of the states.
	CopyTransition  // to place J mod |S| of the next pair with action J div |S|
	CopyObservation // of observation J
	CopyReward      // of reward level J

	kinds
)

// kindNames are the names that Kind.String and Target.String write, and how many indices
// Target.String adds. Paths use other names for some: see pathNames.
var kindNames = [kinds]struct {
	name    string
	indices int
}{
	None: {"nothing", 0},
	P12:  {"P12", 2}, P13: {"P13", 2}, P123: {"P123", 3}, LiveSigma: {"live-sigma", 2},
	Sigma: {"sigma", 2}, Rotation: {"rotation", 1}, Eigenvalue: {"eigenvalue", 1},
	Column: {"column", 1}, Entry: {"O", 2}, Step: {"T", 2}, Weight: {"w", 1}, Label: {"label", 1}, Permutation: {"permutation", 1},
	Initial: {"initial", 1}, Transition: {"transition", 3}, Observation: {"observation", 3}, Reward: {"reward", 3},
	Gamma: {"gamma", 1}, Vector: {"vector", 3}, Node: {"node", 1}, Branch: {"branch", 2},
	Belief: {"belief", 2}, State: {"s", 1}, Action: {"a", 1}, Earned: {"r", 1}, Seen: {"z", 1}, Symbol: {"x", 1}, Hidden: {"h", 1},
	Assumption: {"assumption", 1}, Lemma: {"lemma", 1}, Finding: {"finding", 1}, Trial: {"trial", 1},
	Scalar: {"figure", 1}, Copy: {"copy", 2}, Decision: {"decision", 1}, Point: {"point", 2}, Lost: {"lost", 1}, Chance: {"chance", 2}, Repeats: {"repeats", 1}, Updating: {"updating", 3},
	CopyTransition: {"copy-transition", 3}, CopyObservation: {"copy-observation", 3}, CopyReward: {"copy-reward", 3},
}

func (k Kind) String() string {
	if k < 0 || k >= kinds {
		return kindNames[None].name
	}
	return kindNames[k].name
}

// Target is something that can be focused on a screen: a kind and its indices.
// Unused indices are 0, so that equal things are equal Targets.
type Target struct {
	Kind    Kind
	I, J, K int
}

// String writes a target as in "P12(3,5)", its indices as they are. It is not what Find
// reads: that is Path.
func (t Target) String() string {
	if t.Kind <= None || t.Kind >= kinds {
		return None.String()
	}
	var b strings.Builder
	b.WriteString(t.Kind.String())
	indices := []int{t.I, t.J, t.K}
	for i, x := range indices[:kindNames[t.Kind].indices] {
		if i == 0 {
			b.WriteByte('(')
		} else {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, x)
	}
	b.WriteByte(')')
	return b.String()
}
