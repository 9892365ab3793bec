// Package pomdp holds what EEPORL takes as given: the finite POMDP, its
// simulator, the open-loop exploration policy, the HMM that the policy induces
// (Guo, Doroudi, Brunskill 2016, Lemma 1) with the exact law of its first
// three symbols, and the check of the paper's assumptions.
package pomdp

// Spec is a POMDP as plain data, before validation. Every innermost slice is
// one distribution; New demands that it sums to 1.
type Spec struct {
	Name         string
	States       []string
	Actions      []string
	Observations []string
	Rewards      []float64     // value of each reward level
	Initial      []float64     // b: [s]
	Transition   [][][]float64 // T_a: [a][s][s'], s left, s' entered
	Observation  [][][]float64 // Z_a: [a][s'][z], s' entered
	Reward       [][][]float64 // R_a: [a][s][r], s left
	Horizon      int           // H
	Discount     float64       // γ
}

// POMDP is a validated model (b, T_a, Z_a, R_a, reward values, H, γ). It never
// changes after New; copies are cheap and safe to share between goroutines.
//
// One step: in s take a; receive r ~ R_a[·, s]; move to s' ~ T_a[s, ·];
// observe z ~ Z_a[·, s'].
type POMDP struct {
	spec        Spec
	sizes       Sizes
	transition  []float64 // [a][s][s']
	observation []float64 // [a][s'][z]
	reward      []float64 // [a][s][r]
}

// New validates a specification. The error, if any, is an *Invalid that names
// every fault found: the matrix, the row, what was there and what was
// expected. Nothing is renormalised. The POMDP keeps no reference to spec.
func New(spec Spec) (*POMDP, error) {
	if faults := spec.faults(); len(faults) > 0 {
		return nil, &Invalid{Name: spec.Name, Faults: faults}
	}
	m := &POMDP{
		spec:        spec.clone(),
		sizes:       Sizes{S: len(spec.States), A: len(spec.Actions), Z: len(spec.Observations), R: len(spec.Rewards)},
		transition:  flatten(spec.Transition),
		observation: flatten(spec.Observation),
		reward:      flatten(spec.Reward),
	}
	return m, nil
}

// Spec returns a copy of the data that the model was built from.
func (m *POMDP) Spec() Spec { return m.spec.clone() }

// Sizes returns |S|, |A|, |Z| and |R|.
func (m *POMDP) Sizes() Sizes { return m.sizes }

// Name is the model's name.
func (m *POMDP) Name() string { return m.spec.Name }

// Horizon is H, the number of steps of an episode.
func (m *POMDP) Horizon() int { return m.spec.Horizon }

// Discount is γ.
func (m *POMDP) Discount() float64 { return m.spec.Discount }

// Initial is b[s].
func (m *POMDP) Initial(s int) float64 { return m.spec.Initial[s] }

// T is T_a[s, next] = p(next | s, a).
func (m *POMDP) T(a, s, next int) float64 {
	return m.transition[(a*m.sizes.S+s)*m.sizes.S+next]
}

// Z is Z_a[z, s] = p(z | a, s) where s is the state entered.
func (m *POMDP) Z(a, s, z int) float64 {
	return m.observation[(a*m.sizes.S+s)*m.sizes.Z+z]
}

// R is R_a[r, s] = p(r | s, a) where s is the state left.
func (m *POMDP) R(a, s, r int) float64 {
	return m.reward[(a*m.sizes.S+s)*m.sizes.R+r]
}

// RewardValue is the real value of reward level r.
func (m *POMDP) RewardValue(r int) float64 { return m.spec.Rewards[r] }

// RewardValues returns a copy of the reward levels' values.
func (m *POMDP) RewardValues() []float64 { return append([]float64(nil), m.spec.Rewards...) }

// MeanReward is Σ_r p(r | s, a)·r.
func (m *POMDP) MeanReward(a, s int) float64 {
	sum := 0.0
	for r, v := range m.spec.Rewards {
		sum += m.R(a, s, r) * v
	}
	return sum
}

// StateName, ActionName and ObservationName are the names given in the model.
func (m *POMDP) StateName(s int) string       { return m.spec.States[s] }
func (m *POMDP) ActionName(a int) string      { return m.spec.Actions[a] }
func (m *POMDP) ObservationName(z int) string { return m.spec.Observations[z] }

// WithHorizon returns the same model with horizon h ≥ 1.
func (m *POMDP) WithHorizon(h int) (*POMDP, error) {
	spec := m.Spec()
	spec.Horizon = h
	return New(spec)
}

func (s Spec) clone() Spec {
	c := s
	c.States = append([]string(nil), s.States...)
	c.Actions = append([]string(nil), s.Actions...)
	c.Observations = append([]string(nil), s.Observations...)
	c.Rewards = append([]float64(nil), s.Rewards...)
	c.Initial = append([]float64(nil), s.Initial...)
	c.Transition = clone3(s.Transition)
	c.Observation = clone3(s.Observation)
	c.Reward = clone3(s.Reward)
	return c
}

func clone3(x [][][]float64) [][][]float64 {
	out := make([][][]float64, len(x))
	for i := range x {
		out[i] = make([][]float64, len(x[i]))
		for j := range x[i] {
			out[i][j] = append([]float64(nil), x[i][j]...)
		}
	}
	return out
}

func flatten(x [][][]float64) []float64 {
	var out []float64
	for _, rows := range x {
		for _, row := range rows {
			out = append(out, row...)
		}
	}
	return out
}
