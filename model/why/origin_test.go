package why_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp/finding"
)

// state is what two explanations of one thing may differ in: of a moment its
// count, since the share changes with every N; of what was never counted, and
// of singular values, which may be 0 for ever, N.
func state(s model.Session, e why.Explanation) string {
	switch e.Target.Kind {
	case why.P12, why.P13, why.P123:
		if c := s.Now().Counts; e.Value > 0 {
			return fmt.Sprint(c.Exact(), math.Round(1e3*e.Value*c.Mass()))
		}
		return fmt.Sprint("never in ", s.Now().N)
	case why.LiveSigma:
		return fmt.Sprintf("%.12g of %g", e.Value, s.Now().N)
	case why.State, why.Action, why.Earned, why.Seen, why.Symbol, why.Hidden:
		return fmt.Sprintf("%v %d: %g %s", s.Now().Kind, s.Now().Number, e.Value, e.Word)
	}
	return fmt.Sprintf("%.12g %s %.12g", e.Value, e.Word, e.Error)
}

// leads checks that an origin is the beat that made a thing: it is there after
// it, and before it was not or was another.
func leads(t testing.TB, where string, s model.Session, e why.Explanation) {
	t.Helper()
	if !exists(e) {
		return
	}
	if !e.Origin.Known {
		t.Errorf("%s %v exists and comes from nowhere: %v", where, e.Target, why.Text(e))
		return
	}
	if e.Origin.Place > s.Place() {
		t.Errorf("%s %v comes from beat %d, ahead of %d", where, e.Target, e.Origin.Place, s.Place())
		return
	}
	made := goTo(t, s, e.Origin.Place)
	if e.Target.Kind == why.Finding { // what is found later may stand before it
		same := func(f finding.Finding) bool { return f == s.Findings()[e.Target.I] }
		if !slices.ContainsFunc(made.Findings(), same) {
			t.Errorf("%s %v: at its origin %d it is not found", where, e.Target, e.Origin.Place)
		}
		return
	}
	if got := why.Explain(made, e.Target, false); !exists(got) || state(made, got) != state(s, e) {
		t.Errorf("%s %v: at its origin %d, %s: found %q, expected %q", where, e.Target, e.Origin.Place, e.Origin.What, state(made, got), state(s, e))
	}
	if e.Origin.Place == 0 {
		return
	}
	before := goTo(t, s, e.Origin.Place-1)
	if got := why.Explain(before, e.Target, false); exists(got) && state(before, got) == state(s, e) && !again(t, made) {
		t.Errorf("%s %v: before its origin %d, %s: found %q already", where, e.Target, e.Origin.Place, e.Origin.What, state(before, got))
	}
}

// again says whether the estimate or plan at the cursor was made before: then
// nothing about it is new.
func again(t testing.TB, s model.Session) bool {
	start := s.Starts()[s.Cursor().Segment]
	if start == 0 {
		return false
	}
	before, now := goTo(t, s, start-1).Now(), s.Now()
	switch now.Kind {
	case model.Estimate:
		return now.Estimate == before.Estimate
	case model.Plan:
		return now.Plan == before.Plan
	}
	return false
}

func TestOrigins(t *testing.T) {
	for _, c := range []struct{ name, method string }{{"tea", ""}, {"tea", "polished"}, {"noisy-tiger", ""}, {"tiger", ""}} {
		for _, b := range beats(t, c.name, c.method) {
			for _, view := range views {
				for _, target := range some(why.Targets(b.Session, view), 5) {
					leads(t, b.name, b.Session, why.Explain(b.Session, target, false))
				}
			}
		}
	}
}

// TestSourcesLead goes to every listed beat of a moment: there the count grows
// by what the source says.
func TestSourcesLead(t *testing.T) {
	for _, b := range beats(t, "tea", "") {
		for _, target := range some(why.Targets(b.Session, "Moments"), 6) {
			if target.Kind == why.LiveSigma {
				continue
			}
			for i, source := range why.Explain(b.Session, target, false).Origin.Sources {
				if i > 3 || source.Place == 0 {
					break
				}
				count := func(place uint64) float64 {
					s := goTo(t, b.Session, place)
					if s.Now().N == 0 {
						return 0
					}
					return why.Explain(s, target, false).Value * s.Now().Counts.Mass()
				}
				after, before := count(source.Place), count(source.Place-1)
				if b.Now().Counts.Exact() {
					before = 0 // the law replaces the counts
				}
				if d := after - before - source.Count; d > 1e-4 || d < -1e-4 {
					t.Errorf("%s %v: at %d the count went from %g to %g: %s", b.name, target, source.Place, before, after, source.What)
				}
			}
		}
	}
}
