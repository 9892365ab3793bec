package planning

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"eeporl/planning/vectors"
)

// reach is the graph of the beliefs that can follow b̂, level by level. V_t is
// homogeneous of degree 1 in an unnormalised belief ρ, so that every belief is
// kept normalised, once, and an edge carries the mass that was divided out:
//
//	V_t(set, ρ) = max over the set's units u of
//	              Σ_outcome max_k [ gain·ρ + γ·mass·V_{t−1}(set_k, ρM/mass) ]
type reach struct {
	p      *Problem
	o      Options
	levels []reachLevel // [t-1]; with one step to go only where H = 1
	scratch
}

// scratch is what following one belief writes on: one for each goroutine.
type scratch struct {
	after []float64 // the belief, through an outcome
	last  []edge    // the edges with two steps to go
}

func (p *Problem) newScratch() scratch {
	return scratch{make([]float64, p.states), make([]edge, p.slots)}
}

type reachLevel struct {
	set    []int32
	belief []float64 // [node·states + j]
	value  []float64
	unit   []int32 // the best unit
	edges  []edge  // [edgeAt[node] + ((unit in set)·outcomes + outcome)·slots + k]
	edgeAt []int
	index  map[string]int32
	key    []byte
}

// edge leads from a belief through one outcome to one next set.
type edge struct {
	child int32   // node of the level below; none where there is no such node
	mass  float64 // of the outcome under this choice
	gain  float64 // expected reward with it; with 2 steps to go also what the last step is worth
}

const none = -1

// beliefGrid is the grain at which beliefs count as equal: coarser than
// rounding, finer than any difference that 12 digits of a value could show.
const beliefGrid = 1 << 46

// leastMass is where an outcome counts as impossible: below it normalising
// loses digits.
const leastMass = 1e-280

// solveReachable plans exactly at the initial beliefs.
func solveReachable(ctx context.Context, p *Problem, o Options) (*Plan, error) {
	r := &reach{p: p, o: o, levels: make([]reachLevel, o.Horizon), scratch: p.newScratch()}
	roots := make([]int32, p.sets())
	rootMass := make([]float64, p.sets())
	held := 0
	for set := range roots {
		if p.twin[set/p.slots] != set/p.slots && sameBelief(p, set) {
			roots[set] = roots[p.twin[set/p.slots]*p.slots+set%p.slots]
			rootMass[set] = rootMass[p.twin[set/p.slots]*p.slots+set%p.slots]
			continue
		}
		rootMass[set] = total(p.initial[set])
		if !(rootMass[set] > leastMass) {
			return nil, fmt.Errorf("initial belief of set %d: found a total of %g, expected a distribution", set, rootMass[set])
		}
		roots[set] = r.node(o.Horizon, set, p.initial[set], rootMass[set])
	}
	for t := o.Horizon; t >= 1; t-- {
		if err := r.expand(ctx, t, &held); err != nil {
			return nil, err
		}
		if t > 2 {
			o.report("beliefs", o.Horizon-t+1, o.Horizon-1)
		}
	}
	for t := 1; t <= o.Horizon; t++ {
		if err := r.evaluate(ctx, t); err != nil {
			return nil, err
		}
		if t == 2 {
			o.report("beliefs", o.Horizon-1, o.Horizon-1) // most beliefs are met here, and not kept
		}
	}
	top := &r.levels[o.Horizon-1]
	best, values := math.Inf(-1), make([]float64, len(roots))
	for set, node := range roots {
		values[set] = rootMass[set] * top.value[node]
		best = max(best, values[set])
	}
	var raw rawTree
	memo := make([]map[int32]int, o.Horizon+1)
	for t := range memo {
		memo[t] = map[int32]int{}
	}
	for set, node := range roots {
		if tied(values[set], best, 1) {
			root := r.extract(&raw, memo, o.Horizon, node)
			plan := p.finish(o, raw.finish(p, root, o.Discount), set, values[set])
			plan.startFrom(values)
			plan.Beliefs = held
			plan.Levels = p.newLevels(o.Horizon)
			for t := range plan.Levels {
				plan.Levels[t].Sets = nil
			}
			return plan, nil
		}
	}
	return nil, fmt.Errorf("value: found %g, expected a finite number", best)
}

func sameBelief(p *Problem, set int) bool {
	other := p.initial[p.twin[set/p.slots]*p.slots+set%p.slots]
	for j, x := range p.initial[set] {
		if x != other[j] {
			return false
		}
	}
	return true
}

// node finds or makes the node of a belief with t steps to go.
func (r *reach) node(t, set int, belief []float64, mass float64) int32 {
	l := &r.levels[t-1]
	if l.index == nil {
		l.index = map[string]int32{}
	}
	l.key = vectors.AppendGrid(l.key[:0], float64(set))
	for _, x := range belief {
		l.key = vectors.AppendGrid(l.key, x/mass*beliefGrid)
	}
	i, ok := l.index[string(l.key)]
	if !ok {
		i = int32(len(l.set))
		l.index[string(l.key)] = i
		l.set = append(l.set, int32(set))
		for _, x := range belief {
			l.belief = append(l.belief, x/mass)
		}
	}
	return i
}

func (l *reachLevel) beliefAt(node int32, states int) []float64 {
	return l.belief[int(node)*states : (int(node)+1)*states]
}

// expand makes the edges of level t and with them the nodes of level t−1.
func (r *reach) expand(ctx context.Context, t int, held *int) error {
	p, l := r.p, &r.levels[t-1]
	l.index = nil
	*held += len(l.set)
	if *held > r.o.Budget.Vectors {
		return r.tooMany(t, *held)
	}
	l.value = make([]float64, len(l.set))
	l.unit = make([]int32, len(l.set))
	if t <= 2 {
		return nil
	}
	each := r.p.steps()
	for i := range l.set {
		vectors.Charge(ctx, each)
		if i%64 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if n := len(r.levels[t-2].set); *held+n > r.o.Budget.Vectors {
				return r.tooMany(t-1, *held+n)
			}
		}
		l.edgeAt = append(l.edgeAt, len(l.edges))
		belief := l.beliefAt(int32(i), p.states)
		first, count := p.setUnits(int(l.set[i]))
		for u := first; u < first+count; u++ {
			for outcome := range p.outcomes {
				for k := range p.slots {
					link := p.link(u, outcome, k)
					e := edge{child: none, gain: vectors.Dot(belief, link.gain)}
					if e.mass = link.forward(r.after, belief); e.mass > leastMass {
						e.child = r.node(t-1, p.nextSet(u, k), r.after, e.mass)
					}
					l.edges = append(l.edges, e)
				}
			}
		}
	}
	return nil
}

// steps is about what it takes to follow one belief through all units.
func (p *Problem) steps() int {
	if !p.HasStates() {
		return vectors.HashSteps * p.actions * p.outcomes
	}
	n := 0
	for _, l := range p.links {
		n += len(l.val) + vectors.HashSteps*p.states
	}
	return n / p.sets()
}

func (r *reach) tooMany(t, n int) error {
	return &BudgetError{Planner: Reachable, T: t, Needed: fmt.Sprintf("at least %d beliefs", n),
		Budget: fmt.Sprintf("%d beliefs", r.o.Budget.Vectors)}
}

// evaluate fills the values of level t from those of level t−1.
func (r *reach) evaluate(ctx context.Context, t int) error {
	const chunk = 64 // nodes a task
	l, each := &r.levels[t-1], r.p.steps()
	nodes := len(l.set)
	err := vectors.Parallel(ctx, (nodes+chunk-1)/chunk, nodes*each, func(c int) error {
		own := &reach{p: r.p, o: r.o, levels: r.levels, scratch: r.p.newScratch()}
		values := make([]float64, r.p.actions)
		for i := c * chunk; i < min((c+1)*chunk, nodes); i++ {
			if t == 2 {
				vectors.Charge(ctx, each)
			}
			l.unit[i], l.value[i] = own.best(t, int32(i), values)
		}
		return nil
	})
	return cmp.Or(err, ctx.Err())
}

// best is the best unit of a node and its value: the first of those that tie. values is room
// for those of all units.
func (r *reach) best(t int, node int32, values []float64) (unit int32, value float64) {
	p, l := r.p, &r.levels[t-1]
	first, count := p.setUnits(int(l.set[node]))
	best := math.Inf(-1)
	for u := range count {
		if t == 1 {
			values[u] = vectors.Dot(l.beliefAt(node, p.states), p.leaf[first+u])
		} else {
			values[u] = 0
			for outcome := range p.outcomes {
				_, v := r.choose(t, node, u, outcome)
				values[u] += v
			}
		}
		best = max(best, values[u])
	}
	for u := range count {
		if tied(values[u], best, 1) {
			return int32(u), values[u]
		}
	}
	return 0, 0
}

// choose is the best next set, and what it is worth, after one outcome of the
// node's u-th unit: the first of those that tie.
func (r *reach) choose(t int, node int32, u, outcome int) (slot int, value float64) {
	edges := r.edges(t, node, u, outcome)
	best := math.Inf(-1)
	for _, e := range edges {
		best = max(best, r.worth(t, e))
	}
	for k, e := range edges {
		if v := r.worth(t, e); tied(v, best, 1) {
			return k, v
		}
	}
	return 0, best
}

// edges are those of one outcome. With two steps to go they are not kept: most
// beliefs are met there, and the last step is worth β₁·ρ, with no choice left.
func (r *reach) edges(t int, node int32, u, outcome int) []edge {
	l := &r.levels[t-1]
	if t == 2 {
		belief := l.beliefAt(node, r.p.states)
		first, _ := r.p.setUnits(int(l.set[node]))
		for k := range r.last {
			link := r.p.link(first+u, outcome, k)
			e := edge{child: none, gain: vectors.Dot(belief, link.gain)}
			e.mass = link.forward(r.after, belief)
			_, value := r.lastStep(r.p.nextSet(first+u, k))
			e.gain += r.o.Discount * value
			r.last[k] = e
		}
		return r.last
	}
	at := l.edgeAt[node] + (u*r.p.outcomes+outcome)*r.p.slots
	return l.edges[at : at+r.p.slots]
}

// lastStep is the best unit of a set at the scratch belief with one step to go:
// the first of those that tie.
func (r *reach) lastStep(set int) (unit int, value float64) {
	first, count := r.p.setUnits(set)
	value = math.Inf(-1)
	for u := first; u < first+count; u++ {
		value = max(value, vectors.Dot(r.after, r.p.leaf[u]))
	}
	for u := first; u < first+count; u++ {
		if x := vectors.Dot(r.after, r.p.leaf[u]); tied(x, value, 1) {
			return u, x
		}
	}
	return first, value
}

func (r *reach) worth(t int, e edge) float64 {
	if e.child == none {
		return e.gain
	}
	return e.gain + r.o.Discount*e.mass*r.levels[t-2].value[e.child]
}

func total(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum
}
