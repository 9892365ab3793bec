package moments

import (
	"encoding/binary"
	"fmt"
	"hash"
	"iter"
	"slices"

	"eeporl/pomdp"
)

// Episodes are whole episodes of any length, kept as a tree of their common beginnings: what the
// likelihood of all of them takes is linear in its nodes.
type Episodes struct {
	sizes  pomdp.Sizes // S is 0
	total  float64
	steps  float64
	levels []level // levels[0] is the root alone
}

// level holds the nodes after so many steps. Children stand together, in the order of their
// parents.
type level struct {
	parent  []int32
	act     []int32   // the code of the step that leads to the node
	first   []int32   // the children of node i are first[i] … first[i+1]−1 of the next level
	through []float64 // episodes that come to the node
	ended   []float64 // and that end there
}

// codes is how many different steps there are, and code the number of one.
func codes(n pomdp.Sizes) int { return n.A * (n.R + 1) * (n.Z + 1) }

func code(n pomdp.Sizes, a pomdp.Act) int32 {
	return int32((a.Action*(n.R+1)+a.Reward+1)*(n.Z+1) + a.Observation + 1)
}

func actOf(n pomdp.Sizes, code int) pomdp.Act {
	return pomdp.Act{Action: code / (n.Z + 1) / (n.R + 1), Reward: code/(n.Z+1)%(n.R+1) - 1, Observation: code%(n.Z+1) - 1}
}

// mostSymbols bounds actions, reward levels and observations of whole episodes.
const mostSymbols = 1 << 10

// NewEpisodes makes a tree of episodes and how often each occurred. It has the symbols of n, and
// more if the episodes do; n.S is not used. It is nil where an index reaches 1023.
func NewEpisodes(n pomdp.Sizes, all iter.Seq2[[]pomdp.Act, float64]) *Episodes {
	var list []coded
	for acts, count := range all {
		if len(acts) == 0 || !(count > 0) {
			continue
		}
		e := coded{make([]int32, len(acts)), count}
		for i, a := range acts {
			n.A, n.R, n.Z = max(n.A, a.Action+1), max(n.R, a.Reward+1), max(n.Z, a.Observation+1)
			if max(n.A, n.R, n.Z) >= mostSymbols {
				return nil
			}
			e.acts[i] = int32(((a.Action*mostSymbols)+a.Reward+1)*mostSymbols + a.Observation + 1)
		}
		list = append(list, e)
	}
	for _, e := range list {
		for i, packed := range e.acts {
			x := int(packed)
			e.acts[i] = code(n, pomdp.Act{Action: x / mostSymbols / mostSymbols, Reward: x/mostSymbols%mostSymbols - 1, Observation: x%mostSymbols - 1})
		}
	}
	return grown(n, list)
}

// coded is an episode, its steps as codes.
type coded struct {
	acts  []int32
	count float64
}

func grown(n pomdp.Sizes, list []coded) *Episodes {
	n.S = 0
	slices.SortStableFunc(list, func(a, b coded) int { return slices.Compare(a.acts, b.acts) })
	out := &Episodes{sizes: n, levels: []level{{through: []float64{0}, ended: []float64{0}}}}
	at := make([]int32, len(list)) // the node that each episode has come to
	for _, e := range list {
		out.total += e.count
		out.steps += e.count * float64(len(e.acts))
	}
	out.levels[0].through[0] = out.total
	for depth := 0; ; depth++ {
		here, next := &out.levels[depth], level{}
		here.first = make([]int32, 0, len(here.through)+1)
		parent, last := int32(-1), int32(-1)
		for i, e := range list {
			if len(e.acts) <= depth {
				if len(e.acts) == depth && depth > 0 {
					here.ended[at[i]] += e.count
				}
				continue
			}
			if at[i] != parent || e.acts[depth] != last {
				for int(at[i]) >= len(here.first) {
					here.first = append(here.first, int32(len(next.act)))
				}
				parent, last = at[i], e.acts[depth]
				next.parent, next.act = append(next.parent, parent), append(next.act, last)
				next.through, next.ended = append(next.through, 0), append(next.ended, 0)
			}
			at[i] = int32(len(next.act) - 1)
			next.through[at[i]] += e.count
		}
		for len(here.first) <= len(here.through) {
			here.first = append(here.first, int32(len(next.act)))
		}
		if len(next.act) == 0 {
			return out
		}
		out.levels = append(out.levels, next)
	}
}

// Hash adds all that the episodes are to a hash.
func (e *Episodes) Hash(h hash.Hash) {
	fmt.Fprintln(h, e.sizes, e.total, e.steps)
	for _, l := range e.levels {
		for _, list := range []any{l.parent, l.act, l.through, l.ended} {
			_ = binary.Write(h, binary.LittleEndian, list) // a hash takes everything
		}
	}
}

// Total is the number of episodes, Steps that of their steps, and Nodes that of the tree's nodes.
func (e *Episodes) Total() float64 { return e.total }

// Steps is the number of steps of all episodes.
func (e *Episodes) Steps() float64 { return e.steps }

// Nodes is the number of different beginnings.
func (e *Episodes) Nodes() int {
	n := 0
	for _, l := range e.levels {
		n += len(l.through)
	}
	return n
}

// Sizes are those of the symbols; S is 0.
func (e *Episodes) Sizes() pomdp.Sizes { return e.sizes }
