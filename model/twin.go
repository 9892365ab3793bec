package model

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"eeporl/pomdp/figure"
)

// Twin is another branch, standing where it matches this one best.
type Twin struct {
	Session Session
	Differs string // its settings where they are not this branch's; "" where they all are
	How     string // why its beat is not the same one; "" where it is
}

// Twin puts branch number (from 1) at the place that corresponds to the cursor:
// the same beat of the same episode, the leap that reaches the same N, the same
// stage of the estimate from as many episodes, the same step of its plan. near
// is what the twin showed last, or nil; it saves replaying episodes when the cursor
// moves by a beat. Twin returns false if no parked branch has that number.
func (s Session) Twin(number int, near *Now) (Twin, bool) {
	i := slices.IndexFunc(s.parked, func(b branch) bool { return b.number == number-1 })
	if i < 0 {
		return Twin{}, false
	}
	other := s
	other.resume(s.parked[i])
	if near != nil {
		other.now = *near
	}
	var t Twin
	other.cursor, t.How = s.counterpart(other)
	t.Differs = differences(s.world, other.world)
	t.Session = other.settled()
	return t, true
}

// Other reads the number of a branch beside the active one; "" stands for the newest.
func (s Session) Other(number string) (int, error) {
	others := s.Others()
	if len(others) == 0 {
		return 0, errors.New("there is no other branch; a setting such as c=.2 starts one")
	}
	if number == "" {
		return others[len(others)-1], nil
	}
	n, err := strconv.Atoi(number)
	if err != nil || !slices.Contains(others, n) {
		return 0, fmt.Errorf("found the branch %q, expected one of %v", number, others)
	}
	return n, nil
}

// Others lists the numbers of the branches beside the active one, in order.
func (s Session) Others() []int {
	var out []int
	for _, b := range s.parked {
		out = append(out, b.number+1)
	}
	slices.Sort(out)
	return out
}

// counterpart is the place on another branch that corresponds to the cursor,
// and why it is not the same one.
func (s Session) counterpart(other Session) (Cursor, string) {
	seg := s.current()
	switch seg.Kind {
	case Explore, Exploit:
		return s.sameEpisode(seg, other)
	case Leap:
		return other.reaching(s.now.N)
	}
	i, how := s.sameWork(seg, other)
	if i < 0 {
		return Cursor{len(other.timeline) - 1, other.length(other.end()) - 1}, how
	}
	beat := s.now.Beat
	beats := other.beats(other.timeline[i])
	at := len(beats) - 1
	for at > 0 && (beats[at].Kind > beat.Kind || beats[at].Kind == beat.Kind && beats[at].T > beat.T) {
		at--
	}
	if beats[at] != beat && how == "" {
		how = "there it has no such stage"
		if other.pending(other.timeline[i]) {
			how = "there it is being computed"
		}
	}
	return Cursor{i, uint64(at)}, how
}

// sameEpisode finds the same beat of the episode of the same number.
func (s Session) sameEpisode(seg Segment, other Session) (Cursor, string) {
	number := seg.From + s.cursor.Beat/uint64(len(s.beats(seg)))
	last := -1
	for i, x := range other.timeline {
		if x.Kind != seg.Kind && (seg.Kind != Explore || x.Kind != Leap) {
			continue
		}
		last = i
		first := x.Broken && number == x.From && s.now.at == 0 // the leap that follows holds the rest of it
		if number < x.From || number >= x.next() && !first && !math.IsInf(x.Episodes, 1) {
			continue
		}
		if x.Kind == Leap {
			return Cursor{i, 0}, fmt.Sprintf("there episode %d is inside a leap", number+1)
		}
		beats := other.beats(x)
		at, how := slices.Index(beats, s.now.Beat), ""
		if at < 0 { // its episodes are shorter
			at, how = len(beats)-1, "there an episode ends earlier"
		}
		return Cursor{i, (number-x.From)*uint64(len(beats)) + uint64(at)}, how
	}
	if last < 0 {
		last = len(other.timeline) - 1
	}
	return Cursor{last, other.length(other.timeline[last]) - 1}, fmt.Sprintf("there is no episode %d of phase %d there", number+1, map[Kind]int{Explore: 1, Exploit: 2}[seg.Kind])
}

// reaching is the end of the first segment by which at least n episodes are counted,
// or else of the last one that counts any; and how N differs from n there.
func (s Session) reaching(n float64) (Cursor, string) {
	best, reached := 0, 0.0
	for i, seg := range s.timeline {
		if (seg.Kind != Explore && seg.Kind != Leap) || seg.Broken {
			continue
		}
		if best, reached = i, seg.Reached(); reached >= n {
			break
		}
	}
	how := ""
	if reached != n {
		how = "there N = " + figure.Count(reached)
	}
	return Cursor{best, s.length(s.timeline[best]) - 1}, how
}

// sameWork finds the estimate or plan that corresponds to one of this branch:
// by the episodes that it is made from and its algorithm, then by its number
// among its kind; -1 for none.
func (s Session) sameWork(seg Segment, other Session) (int, string) {
	ordinal := 0
	for _, x := range s.timeline[:s.cursor.Segment] {
		if x.Kind == seg.Kind {
			ordinal++
		}
	}
	best, score, nth := -1, -1, 0
	for i, x := range other.timeline {
		if x.Kind != seg.Kind {
			continue
		}
		found := 0
		for weight, same := range []bool{nth == ordinal, x.Method == seg.Method, x.counted == seg.counted} {
			if same {
				found += 1 << weight
			}
		}
		if found >= score {
			best, score = i, found
		}
		nth++
	}
	if best < 0 {
		return -1, "there is no " + seg.Kind.String() + " there"
	}
	x, how := other.timeline[best], ""
	switch {
	case x.counted != seg.counted:
		how = "there N = " + figure.Count(x.counted)
	case x.Method != seg.Method:
		how = "there " + x.Method + " estimates"
	}
	return best, how
}
