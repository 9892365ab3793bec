package moments

import (
	"encoding/binary"
	"fmt"
	"hash"
	"iter"
	"math"
	"slices"

	"eeporl/pomdp"
)

// Episode is a whole episode and how often it occurred. A step with the action −1 is one of which
// nothing is known, or more of them.
type Episode struct {
	Acts  []pomdp.Act
	Count float64
}

// Episodes are whole episodes of any length, kept as a tree of their common beginnings: what the
// likelihood of all of them takes is linear in its nodes. What is known of an episode after steps
// of which nothing is known is a stretch of its own: it begins in a distribution of the state that
// is one for all stretches.
type Episodes struct {
	sizes  pomdp.Sizes // S is 0
	total  float64
	steps  float64
	later  float64 // steps of stretches
	levels []level // levels[0] is the root of episodes, and, where there are stretches, the root of those
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
	total := 0.0
	for acts, count := range all {
		if !(count > 0) || !slices.ContainsFunc(acts, func(a pomdp.Act) bool { return a.Action >= 0 }) {
			continue
		}
		total += count
		root := int32(0)
		for len(acts) > 0 {
			if acts[0].Action < 0 {
				acts, root = acts[1:], 1
				continue
			}
			stretch := acts
			if end := slices.IndexFunc(acts, func(a pomdp.Act) bool { return a.Action < 0 }); end >= 0 {
				stretch = acts[:end]
			}
			acts = acts[len(stretch):]
			e := coded{make([]int32, len(stretch)), count, root}
			for i, a := range stretch {
				n.A, n.R, n.Z = max(n.A, a.Action+1), max(n.R, a.Reward+1), max(n.Z, a.Observation+1)
				if max(n.A, n.R, n.Z) >= mostSymbols {
					return nil
				}
				e.acts[i] = int32(((a.Action*mostSymbols)+a.Reward+1)*mostSymbols + a.Observation + 1)
			}
			list = append(list, e)
		}
	}
	for _, e := range list {
		for i, packed := range e.acts {
			x := int(packed)
			e.acts[i] = code(n, pomdp.Act{Action: x / mostSymbols / mostSymbols, Reward: x/mostSymbols%mostSymbols - 1, Observation: x%mostSymbols - 1})
		}
	}
	return grown(n, list, total)
}

// coded is a stretch of an episode, its steps as codes.
type coded struct {
	acts  []int32
	count float64
	root  int32 // 0 for an episode's beginning, 1 for what goes on after a gap
}

// grown makes the tree of stretches of so many episodes.
func grown(n pomdp.Sizes, list []coded, total float64) *Episodes {
	n.S = 0
	slices.SortStableFunc(list, func(a, b coded) int {
		if a.root != b.root {
			return int(a.root - b.root)
		}
		return slices.Compare(a.acts, b.acts)
	})
	out := &Episodes{sizes: n, total: total}
	roots := 1
	if len(list) > 0 {
		roots += int(list[len(list)-1].root)
	}
	out.levels = []level{{through: make([]float64, roots), ended: make([]float64, roots)}}
	at := make([]int32, len(list)) // the node that each episode has come to
	for i, e := range list {
		at[i] = e.root
		out.levels[0].through[e.root] += e.count
		out.steps += e.count * float64(len(e.acts))
		if e.root > 0 {
			out.later += e.count * float64(len(e.acts))
		}
	}
	going := make([]int, len(list)) // those that have not ended
	for i := range going {
		going[i] = i
	}
	for depth := 0; ; depth++ {
		here, next := &out.levels[depth], level{}
		here.first = make([]int32, 0, len(here.through)+1)
		parent, last := int32(-1), int32(-1)
		still := going[:0]
		for _, i := range going {
			e := &list[i]
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
			still = append(still, i)
		}
		going = still
		for len(here.first) <= len(here.through) {
			here.first = append(here.first, int32(len(next.act)))
		}
		if len(next.act) == 0 {
			return out
		}
		out.levels = append(out.levels, next)
	}
}

// layout is where the parameters stand that the likelihood of the episodes depends on.
func (e *Episodes) layout(states int) *layout {
	n := e.sizes
	n.S = states
	l := newLayout(n)
	if e.gaps() {
		l.goingOn()
	}
	return l
}

// gaps says whether there are stretches after steps of which nothing is known.
func (e *Episodes) gaps() bool { return len(e.levels[0].through) > 1 }

// leaves calls visit with every different stretch and how often it ended there; acts are valid
// during the call.
func (e *Episodes) leaves(visit func(root int32, acts []int32, count float64)) {
	var path, next []int32 // the codes of a path, and the children that are left to visit at each depth
	for root := range e.levels[0].through {
		path, next = path[:0], append(next[:0], e.levels[0].first[root])
		node := []int32{int32(root)}
		for len(node) > 0 {
			depth := len(node) - 1
			l, at := &e.levels[depth], node[depth]
			if next[depth] == l.first[at] && l.ended[at] > 0 {
				visit(int32(root), path, l.ended[at])
			}
			if v := next[depth]; v < l.first[at+1] {
				next[depth]++
				below := &e.levels[depth+1]
				path, node, next = append(path, below.act[v]), append(node, v), append(next, below.first[v])
				continue
			}
			node, next = node[:depth], next[:depth]
			path = path[:max(depth-1, 0)]
		}
	}
}

// All calls yield with every different episode, up to its first gap, and how often it occurred.
func (e *Episodes) All(yield func(acts []pomdp.Act, count float64) bool) {
	going := true
	e.leaves(func(root int32, codes []int32, count float64) {
		if root != 0 || !going {
			return
		}
		acts := make([]pomdp.Act, len(codes))
		for i, code := range codes {
			acts[i] = actOf(e.sizes, int(code))
		}
		going = yield(acts, count)
	})
}

// Beginnings are the episodes up to their first gap: where actions depend on what was seen, the state
// in which an episode goes on depends on what it will do, and stretches would mislead.
func (e *Episodes) Beginnings() *Episodes {
	if !e.gaps() {
		return e
	}
	var list []coded
	total := 0.0
	e.leaves(func(root int32, acts []int32, count float64) {
		if root == 0 {
			list = append(list, coded{slices.Clone(acts), count, 0})
			total += count
		}
	})
	return grown(e.sizes, list, total)
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

// Total is the number of episodes.
func (e *Episodes) Total() float64 { return e.total }

// Steps is the number of steps of all episodes of which something is known.
func (e *Episodes) Steps() float64 { return e.steps }

// Later is how many of the steps come after a gap.
func (e *Episodes) Later() float64 { return e.later }

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

// Split takes about a share of the episodes at random from the rest: each stretch by itself.
func (e *Episodes) Split(share float64, seed uint64) (rest, some *Episodes) {
	rng := newRand(seed, pomdp.StreamBootstrap, splitStream)
	var out [2][]coded
	var totals [2]float64
	e.leaves(func(root int32, acts []int32, k float64) {
		n := binomial(rng, math.Floor(k), share)
		if part := k - math.Floor(k); part > 0 && rng.Float64() < share {
			n += part
		}
		for i, count := range []float64{k - n, n} {
			if count > 0 {
				out[i] = append(out[i], coded{slices.Clone(acts), count, root})
				if root == 0 {
					totals[i] += count
				}
			}
		}
	})
	return grown(e.sizes, out[0], totals[0]), grown(e.sizes, out[1], totals[1])
}

// splitStream separates the split from resampling and the noise floor's replicates.
const splitStream = 1 << 48

// resampled draws as many stretches as there are from the stretches themselves, each kind by itself.
func (e *Episodes) resampled(seed, i uint64) *Episodes {
	rng := newRand(seed, pomdp.StreamBootstrap, wholeStream+i)
	var all, list []coded
	e.leaves(func(root int32, acts []int32, k float64) { all = append(all, coded{slices.Clone(acts), k, root}) })
	for root := range e.levels[0].through {
		from := 0
		for from < len(all) && all[from].root != int32(root) {
			from++
		}
		to := from
		var counts []float64
		for to < len(all) && all[to].root == int32(root) {
			counts = append(counts, all[to].count)
			to++
		}
		multinomial(rng, math.Round(sum(counts)), counts, func(j int, k float64) {
			list = append(list, coded{all[from+j].acts, k, int32(root)})
		})
	}
	return grown(e.sizes, list, e.total)
}

// wholeStream separates the resampling of whole episodes from that of triples.
const wholeStream = 1 << 33
