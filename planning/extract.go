package planning

import (
	"cmp"
	"context"
	"math"
	"slices"

	"eeporl/planning/vectors"
)

// extraction follows vectors' branches to a policy tree, level by level. Where a
// level has more nodes than there is room for, the most probable are kept, and the
// branches to every other one go to the kept node that is worth most there. What
// the tree is worth is computed for the tree as it is.
type extraction struct {
	p      *Problem
	levels []Level
	most   int // nodes that there is room for

	nodes []extracted
	next  []int32     // [node][outcome] a node of the level below
	here  []candidate // of the present level
	kept  []int32     // the candidates that became its nodes, in the nodes' order
	cut   bool        // some candidate did not become a node
}

// extracted is a node: vector of a set, t steps to go.
type extracted struct{ t, set, vector int32 }

// candidate is what may become a node: the unnormalised belief that all branches
// to it leave there, and its total.
type candidate struct {
	set, vector int32
	mass        float64
	belief      []float64
}

// nodeBytes is about what a node takes, as it is extracted and in the tree.
func (p *Problem) nodeBytes() int { return 150 + 12*p.outcomes + 8*p.states }

const (
	leastNodes = 16  // that a level may always have
	compared   = 512 // how many nodes are compared to find a stand-in for a candidate
)

func newExtraction(p *Problem, levels []Level, memory int) *extraction {
	return &extraction{p: p, levels: levels, most: memory / 2 / p.nodeBytes()}
}

// tree extracts the policy tree of a vector of the last level. Once ctx has ended, every
// further level gets leastNodes.
func (e *extraction) tree(ctx context.Context, set, vector int, discount float64) *Tree {
	e.here = []candidate{{set: int32(set), vector: int32(vector), mass: 1, belief: e.p.initial[set]}}
	above := 0 // the first node of the level above
	for t := len(e.levels); t >= 1; t-- {
		room := max((e.most-len(e.nodes))/t, leastNodes)
		if ctx.Err() != nil {
			room = leastNodes
		}
		first := len(e.nodes)
		number := e.keep(t, room)
		for i := above * e.p.outcomes; i < len(e.next); i++ {
			e.next[i] = number[e.next[i]]
		}
		if t > 1 {
			e.follow(t, first)
		}
		above = first
	}
	return e.finish(discount)
}

// keep makes nodes of the most probable candidates, as many as there is room for and at
// least one for each set, and returns the node that each candidate goes to.
func (e *extraction) keep(t, room int) (number []int32) {
	number, e.kept = make([]int32, len(e.here)), e.kept[:0]
	order := make([]int32, len(e.here))
	for i := range order {
		order[i] = int32(i)
	}
	if len(order) > room {
		slices.SortFunc(order, func(x, y int32) int {
			return cmp.Or(cmp.Compare(e.here[y].mass, e.here[x].mass), cmp.Compare(x, y))
		})
	}
	sets := make([][]int32, e.p.sets()) // nodes made, by set
	for place, i := range order {
		c := &e.here[i]
		if place < room || sets[c.set] == nil {
			number[i] = int32(len(e.nodes))
			sets[c.set] = append(sets[c.set], number[i])
			e.nodes = append(e.nodes, extracted{int32(t), c.set, c.vector})
			e.kept = append(e.kept, i)
			continue
		}
		e.cut = true
		number[i] = e.nearest(t, c, sets[c.set])
	}
	return number
}

// nearest is the node of a set whose vector is worth most at a candidate's belief,
// among the most probable.
func (e *extraction) nearest(t int, c *candidate, nodes []int32) (best int32) {
	s, most := &e.levels[t-1].Sets[c.set], math.Inf(-1)
	for _, n := range nodes[:min(len(nodes), compared)] {
		if v := vectors.Dot(c.belief, s.beta(int(e.nodes[n].vector))); v > most {
			best, most = n, v
		}
	}
	return best
}

// follow gathers the candidates of the level below. For each node from first on and each
// outcome it appends to e.next the candidate that follows.
func (e *extraction) follow(t, first int) {
	p, from, below := e.p, e.here, &e.levels[t-2]
	seen := make([][]int32, p.sets()) // [set][vector] candidate + 1; nil where none was met
	e.here = nil
	after := make([]float64, p.states)
	for i, c := range e.kept {
		node := e.nodes[first+i]
		s := &e.levels[t-1].Sets[node.set]
		unit := p.unit(int(node.set)/p.slots, s.root(int(node.vector)))
		for outcome, branch := range s.branches(int(node.vector)) {
			set, vector := p.at(unit, below, int(branch))
			mass := p.link(unit, outcome, set%p.slots).forward(after, from[c].belief)
			if seen[set] == nil {
				seen[set] = make([]int32, below.Sets[set].Len())
			}
			if seen[set][vector] == 0 {
				e.here = append(e.here, candidate{set: int32(set), vector: int32(vector), belief: make([]float64, p.states)})
				seen[set][vector] = int32(len(e.here))
			}
			number := seen[set][vector] - 1
			reached := &e.here[number]
			reached.mass += mass
			for j, b := range after {
				reached.belief[j] += b
			}
			e.next = append(e.next, number)
		}
	}
}

// finish makes the tree of the nodes.
func (e *extraction) finish(discount float64) *Tree {
	p := e.p
	tree := &Tree{Sizes: p.sizes, Observe: p.observe, Discount: discount, Coordinates: p.coordinates(), Nodes: make([]Node, len(e.nodes))}
	next := make([]int, len(e.next)) // of all nodes
	for i, child := range e.next {
		next[i] = int(child)
	}
	for i, raw := range e.nodes {
		s := &e.levels[raw.t-1].Sets[raw.set]
		tree.Nodes[i] = Node{T: int(raw.t), Action: s.root(int(raw.vector)), Pair: p.pair(int(raw.set))}
		if raw.t > 1 {
			tree.Nodes[i].Next = next[i*p.outcomes : (i+1)*p.outcomes : (i+1)*p.outcomes]
		}
	}
	p.fill(tree)
	return tree
}
