package experiment

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"eeporl/pomdp"
)

// Probe is one question to a log that a model was learned from: whether what happened strays from what the model said just
// before by more than chance does. P is how often chance alone strays as far; At is where it strays most.
type Probe struct {
	Asks  ProbeKind
	P     float64
	At    Feature
	Off   float64 // mean of what happened less what the model said, at At; of Drift of the second half less the first, of Groups of Group less all
	Group int     // where Groups strays most
}

// ProbeKind is what a Probe asks.
type ProbeKind string

// The probes.
const (
	Drift   ProbeKind = "drift"   // whether the second half of the episodes is as the first
	ByStep  ProbeKind = "steps"   // whether each step is as the model says
	Follows ProbeKind = "follows" // whether what follows what is as the model says
	Runs    ProbeKind = "runs"    // whether runs of one symbol go on as the model says
	Groups  ProbeKind = "groups"  // whether the groups of episodes are alike
)

// Feature is what a probe looks at: how often a reward level or an observation occurs after an action, at a step, or where
// the step before had such an action, and such a symbol of the same kind, Run times in a row; −1 where it asks nothing.
type Feature struct {
	Action, Step               int
	ActionBefore, SymbolBefore int
	Run                        int  // 0 for once or more
	Reward                     bool // levels, not observations
	Symbol                     int
}

const (
	// MostProbed bounds the episodes that Probes look at.
	MostProbed   = 5000
	probeDraws   = 499
	mostSteps    = 12 // that ByStep looks at
	mostPairs    = 20 // actions times symbols up to which Follows looks at both
	leastSquares = 5  // of what strayed, below which a feature tells nothing
	fewestSeen   = 3  // of a symbol: seldomer ones, which a fitted model holds as seldom, do not come to leastSquares
	shortestRun  = 2
	longestRun   = 4 // and longer ones
)

// strays are the sums over an episode, by feature, of what happened less what the model said just before: martingales, so
// that each episode's has mean 0 where the model holds, whatever policy acted.
type strays struct {
	kind     ProbeKind
	features []Feature
	place    map[Feature]int
	rows     [][]strayed
	groups   []int           // of the rows, for Groups alone
	often    map[bool][]bool // [of rewards][symbol] that it was seen often enough to tell

	sum     []float64 // [feature], of the episode under way
	touched []int     // whose sum may be other than 0

	mean, squares []float64 // [feature]
	told          []int     // features of which enough strays
	sums          []float64 // [feature], of Groups [group·features + feature]
}

// strayed is how far an episode strays by a feature; what does not stray at all is left out.
type strayed struct {
	feature int
	by      float64
}

// Probes asks a model about the episodes that it was learned from; without Drift where their order means nothing, and
// without Groups where groups, the episodes' own, is nil. P comes
// from random signs of the episodes (the wild bootstrap, Wu 1986). Since the model was fitted to the same episodes, P errs
// towards 1.
func Probes(ctx context.Context, m *pomdp.POMDP, episodes [][]pomdp.Act, groups []int, ordered bool, seed uint64) []Probe {
	var out []Probe
	often := seenOften(m.Sizes(), episodes)
	order := make([]int, len(episodes))
	for i := range order {
		order[i] = i
	}
	for _, kind := range []ProbeKind{Drift, ByStep, Follows, Runs, Groups} {
		if kind == Drift && !ordered || kind == Groups && groups == nil {
			continue
		}
		if kind == ByStep { // so that chance falls alike however they stand
			slices.SortStableFunc(order, func(i, j int) int { return compareActs(episodes[i], episodes[j]) })
		}
		x := strays{kind: kind, place: map[Feature]int{}, often: often}
		for _, i := range order {
			if ctx.Err() != nil {
				return nil
			}
			x.rows = append(x.rows, x.of(m, episodes[i]))
			if kind == Groups {
				x.groups = append(x.groups, groups[i])
			}
		}
		if c, ok := x.judged(seed); ok {
			out = append(out, c)
		}
	}
	return out
}

// of are an episode's, up to where nothing is known of it or the model says that it cannot happen.
func (x *strays) of(m *pomdp.POMDP, acts []pomdp.Act) (row []strayed) {
	n, b := m.Sizes(), m.InitialBelief()
	for t, act := range acts {
		if act.Action < 0 || b == nil {
			break
		}
		for _, f := range x.looksAt(acts, t, true, n.A*n.R) {
			x.add(f, act.Reward, n.R, func(r int) (p float64) {
				for s, q := range b {
					p += q * m.R(act.Action, s, r)
				}
				return p
			})
		}
		for _, f := range x.looksAt(acts, t, false, n.A*n.Z) {
			x.add(f, act.Observation, n.Z, func(z int) (p float64) {
				for s, q := range b {
					for next := range n.S {
						p += q * m.T(act.Action, s, next) * m.Z(act.Action, next, z)
					}
				}
				return p
			})
		}
		b, _ = m.After(b, act)
	}
	row = make([]strayed, 0, len(x.touched))
	for _, k := range x.touched {
		if by := x.sum[k]; by != 0 {
			row, x.sum[k] = append(row, strayed{k, by}), 0
		}
	}
	x.touched = x.touched[:0]
	return row
}

// looksAt are the features of step t: of Drift and Groups also what followed what, which tells of other transitions.
func (x *strays) looksAt(acts []pomdp.Act, t int, reward bool, pairs int) (all []Feature) {
	if f, ok := x.feature(acts, t, reward, pairs); ok {
		all = append(all, f)
	}
	if x.kind == Drift || x.kind == Groups {
		follows := strays{kind: Follows, often: x.often}
		if f, ok := follows.feature(acts, t, reward, pairs); ok {
			f.Action, f.ActionBefore = -1, -1
			all = append(all, f)
		}
	}
	return all
}

// feature is what is looked at in step t, but for the symbol; false where nothing is.
func (x *strays) feature(acts []pomdp.Act, t int, reward bool, pairs int) (f Feature, ok bool) {
	symbol := func(t int) int {
		if reward {
			return acts[t].Reward
		}
		return acts[t].Observation
	}
	f = Feature{Action: -1, Step: -1, ActionBefore: -1, SymbolBefore: -1, Reward: reward}
	switch {
	case symbol(t) < 0:
		return f, false
	case x.kind == Drift || x.kind == Groups:
		f.Action = acts[t].Action
	case x.kind == ByStep && t < mostSteps:
		f.Step = t
	case x.kind == Follows && t > 0 && symbol(t-1) >= 0:
		if f.SymbolBefore = symbol(t - 1); pairs <= mostPairs {
			f.ActionBefore, f.Action = acts[t-1].Action, acts[t].Action
		}
	case x.kind == Runs:
		for f.Run < min(t, longestRun) && symbol(t-1-f.Run) >= 0 && symbol(t-1-f.Run) == symbol(t-1) {
			f.Run++
		}
		if f.Run < shortestRun {
			return f, false
		}
		f.SymbolBefore = symbol(t - 1)
	default:
		return f, false
	}
	return f, f.SymbolBefore < 0 || x.often[reward][f.SymbolBefore]
}

// seenOften says which rewards and observations are seen often enough to tell something.
func seenOften(n pomdp.Sizes, episodes [][]pomdp.Act) map[bool][]bool {
	rewards, observations := make([]int, n.R), make([]int, n.Z)
	for _, acts := range episodes {
		for _, act := range acts {
			if act.Reward >= 0 {
				rewards[act.Reward]++
			}
			if act.Observation >= 0 {
				observations[act.Observation]++
			}
		}
	}
	enough := func(counts []int) []bool {
		out := make([]bool, len(counts))
		for i, seen := range counts {
			out[i] = seen >= fewestSeen
		}
		return out
	}
	return map[bool][]bool{true: enough(rewards), false: enough(observations)}
}

// add adds what happened less its chance, symbol by symbol; of a run whether it goes on.
func (x *strays) add(f Feature, seen, symbols int, chance func(symbol int) float64) {
	for f.Symbol = range symbols {
		if f.Run > 0 && f.Symbol != f.SymbolBefore || !x.often[f.Reward][f.Symbol] {
			continue
		}
		i, ok := x.place[f]
		if !ok {
			i = len(x.features)
			x.place[f], x.features, x.sum = i, append(x.features, f), append(x.sum, 0)
		}
		if x.sum[i] == 0 {
			x.touched = append(x.touched, i)
		}
		if x.sum[i] -= chance(f.Symbol); f.Symbol == seen {
			x.sum[i]++
		}
	}
}

func compareActs(a, b []pomdp.Act) int {
	return slices.CompareFunc(a, b, func(x, y pomdp.Act) int {
		return cmp.Or(x.Action-y.Action, x.Reward-y.Reward, x.Observation-y.Observation)
	})
}

// judged is the probe of what strayed; false where that is too little.
func (x *strays) judged(seed uint64) (Probe, bool) {
	x.fill()
	if len(x.told) == 0 || x.kind == Groups && slices.Max(x.groups) == 0 {
		return Probe{}, false
	}
	signs := make([]float64, len(x.rows))
	for e := range signs {
		if signs[e] = 1; x.kind == Drift && e < len(x.rows)/2 {
			signs[e] = -1
		}
	}
	centred := x.telling(true)
	stray, rows := x.most, x.telling(false)
	if x.kind == Groups { // what strays in all of them alike is no difference
		stray, rows = x.between, centred
	}
	z, k, group := stray(rows, func(e int) float64 { return signs[e] })
	c := Probe{Asks: x.kind, At: x.features[k], Group: group}
	switch x.kind {
	case Drift:
		c.Off = 2 * x.sums[k] / float64(len(x.rows))
	case Groups:
		size := 0
		for _, g := range x.groups {
			if g == group {
				size++
			}
		}
		c.Off = x.sums[group*len(x.features)+k] / float64(size)
	default:
		c.Off = x.sums[k] / float64(len(x.rows))
	}
	rng, beyond := rand.New(rand.NewPCG(seed, 0xc4ec)), 0
	for range probeDraws {
		var bits uint64
		chance, _, _ := stray(centred, func(e int) float64 {
			if e%64 == 0 {
				bits = rng.Uint64()
			}
			s := 1 - 2*float64(bits&1)
			bits >>= 1
			return s
		})
		if chance >= z {
			beyond++
		}
	}
	c.P = float64(1+beyond) / (1 + probeDraws)
	return c, true
}

// fill looks how much strays by each feature.
func (x *strays) fill() {
	width := len(x.features)
	x.mean, x.squares, x.sums = make([]float64, width), make([]float64, width), make([]float64, width)
	for _, row := range x.rows {
		for _, s := range row {
			x.mean[s.feature] += s.by / float64(len(x.rows))
			x.squares[s.feature] += s.by * s.by
		}
	}
	for k, y := range x.squares {
		if y >= leastSquares {
			x.told = append(x.told, k)
		}
	}
	if x.kind == Groups && len(x.groups) > 0 {
		x.sums = make([]float64, width*(slices.Max(x.groups)+1))
	}
}

// most is how far the feature strays that does so most, with a sign for each episode.
func (x *strays) most(rows []float64, sign func(e int) float64) (z float64, at, group int) {
	n := len(x.told)
	sums := make([]float64, n)
	for e := range x.rows {
		addSigned(sums, sign(e), rows[e*n:])
	}
	for i, k := range x.told {
		x.sums[k] = sums[i]
		if y := math.Abs(sums[i]) / math.Sqrt(x.squares[k]); y > z {
			z, at = y, k
		}
	}
	return z, at, 0
}

// between is how far all groups stray, as a sum of squares: many that stray a little count, too.
func (x *strays) between(rows []float64, sign func(e int) float64) (z float64, at, group int) {
	n := len(x.told)
	sums := make([]float64, n*(slices.Max(x.groups)+1))
	for e, g := range x.groups {
		addSigned(sums[g*n:][:n], sign(e), rows[e*n:])
	}
	most, width := 0.0, len(x.features)
	for i, sum := range sums {
		k, g := x.told[i%n], i/n
		x.sums[g*width+k] = sum
		y := sum * sum / x.squares[k]
		if z += y; y > most {
			most, at, group = y, k, g
		}
	}
	return z, at, group
}

// telling are the rows by the features that tell alone, one after another, centred less the mean of all episodes.
func (x *strays) telling(centred bool) []float64 {
	places := make([]int, len(x.features)) // among those that tell, from 1
	for i, k := range x.told {
		places[k] = i + 1
	}
	n := len(x.told)
	out := make([]float64, n*len(x.rows))
	for e, row := range x.rows {
		own := out[e*n:][:n]
		for _, s := range row {
			if i := places[s.feature]; i > 0 {
				own[i-1] = s.by
			}
		}
		for i, k := range x.told {
			if centred {
				own[i] -= x.mean[k]
			}
		}
	}
	return out
}

// addSigned adds the row that begins there times its sign.
func addSigned(sums []float64, sign float64, row []float64) {
	row = row[:len(sums)]
	for i := range sums {
		sums[i] += sign * row[i]
	}
}
