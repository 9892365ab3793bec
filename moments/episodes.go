package moments

import (
	"encoding/binary"
	"fmt"
	"hash"
	"iter"
	"math"
	"slices"

	"eeporl/moments/num"
	"eeporl/moments/params"
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
	final  bool    // one that ends early has earned all that it does
	Levels []Level // levels[0] is the root of episodes, and, where there are stretches, the root of those
}

// Level holds the nodes after so many steps. Children stand together, in the order of their
// parents.
type Level struct {
	Parent  []int32
	Act     []int32   // the code of the step that leads to the node
	First   []int32   // the children of node i are first[i] … first[i+1]−1 of the next level
	Through []float64 // episodes that come to the node
	Ended   []float64 // and that end there
}

// Codes is how many different steps there are, and code the number of one.
func Codes(n pomdp.Sizes) int { return n.A * (n.R + 1) * (n.Z + 1) }

// Code is the number of a step among all that are possible; what is not known of it has a number too.
func Code(n pomdp.Sizes, a pomdp.Act) int32 {
	return int32((a.Action*(n.R+1)+a.Reward+1)*(n.Z+1) + a.Observation + 1)
}

// ActOf is the step of a number.
func ActOf(n pomdp.Sizes, code int) pomdp.Act {
	return pomdp.Act{Action: code / (n.Z + 1) / (n.R + 1), Reward: code/(n.Z+1)%(n.R+1) - 1, Observation: code%(n.Z+1) - 1}
}

// mostSymbols bounds actions, reward levels and observations of whole episodes.
const mostSymbols = 1 << 10

// NewEpisodes makes a tree of episodes and how often each occurred. It has the symbols of n, and
// more if the episodes do; n.S is not used. It is nil where an index reaches 1023.
func NewEpisodes(n pomdp.Sizes, all iter.Seq2[[]pomdp.Act, float64]) *Episodes {
	var list []Coded
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
			e := Coded{make([]int32, len(stretch)), count, root}
			for i, a := range stretch {
				n.A, n.R, n.Z = max(n.A, a.Action+1), max(n.R, a.Reward+1), max(n.Z, a.Observation+1)
				if max(n.A, n.R, n.Z) >= mostSymbols {
					return nil
				}
				e.Acts[i] = int32(((a.Action*mostSymbols)+a.Reward+1)*mostSymbols + a.Observation + 1)
			}
			list = append(list, e)
		}
	}
	for _, e := range list {
		for i, packed := range e.Acts {
			x := int(packed)
			e.Acts[i] = Code(n, pomdp.Act{Action: x / mostSymbols / mostSymbols, Reward: x/mostSymbols%mostSymbols - 1, Observation: x%mostSymbols - 1})
		}
	}
	return Grown(n, list, total)
}

// Coded is a stretch of an episode, its steps as codes.
type Coded struct {
	Acts  []int32
	Count float64
	Root  int32 // 0 for an episode's beginning, 1 for what goes on after a gap
}

// Grown makes the tree of stretches of so many episodes.
func Grown(n pomdp.Sizes, list []Coded, total float64) *Episodes {
	n.S = 0
	slices.SortStableFunc(list, func(a, b Coded) int {
		if a.Root != b.Root {
			return int(a.Root - b.Root)
		}
		return slices.Compare(a.Acts, b.Acts)
	})
	out := &Episodes{sizes: n, total: total}
	roots := 1
	if len(list) > 0 {
		roots += int(list[len(list)-1].Root)
	}
	out.Levels = []Level{{Through: make([]float64, roots), Ended: make([]float64, roots)}}
	at := make([]int32, len(list)) // the node that each episode has come to
	for i, e := range list {
		at[i] = e.Root
		out.Levels[0].Through[e.Root] += e.Count
		out.steps += e.Count * float64(len(e.Acts))
		if e.Root > 0 {
			out.later += e.Count * float64(len(e.Acts))
		}
	}
	going := make([]int, len(list)) // those that have not ended
	for i := range going {
		going[i] = i
	}
	for depth := 0; ; depth++ {
		here, next := &out.Levels[depth], Level{}
		here.First = make([]int32, 0, len(here.Through)+1)
		parent, last := int32(-1), int32(-1)
		still := going[:0]
		for _, i := range going {
			e := &list[i]
			if len(e.Acts) <= depth {
				if len(e.Acts) == depth && depth > 0 {
					here.Ended[at[i]] += e.Count
				}
				continue
			}
			if at[i] != parent || e.Acts[depth] != last {
				for int(at[i]) >= len(here.First) {
					here.First = append(here.First, int32(len(next.Act)))
				}
				parent, last = at[i], e.Acts[depth]
				next.Parent, next.Act = append(next.Parent, parent), append(next.Act, last)
				next.Through, next.Ended = append(next.Through, 0), append(next.Ended, 0)
			}
			at[i] = int32(len(next.Act) - 1)
			next.Through[at[i]] += e.Count
			still = append(still, i)
		}
		going = still
		for len(here.First) <= len(here.Through) {
			here.First = append(here.First, int32(len(next.Act)))
		}
		if len(next.Act) == 0 {
			return out
		}
		out.Levels = append(out.Levels, next)
	}
}

// Layout is where the parameters stand that the likelihood of the episodes depends on.
func (e *Episodes) Layout(states int) *params.Layout {
	n := e.sizes
	n.S = states
	l := params.NewLayout(n)
	if e.Gaps() {
		l.GoingOn()
	}
	return l
}

// Gaps says whether there are stretches after steps of which nothing is known.
func (e *Episodes) Gaps() bool { return len(e.Levels[0].Through) > 1 }

// Leaves calls visit with every different stretch and how often it ended there; acts are valid
// during the call.
func (e *Episodes) Leaves(visit func(root int32, acts []int32, count float64)) {
	var path, next []int32 // the codes of a path, and the children that are left to visit at each depth
	for root := range e.Levels[0].Through {
		path, next = path[:0], append(next[:0], e.Levels[0].First[root])
		node := []int32{int32(root)}
		for len(node) > 0 {
			depth := len(node) - 1
			l, at := &e.Levels[depth], node[depth]
			if next[depth] == l.First[at] && l.Ended[at] > 0 {
				visit(int32(root), path, l.Ended[at])
			}
			if v := next[depth]; v < l.First[at+1] {
				next[depth]++
				below := &e.Levels[depth+1]
				path, node, next = append(path, below.Act[v]), append(node, v), append(next, below.First[v])
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
	e.Leaves(func(root int32, codes []int32, count float64) {
		if root != 0 || !going {
			return
		}
		acts := make([]pomdp.Act, len(codes))
		for i, code := range codes {
			acts[i] = ActOf(e.sizes, int(code))
		}
		going = yield(acts, count)
	})
}

// Beginnings are the episodes up to their first gap: where actions depend on what was seen, the state
// in which an episode goes on depends on what it will do, and stretches would mislead.
func (e *Episodes) Beginnings() *Episodes {
	if !e.Gaps() {
		return e
	}
	var list []Coded
	total := 0.0
	e.Leaves(func(root int32, acts []int32, count float64) {
		if root == 0 {
			list = append(list, Coded{slices.Clone(acts), count, 0})
			total += count
		}
	})
	return Grown(e.sizes, list, total)
}

// Hash adds all that the episodes are to a hash.
func (e *Episodes) Hash(h hash.Hash) {
	fmt.Fprintln(h, e.sizes, e.total, e.steps)
	for _, l := range e.Levels {
		for _, list := range []any{l.Parent, l.Act, l.Through, l.Ended} {
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
	for _, l := range e.Levels {
		n += len(l.Through)
	}
	return n
}

// Sizes are those of the symbols; S is 0.
func (e *Episodes) Sizes() pomdp.Sizes { return e.sizes }

// Split takes about a share of the episodes at random from the rest: each stretch by itself.
func (e *Episodes) Split(share float64, seed uint64) (rest, some *Episodes) {
	rng := num.NewRand(seed, pomdp.StreamBootstrap, splitStream)
	var out [2][]Coded
	var totals [2]float64
	e.Leaves(func(root int32, acts []int32, k float64) {
		n := num.Binomial(rng, math.Floor(k), share)
		if part := k - math.Floor(k); part > 0 && rng.Float64() < share {
			n += part
		}
		for i, count := range []float64{k - n, n} {
			if count > 0 {
				out[i] = append(out[i], Coded{slices.Clone(acts), count, root})
				if root == 0 {
					totals[i] += count
				}
			}
		}
	})
	return Grown(e.sizes, out[0], totals[0]), Grown(e.sizes, out[1], totals[1])
}

// splitStream separates the split from resampling and the noise floor's replicates.
const splitStream = 1 << 48

// Resampled draws as many stretches as there are from the stretches themselves, each kind by itself.
func (e *Episodes) Resampled(seed, i uint64) *Episodes {
	rng := num.NewRand(seed, pomdp.StreamBootstrap, wholeStream+i)
	var all, list []Coded
	e.Leaves(func(root int32, acts []int32, k float64) { all = append(all, Coded{slices.Clone(acts), k, root}) })
	for root := range e.Levels[0].Through {
		from := 0
		for from < len(all) && all[from].Root != int32(root) {
			from++
		}
		to := from
		var counts []float64
		for to < len(all) && all[to].Root == int32(root) {
			counts = append(counts, all[to].Count)
			to++
		}
		num.Multinomial(rng, math.Round(num.Sum(counts)), counts, func(j int, k float64) {
			list = append(list, Coded{all[from+j].Acts, k, int32(root)})
		})
	}
	return Grown(e.sizes, list, e.total)
}

// wholeStream separates the resampling of whole episodes from that of triples.
const wholeStream = 1 << 33
