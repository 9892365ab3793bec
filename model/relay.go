package model

import (
	"math"
	"slices"

	"eeporl/model/experiment"
	"eeporl/moments"
)

// set re-lays the timeline under another setting, as a branch of its own.
func (s Session) set(setting string) Session {
	if n, ok, err := s.episodesAsked(setting); ok || err != nil {
		if err != nil {
			return s // Refusal has said so
		}
		return s.recount(n)
	}
	config, err := s.changed(setting)
	if err != nil {
		return s
	}
	w, err := s.under(config)
	if err != nil {
		return s
	}
	old, parent, same := s.timeline, s.branch, sameEpisodes(s.world, w)
	s = s.park()
	s.world, s.parent = w, parent
	s.timeline = nil
	if name, _, _ := cutSetting(setting); name == estimatorSetting {
		s.method, old = config.Method, estimatedBy(config.Method, old)
	}
	return s.relay(old, s.cursor.Segment, countsSoFar{counts: w.noCounts()}, !same).settled()
}

// estimatedBy are segments with every estimate made by one estimator.
func estimatedBy(method string, old []Segment) []Segment {
	out := slices.Clone(old)
	for i := range out {
		if out[i].Kind == Estimate {
			out[i].Method = method
		}
	}
	return out
}

// countsSoFar is what is counted at a place of the timeline; counts are nil where a
// leap before it waits to be drawn.
type countsSoFar struct {
	counts *moments.Counts
	n      float64
}

// relay lays old segments down again at the end of the timeline and moves the cursor to
// the one with index at, keeping its beat as far as possible. With recount the episodes
// of phase 1 are counted again on top of t.
func (s Session) relay(old []Segment, at int, t countsSoFar, recount bool) Session {
	s.cursor.Segment = max(len(s.timeline)-1, 0)
	for i, seg := range old {
		if (seg.Kind == Leap || seg.Leaped) && s.cannotCount() != "" {
			break
		}
		if recount {
			var ok bool
			if seg, t, ok = s.recounted(seg, t); !ok {
				continue
			}
		}
		switch seg.Kind {
		case Estimate:
			seg.key = s.estimateKey(seg.Method)
		case Plan:
			seg.key = s.planKey()
		}
		s.timeline = append(s.timeline, s.following(seg))
		if s = s.thinned(len(s.timeline) - 2); i <= at {
			s.cursor.Segment = len(s.timeline) - 1
		}
	}
	if end := &s.timeline[len(s.timeline)-1]; end.Broken { // the leap that broke it off is not laid again
		end.Broken = false
	}
	return s.headFor(s.cursor.Beat)
}

// recounted counts a segment's episodes on top of t; false where there can be no
// more of them.
func (s Session) recounted(seg Segment, t countsSoFar) (Segment, countsSoFar, bool) {
	seg.before, seg.counted = t.counts, t.n
	if !seg.counts() || seg.Broken {
		return seg, t, true
	}
	if math.IsInf(t.n, 1) || t.n+seg.Episodes > experiment.MaxEpisodes && !math.IsInf(seg.Episodes, 1) {
		return seg, t, false
	}
	seg.From = s.nextEpisode(Explore)
	t.n += seg.Episodes
	ok := true
	if seg.Kind == Leap {
		seg.key = ""
		seg, ok = s.drawn(seg)
		t.counts = seg.after
	} else if t.counts != nil {
		var err error
		t.counts, err = s.world.leap(t.counts, seg.From, seg.Episodes)
		ok = err == nil
	}
	return seg, t, ok
}

// sameEpisodes says whether phase 1 draws the same episodes in both worlds, so
// that their counts can be shared.
func sameEpisodes(a, b *world) bool {
	return a.config.Seed == b.config.Seed && a.config.C == b.config.C && a.config.Model.Horizon() == b.config.Model.Horizon() && !edited(a, b)
}

// undo gives up the branch that a setting started and goes back to the one
// that it was started from.
func (s Session) undo() Session {
	for i, b := range s.parked {
		if b.number == s.parent {
			s.parked = append(append([]branch(nil), s.parked[:i]...), s.parked[i+1:]...)
			s.resume(b)
			return s.settled()
		}
	}
	return s
}
