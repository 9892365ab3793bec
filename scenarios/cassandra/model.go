// Package cassandra reads and writes Anthony Cassandra's .POMDP format, in
// which the field keeps its problems (pomdp.org; grammar as pomdp-solve 5.5
// reads it).
package cassandra

import "strconv"

// Model is what a .POMDP file says. Rows sum to 1 within 1e-5 and are kept as
// written.
type Model struct {
	Discount float64
	// Cost says that the file has "values: cost": its numbers are to be
	// minimised. Reward negates them, so that planners always maximise.
	Cost bool

	States, Actions, Observations Labels

	Initial     []float64     // b[s]
	Transition  [][][]float64 // [a][s][s'], s left, s' entered
	Observation [][][]float64 // [a][s'][z], s' entered

	// Notices are what a user should know: rows that do not sum to 1 exactly,
	// and what was assumed where the file leaves the format.
	Notices []string

	rewards rewards
}

// Labels are the items of one kind: N of them, named or only numbered.
type Labels struct {
	N     int
	Names []string // nil where the file gives a count
}

// Name is the name of item i, its number where it has none.
func (l Labels) Name(i int) string {
	if l.Names == nil {
		return strconv.Itoa(i)
	}
	return l.Names[i]
}

// All are the names of all items.
func (l Labels) All() []string {
	out := make([]string, l.N)
	for i := range out {
		out[i] = l.Name(i)
	}
	return out
}

// Reward is R(a, s, s', z) to be maximised: the file's number, negated if it is
// a cost.
func (m *Model) Reward(a, s, next, z int) float64 {
	if m.Cost {
		return 0 - m.rewards.at(a, s, next, z)
	}
	return m.rewards.at(a, s, next, z)
}

// MeanReward is R(s, a) = Σ_s' T Σ_z O R(a, s, s', z), rows taken as written.
func (m *Model) MeanReward(a, s int) float64 {
	sum := 0.0
	for next, p := range m.Transition[a][s] {
		if p == 0 {
			continue
		}
		for z, q := range m.Observation[a][next] {
			if q != 0 {
				sum += p * q * m.Reward(a, s, next, z)
			}
		}
	}
	return sum
}

// wild is the index that * stands for.
const wild = -1

// key is the left side of an R statement; each of its parts may be wild.
type key struct{ a, s, next, z int32 }

// rewards are the R statements. The last one that matches wins, whatever its
// wildcards: for each pattern of wildcards the latest number of each key is
// kept, and a lookup takes the latest over the patterns in use. Memory is that
// of the file, not |A||S|²|Z|.
type rewards struct {
	patterns [16]map[key]entry
	used     []int // patterns that are not empty
	count    int
}

type entry struct {
	order int // later statements have greater ones
	value float64
}

func (k key) pattern() int {
	p := 0
	for i, x := range [4]int32{k.a, k.s, k.next, k.z} {
		if x == wild {
			p |= 1 << i
		}
	}
	return p
}

// masked puts wild where the pattern has it.
func (k key) masked(pattern int) key {
	for i, x := range [4]*int32{&k.a, &k.s, &k.next, &k.z} {
		if pattern&(1<<i) != 0 {
			*x = wild
		}
	}
	return k
}

func (r *rewards) set(k key, value float64) {
	p := k.pattern()
	if r.patterns[p] == nil {
		r.patterns[p] = map[key]entry{}
		r.used = append(r.used, p)
	}
	r.patterns[p][k] = entry{r.count, value}
	r.count++
}

func (r *rewards) at(a, s, next, z int) float64 {
	k := key{int32(a), int32(s), int32(next), int32(z)}
	last := entry{order: -1}
	for _, p := range r.used {
		if e, ok := r.patterns[p][k.masked(p)]; ok && e.order > last.order {
			last = e
		}
	}
	return last.value
}
