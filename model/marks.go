package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"eeporl/moments"
	"eeporl/moments/spectral"
)

// MarkKind says why a place on the timeline is marked.
type MarkKind string

// The kinds of mark.
const (
	MarkFinding     MarkKind = "finding"     // an estimate or a plan has findings
	MarkLabel       MarkKind = "label"       // the number of columns that are labelled right is not that of the estimate before
	MarkPermutation MarkKind = "permutation" // a pair's states came back in another order than before
	MarkBookmark    MarkKind = "bookmark"
)

// Mark is a place on the timeline that is worth going to.
type Mark struct {
	Place uint64
	Kind  MarkKind
	Words string
}

// bookmark is a named beat of a branch.
type bookmark struct {
	branch int
	cursor Cursor
	name   string
}

func (s Session) bookmark(name string) Session {
	s.notes = append(slices.Clone(s.notes), bookmark{s.branch, s.cursor, name})
	return s
}

// Marks lists the marks of the active timeline in order.
func (s Session) Marks() []Mark {
	var marks []Mark
	var before *moments.Comparison
	start := uint64(0)
	for _, seg := range s.timeline {
		end := start + s.length(seg) - 1
		if e := s.results.estimate(seg.key); e != nil {
			if len(e.Findings) > 0 {
				marks = append(marks, Mark{end, MarkFinding, string(e.Findings[0].Code)})
			}
			if c := e.Comparison; c != nil {
				marks = append(marks, changes(before, c, end)...)
				before = c
			}
		}
		if p := s.results.plan(seg.key); p != nil && len(p.Findings) > 0 {
			marks = append(marks, Mark{end, MarkFinding, string(p.Findings[0].Code)})
		}
		start = end + 1
	}
	starts := s.Starts()
	for _, b := range s.notes {
		if b.branch == s.branch && b.cursor.Segment < len(s.timeline) {
			marks = append(marks, Mark{starts[b.cursor.Segment] + b.cursor.Beat, MarkBookmark, b.name})
		}
	}
	slices.SortStableFunc(marks, func(a, b Mark) int { return int(int64(a.Place) - int64(b.Place)) })
	return marks
}

// changes compares an estimate with the one before it.
func changes(before, now *moments.Comparison, place uint64) []Mark {
	if before == nil {
		return nil
	}
	var marks []Mark
	if before.LabelsRight != now.LabelsRight {
		marks = append(marks, Mark{place, MarkLabel, fmt.Sprintf("labels right: %d, before %d", now.LabelsRight, before.LabelsRight)})
	}
	for pair := range now.Order {
		if pair < len(before.Order) && !slices.Equal(before.Order[pair], now.Order[pair]) {
			return append(marks, Mark{place, MarkPermutation, "another order of states"})
		}
	}
	return marks
}

// mark finds the place of the next or the previous mark that an intent asks for.
func (s Session) mark(i Intent) (place uint64, ok bool) {
	here := s.Place()
	for _, m := range s.Marks() {
		if i.Arg != "" && string(m.Kind) != i.Arg {
			continue
		}
		switch {
		case i.Verb == NextMark && m.Place > here:
			return m.Place, true
		case i.Verb == PreviousMark && m.Place < here:
			place, ok = m.Place, true
		}
	}
	return place, ok
}

// Bookmarked is the place of a bookmark of the active branch.
func (s Session) Bookmarked(name string) (place uint64, err error) {
	var known []string
	for _, m := range s.Marks() {
		if m.Kind != MarkBookmark {
			continue
		}
		if m.Words == name {
			return m.Place, nil
		}
		known = append(known, m.Words)
	}
	if known == nil {
		return 0, errors.New("there is no bookmark on this branch; bookmark NAME sets one")
	}
	return 0, fmt.Errorf("found the bookmark %q, expected one of %s", name, strings.Join(known, ", "))
}

// Turned turns the true factors of the middle pair that was counted last through angles, in
// degrees, and says how well they fit the counts; nil where spectral.Turn has no answer.
func (s Session) Turned(degrees []float64) *spectral.Turned {
	n, pair := s.Now(), 0
	if n.Touch.OK {
		pair = n.Touch.Triple[1] / s.Config().Model.Sizes().Outcomes()
	}
	return spectral.Turn(n.Counts, s.Truth().HMM, pair, degrees)
}
