package model

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"eeporl/model/experiment"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
)

// Update answers an intent. An intent that can do nothing now (see Refusal)
// returns the session as it was.
func Update(s Session, i Intent) Session {
	s, _, _ = Do(s, i)
	return s
}

// Do is Update that also returns the step that was taken; ok is false if none was.
// For Continue the step holds the intent that it stood for.
func Do(s Session, i Intent) (next Session, taken Step, ok bool) {
	if i.Verb == Continue {
		if i, _ = s.Proposal(); i.Verb == "" {
			return s, taken, false
		}
	}
	if s.Refusal(i) != "" || s.shows(i.Verb) {
		return s, taken, false
	}
	next = s.apply(i)
	if !stays(i.Verb) {
		next.destination = destination{}
	}
	taken = Step{Intent: i, Waiting: s.waiting(), Cursor: next.cursor, Placed: true}
	return next.weighed(s).logged(taken), taken, true
}

// shows says whether a verb that is asked for only once, HoldTheory or CompareAll, was
// asked for before.
func (s Session) shows(v Verb) bool {
	return v == HoldTheory && s.theory || v == CompareAll && s.compare
}

func (s Session) apply(i Intent) Session {
	switch i.Verb {
	case Forward:
		return s.forward(i.count()).settled()
	case Back:
		return s.goTo(s.Place() - min(s.Place(), i.count())).settled()
	case NextUnit:
		return s.nextUnit(i.count()).settled()
	case PreviousUnit:
		return s.previousUnit(i.count()).settled()
	case First:
		return s.goTo(0).settled()
	case Last:
		return s.toLast().settled()
	case GoTo:
		return s.goTo(i.count() - 1).settled()
	case NextMark, PreviousMark:
		place, _ := s.mark(i)
		return s.goTo(place).settled()
	case SetBookmark:
		return s.bookmark(i.Arg)
	case Set:
		return s.set(i.Arg)
	case Undo:
		return s.undo()
	case LeapBy:
		return s.leap(i.N)
	case Grow:
		return s.leap(nextPower(s.now.N) - s.now.N)
	case RunEstimate:
		s = s.finishUnit()
		return s.push(Segment{Kind: Estimate, Method: s.method, key: s.estimateKey(s.method)})
	case RunPlan:
		s = s.finishUnit()
		return s.push(Segment{Kind: Plan, key: s.planKey()})
	case RunPolicy:
		return s.finishUnit().pushExploit()
	case Cancel:
		return s.cancel()
	case Choose:
		return s.choose(int(i.N))
	case HoldTheory:
		s.theory = true
		return s
	case CompareAll:
		s.compare = true
		return s
	case SwitchBranch:
		next := s.parked[0]
		s.parked = append(slices.Clone(s.parked[1:]), s.asBranch())
		s.resume(next)
		return s.settled()
	}
	return s
}

// choose sets the estimator for the next estimate: number n of the list, or
// the one after the present one.
func (s Session) choose(n int) Session {
	all, names := estimators.Choices(), s.EstimatorNames()
	if n < 1 || n > len(all) {
		s.method = names[(slices.Index(names, s.method)+1)%len(names)]
		return s
	}
	s.method = all[n-1]
	return s
}

// nextPower is the smallest power of ten above n, at least 10.
func nextPower(n float64) float64 {
	p := 10.0
	for p <= n {
		p *= 10
	}
	return p
}

func (s Session) atEnd() bool {
	return s.cursor.Segment == len(s.timeline)-1 && s.cursor.Beat+1 >= s.length(s.current())
}

// goTo moves the cursor to a place on the timeline.
func (s Session) goTo(place uint64) Session {
	i := sort.Search(len(s.timeline), func(i int) bool { return s.timeline[i].start > place }) - 1
	seg := s.timeline[i]
	s.cursor = Cursor{Segment: i, Beat: min(place-seg.start, s.length(seg)-1)}
	return s
}

// forward moves n beats on; at the end of the timeline it lays down what comes
// next, until that needs work which is not done.
func (s Session) forward(n uint64) Session {
	for n > 0 {
		if left := s.Beats() - 1 - s.Place(); left > 0 {
			step := min(left, n)
			s, n = s.goTo(s.Place()+step), n-step
			continue
		}
		_, length := s.unit()
		grown, ok := s.grow((n-1)/length + 1)
		if !ok {
			break
		}
		s, n = grown, n-1
	}
	return s
}

// mostLaid is the largest number of episodes that one walk may lay down, which takes
// some tens of milliseconds. For more there are leaps.
const mostLaid = 50_000

// tooFar says why a walk of n beats or units cannot be taken at once, "" where it
// can.
func (s Session) tooFar(v Verb, n uint64) string {
	laid := n
	if v == Forward {
		beats := uint64(max(len(s.beats(Segment{Kind: Explore})), 1))
		laid = (n - min(n, s.Beats()-s.Place())) / beats
	}
	if laid <= mostLaid {
		return ""
	}
	return fmt.Sprintf("a walk lays down at most %s episodes at once; + and :leap count more", figure.Count(mostLaid))
}

// grow lays down what follows the end of the timeline and moves the cursor onto it:
// a plan, or episodes. A segment of episodes that are watched one by one is made longer
// by as many as asked for, as far as it has room. It returns false if work must be done
// first or a log has ended.
func (s Session) grow(episodes uint64) (Session, bool) {
	s = s.settled()
	seg := s.current()
	switch {
	case s.pending(seg), s.drawing(s.cursor.Segment), s.recordEnds() != "":
		return s, false
	case seg.Kind == Estimate && s.Disabled(RunPlan) == "":
		return s.apply(Intent{Verb: RunPlan}), true
	case seg.Kind == Plan && s.now.Plan != nil:
		return s.pushExploit(), true
	case (seg.Kind == Explore || seg.Kind == Exploit) && !seg.Leaped && seg.Episodes < experiment.SimulateLimit:
		more := min(float64(episodes), experiment.SimulateLimit-seg.Episodes)
		if r := s.config.Record; r != nil {
			more = min(more, float64(len(r.First))-float64(seg.next()))
		}
		s.timeline = slices.Clone(s.timeline)
		s.timeline[s.cursor.Segment].Episodes += more
		s.cursor.Beat++
		return s, true
	case seg.Kind == Exploit:
		return s.pushExploit(), true
	}
	return s.push(Segment{Kind: Explore, From: s.nextEpisode(Explore), Episodes: 1}), true
}

// nextEpisode is the number of the next episode of a phase on the timeline.
func (s Session) nextEpisode(phase Kind) uint64 {
	for i := len(s.timeline) - 1; i >= 0; i-- {
		seg := s.timeline[i]
		if seg.Kind == phase || phase == Explore && seg.Kind == Leap {
			return seg.next()
		}
	}
	return 0
}

func (s Session) pushExploit() Session {
	return s.push(Segment{Kind: Exploit, From: s.nextEpisode(Exploit), Episodes: 1})
}

// push appends a segment after the end of the timeline, where the cursor must
// be, and moves onto its first beat.
func (s Session) push(seg Segment) Session {
	s = s.settled()
	seg.before, seg.counted = s.now.Counts, s.now.N
	if seg.Kind == Leap {
		var ok bool
		if seg, ok = s.drawn(seg); !ok {
			return s
		}
	}
	s = s.appended(s.following(seg))
	s.cursor = Cursor{Segment: len(s.timeline) - 1}
	return s.settled()
}

// unit is the place of the cursor's episode, estimate or plan in its segment:
// its first beat and the number of its beats.
func (s Session) unit() (start, length uint64) {
	length = min(uint64(len(s.beats(s.current()))), s.length(s.current()))
	return s.cursor.Beat / length * length, length
}

// nextUnit goes to the end of the present unit, or of the next one, n times.
func (s Session) nextUnit(n uint64) Session {
	if before := s.cursor.Beat; s.toUnitEnd().cursor.Beat > before {
		s, n = s.toUnitEnd(), n-1
	}
	for n > 0 {
		_, length := s.unit()
		if left := s.unitsLeft(); left > 0 {
			step := min(left, n)
			s.cursor.Beat, n = s.cursor.Beat+step*length, n-step
			continue
		}
		if s.atEnd() {
			grown, ok := s.grow(n)
			if !ok {
				break
			}
			s = grown
		} else {
			s.cursor = Cursor{Segment: s.cursor.Segment + 1}
		}
		s, n = s.toUnitEnd(), n-1
	}
	return s
}

func (s Session) toUnitEnd() Session {
	start, length := s.unit()
	s.cursor.Beat = start + length - 1
	return s
}

// previousUnit goes to the start of the present unit, or of the one before, n
// times.
func (s Session) previousUnit(n uint64) Session {
	if start, _ := s.unit(); s.cursor.Beat > start {
		s.cursor.Beat, n = start, n-1
	}
	for n > 0 && s.Place() > 0 {
		start, length := s.unit()
		step := min(start/length, n)
		if step == 0 {
			s = s.goTo(s.Place() - 1)
			start, _ = s.unit()
			s.cursor.Beat, n = start, n-1
			continue
		}
		s.cursor.Beat, n = start-step*length, n-step
	}
	return s
}

// finishUnit goes to the end of the present episode, estimate or plan and makes
// it the end of the timeline. What lay beyond is parked as a branch.
func (s Session) finishUnit() Session {
	s = s.rejoined().toUnitEnd()
	_, length := s.unit()
	if s.atEnd() {
		return s.settled()
	}
	s = s.park()
	s.timeline = slices.Clone(s.timeline[:s.cursor.Segment+1])
	if seg := &s.timeline[s.cursor.Segment]; seg.Kind == Explore || seg.Kind == Exploit {
		seg.Episodes = float64((s.cursor.Beat + 1) / length)
	}
	return s.settled()
}

// rejoined makes the episode whole again that a leap broke off, when something
// else is to follow it.
func (s Session) rejoined() Session {
	if !s.current().Broken {
		return s
	}
	s = s.park()
	whole := s.timeline[0]
	whole.Broken = false
	s.timeline = []Segment{whole}
	return s.settled()
}

// leap counts n more episodes than are counted at the cursor. The episode under way is
// the first of them. A finite n that is no whole number from 1 on, or goes beyond
// experiment.MaxEpisodes, changes nothing.
func (s Session) leap(n float64) Session {
	if s.config.Record != nil {
		n = s.recordLeap(n)
	} else if !math.IsInf(n, 1) && (n != math.Trunc(n) || n < 1 || s.now.N+n > experiment.MaxEpisodes) {
		return s
	}
	target := s.now.N + n
	if s.untouched() {
		return s.breakOff().lay(0, n)
	}
	s = s.finishUnit()
	if rest := target - s.now.N; rest > 0 {
		return s.lay(s.nextEpisode(Explore), rest)
	}
	return s
}

// untouched says whether nothing has been seen yet: a leap then begins with the
// first episode, so that leaping to N sees what `run` sees.
func (s Session) untouched() bool { return s.Place() == 0 }

// breakOff keeps the first beat of the first episode alone, as the place from
// which a leap starts. What lay beyond is parked as a branch.
func (s Session) breakOff() Session {
	if len(s.timeline) > 1 || s.timeline[0].Episodes > 1 {
		s = s.park()
	}
	first := s.timeline[0]
	first.Episodes, first.Leaped, first.Broken = 1, false, true
	s.timeline = []Segment{first}
	return s.settled()
}

// lay appends a leap of n episodes and goes to its end.
func (s Session) lay(from uint64, n float64) Session {
	kind := Leap
	if n <= experiment.SimulateLimit && s.inOrder(from, n) {
		kind = Explore
	}
	seg := Segment{Kind: kind, From: from, Episodes: n, Leaped: true}
	s = s.push(seg)
	s.cursor.Beat = s.length(seg) - 1
	return s.settled()
}

// cancel removes the segment that waits for work (see awaited) and all that follows it.
// If it was a leap that broke off the first episode, that episode is whole again.
func (s Session) cancel() Session {
	s.timeline = slices.Clone(s.timeline[:s.awaited()])
	if end := &s.timeline[len(s.timeline)-1]; end.Broken {
		end.Broken = false
		return s.goTo(0).settled()
	}
	return s.goTo(s.Beats() - 1).settled()
}
