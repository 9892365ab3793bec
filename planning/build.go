package planning

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
	key := appendGrid(nil, float64(n.t))
	key = appendGrid(key, float64(n.set))
	key = appendGrid(key, float64(n.action))
	for _, child := range n.next {
		key = appendGrid(key, float64(child))
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
	tree := &Tree{Sizes: p.sizes, Observe: p.observe, Discount: discount, Nodes: make([]Node, len(order))}
	for i := len(order) - 1; i >= 0; i-- {
		raw := r.nodes[order[i]]
		node := Node{T: raw.t, Action: raw.action, Pair: p.pair(raw.set)}
		for _, child := range raw.next {
			node.Next = append(node.Next, number[child])
		}
		first, count := p.setUnits(raw.set)
		unit := first
		if count > 1 {
			unit += raw.action
		}
		node.Beta = p.beta(unit, discount, node.Next, func(child int) (int, []float64) {
			return r.nodes[order[child]].set % p.slots, tree.Nodes[child].Beta
		})
		tree.Nodes[i] = node
	}
	return tree
}

// beta is one step of the β-recursion; child gives a branch's slot and vector.
func (p *Problem) beta(unit int, discount float64, next []int, child func(int) (slot int, beta []float64)) []float64 {
	out := make([]float64, p.states)
	if next == nil {
		copy(out, p.leaf[unit])
		return out
	}
	part := make([]float64, p.states)
	for outcome, c := range next {
		slot, below := child(c)
		p.link(unit, outcome, slot).back(part, below, discount)
		for j, x := range part {
			out[j] += x
		}
	}
	return out
}

// mass is the probability that the parameters give to a tree's leaves: the
// same recursion for the function that is 1 at every leaf and earns nothing.
func (p *Problem) mass(t *Tree, rootSet int) float64 {
	reach := make([][]float64, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		node := &t.Nodes[i]
		reach[i] = make([]float64, p.states)
		if node.Next == nil {
			for j := range reach[i] {
				reach[i][j] = 1
			}
			continue
		}
		unit := p.nodeUnit(node)
		for outcome, c := range node.Next {
			l := p.link(unit, outcome, p.nodeSet(&t.Nodes[c])%p.slots)
			for j := range reach[i] {
				for k := l.start[j]; k < l.start[j+1]; k++ {
					reach[i][j] += l.val[k] * reach[c][l.col[k]]
				}
			}
		}
	}
	return dot(p.initial[rootSet], reach[0])
}

// nodeSet and nodeUnit find the set and the unit that a node's vector belongs
// to.
func (p *Problem) nodeSet(n *Node) int {
	if p.slots == 1 {
		return 0
	}
	return n.Pair
}

func (p *Problem) nodeUnit(n *Node) int {
	if p.slots == 1 {
		return n.Action
	}
	return n.Pair
}
