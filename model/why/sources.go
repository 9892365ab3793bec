package why

import (
	"fmt"
	"math"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

const (
	// mostSources bounds the beats that are listed.
	mostSources = 10
	// mostReplayed bounds the episodes that are simulated again to find them: a
	// key press has no more time.
	mostReplayed = 50_000
)

// raised finds the beats that raised a moment, the latest first. These are single
// episodes, where they were simulated, and leaps, which drew many counts at once, each
// with what it added.
func (x *explainer) raised(share func(*moments.Counts) float64, of func(pomdp.Triple) bool) {
	if x.brief {
		x.fromLastCount()
		return
	}
	h := search{explainer: x, share: share, of: of, budget: mostReplayed, left: count(x.now.Counts, share)}
	if h.left == 0 {
		x.fromLastCount()
		if x.now.Counts.Exact() {
			x.Origin.What += ": probability 0"
		} else {
			x.Origin.What = "never counted; N grew last by " + x.Origin.What
		}
		return
	}
	h.walk()
	if len(h.found) == 0 {
		x.fromLastCount()
		x.Origin.What = fmt.Sprintf("N grew last by %s; the episodes that raised it lie more than %s back", x.Origin.What, figure.Count(mostReplayed))
		x.Origin.More = h.more()
		return
	}
	x.from(h.found[0].Place, h.found[0].What)
	x.Origin.Sources = h.found
	x.Origin.More = h.more()
}

// fromLastCount sets the origin of what changes whenever something is counted: the last
// beat at which that happened.
func (x *explainer) fromLastCount() {
	timeline, starts := x.s.Timeline(), x.s.Starts()
	beats := x.s.ExploreBeats()
	counted, ok := offset(beats, model.BeatCount, 4)
	unit := uint64(len(beats))
	for i := x.s.Cursor().Segment; i >= 0; i-- {
		seg := timeline[i]
		last := uint64(seg.Episodes)
		switch {
		case seg.Kind == model.Leap && (math.IsInf(seg.Episodes, 1) || !x.now.Counts.Exact()):
			x.from(starts[i], leapName(seg))
			return
		case seg.Kind != model.Explore || seg.Broken || !ok || x.now.Counts.Exact() || starts[i]+counted > x.s.Place():
			continue
		}
		last = min(last, (x.s.Place()-starts[i]-counted)/unit+1)
		x.from(starts[i]+(last-1)*unit+counted, fmt.Sprintf("episode %d, triple counted", seg.From+last))
		return
	}
}

// count is how often a moment's cells were counted; a probability for the
// exact law.
func count(c *moments.Counts, share func(*moments.Counts) float64) float64 {
	if c.Exact() {
		return share(c)
	}
	return math.Round(share(c) * c.Mass())
}

// search walks the timeline backwards from the cursor.
type search struct {
	*explainer
	share  func(*moments.Counts) float64
	of     func(pomdp.Triple) bool
	budget int
	left   float64 // of the count, not accounted for yet
	found  []Source
}

func (h *search) walk() {
	timeline, starts := h.s.Timeline(), h.s.Starts()
	for i := h.s.Cursor().Segment; i >= 0; i-- {
		seg := timeline[i]
		switch {
		case seg.Kind == model.Leap:
			h.leap(seg, starts[i])
		case seg.Kind == model.Explore && !seg.Broken && !h.now.Counts.Exact():
			h.episodes(seg, starts[i])
		}
		if h.done() {
			return
		}
	}
}

// done says whether all of the count is accounted for, or enough of it.
func (h *search) done() bool { return h.left <= 0 || len(h.found) == mostSources || h.budget <= 0 }

// episodes looks through a stretch of simulated episodes.
func (h *search) episodes(seg model.Segment, start uint64) {
	beats := h.s.ExploreBeats()
	counted, ok := offset(beats, model.BeatCount, 4)
	if !ok {
		return
	}
	sim := h.s.Episodes()
	for e := uint64(seg.Episodes); e > 0; e-- {
		place := start + (e-1)*uint64(len(beats)) + counted
		if place > h.s.Place() {
			continue
		}
		h.budget--
		cell, _ := sim.Triple(seg.From + e - 1)
		if h.of(h.n.Triple(cell)) {
			h.left--
			h.found = append(h.found, Source{Place: place, Count: 1, What: fmt.Sprintf("episode %d, triple counted", seg.From+e)})
		}
		if h.done() {
			return
		}
	}
}

// leap asks what counts that were drawn at once added.
func (h *search) leap(seg model.Segment, place uint64) {
	after := count(h.at(place).Counts, h.share)
	if math.IsInf(seg.Episodes, 1) {
		h.left = 0
		h.found = append(h.found, Source{Place: place, Count: after, What: leapName(seg) + " gave it its probability, " + figure.Number(after)})
		return
	}
	added := after - count(h.at(place-1).Counts, h.share)
	if added > 0 {
		h.left -= added
		h.found = append(h.found, Source{Place: place, Count: added,
			What: leapName(seg) + ": it added " + figure.Count(added) + " here"})
	}
}

func leapName(seg model.Segment) string {
	if math.IsInf(seg.Episodes, 1) {
		return "the leap to the exact law"
	}
	return "the leap that drew " + figure.Count(seg.Episodes) + " episodes"
}

// at is what there is to see at an earlier place.
func (h *search) at(place uint64) *model.Now {
	back := h.s.Place() - place
	if back == 0 {
		return h.now
	}
	return model.Update(h.s, model.Intent{Verb: model.Back, N: float64(back)}).Now()
}

// more is how many counts the list leaves out, -1 where that is not exact.
func (h *search) more() int {
	if h.left >= math.MaxInt32 {
		return -1
	}
	return int(math.Max(h.left, 0))
}
