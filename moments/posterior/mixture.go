package posterior

import (
	"eeporl/moments/params"
	"eeporl/pomdp"
)

// Mixture is the law of a POMDP that is one of several, each as likely as its draws are many. It is Learned: a
// situation holds, for each of them, the unnormalised belief of its states, so that what an episode shows also
// tells which of them it is (Ross et al. 2011).
type Mixture struct {
	l       *params.Layout
	rewards []float64
	Draws   [][]float64 // parameters, as a layout has them
	told    [][]float64 // [draw][(a·S + s)·O + o] p(o | s, a)
}

func newMixture(l *params.Layout, rewards []float64, draws [][]float64) *Mixture {
	n := l.N
	m := &Mixture{l: l, rewards: rewards, Draws: draws}
	for _, x := range draws {
		told := make([]float64, n.A*n.S*n.Outcomes())
		for a := range n.A {
			for s := range n.S {
				for z := range n.Z {
					seen := 0.0
					for to := range n.S {
						seen += x[l.Trans(a, s, to)] * x[l.Obs(a, to, z)]
					}
					for r := range n.R {
						told[(a*n.S+s)*n.Outcomes()+n.Outcome(z, r)] = seen * x[l.Rew(a, s, r)]
					}
				}
			}
		}
		m.told = append(m.told, told)
	}
	return m
}

// Alphabet is the sizes and rewards.
func (m *Mixture) Alphabet() (pomdp.Sizes, []float64) { return m.l.N, m.rewards }

// Start are the initial distributions, each with its share.
func (m *Mixture) Start() []float64 {
	out := make([]float64, 0, len(m.Draws)*m.l.N.S)
	for _, x := range m.Draws {
		for _, b := range x[:m.l.N.S] {
			out = append(out, b/float64(len(m.Draws)))
		}
	}
	return out
}

// Outcomes are the sums over all draws and states.
func (m *Mixture) Outcomes(situation []float64, action int) []float64 {
	n := m.l.N
	out := make([]float64, n.Outcomes())
	for d, told := range m.told {
		for s, w := range situation[d*n.S : (d+1)*n.S] {
			if w == 0 {
				continue
			}
			for o, p := range told[(action*n.S+s)*n.Outcomes():][:len(out)] {
				out[o] += w * p
			}
		}
	}
	return out
}

// Next weighs each draw by how probable it held what happened.
func (m *Mixture) Next(situation []float64, action, reward, observation int) []float64 {
	n := m.l.N
	out, total := make([]float64, len(situation)), 0.0
	for d, x := range m.Draws {
		before, after := situation[d*n.S:(d+1)*n.S], out[d*n.S:(d+1)*n.S]
		for s, w := range before {
			if reward >= 0 {
				w *= x[m.l.Rew(action, s, reward)]
			}
			for to := range after {
				after[to] += w * x[m.l.Trans(action, s, to)]
			}
		}
		for to := range after {
			after[to] *= x[m.l.Obs(action, to, observation)]
			total += after[to]
		}
	}
	if !(total > 0) {
		return nil
	}
	for i := range out {
		out[i] /= total
	}
	return out
}
