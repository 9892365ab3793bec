package experiment

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"eeporl/moments"
	"eeporl/pomdp"
)

// SimulateLimit is the largest leap that simulates its episodes one by one
// (10⁴ take some 4 ms). Larger leaps draw all their counts at once from the
// exact law: the same distribution at a cost that does not depend on N.
const SimulateLimit = 10_000

// MaxEpisodes is the largest finite N: above it float64 counts would no longer
// tell one episode more from none.
const MaxEpisodes = 1e15

// ParseEpisodes reads N: 100000, 1e5, 10^5, or inf for the exact law. The error
// says what was expected.
func ParseEpisodes(text string) (float64, error) {
	if strings.EqualFold(text, "inf") || text == "∞" {
		return math.Inf(1), nil
	}
	text, power := strings.CutPrefix(text, "10^")
	if power {
		text = "1e" + text
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= 0 && n <= MaxEpisodes) || n != math.Trunc(n) {
		return 0, fmt.Errorf("a whole number up to %g such as 100000, 1e5 or 10^5, or inf for the exact law", float64(MaxEpisodes))
	}
	return n, nil
}

// Explorer returns the simulator of phase 1.
func (t *Truth) Explorer(seed uint64) *pomdp.Simulator {
	return pomdp.NewSimulator(t.Model, t.Exploration, seed, pomdp.StreamExplore)
}

// Leap counts n further phase 1 episodes, number from … from+n-1, on top of
// counts, which it does not change. n = +Inf replaces them by the exact law.
//
// A large leap after a few episodes leads to the data of one leap from the start,
// but for those few: it draws as many as that leap draws and takes the few away
// again, at random. Two ways to the same N then show the same picture.
func (t *Truth) Leap(counts *moments.Counts, seed, from uint64, n float64) (*moments.Counts, error) {
	switch {
	case math.IsInf(n, 1):
		return t.Exact(), nil
	case !(n >= 0) || n != math.Trunc(n) || n > MaxEpisodes:
		return nil, fmt.Errorf("episodes: found %g, expected a whole number from 0 to %g, or inf", n, float64(MaxEpisodes))
	case t.Model.Horizon() < 4:
		return counts, nil // too short for a triple: nothing to count
	case n <= SimulateLimit:
		after := counts.Clone()
		sim := t.Explorer(seed)
		for i := range uint64(n) {
			if cell, ok := sim.Triple(from + i); ok {
				after.AddTriple(cell)
			}
		}
		return after, nil
	}
	few := from
	if few > SimulateLimit {
		few = 0
	}
	after, err := t.sample(n+float64(few), pomdp.Source(seed, pomdp.StreamLeap, from-few))
	if err != nil {
		return nil, err
	}
	after.Thin(int(few), pomdp.Source(seed, pomdp.StreamLeap, from))
	if err := after.Merge(counts); err != nil {
		return nil, err
	}
	return after, nil
}

func (t *Truth) sample(n float64, source rand.Source) (*moments.Counts, error) {
	if t.Model.Sizes().Cells() < moments.LargeLaw {
		return moments.Sample(t.Law(), n, source)
	}
	return moments.SampleOutcomes(t.Model, t.Exploration, n, source)
}

// Draw counts the first n episodes of a seed: what a fresh session of that
// seed sees after it leaps to n.
func (t *Truth) Draw(seed uint64, n float64) (*moments.Counts, error) {
	return t.Leap(moments.NewCounts(t.Model.Sizes()), seed, 0, n)
}
