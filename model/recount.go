package model

import (
	"fmt"
	"math"
	"strconv"

	"eeporl/model/experiment"
)

// episodesSetting is N among the settings: it is made by the timeline's leaps,
// not by the configuration.
const episodesSetting = "N"

// episodesAsked reads a setting of N; false for the settings of other names.
func (s Session) episodesAsked(setting string) (n float64, ok bool, err error) {
	name, value, err := cutSetting(setting)
	if err != nil || name != episodesSetting {
		return 0, false, err
	}
	if why := s.fixed(name); why != "" {
		return 0, true, fmt.Errorf("%s: %s", name, why)
	}
	if n, err = experiment.ParseEpisodes(value); err != nil || n == 0 {
		return 0, true, fmt.Errorf("%s: found %q, expected a whole number of episodes from 1 to %g, such as 100000, 1e5 or 10^5, or inf for the exact law",
			name, value, float64(experiment.MaxEpisodes))
	}
	return n, true, nil
}

// settable says why a setting cannot be made, nil where it can.
func (s Session) settable(setting string) error {
	if _, ok, err := s.episodesAsked(setting); ok || err != nil {
		return err
	}
	_, err := s.changed(setting)
	return err
}

// exploration is the index of the segment before which the episodes end that N stands for
// at the cursor. On a segment of phase 1 it is the next segment of another kind, or the
// end of the timeline; elsewhere it is the newest estimate, 0 if there is none.
func (s Session) exploration() int {
	i := s.cursor.Segment
	if !s.timeline[i].counts() {
		return max(s.last(Estimate, i), 0)
	}
	for i < len(s.timeline) && s.timeline[i].counts() {
		i++
	}
	return i
}

// episodesSet is N as it can be typed.
func (s Session) episodesSet() string {
	n := s.now.N
	if i := s.exploration(); i < len(s.timeline) {
		n = s.timeline[i].counted
	}
	if math.IsInf(n, 1) {
		return "inf"
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}

// recount starts a branch where one leap to n stands for the episodes counted so
// far, as in a fresh session, and re-lays what follows them.
func (s Session) recount(n float64) Session {
	end, at, parent := s.exploration(), s.cursor, s.branch
	rest := s.timeline[end:]
	s = s.park()
	s.parent = parent
	first := s.opening()
	first.Broken = true
	s.timeline, s.cursor = []Segment{first}, Cursor{}
	s = s.settled().lay(0, n)
	t := countsSoFar{s.now.Counts, n}
	if s.pending(s.end()) {
		t.counts = nil
	}
	if at.Segment >= end {
		s.cursor.Beat = at.Beat
	}
	return s.relay(rest, at.Segment-end, t, true).settled()
}
