package planning

import (
	"context"
	"fmt"
	"math"
)

// levelling plans by what is seen, where the paper's planner chooses among coordinates. Learned parameters of
// different pairs disagree: FindPolicy's maximum takes the luckiest of |A| copies of one belief, and
// branches whose probabilities exceed 1 attract it. Here what follows is the mean over the copies (over
// a₀, and over the coordinates of each next action), and the outcomes of every node are made to sum to 1.
// For exact parameters it is exact. It looks at every belief that can follow, so that it takes what
// Reachable takes or more.
type levelling struct {
	p     *Problem
	o     Options
	memo  []map[string]*levelNode // [t-1]
	nodes int
	raw   rawTree
	added map[*levelNode]int
	key   []byte
}

// mixture is an unnormalised belief: for each last action in contexts a vector in the coordinates of each
// next action. They are estimates of one belief.
type mixture struct {
	contexts []int
	beliefs  [][]float64 // [context·slots + slot]
}

type levelNode struct {
	t, context, action int
	value              float64
	next               []*levelNode
}

// branch is what follows an action and an outcome.
type branch struct {
	share float64 // of the outcome, among those of the node
	earns float64 // expected reward with it
	state mixture // nil beliefs where nothing can follow
}

func solveLevel(ctx context.Context, p *Problem, o Options) (*Plan, error) {
	l := &levelling{p: p, o: o, memo: make([]map[string]*levelNode, o.Horizon), added: map[*levelNode]int{}}
	for t := range l.memo {
		l.memo[t] = map[string]*levelNode{}
	}
	root, err := l.best(ctx, o.Horizon, p.start())
	if err != nil {
		return nil, err
	}
	set := l.set(root)
	plan := p.finish(o, l.raw.finish(p, l.extract(root), o.Discount), set, root.value)
	plan.Beliefs = l.nodes
	plan.Levels = p.newLevels(o.Horizon)
	for t := range plan.Levels {
		plan.Levels[t].Sets = nil
	}
	return plan, nil
}

// start is the initial belief, in the coordinates of every pair.
func (p *Problem) start() mixture {
	var m mixture
	for q := range p.contexts {
		m.contexts = append(m.contexts, q)
		for k := range p.slots {
			m.beliefs = append(m.beliefs, times(p.initial[q*p.slots+k], 1/float64(p.contexts)))
		}
	}
	return m
}

func times(x []float64, by float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = v * by
	}
	return out
}

// slot is where a context keeps the coordinates of a root action.
func (p *Problem) slot(action int) int {
	if p.slots == 1 {
		return 0
	}
	return action
}

// follow says what can follow an action: the outcomes, whose shares sum to 1 where any is possible.
func (p *Problem) follow(m mixture, action int) []branch {
	out := make([]branch, p.outcomes)
	sum := 0.0
	for outcome := range out {
		b := &out[outcome]
		b.state.contexts = []int{p.after[action]}
		mass := 0.0
		for k := range p.slots {
			next, after := make([]float64, p.states), make([]float64, p.states)
			for i, q := range m.contexts {
				link, belief := p.link(p.unit(q, action), outcome, k), m.beliefs[i*p.slots+p.slot(action)]
				mass += link.forward(after, belief) / float64(p.slots)
				b.earns += dot(belief, link.gain) / float64(p.slots)
				for j, v := range after {
					next[j] += v
				}
			}
			b.state.beliefs = append(b.state.beliefs, next)
		}
		if !(mass > leastMass) {
			*b = branch{}
			continue
		}
		b.share, b.earns = mass, b.earns/mass
		for k, belief := range b.state.beliefs {
			b.state.beliefs[k] = times(belief, 1/mass)
		}
		sum += mass
	}
	for outcome := range out {
		if sum > 0 {
			out[outcome].share /= sum
		}
	}
	return out
}

// last is what an action is worth with one step to go.
func (p *Problem) last(m mixture, action int) float64 {
	earned, mass := 0.0, 0.0
	for i, q := range m.contexts {
		belief := m.beliefs[i*p.slots+p.slot(action)]
		earned += dot(belief, p.leaf[p.unit(q, action)])
		mass += total(belief)
	}
	if !(mass > leastMass) {
		return math.Inf(-1)
	}
	return earned / mass
}

// mostLevelled bounds the beliefs at which Levelled looks.
const mostLevelled = 20_000

// Levelled is what a tree is worth by what is seen: with the coordinates that disagree averaged, and each
// node made to sum to 1. For exact parameters that is its value. NaN where it meets too many beliefs.
func (p *Problem) Levelled(t *Tree) float64 {
	l := &levelling{p: p}
	memo := map[string]float64{}
	var worth func(node int, m mixture) float64
	worth = func(node int, m mixture) float64 {
		n := &t.Nodes[node]
		if len(n.Next) == 0 {
			return p.last(m, n.Action)
		}
		l.name(m)
		key := string(appendGrid(l.key, float64(node)))
		if v, ok := memo[key]; ok {
			return v
		}
		if len(memo) >= mostLevelled {
			return math.NaN()
		}
		sum := 0.0
		for outcome, b := range p.follow(m, n.Action) {
			if b.state.beliefs != nil {
				sum += b.share * (b.earns + t.Discount*worth(n.Next[outcome], b.state))
			}
		}
		memo[key] = sum
		return sum
	}
	return worth(0, p.start())
}

// InPairs says whether the problem keeps an order of the states for each pair of actions.
func (p *Problem) InPairs() bool { return p.slots > 1 }

// name puts a mixture's name into the key: beliefs that differ by rounding alone have the same.
func (l *levelling) name(m mixture) {
	l.key = l.key[:0]
	for _, q := range m.contexts {
		l.key = appendGrid(l.key, float64(q))
	}
	for _, belief := range m.beliefs {
		for _, x := range belief {
			l.key = appendGrid(l.key, x*beliefGrid)
		}
	}
}

// best is the best action with t steps to go, and what follows it.
func (l *levelling) best(ctx context.Context, t int, m mixture) (*levelNode, error) {
	l.name(m)
	key := string(l.key)
	if n := l.memo[t-1][key]; n != nil {
		return n, nil
	}
	if l.nodes++; l.nodes > l.o.Budget.Vectors {
		return nil, &BudgetError{Planner: Levelling, T: t, Needed: fmt.Sprintf("at least %d beliefs", l.nodes), Budget: fmt.Sprintf("%d beliefs", l.o.Budget.Vectors)}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	charge(ctx, len(m.contexts)*l.p.steps())
	var best *levelNode
	for a := range l.p.actions {
		n := &levelNode{t: t, context: m.contexts[0], action: a}
		if t == 1 {
			n.value = l.p.last(m, a)
		} else if err := l.look(ctx, n, l.p.follow(m, a)); err != nil {
			return nil, err
		}
		if best == nil || n.value > best.value && !tied(best.value, n.value, 1) {
			best = n
		}
	}
	l.memo[t-1][key] = best
	return best, nil
}

// look plans for what follows a node's action. An outcome that is impossible takes the branch of the
// likeliest.
func (l *levelling) look(ctx context.Context, n *levelNode, branches []branch) error {
	n.next = make([]*levelNode, len(branches))
	likely := -1
	for outcome, b := range branches {
		if b.state.beliefs == nil {
			continue
		}
		var err error
		if n.next[outcome], err = l.best(ctx, n.t-1, b.state); err != nil {
			return err
		}
		n.value += b.share * (b.earns + l.o.Discount*n.next[outcome].value)
		if likely < 0 || b.share > branches[likely].share {
			likely = outcome
		}
	}
	if likely < 0 {
		n.value = math.Inf(-1)
		return nil
	}
	for outcome, next := range n.next {
		if next == nil {
			n.next[outcome] = n.next[likely]
		}
	}
	return nil
}

// set is that of the coordinates that a node's action reads.
func (l *levelling) set(n *levelNode) int { return n.context*l.p.slots + l.p.slot(n.action) }

func (l *levelling) extract(n *levelNode) int {
	if i, ok := l.added[n]; ok {
		return i
	}
	raw := rawNode{t: n.t, set: l.set(n), action: n.action}
	for _, next := range n.next {
		raw.next = append(raw.next, l.extract(next))
	}
	l.added[n] = l.raw.add(raw)
	return l.added[n]
}
