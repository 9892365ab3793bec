package whole

import "eeporl/moments"

// gather adds to back, of a level, what its children in a range of the next level hand back, and to sums their
// steps' uses. Few states are written out, as in reach.
func (w *Likelihood) gather(next *moments.Level, forward, back, below, sums []float64, from, to int) {
	matrix, parents, acts := w.matrix, next.Parent[from:to], next.Act[from:to]
	switch s := w.N.S; s {
	case 2:
		below = below[2*from : 2*to]
		for i, a := range acts {
			u, c := 2*int(parents[i]), 4*int(a)
			past, m, after, b, sum := (*[2]float64)(forward[u:]), (*[4]float64)(matrix[c:]), (*[2]float64)(below[2*i:]), (*[2]float64)(back[u:]), (*[4]float64)(sums[c:])
			f, g := after[0], after[1]
			b[0] += m[0]*f + m[1]*g
			b[1] += m[2]*f + m[3]*g
			p, q := past[0], past[1]
			sum[0] += p * f
			sum[1] += p * g
			sum[2] += q * f
			sum[3] += q * g
		}
	case 3:
		below = below[3*from : 3*to]
		for i, a := range acts {
			u, c := 3*int(parents[i]), 9*int(a)
			past, m, after, b, sum := (*[3]float64)(forward[u:]), (*[9]float64)(matrix[c:]), (*[3]float64)(below[3*i:]), (*[3]float64)(back[u:]), (*[9]float64)(sums[c:])
			f, g, h := after[0], after[1], after[2]
			b[0] += m[0]*f + m[1]*g + m[2]*h
			b[1] += m[3]*f + m[4]*g + m[5]*h
			b[2] += m[6]*f + m[7]*g + m[8]*h
			p, q, r := past[0], past[1], past[2]
			sum[0] += p * f
			sum[1] += p * g
			sum[2] += p * h
			sum[3] += q * f
			sum[4] += q * g
			sum[5] += q * h
			sum[6] += r * f
			sum[7] += r * g
			sum[8] += r * h
		}
	default:
		for i, a := range acts {
			u, c := int(parents[i])*s, int(a)*s*s
			returned(forward[u:][:s], matrix[c:][:s*s], below[(from+i)*s:][:s], back[u:][:s], sums[c:][:s*s])
		}
	}
}

// returned adds m·after to b and past·afterᵀ to sum.
func returned(past, m, after, b, sum []float64) {
	switch s := len(after); s {
	case 1:
		b[0] += m[0] * after[0]
		sum[0] += past[0] * after[0]
	default:
		i := 0
		for ; i+1 < s; i += 2 {
			p, q := past[i], past[i+1]
			first, second := m[i*s:][:s], m[(i+1)*s:][:s]
			sumFirst, sumSecond := sum[i*s:][:s], sum[(i+1)*s:][:s]
			totalFirst, totalSecond := 0.0, 0.0
			for j, a := range after {
				totalFirst += first[j] * a
				totalSecond += second[j] * a
				sumFirst[j] += p * a
				sumSecond[j] += q * a
			}
			b[i] += totalFirst
			b[i+1] += totalSecond
		}
		if i < s {
			p, total := past[i], 0.0
			row, sums := m[i*s:][:s], sum[i*s:][:s]
			for j, a := range after {
				total += row[j] * a
				sums[j] += p * a
			}
			b[i] += total
		}
	}
}

// Expected is value, and fills uses with the expected number of uses of every entry of x.
func (w *Likelihood) Expected(x, uses []float64) float64 {
	value := w.Value(x)
	for i := range w.uses {
		clear(w.uses[i])
		clear(w.last[i])
	}
	pull := level(w.pull)
	for t := len(w.episodes.Levels) - 1; t >= 0; t-- {
		w.parts(t, pull)
	}
	w.spread(uses)
	return value
}

// pull fills back for some nodes of a level, and adds to uses what the steps after them were used for.
func (w *Likelihood) pull(t, part, from, to int) {
	l, back, past, scale, deep, s := &w.episodes.Levels[t], w.back[t], w.forward[t], w.scale[t], scaled(t), w.N.S
	for u := from; u < to; u++ {
		ended := l.Ended[u]
		if ended > 0 && !deep {
			ended /= scale[u]
		}
		for i := range s {
			back[u*s+i] = ended
		}
	}
	if t+1 < len(w.episodes.Levels) {
		next, from, to := &w.episodes.Levels[t+1], int(l.First[from]), int(l.First[to])
		w.gather(next, past, back, w.back[t+1], w.uses[part], from, to)
		w.forget(next, past, w.scale[t+1], w.last[part], from, to)
	}
	if deep {
		for u := from; u < to; u++ {
			inverse := 1 / scale[u]
			for i := range s {
				back[u*s+i] *= inverse
			}
		}
	}
}

// spread makes of the uses of steps those of every entry of x.
func (w *Likelihood) spread(uses []float64) {
	n := w.N
	s := n.S
	clear(uses)
	for i := range s {
		uses[i] = w.forward[0][i] * w.back[0][i]
		if w.Again > 0 {
			uses[w.Again+i] = w.forward[0][s+i] * w.back[0][s+i]
		}
	}
	for c := range moments.Codes(n) {
		act := moments.ActOf(n, c)
		for i := range s {
			for j := range s {
				sum := 0.0
				for part := range w.uses {
					sum += w.uses[part][(c*s+i)*s+j]
				}
				sum *= w.matrix[(c*s+i)*s+j]
				if act.Reward >= 0 {
					uses[w.Rew(act.Action, i, act.Reward)] += sum
				}
				if act.Observation >= 0 {
					uses[w.Trans(act.Action, i, j)] += sum
					uses[w.Obs(act.Action, j, act.Observation)] += sum
				} else {
					uses[w.Trans(act.Action, i, j)] += sum - w.idle(c, i, j)
				}
			}
		}
	}
}

// forget notes the share of steps' uses that comes of episodes that end with them, without an observation: where
// these led tells nothing of T.
func (w *Likelihood) forget(next *moments.Level, forward, scale, sums []float64, from, to int) {
	if !w.blinds {
		return
	}
	s := w.N.S
	for v := from; v < to; v++ {
		ended, c := next.Ended[v], int(next.Act[v])
		if ended == 0 || !w.blind[c] {
			continue
		}
		ended /= scale[v]
		for i, p := range forward[int(next.Parent[v])*s:][:s] {
			for j := range s {
				sums[(c*s+i)*s+j] += p * ended
			}
		}
	}
}

// idle is what forget noted of a step, in expected uses.
func (w *Likelihood) idle(code, i, j int) (sum float64) {
	at := (code*w.N.S+i)*w.N.S + j
	for part := range w.last {
		sum += w.last[part][at]
	}
	return sum * w.matrix[at]
}
