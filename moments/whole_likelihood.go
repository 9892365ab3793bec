package moments

import (
	"math"
	"slices"

	"eeporl/pomdp/workers"
)

// wholeParts is into how many parts the nodes of a level are cut; sums are taken part by part,
// so that they do not depend on the number of processors.
const wholeParts = 16

// whole is the likelihood of whole episodes given their actions, by forward and backward
// passes over the tree (Baum et al. 1970). Actions that depend on what was seen change nothing:
// they do not depend on the states.
type whole struct {
	*layout
	episodes *Episodes
	forward  [][]float64 // [level][node·S + s] p(s, what led to the node since the last scaled level)
	back     [][]float64 // [level][node·S + s] expected uses by what follows, over forward
	scale    [][]float64 // [level][node] the sum of forward, before it was scaled to 1 on scaled levels; on others only where an episode ends
	matrix   []float64   // [code][s][s'] R·T·Z
	uses     [wholeParts][]float64
	last     [wholeParts][]float64 // of uses, those of last steps without an observation, which tell nothing of T
	values   [wholeParts]float64
	blind    []bool    // [code] a step without an observation
	at       []float64 // where value was asked last,
	reached  float64   // and what it was
	alone    bool      // other goroutines are at work already
}

func newWhole(e *Episodes, states int) *whole {
	w := &whole{layout: e.layout(states), episodes: e}
	w.matrix, w.blind = make([]float64, codes(w.n)*states*states), make([]bool, codes(w.n))
	for c := range w.blind {
		w.blind[c] = actOf(w.n, c).Observation < 0
	}
	for _, l := range e.levels {
		w.forward = append(w.forward, make([]float64, len(l.through)*states))
		w.back = append(w.back, make([]float64, len(l.through)*states))
		w.scale = append(w.scale, make([]float64, len(l.through)))
	}
	for i := range w.uses {
		w.uses[i], w.last[i] = make([]float64, len(w.matrix)), make([]float64, len(w.matrix))
	}
	return w
}

// forget notes the share of a step's uses that comes of episodes that end with it.
func (w *whole) forget(past []float64, ended float64, part, code int) {
	s := len(past)
	to := w.last[part][code*s*s:][:s*s]
	for i, p := range past {
		for j := range s {
			to[i*s+j] += p * ended
		}
	}
}

// idle is what forget noted of a step, in expected uses.
func (w *whole) idle(code, i, j int) (sum float64) {
	at := (code*w.n.S+i)*w.n.S + j
	for part := range w.last {
		sum += w.last[part][at]
	}
	return sum * w.matrix[at]
}

// parts calls do with ranges of a level's nodes, side by side.
func (w *whole) parts(nodes int, do func(part, from, to int)) {
	if nodes < 4*wholeParts {
		do(0, 0, nodes)
		return
	}
	if w.alone {
		for i := range wholeParts {
			do(i, nodes*i/wholeParts, nodes*(i+1)/wholeParts)
		}
		return
	}
	workers.Each(wholeParts, func() func(int) {
		return func(i int) { do(i, nodes*i/wholeParts, nodes*(i+1)/wholeParts) }
	})
}

// scaled says whether forward is scaled to sum to 1 on a level, which keeps long episodes from being
// rounded to 0. Most levels are not, since that costs as much as the step itself.
func scaled(level int) bool { return level%8 == 0 }

// leastFactor keeps a product of two from being rounded to 0.
const leastFactor = 1e-150

// value is the log-likelihood at x; −Inf where an episode has probability 0. Where it was asked last it
// is not computed anew: an extrapolation that is taken is asked for its value, and then for its step.
func (w *whole) value(x []float64) float64 {
	if w.at == nil || !slices.Equal(x, w.at) {
		w.at, w.reached = append(w.at[:0], x...), w.pushed(x)
	}
	return w.reached
}

// pushed fills matrix, forward and scale, and returns the log-likelihood.
func (w *whole) pushed(x []float64) float64 {
	n := w.n
	s := n.S
	for c := range codes(n) {
		act := actOf(n, c)
		for i := range s {
			r := 1.0
			if act.Reward >= 0 {
				r = x[w.rew(act.Action, i, act.Reward)]
			}
			for j := range s {
				z := 1.0
				if act.Observation >= 0 {
					z = x[w.obs(act.Action, j, act.Observation)]
				}
				w.matrix[(c*s+i)*s+j] = r * x[w.trans(act.Action, i, j)] * z
			}
		}
	}
	copy(w.forward[0], x[:s])
	if w.again > 0 {
		copy(w.forward[0][s:], x[w.again:][:s])
	}
	for root := range w.scale[0] {
		w.scale[0][root] = 1
	}
	total := 0.0
	for t := 1; t < len(w.episodes.levels); t++ {
		l, before, here, scale := &w.episodes.levels[t], w.forward[t-1], w.forward[t], w.scale[t]
		w.values = [wholeParts]float64{}
		w.parts(len(l.act), func(part, from, to int) {
			sum, product := 0.0, 1.0 // one logarithm serves many nodes
			for v := from; v < to; v++ {
				past, m, now := before[int(l.parent[v])*s:][:s], w.matrix[int(l.act[v])*s*s:][:s*s], here[v*s:][:s]
				through(past, m, now)
				k := l.ended[v]
				if scaled(t) {
					k = l.through[v]
				}
				if k == 0 {
					continue
				}
				c := 0.0
				for _, p := range now {
					c += p
				}
				scale[v] = c
				if scaled(t) {
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
			w.values[part] = sum + math.Log(product)
		})
		for _, v := range w.values {
			total += v
		}
	}
	if math.IsNaN(total) {
		return math.Inf(-1)
	}
	return total
}

// through makes now = pastᵀ·m. Few states are written out, which takes half the time.
func through(past, m, now []float64) {
	switch s := len(now); s {
	case 1:
		now[0] = past[0] * m[0]
	case 2:
		p, m, now := (*[2]float64)(past), (*[4]float64)(m), (*[2]float64)(now)
		now[0] = p[0]*m[0] + p[1]*m[2]
		now[1] = p[0]*m[1] + p[1]*m[3]
	case 3:
		p, m, now := (*[3]float64)(past), (*[9]float64)(m), (*[3]float64)(now)
		now[0] = p[0]*m[0] + p[1]*m[3] + p[2]*m[6]
		now[1] = p[0]*m[1] + p[1]*m[4] + p[2]*m[7]
		now[2] = p[0]*m[2] + p[1]*m[5] + p[2]*m[8]
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

// returned adds share·m·after to b and share·past·afterᵀ to sum.
func returned(past, m, after []float64, share float64, b, sum []float64) {
	switch s := len(after); s {
	case 1:
		b[0] += share * (m[0] * after[0])
		sum[0] += share * past[0] * after[0]
	case 2:
		past, m, after, b, sum := (*[2]float64)(past), (*[4]float64)(m), (*[2]float64)(after), (*[2]float64)(b), (*[4]float64)(sum)
		f, g := after[0], after[1]
		b[0] += share * (m[0]*f + m[1]*g)
		b[1] += share * (m[2]*f + m[3]*g)
		p, q := share*past[0], share*past[1]
		sum[0] += p * f
		sum[1] += p * g
		sum[2] += q * f
		sum[3] += q * g
	case 3:
		past, m, after, b, sum := (*[3]float64)(past), (*[9]float64)(m), (*[3]float64)(after), (*[3]float64)(b), (*[9]float64)(sum)
		f, g, h := after[0], after[1], after[2]
		b[0] += share * (m[0]*f + m[1]*g + m[2]*h)
		b[1] += share * (m[3]*f + m[4]*g + m[5]*h)
		b[2] += share * (m[6]*f + m[7]*g + m[8]*h)
		p, q, r := share*past[0], share*past[1], share*past[2]
		sum[0] += p * f
		sum[1] += p * g
		sum[2] += p * h
		sum[3] += q * f
		sum[4] += q * g
		sum[5] += q * h
		sum[6] += r * f
		sum[7] += r * g
		sum[8] += r * h
	default:
		i := 0
		for ; i+1 < s; i += 2 {
			p, q := share*past[i], share*past[i+1]
			first, second := m[i*s:][:s], m[(i+1)*s:][:s]
			sumFirst, sumSecond := sum[i*s:][:s], sum[(i+1)*s:][:s]
			totalFirst, totalSecond := 0.0, 0.0
			for j, a := range after {
				totalFirst += first[j] * a
				totalSecond += second[j] * a
				sumFirst[j] += p * a
				sumSecond[j] += q * a
			}
			b[i] += share * totalFirst
			b[i+1] += share * totalSecond
		}
		if i < s {
			p, total := share*past[i], 0.0
			row, sums := m[i*s:][:s], sum[i*s:][:s]
			for j, a := range after {
				total += row[j] * a
				sums[j] += p * a
			}
			b[i] += share * total
		}
	}
}

// expected is value, and fills uses with the expected number of uses of every entry of x.
func (w *whole) expected(x, uses []float64) float64 {
	value := w.value(x)
	n := w.n
	s, square := n.S, n.S*n.S
	for i := range w.uses {
		clear(w.uses[i])
		clear(w.last[i])
	}
	for t := len(w.episodes.levels) - 1; t >= 0; t-- {
		l, back, past, last := &w.episodes.levels[t], w.back[t], w.forward[t], t+1 == len(w.episodes.levels)
		var next *level
		var below []float64
		if !last {
			next, below = &w.episodes.levels[t+1], w.back[t+1]
		}
		deep := scaled(t + 1)
		w.parts(len(l.through), func(part, from, to int) {
			sums := w.uses[part]
			for u := from; u < to; u++ {
				b := back[u*s:][:s]
				ended := l.ended[u]
				if ended > 0 && !scaled(t) {
					ended /= w.scale[t][u]
				}
				for i := range b {
					b[i] = ended
				}
				if last {
					continue
				}
				before := past[u*s:][:s]
				for v := l.first[u]; v < l.first[u+1]; v++ {
					share, code := 1.0, int(next.act[v])
					if deep {
						share /= w.scale[t+1][v]
					}
					at := code * square
					returned(before, w.matrix[at:][:square], below[int(v)*s:][:s], share, b, sums[at:][:square])
					if ended := next.ended[v]; ended > 0 && w.blind[code] {
						// Where an episode's last step led, without an observation, tells nothing of T.
						if deep {
							ended *= share
						} else {
							ended /= w.scale[t+1][v]
						}
						w.forget(before, ended, part, code)
					}
				}
			}
		})
	}
	clear(uses)
	for i := range s {
		uses[i] = w.forward[0][i] * w.back[0][i]
		if w.again > 0 {
			uses[w.again+i] = w.forward[0][s+i] * w.back[0][s+i]
		}
	}
	for c := range codes(n) {
		act := actOf(n, c)
		for i := range s {
			for j := range s {
				sum := 0.0
				for part := range w.uses {
					sum += w.uses[part][(c*s+i)*s+j]
				}
				sum *= w.matrix[(c*s+i)*s+j]
				if act.Reward >= 0 {
					uses[w.rew(act.Action, i, act.Reward)] += sum
				}
				if act.Observation >= 0 {
					uses[w.trans(act.Action, i, j)] += sum
					uses[w.obs(act.Action, j, act.Observation)] += sum
				} else {
					uses[w.trans(act.Action, i, j)] += sum - w.idle(c, i, j)
				}
			}
		}
	}
	return value
}

// step is one step of EM: to becomes the distributions of the expected uses at x. What is never
// used stays as it is. It returns the log-likelihood at x.
func (w *whole) step(x, to []float64) float64 {
	value := w.expected(x, to)
	w.maximise(x, to)
	return value
}
