package planning

// extract writes the best tree of a node. An outcome without mass has no
// belief to plan for: it takes the branch of the node's most probable outcome.
func (r *reach) extract(raw *rawTree, memo []map[int32]int, t int, node int32) int {
	if i, ok := memo[t][node]; ok {
		return i
	}
	p, l := r.p, &r.levels[t-1]
	set := int(l.set[node])
	first, _ := p.setUnits(set)
	u := int(l.unit[node])
	n := rawNode{t: t, set: set, action: p.unitAction(first + u)}
	if t > 1 {
		likely, most := none, 0.0
		for outcome := range p.outcomes {
			k, _ := r.choose(t, node, u, outcome)
			child := none
			if e := r.edges(t, node, u, outcome)[k]; e.mass > leastMass {
				child = r.follow(raw, memo, t, node, first+u, outcome, k)
				if e.mass > most {
					likely, most = child, e.mass
				}
			}
			n.next = append(n.next, child)
		}
		if likely < 0 {
			likely = p.anyTree(raw, t-1, p.nextSet(first+u, 0))
		}
		for outcome, child := range n.next {
			if child < 0 {
				n.next[outcome] = likely
			}
		}
	}
	memo[t][node] = raw.add(n)
	return memo[t][node]
}

// follow extracts the tree after one outcome of a unit in slot k.
func (r *reach) follow(raw *rawTree, memo []map[int32]int, t int, node int32, unit, outcome, k int) int {
	p := r.p
	first, _ := p.setUnits(int(r.levels[t-1].set[node]))
	if t > 2 {
		return r.extract(raw, memo, t-1, r.edges(t, node, unit-first, outcome)[k].child)
	}
	p.link(unit, outcome, k).forward(r.after, r.levels[1].beliefAt(node, p.states))
	set := p.nextSet(unit, k)
	last, _ := r.lastStep(set)
	return raw.add(rawNode{t: 1, set: set, action: p.unitAction(last)})
}

// anyTree is the tree that always takes the first action: for beliefs from
// which every outcome has probability 0.
func (p *Problem) anyTree(raw *rawTree, t, set int) int {
	first, _ := p.setUnits(set)
	n := rawNode{t: t, set: set, action: p.unitAction(first)}
	if t > 1 {
		child := p.anyTree(raw, t-1, p.nextSet(first, 0))
		for range p.outcomes {
			n.next = append(n.next, child)
		}
	}
	return raw.add(n)
}
