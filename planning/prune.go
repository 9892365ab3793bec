package planning

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
)

// prune builds every Γ_t without the vectors that are best nowhere, by
// incremental pruning: the candidates of all next root actions, seen back
// through T̂ and Ẑ, are functions of the same s_(a₋,a) and are pruned together
// for each outcome, then after each cross-sum (Zhang and Liu 1996; Cassandra,
// Littman, Zhang 1997). With an error it returns the levels that are complete.
func prune(ctx context.Context, p *Problem, o Options) ([]Level, error) {
	levels := p.newLevels(o.Horizon)
	held := 0
	witnesses := make([][][]float64, p.units()) // of the unit's vectors one level below
	for t := range levels {
		level := &levels[t]
		results := make([]vectors.Sumset, p.units())
		var made atomic.Int64 // vectors of this level, before the units of a set are pruned together
		// Per vector below and outcome: a back-projection, and for two states a
		// comparison or two of a sort.
		cost := 0
		if t > 0 {
			cost = levels[t-1].Vectors() * p.actions * p.outcomes * p.states * 20
		}
		err := vectors.Parallel(ctx, p.units(), cost, func(u int) error {
			if p.twin[p.unitContext(u)] != p.unitContext(u) {
				return nil
			}
			if t == 0 {
				results[u] = vectors.Sumset{Values: p.leaf[u], Choice: [][]int32{nil}, Witness: [][]float64{pomdp.Uniform(p.states)}}
				return nil
			}
			var err error
			results[u], err = backup(ctx, p, u, &levels[t-1], witnesses[u], o)
			if n := int(made.Add(int64(len(results[u].Choice)))); err == nil {
				err = o.room(p, level.T, held, n)
			}
			return err
		})
		if err != nil {
			return levels[:t], err
		}
		for u := range results {
			witnesses[u] = results[u].Witness
		}
		for set := range level.Sets {
			if q := p.twin[set/p.slots]; q != set/p.slots {
				pair := level.Sets[set].Pair
				level.Sets[set] = level.Sets[q*p.slots+set%p.slots]
				level.Sets[set].Pair = pair
				continue
			}
			first, count := p.setUnits(set)
			if err := level.Sets[set].gather(ctx, results[first:first+count], o.Tolerance); err != nil {
				return levels[:t], err
			}
			held += level.Sets[set].Len()
		}
		if err := ctx.Err(); err != nil {
			return levels[:t], err
		}
		o.report("pruning Γ", level.T, o.Horizon)
	}
	return levels, nil
}

// room is an error where the levels below t hold so many vectors that those made for t have no room.
func (o Options) room(p *Problem, t, held, made int) error {
	switch {
	case held+made > o.Budget.Vectors:
		return tooMany(Pruning, t, "more vectors", o)
	case 2*held*p.vectorBytes()+made*p.madeBytes() > o.Budget.Memory: // half of it is for what comes after
		return &BudgetError{Planner: Pruning, T: t, Needed: "more memory", Budget: fmt.Sprintf("%.3g MB", float64(o.Budget.Memory)/1e6)}
	}
	return nil
}

// madeBytes is about what a vector takes while it is made, in three copies where sets are joined.
func (p *Problem) madeBytes() int { return number*6*p.states + 8*p.outcomes + 6*slice }

func tooMany(planner Planner, t int, needed string, o Options) error {
	return &BudgetError{Planner: planner, T: t, Needed: needed, Budget: fmt.Sprintf("%d vectors", o.Budget.Vectors)}
}

// finer is how much finer the margin of the cross-sums is than the one of a whole Γ_t. What
// they leave out adds up over outcomes; what is left out of Γ_t stays within one margin of it.
const finer = 1000

// backup is the pruned set of one unit's vectors. seeds are beliefs to try first:
// the witnesses that the unit had one level below, as value functions change
// little from level to level.
func backup(ctx context.Context, p *Problem, u int, below *Level, seeds [][]float64, o Options) (vectors.Sumset, error) {
	n, margin := p.states, max(vectors.Exactly, o.Tolerance/finer)
	candidates := make([][]float64, p.outcomes)
	pruned := make([]vectors.Kept, p.outcomes)
	size := 0.0 // no sum is larger
	for k := range candidates {
		if p.impossible(u, k) {
			candidates[k] = make([]float64, n)
			pruned[k] = vectors.Kept{Index: []int32{0}, Witness: [][]float64{pomdp.Uniform(n)}}
			continue
		}
		candidates[k] = p.backProject(u, k, below, o.Discount)
		vectors.Charge(ctx, len(candidates[k])/n*p.linkSize(u, k))
		size += vectors.Scale(candidates[k])
	}
	if n == 2 {
		for _, c := range candidates {
			vectors.Charge(ctx, len(c)*vectors.SortSteps)
		}
		return backup2(candidates, margin), nil
	}
	for k := range candidates {
		if pruned[k].Index != nil {
			continue
		}
		var err error
		if pruned[k], err = vectors.Purge(ctx, n, candidates[k], seeds, vectors.Ahead*margin*size); err != nil {
			return vectors.Sumset{}, err
		}
	}
	// Small sets first: then most of the work is done on few rows.
	order := make([]int, p.outcomes)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(len(pruned[x].Index), len(pruned[y].Index)) })
	var sum vectors.Sumset
	for i, k := range order {
		next := vectors.Sumset{Witness: pruned[k].Witness}
		for _, c := range pruned[k].Index {
			next.Values = append(next.Values, candidates[k][int(c)*n:(int(c)+1)*n]...)
			next.Choice = append(next.Choice, []int32{c})
		}
		if i == 0 {
			sum = next
			continue
		}
		var err error
		if sum, err = vectors.CrossSum(ctx, n, sum, next, seeds, margin*size, min(o.Budget.Vectors, o.Budget.Memory/p.madeBytes())); err == vectors.ErrTooMany {
			return vectors.Sumset{}, tooMany(Pruning, below.T+1, "more vectors in one cross-sum", o)
		} else if err != nil {
			return vectors.Sumset{}, err
		}
	}
	for i, c := range sum.Choice {
		byOutcome := make([]int32, len(c))
		for k, outcome := range order {
			byOutcome[outcome] = c[k]
		}
		sum.Choice[i] = byOutcome
	}
	return sum, nil
}

// impossible says that an outcome cannot follow unit u from any state: its
// branch does not matter and stays 0.
func (p *Problem) impossible(u, outcome int) bool {
	for k := range p.slots {
		if !p.link(u, outcome, k).impossible() {
			return false
		}
	}
	return true
}

// backup2 is backup for two states: envelopes, their sum, and its envelope.
func backup2(candidates [][]float64, margin float64) vectors.Sumset {
	envelopes := make([][]vectors.Piece, len(candidates))
	for k, c := range candidates {
		envelopes[k] = vectors.Envelope2(c, margin)
	}
	choice, left := vectors.CrossSum2(envelopes)
	width := len(candidates)
	values := make([]float64, 2*len(left))
	for i := range left {
		for k, c := range choice[i*width : (i+1)*width] {
			values[2*i] += candidates[k][2*c]
			values[2*i+1] += candidates[k][2*c+1]
		}
	}
	k := vectors.Purge2(vectors.Envelope2(values, margin))
	out := vectors.Sumset{Witness: k.Witness}
	for _, i := range k.Index {
		out.Values = append(out.Values, values[2*i:2*i+2]...)
		out.Choice = append(out.Choice, choice[int(i)*width:(int(i)+1)*width])
	}
	return out
}

// gather makes a set of its units' vectors, pruned together and sorted by root action and
// branches. One unit's own vectors are pruned once more only where margin is wider than theirs.
func (s *Set) gather(ctx context.Context, units []vectors.Sumset, margin float64) error {
	var all vectors.Sumset
	var roots []int32
	for a, u := range units {
		all.Values = append(all.Values, u.Values...)
		all.Choice = append(all.Choice, u.Choice...)
		all.Witness = append(all.Witness, u.Witness...)
		for range u.Choice {
			roots = append(roots, int32(a))
		}
	}
	k := vectors.Kept{Witness: all.Witness}
	for i := range all.Choice {
		k.Index = append(k.Index, int32(i))
	}
	if len(units) > 1 || margin > vectors.Exactly {
		var err error
		if k, err = vectors.Purge(ctx, s.states, all.Values, all.Witness, margin*vectors.Scale(all.Values)); err != nil {
			return err
		}
	}
	order := make([]int, len(k.Index))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int {
		i, j := k.Index[x], k.Index[y]
		return cmp.Or(cmp.Compare(roots[i], roots[j]), slices.Compare(all.Choice[i], all.Choice[j]))
	})
	s.values, s.witness = slices.Grow(s.values, len(order)*s.states), slices.Grow(s.witness, len(order)*s.states)
	if len(order) > 0 {
		s.next = slices.Grow(s.next, len(order)*len(all.Choice[0]))
	}
	for _, x := range order {
		i := int(k.Index[x])
		s.values = append(s.values, all.Values[i*s.states:(i+1)*s.states]...)
		s.next = append(s.next, all.Choice[i]...)
		if s.action < 0 {
			s.actions = append(s.actions, roots[i])
		}
		s.witness = append(s.witness, k.Witness[x]...)
	}
	return nil
}
