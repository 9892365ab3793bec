package model

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/planning"
	"eeporl/pomdp"
)

// Now is what there is to see at the cursor.
type Now struct {
	Beat    Beat
	Kind    Kind    // of the segment that the cursor is in
	Pending bool    // the segment's work is not done
	Failed  error   // why the segment's work came to nothing
	N       float64 // episodes counted, +Inf for the exact law
	Counts  *moments.Counts

	// Episode is the whole episode that the cursor is in, nil outside of episodes. It
	// holds draws that lie ahead of the cursor too: ask Drawn what has happened so far.
	Episode *pomdp.Episode
	Number  uint64 // the episode's number in its phase, from 1
	Touch   Touch  // the triple counted last

	spectrum func() *moments.Spectrum // see Spectrum

	Estimate *experiment.Estimated // the newest one at the cursor, nil without
	Shown    BeatKind              // the last of its stages that has been shown
	Stages   []Beat                // all of them
	Whole    bool                  // all have been shown
	Stale    bool                  // episodes were counted since it was made

	Plan  *experiment.Planned // the newest one at the cursor, nil without
	Level int                 // the t of the last Γ_t shown; above the plan's horizon the whole plan is shown

	Node   int     // phase 2: where in the plan's tree the episode stands
	Path   []int   // phase 2: the nodes passed, Node last
	Earned float64 // the episode's rewards so far, discounted
	Advice *Advice // phase 2: what an optimal policy does; nil until known

	beats     []Beat // of the unit that the cursor is in
	at        int    // the cursor's place among them
	adviceKey string
	anchor    anchor
}

// anchor remembers the counts before one episode of an Explore segment, so that
// the next episode either way costs one triple and not a replay. What the
// segment starts from identifies it: its snapshot and its first episode.
type anchor struct {
	before *moments.Counts
	from   uint64
	unit   uint64
	counts *moments.Counts
}

func (a anchor) in(base, seg Segment) bool { return a.before == base.before && a.from == seg.From }

// Touch is a counted triple and how long ago it was counted.
type Touch struct {
	Triple pomdp.Triple
	OK     bool
	Fresh  bool // by this very beat
}

// Drawn says whether the beat of this kind and step has happened in the present episode,
// estimate or plan.
func (n *Now) Drawn(kind BeatKind, t int) bool {
	i := slices.Index(n.beats, Beat{kind, t})
	return i >= 0 && i <= n.at
}

// Fresh says whether the cursor is on the beat of this kind and step.
func (n *Now) Fresh(kind BeatKind, t int) bool { return n.Beat == Beat{kind, t} }

// Unit is the cursor's place among the beats of its episode, estimate or plan,
// and how many those are.
func (n *Now) Unit() (at, of int) { return n.at, len(n.beats) }

// Phase2 says whether the cursor is in an episode that follows a plan.
func (n *Now) Phase2() bool { return n.Kind == Exploit }

// look computes Now, reusing of the old one what still holds.
func (s Session) look() Now {
	seg := s.current()
	beats := s.beats(seg)
	unit, at := s.cursor.Beat/uint64(len(beats)), int(s.cursor.Beat%uint64(len(beats)))
	n := Now{
		Beat: beats[at], Kind: seg.Kind, Pending: s.pending(seg) || s.drawing(s.cursor.Segment), Failed: s.results.byKey[seg.key].Err,
		beats: beats, at: at,
	}
	if n.Counts = seg.before; n.Counts == nil && seg.Kind != Explore { // lookExplore counts them itself
		n.Counts = s.countsAt(s.cursor.Segment)
	}
	switch seg.Kind {
	case Explore:
		s.lookExplore(&n, seg, unit)
	case Leap:
		if seg.after != nil {
			n.Counts = seg.after
		}
	case Exploit:
		n.Number = seg.From + unit + 1
		s.lookAhead(&n)
	}
	n.N = n.Counts.Total()
	n.spectrum = s.spectrumOf(n.Counts, seg.Kind)
	s.lookEstimate(&n)
	s.lookPlan(&n)
	if seg.Kind == Exploit && n.Plan != nil {
		s.lookExploit(&n, seg.From+unit)
	}
	return n
}

// liveSymbols bounds d for a spectrum after every episode: at d = 36 it takes
// about half a millisecond.
const liveSymbols = 36

// LiveSpectrum says whether a model is small enough for a spectrum after every
// episode; that of a larger one is computed after leaps and at estimates.
func LiveSpectrum(n pomdp.Sizes) bool { return n.D() <= liveSymbols }

// Spectrum holds the singular values of P̂₁₂ and P̂₁₃ as counted so far; nil
// without data, and between leaps where it would take too long for a key press.
func (n *Now) Spectrum() *moments.Spectrum {
	if n.spectrum == nil {
		return nil
	}
	return n.spectrum()
}

// spectrumOf computes a live spectrum when it is first asked for: a walk through many episodes
// mostly asks for none.
func (s Session) spectrumOf(c *moments.Counts, kind Kind) func() *moments.Spectrum {
	n := s.config.Model.Sizes()
	switch {
	case s.truth.TooLarge != "" || kind == Explore && !LiveSpectrum(n):
		return nil // whatever was shown before: a frame must not depend on the way to it
	case c == s.now.Counts && s.now.spectrum != nil:
		return s.now.spectrum
	}
	compute := func() *moments.Spectrum { return spectral.SpectrumOf(c, n.S) }
	if !LiveSpectrum(n) {
		now := compute()
		return func() *moments.Spectrum { return now }
	}
	return sync.OnceValue(compute)
}

func (s Session) lookExplore(n *Now, seg Segment, unit uint64) {
	number := seg.From + unit
	sim := s.episodes()
	episode := sim.Episode(number)
	n.Episode, n.Number = &episode, number+1
	if s.truth.TooLarge == "" {
		n.Counts = s.countsBefore(s.cursor.Segment, unit, sim)
	}
	n.anchor = anchor{before: s.timeline[s.base(s.cursor.Segment)].before, from: seg.From, unit: unit, counts: n.Counts}
	sizes := s.config.Model.Sizes()
	if s.truth.TooLarge != "" {
		return
	}
	if n.Drawn(BeatCount, 4) {
		cell, _ := sim.Triple(number)
		n.Counts = n.Counts.Clone()
		n.Counts.AddTriple(cell)
		n.Touch = Touch{Triple: sizes.Triple(cell), OK: true, Fresh: n.Fresh(BeatCount, 4)}
	} else if unit > 0 {
		if cell, ok := sim.Triple(number - 1); ok {
			n.Touch = Touch{Triple: sizes.Triple(cell), OK: true}
		}
	}
}

// countsBefore are the counts before episode number unit, from 0, of segment i. Where
// they are known one episode earlier or later, one triple is added or taken away;
// otherwise the episodes are counted again from the nearest snapshot.
func (s Session) countsBefore(i int, unit uint64, sim Episodes) *moments.Counts {
	seg := s.timeline[i]
	shift := func(from *moments.Counts, episode uint64, k float64) *moments.Counts {
		counts := from.Clone()
		if cell, ok := sim.Triple(seg.From + episode); ok {
			counts.Add(s.config.Model.Sizes().CellIndex(cell), k)
		}
		return counts
	}
	old := s.now.anchor
	near := old.in(s.timeline[s.base(i)], seg)
	switch {
	case near && old.unit == unit:
		return old.counts
	case near && old.unit+1 == unit:
		return shift(old.counts, old.unit, 1)
	case near && old.unit == unit+1:
		return shift(old.counts, unit, -1)
	case i+1 < len(s.timeline) && s.timeline[i+1].before != nil && !seg.Broken && unit+1 == uint64(seg.Episodes):
		return shift(s.timeline[i+1].before, unit, -1)
	}
	counts := s.countsAt(i).Clone()
	count(counts, sim, seg.From, unit)
	return counts
}

func (s Session) lookEstimate(n *Now) {
	i := s.last(Estimate, s.cursor.Segment)
	if i < 0 {
		return
	}
	if n.Estimate = s.results.estimate(s.timeline[i].key); n.Estimate == nil {
		return
	}
	n.Stages = estimateBeats(n.Estimate)
	last := len(n.Stages) - 1
	if i == s.cursor.Segment {
		last = n.at
	}
	n.Shown, n.Whole = n.Stages[last].Kind, last == len(n.Stages)-1
	n.Stale = n.Estimate.Episodes != n.N
}

func (s Session) lookPlan(n *Now) {
	i := s.last(Plan, s.cursor.Segment)
	if i < 0 || i < s.last(Estimate, s.cursor.Segment) {
		return
	}
	if n.Plan = s.results.plan(s.timeline[i].key); n.Plan == nil {
		return
	}
	n.Level = n.Plan.Horizon + 1
	if i == s.cursor.Segment && n.Beat.Kind == BeatLevel {
		n.Level = n.Beat.T
	}
}

// lookAhead marks an episode of phase 2 as pending while its plan is being computed, and
// as failed if there is no plan, as can happen after a setting was changed.
func (s Session) lookAhead(n *Now) {
	i := s.last(Plan, s.cursor.Segment)
	if i < 0 || s.results.plan(s.timeline[i].key) != nil {
		return
	}
	if n.Pending = s.pending(s.timeline[i]); !n.Pending {
		n.Failed = errNoPlan
	}
}

func (s Session) lookExploit(n *Now, number uint64) {
	m := s.config.Model
	sim := pomdp.NewSimulator(m, n.Plan.Tree.Policy(), s.config.Seed, pomdp.StreamExploit)
	episode := sim.Episode(number)
	n.Episode = &episode
	n.Path = []int{0}
	discount := 1.0
	for t, step := range episode.Steps {
		if n.Drawn(BeatReward, t+1) {
			n.Earned += discount * m.RewardValue(step.Reward.Value)
			discount *= m.Discount()
		}
		if n.Drawn(BeatBranch, t+1) {
			node, _ := n.Plan.Tree.Walk(episode.Steps[:t+1])
			n.Path = append(n.Path, node)
		}
	}
	n.Node = n.Path[len(n.Path)-1]
	n.adviceKey = fmt.Sprintf("advice:%s:%d", s.timeline[s.last(Plan, s.cursor.Segment)].key, number)
	n.Advice = s.results.byKey[n.adviceKey].Advice
}

// Regret is V* − V of the plan at the cursor, NaN while either is unknown.
func (s Session) Regret() planning.Span {
	value := math.NaN()
	if s.now.Plan != nil {
		value = s.now.Plan.ValueTrue
	}
	return s.Best().Regret(value)
}

// Best is what an optimal policy is worth, NaN while that is unknown.
func (s Session) Best() planning.Span {
	if best := s.Optimum(); best != nil {
		return best.Best()
	}
	return planning.Span{Low: math.NaN(), High: math.NaN()}
}
