package planning

import (
	"gonum.org/v1/gonum/floats"

	"eeporl/planning/vectors"
)

// rawNode is a tree node before equal ones are shared.
type rawNode struct {
	t, set, action int
	next           []int // nil at leaves
}

// rawTree collects nodes, children before parents.
type rawTree struct {
	nodes []rawNode
	index map[string]int
}

// add returns the index of the node equal to n, which it appends if there is none yet.
func (r *rawTree) add(n rawNode) int {
	key := vectors.AppendGrid(nil, float64(n.t))
	key = vectors.AppendGrid(key, float64(n.set))
	key = vectors.AppendGrid(key, float64(n.action))
	for _, child := range n.next {
		key = vectors.AppendGrid(key, float64(child))
	}
	if r.index == nil {
		r.index = map[string]int{}
	}
	i, ok := r.index[string(key)]
	if !ok {
		i = len(r.nodes)
		r.index[string(key)] = i
		r.nodes = append(r.nodes, n)
	}
	return i
}

// finish numbers the nodes below root from 0, parents first, level by level,
// and computes their β-vectors by the recursion.
func (r *rawTree) finish(p *Problem, root int, discount float64) *Tree {
	order := []int{root}
	number := map[int]int{root: 0}
	for i := 0; i < len(order); i++ {
		for _, child := range r.nodes[order[i]].next {
			if _, seen := number[child]; !seen {
				number[child] = len(order)
				order = append(order, child)
			}
		}
	}
	tree := &Tree{Sizes: p.sizes, Observe: p.observe, Discount: discount, Coordinates: p.coordinates(), Nodes: make([]Node, len(order))}
	for i := len(order) - 1; i >= 0; i-- {
		raw := r.nodes[order[i]]
		node := Node{T: raw.t, Action: raw.action, Pair: p.pair(raw.set)}
		for _, child := range raw.next {
			node.Next = append(node.Next, number[child])
		}
		tree.Nodes[i] = node
	}
	if p.HasStates() {
		p.fill(tree)
	}
	return tree
}

// fill computes the nodes' β-vectors.
func (p *Problem) fill(t *Tree) {
	for i, beta := range p.recursion(t, t.Discount, true) {
		t.Nodes[i].Beta = beta
	}
}

// mass is the probability that the parameters give to a tree's leaves: the
// same recursion for the function that is 1 at every leaf and earns nothing.
func (p *Problem) mass(t *Tree, rootSet int) float64 {
	return vectors.Dot(p.initial[rootSet], p.recursion(t, 1, false)[0])
}

// recursion is the β-recursion over a tree's nodes, or, where nothing is earned, that of 1 at the leaves.
func (p *Problem) recursion(t *Tree, discount float64, earned bool) [][]float64 {
	out, all, part := make([][]float64, len(t.Nodes)), make([]float64, len(t.Nodes)*p.states), make([]float64, p.states)
	nothing := make([]float64, p.states)
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		node := &t.Nodes[i]
		out[i] = all[i*p.states : (i+1)*p.states : (i+1)*p.states]
		unit := p.unit(p.nodeSet(node)/p.slots, node.Action)
		switch {
		case node.Next != nil:
		case earned:
			copy(out[i], p.leaf[unit])
		default:
			floats.AddConst(1, out[i])
		}
		for outcome, c := range node.Next {
			l := *p.link(unit, outcome, p.nodeSet(&t.Nodes[c])%p.slots)
			if !earned {
				l.gain = nothing
			}
			l.back(part, out[c], discount)
			floats.Add(out[i], part)
		}
	}
	return out
}

// nodeSet finds the set that a node's vector belongs to.
func (p *Problem) nodeSet(n *Node) int {
	if p.slots == 1 {
		return 0
	}
	return n.Pair
}
