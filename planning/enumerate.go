package planning

import (
	"context"
	"fmt"
	"math"

	"eeporl/planning/vectors"
)

// enumerate builds every Γ_t in full: for each unit all maps f from outcomes
// to vectors of the level below. It stops before a level that would exceed the
// budget is allocated; with an error it returns the levels before that one.
func enumerate(ctx context.Context, p *Problem, o Options) ([]Level, error) {
	levels := p.newLevels(o.Horizon)
	held := 0
	for t := range levels {
		level := &levels[t]
		if level.Enumerated.exceeds(p.sets(), o.Budget.Vectors-held) {
			return levels[:t], &BudgetError{
				Planner: Enumerate, T: level.T,
				Needed: p.vectorsInEachSet(level.Enumerated),
				Budget: fmt.Sprintf("%d vectors in all, of which %d are in use", o.Budget.Vectors, held),
			}
		}
		err := vectors.Parallel(ctx, p.sets(), vectors.Worthwhile, func(set int) error {
			first, count := p.setUnits(set)
			out := &level.Sets[set]
			for u := first; u < first+count; u++ {
				if t == 0 {
					out.values = append(out.values, p.leaf[u]...)
				} else if err := crossAll(ctx, p, u, &levels[t-1], out, o.Discount); err != nil {
					return err
				}
			}
			if out.action < 0 {
				out.nameRoots(p.actions)
			}
			return nil
		})
		if err != nil {
			return levels[:t], err
		}
		held += level.Vectors()
		o.report("enumerating Γ", level.T, o.Horizon)
	}
	return levels, nil
}

// Unpruned is the set of a pair, one level above another, before anything is pruned: each action with
// every choice of a vector below for every outcome. ok is false where those are over a limit.
func (p *Problem) Unpruned(ctx context.Context, pair int, below *Level, discount float64, limit int) (all Set, ok bool) {
	if len(p.newLevels(1)) == 0 {
		return all, false
	}
	for set := range p.sets() {
		if p.pair(set) != pair {
			continue
		}
		all = Set{Pair: pair, states: p.states, outcomes: p.outcomes, action: -1}
		first, count := p.setUnits(set)
		for u := first; u < first+count; u++ {
			choices := 0
			for k := range p.slots {
				choices += below.Sets[p.nextSet(u, k)].Len()
			}
			if math.Pow(float64(choices), float64(p.outcomes)) > float64(limit) || crossAll(ctx, p, u, below, &all, discount) != nil {
				return all, false
			}
		}
		return all, true
	}
	return all, false
}

// crossAll appends all vectors of one unit: vector i sends outcome k to the
// k-th digit of i in base N, N being the vectors of the level below.
func crossAll(ctx context.Context, p *Problem, u int, below *Level, out *Set, discount float64) error {
	n := p.states
	sum := make([]float64, n) // the empty map's vector: 0
	for outcome := range p.outcomes {
		choices := p.backProject(u, outcome, below, discount)
		out.radix = len(choices) / n
		next := make([]float64, 0, len(sum)*out.radix)
		for c := 0; c < len(choices); c += n {
			if err := ctx.Err(); err != nil {
				return err
			}
			for i := 0; i < len(sum); i += n {
				for j := range n {
					next = append(next, sum[i+j]+choices[c+j])
				}
			}
		}
		sum = next
	}
	out.values = append(out.values, sum...)
	return nil
}

// nameRoots fills actions in for a set in which the root actions follow each
// other in equal shares.
func (s *Set) nameRoots(actions int) {
	share := s.Len() / actions
	s.actions = make([]int32, s.Len())
	for i := range s.actions {
		s.actions[i] = int32(i / share)
	}
}

func (p *Problem) vectorsInEachSet(n Count) string {
	if p.sets() == 1 {
		return n.String() + " vectors"
	}
	return fmt.Sprintf("%s vectors in each of %d sets", n, p.sets())
}
