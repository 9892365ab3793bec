package planning

import "fmt"

// NewSet is a value function over one order of states: vector i has the root action actions[i] and the numbers
// values[i·states:(i+1)·states].
func NewSet(states int, actions []int32, values []float64) *Set {
	return &Set{Pair: -1, states: states, action: -1, actions: actions, values: values}
}

// ActBy is what acting by a value function does from the initial belief on for so many steps: at each belief the action
// of the vector that is worth most there. The problem has to be that of an ordinary POMDP.
func (p *Problem) ActBy(s *Set, steps int) (*Controller, error) {
	if p.sets() != 1 || s.states != p.states {
		return nil, fmt.Errorf("found vectors of %d numbers, expected %d, one a state", s.states, p.states)
	}
	c := &Controller{Sizes: p.sizes, Observe: p.observe}
	level := [][]float64{p.initial[0]}
	for left := steps; left > 0; left-- {
		if len(c.Nodes)+len(level) > mostTreeNodes {
			return nil, fmt.Errorf("found more than %d beliefs in %d steps, expected at most so many", mostTreeNodes, steps)
		}
		var below [][]float64
		place, base := map[string]int{}, len(c.Nodes)+len(level)
		for _, belief := range level {
			best, _ := s.Best(belief)
			node := ControllerNode{Action: s.root(best)}
			for outcome := 0; left > 1 && outcome < p.outcomes; outcome++ {
				next := make([]float64, p.states)
				if _, ok := p.link(node.Action, outcome, 0).after(next, belief); !ok {
					node.Next = append(node.Next, -1)
					continue
				}
				key := string(appendBelief(nil, next))
				at, met := place[key]
				if !met {
					at = len(below)
					place[key], below = at, append(below, next)
				}
				node.Next = append(node.Next, base+at)
			}
			c.Nodes = append(c.Nodes, node.Total())
		}
		level = below
	}
	return c, nil
}
