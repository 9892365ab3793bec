package planning

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/planning/vectors"
)

// levelling plans by what is seen, where the paper's planner chooses among coordinates. Learned parameters of
// different pairs disagree: FindPolicy's maximum takes the luckiest of |A| copies of one belief, and
// branches whose probabilities exceed 1 attract it. Here what follows is the mean over the copies (over
// a₀, and over the coordinates of each next action), and the outcomes of every node are made to sum to 1.
// For exact parameters it is exact, and it needs no states: whatever tells what is seen next will do. It looks at
// every situation that can follow, so that it takes what Reachable takes or more.
type levelling struct {
	p     *Problem
	law   sequence
	o     Options
	memo  []map[string]*levelNode // [t-1]
	nodes int
	raw   rawTree
	added map[*levelNode]int
	key   []byte
}

type levelNode struct {
	t, before, action int // before: the action before, 0 for none
	value             float64
	next              []*levelNode
}

func newLevelling(p *Problem, o Options) *levelling {
	l := &levelling{p: p, law: p.sequence(), o: o, memo: make([]map[string]*levelNode, o.Horizon), added: map[*levelNode]int{}}
	for t := range l.memo {
		l.memo[t] = map[string]*levelNode{}
	}
	return l
}

func solveLevel(ctx context.Context, p *Problem, o Options) (*Plan, error) {
	l := newLevelling(p, o)
	root, err := l.best(ctx, o.Horizon, 0, l.law.start())
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

// mostLevelled bounds the situations at which Levelled looks, mostFollowed the outcomes that it follows from them.
const mostLevelled, mostFollowed = 20_000, 2_000_000

// Levelled is what a tree is worth by what is seen: with the coordinates that disagree averaged, and each
// node made to sum to 1. For exact parameters that is its value. NaN where it meets too many situations.
func (p *Problem) Levelled(t *Tree) float64 {
	law := p.sequence()
	memo, key, followed := map[string]float64{}, []byte(nil), 0
	var worth func(node int, situation []float64) float64
	worth = func(node int, situation []float64) float64 {
		n := &t.Nodes[node]
		if followed += p.outcomes; followed > mostFollowed {
			return math.NaN()
		}
		branches := follow(law, situation, n.Action, len(n.Next) == 0)
		if len(n.Next) == 0 {
			return last(branches)
		}
		key = appendSituation(vectors.AppendGrid(key[:0], float64(node)), situation)
		name := string(key)
		if v, ok := memo[name]; ok {
			return v
		}
		if len(memo) >= mostLevelled {
			return math.NaN()
		}
		sum := 0.0
		for outcome, b := range branches {
			if b.possible() {
				sum += b.share * (b.earns + t.Discount*known(worth(n.Next[outcome], b.state)))
			}
		}
		memo[name] = sum
		return sum
	}
	return worth(0, law.start())
}

// InPairs says whether the problem keeps an order of the states for each pair of actions.
func (p *Problem) InPairs() bool { return p.slots > 1 }

// appendSituation puts a situation's name into a key: those that differ by rounding alone have the same.
func appendSituation(key []byte, situation []float64) []byte {
	for _, x := range situation {
		key = vectors.AppendGrid(key, x*beliefGrid)
	}
	return key
}

// best is the best action with t steps to go, and what follows it.
func (l *levelling) best(ctx context.Context, t, before int, situation []float64) (*levelNode, error) {
	l.key = appendSituation(l.key[:0], situation)
	key := string(l.key)
	if n := l.memo[t-1][key]; n != nil {
		return n, nil
	}
	if l.nodes++; l.nodes > l.o.Budget.Vectors {
		return nil, &BudgetError{Planner: Levelling, T: t, Needed: fmt.Sprintf("at least %d situations", l.nodes), Budget: fmt.Sprintf("%d situations", l.o.Budget.Vectors)}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	vectors.Charge(ctx, l.p.steps())
	var best *levelNode
	for a := range l.p.actions {
		n, branches := &levelNode{t: t, before: before, action: a}, follow(l.law, situation, a, t == 1)
		if t == 1 {
			n.value = last(branches)
		} else if err := l.look(ctx, n, branches); err != nil {
			return nil, err
		}
		if best == nil || n.value > best.value && !tied(best.value, n.value, 1) {
			best = n
		}
	}
	l.memo[t-1][key] = best
	return best, nil
}

// look plans for what follows a node's action. After an outcome that is impossible all actions are worth the same, and the first one is
// taken; where histories were counted, those of the likeliest outcome tell more than none.
func (l *levelling) look(ctx context.Context, n *levelNode, branches []branch) error {
	n.next = make([]*levelNode, len(branches))
	likely := -1
	for outcome, b := range branches {
		if !b.possible() {
			continue
		}
		var err error
		if n.next[outcome], err = l.best(ctx, n.t-1, n.action, b.state); err != nil {
			return err
		}
		n.value += b.share * (b.earns + l.o.Discount*known(n.next[outcome].value))
		if likely < 0 || b.share > branches[likely].share {
			likely = outcome
		}
	}
	if likely < 0 {
		n.value = math.Inf(-1)
		for outcome := range n.next {
			n.next[outcome] = l.blind(n.t-1, n.action)
		}
		return nil
	}
	for outcome, next := range n.next {
		switch {
		case next != nil:
		case counted(l.law):
			n.next[outcome] = n.next[likely]
		default:
			n.next[outcome] = l.blind(n.t-1, n.action)
		}
	}
	return nil
}

// blind is what to do where the law says nothing of any action: the first one, whatever is seen.
func (l *levelling) blind(t, before int) *levelNode {
	key := "blind" + string(rune(before))
	if n := l.memo[t-1][key]; n != nil {
		return n
	}
	n := &levelNode{t: t, before: before, value: math.Inf(-1)}
	if t > 1 {
		n.next = slices.Repeat([]*levelNode{l.blind(t-1, n.action)}, l.p.outcomes)
	}
	l.memo[t-1][key] = n
	return n
}

// set is that of the coordinates that a node's action reads, 0 where there is one set or none.
func (l *levelling) set(n *levelNode) int {
	if !l.p.InPairs() {
		return 0
	}
	return n.before*l.p.slots + n.action
}

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
