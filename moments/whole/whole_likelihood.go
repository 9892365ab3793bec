package whole

import (
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/params"
	"eeporl/pomdp"
	"eeporl/pomdp/workers"
)

// wholeParts is the most parts that the nodes of a level are cut into, and partNodes how many nodes make one
// more. Sums are taken part by part, so that they do not depend on the number of processors.
const (
	wholeParts = 16
	partNodes  = 256
)

// Likelihood is the likelihood of whole episodes given their actions, by forward and backward
// passes over the tree (Baum et al. 1970). Actions that depend on what was seen change nothing:
// they do not depend on the states.
type Likelihood struct {
	*params.Layout
	episodes *moments.Episodes
	forward  [][]float64 // [level][node·S + s] p(s, what led to the node since the last scaled level)
	back     [][]float64 // [level][node·S + s] expected uses by what follows, over forward
	scale    [][]float64 // [level][node] the sum of forward, before it was scaled to 1 on scaled levels; on others only where an episode ends
	matrix   []float64   // [code][s][s'] R·T·Z
	uses     [][]float64 // [part][code][s][s']
	last     [][]float64 // of uses, those of last steps without an observation, which tell nothing of T
	values   [wholeParts]float64
	blind    []bool    // [code] a step without an observation
	blinds   bool      // there are such steps
	at       []float64 // where value was asked last,
	reached  float64   // and what it was
	Alone    bool      // other goroutines are at work already
}

// NewLikelihood is the likelihood of models with so many states.
func NewLikelihood(e *moments.Episodes, states int) *Likelihood {
	w := &Likelihood{Layout: e.Layout(states), episodes: e}
	w.matrix, w.blind = make([]float64, moments.Codes(w.N)*states*states), make([]bool, moments.Codes(w.N))
	for c := range w.blind {
		w.blind[c] = moments.ActOf(w.N, c).Observation < 0
	}
	widest := 0
	for _, l := range e.Levels {
		widest = max(widest, len(l.Through))
		w.blinds = w.blinds || slices.ContainsFunc(l.Act, func(c int32) bool { return w.blind[c] })
		w.forward = append(w.forward, make([]float64, len(l.Through)*states))
		w.back = append(w.back, make([]float64, len(l.Through)*states))
		w.scale = append(w.scale, make([]float64, len(l.Through)))
	}
	for range max(1, min(wholeParts, widest/partNodes)) {
		w.uses, w.last = append(w.uses, make([]float64, len(w.matrix))), append(w.last, make([]float64, len(w.matrix)))
	}
	return w
}

// level does something with some nodes of a level; part is which of the level's parts they are.
type level func(t, part, from, to int)

// parts calls do with ranges of a level's nodes, side by side.
func (w *Likelihood) parts(t int, do level) {
	nodes := len(w.scale[t])
	parts := min(len(w.uses), max(1, nodes/partNodes))
	if w.Alone || parts == 1 {
		for i := range parts {
			do(t, i, nodes*i/parts, nodes*(i+1)/parts)
		}
		return
	}
	workers.Each(parts, func() func(int) {
		return func(i int) { do(t, i, nodes*i/parts, nodes*(i+1)/parts) }
	})
}

// scaled says whether forward is scaled to sum to 1 on a level, which keeps long episodes from being
// rounded to 0. Most levels are not, since that costs as much as the step itself.
func scaled(level int) bool { return level%8 == 0 }

// leastFactor keeps a product of two from being rounded to 0.
const leastFactor = 1e-150

// Value is the log-likelihood at x; −Inf where an episode has probability 0. Where it was asked last it
// is not computed anew: an extrapolation that is taken is asked for its value, and then for its step.
func (w *Likelihood) Value(x []float64) float64 {
	if w.at == nil || !slices.Equal(x, w.at) {
		w.at, w.reached = append(w.at[:0], x...), w.pushed(x)
	}
	return w.reached
}

// fill makes the matrix of every step at x.
func (w *Likelihood) fill(x []float64) {
	n := w.N
	s := n.S
	for c := range moments.Codes(n) {
		act := moments.ActOf(n, c)
		for i := range s {
			r := 1.0
			if act.Reward >= 0 {
				r = x[w.Rew(act.Action, i, act.Reward)]
			}
			for j := range s {
				z := 1.0
				if act.Observation >= 0 {
					z = x[w.Obs(act.Action, j, act.Observation)]
				}
				w.matrix[(c*s+i)*s+j] = r * x[w.Trans(act.Action, i, j)] * z
			}
		}
	}
}

// pushed fills matrix, forward and scale, and returns the log-likelihood.
func (w *Likelihood) pushed(x []float64) float64 {
	w.fill(x)
	s := w.N.S
	copy(w.forward[0], x[:s])
	if w.Again > 0 {
		copy(w.forward[0][s:], x[w.Again:][:s])
	}
	for root := range w.scale[0] {
		w.scale[0][root] = 1
	}
	total := 0.0
	push := level(w.push) // made once: an episode may have many levels
	values := w.values[:len(w.uses)]
	for t := 1; t < len(w.episodes.Levels); t++ {
		clear(values)
		w.parts(t, push)
		for _, v := range values {
			total += v
		}
	}
	if math.IsNaN(total) {
		return math.Inf(-1)
	}
	return total
}

// push fills forward and scale for some nodes of a level, and values with their share of the log-likelihood.
func (w *Likelihood) push(t, part, from, to int) {
	l, here, scale, s := &w.episodes.Levels[t], w.forward[t], w.scale[t], w.N.S
	w.reach(l, w.forward[t-1], here, from, to)
	counts, deep := l.Ended, scaled(t)
	if deep {
		counts = l.Through
	}
	sum, product := 0.0, 1.0 // one logarithm serves many nodes
	for v := from; v < to; v++ {
		k := counts[v]
		if k == 0 {
			continue
		}
		now, c := here[v*s:][:s], 0.0
		for _, p := range now {
			c += p
		}
		scale[v] = c
		if deep {
			inverse := 1 / c
			for j := range now {
				now[j] *= inverse
			}
		}
		if k != 1 || c < leastFactor {
			sum += k * math.Log(c)
		} else if product *= c; product < leastFactor {
			sum, product = sum+math.Log(product), 1
		}
	}
	if product != 1 {
		sum += math.Log(product)
	}
	w.values[part] = sum
}

// reach fills forward for some nodes of a level, from that of the level before. Few states are written out, which
// takes half the time.
func (w *Likelihood) reach(l *moments.Level, before, here []float64, from, to int) {
	matrix, parents, acts := w.matrix, l.Parent[from:to], l.Act[from:to]
	switch s := w.N.S; s {
	case 2:
		here = here[2*from : 2*to]
		for i, a := range acts {
			past, m, now := (*[2]float64)(before[2*int(parents[i]):]), (*[4]float64)(matrix[4*int(a):]), (*[2]float64)(here[2*i:])
			p, q := past[0], past[1]
			now[0] = p*m[0] + q*m[2]
			now[1] = p*m[1] + q*m[3]
		}
	case 3:
		here = here[3*from : 3*to]
		for i, a := range acts {
			past, m, now := (*[3]float64)(before[3*int(parents[i]):]), (*[9]float64)(matrix[9*int(a):]), (*[3]float64)(here[3*i:])
			p, q, r := past[0], past[1], past[2]
			now[0] = p*m[0] + q*m[3] + r*m[6]
			now[1] = p*m[1] + q*m[4] + r*m[7]
			now[2] = p*m[2] + q*m[5] + r*m[8]
		}
	default:
		for i, a := range acts {
			through(before[int(parents[i])*s:][:s], matrix[int(a)*s*s:][:s*s], here[(from+i)*s:][:s])
		}
	}
}

// through makes now = pastᵀ·m.
func through(past, m, now []float64) {
	switch s := len(now); s {
	case 1:
		now[0] = past[0] * m[0]
	default:
		p, q := past[0], past[1]
		first, second := m[:s], m[s:][:s]
		for j := range now {
			now[j] = p*first[j] + q*second[j]
		}
		i := 2
		for ; i+1 < s; i += 2 {
			p, q := past[i], past[i+1]
			first, second := m[i*s:][:s], m[(i+1)*s:][:s]
			for j := range now {
				now[j] += p*first[j] + q*second[j]
			}
		}
		if i < s {
			p := past[i]
			for j, f := range m[i*s:][:s] {
				now[j] += p * f
			}
		}
	}
}

// Step is one step of EM: to becomes the distributions of the expected uses at x. What is never
// used stays as it is. It returns the log-likelihood at x.
func (w *Likelihood) Step(x, to []float64) float64 {
	value := w.Expected(x, to)
	w.Maximise(x, to)
	return value
}

// LogLikelihood is that of whole episodes under a model, given their actions.
func LogLikelihood(e *moments.Episodes, m *pomdp.POMDP) float64 {
	w := NewLikelihood(e, m.Sizes().S)
	return w.Value(w.Vector(m))
}
