package counts

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"eeporl/pomdp"
)

// Episode is how often a whole episode occurred. A reward or an observation of −1 was not recorded,
// and of a step with the action −1 nothing is known.
type Episode struct {
	Acts  []pomdp.Act
	Count Sum
}

// Gathered adds episodes up as they come; the zero value has none.
type Gathered struct {
	list []Episode
	at   map[string]int // by the steps as they are written
	key  []byte
}

// Add adds an episode, whose steps it copies.
func (g *Gathered) Add(acts []pomdp.Act, count float64) {
	g.key = appendActs(g.key[:0], acts)
	i, ok := g.at[string(g.key)]
	if !ok {
		if g.at == nil {
			g.at = map[string]int{}
		}
		i = len(g.list)
		g.at[string(g.key)] = i
		g.list = append(g.list, Episode{Acts: slices.Clone(acts)})
	}
	g.list[i].Count.Add(count)
}

// Episodes are those added, each once.
func (g *Gathered) Episodes() []Episode { return g.list }

func compareActs(a, b []pomdp.Act) int {
	return slices.CompareFunc(a, b, func(x, y pomdp.Act) int {
		return cmp.Or(cmp.Compare(x.Action, y.Action), cmp.Compare(x.Reward, y.Reward), cmp.Compare(x.Observation, y.Observation))
	})
}

// WithEpisodes is the table with the whole episodes, in any order, that its triples are of. It
// adds up equal ones; it sorts and keeps the slice.
func (t *Table) WithEpisodes(episodes []Episode) (*Table, error) {
	slices.SortStableFunc(episodes, func(a, b Episode) int { return compareActs(a.Acts, b.Acts) })
	kept := make([]Episode, 0, len(episodes))
	for i := range episodes {
		e := &episodes[i]
		if err := t.checkEpisode(e); err != nil {
			return nil, err
		}
		if n := len(kept); n > 0 && compareActs(kept[n-1].Acts, e.Acts) == 0 {
			kept[n-1].Count.AddSum(&e.Count)
			continue
		}
		kept = append(kept, *e)
	}
	for i := range kept {
		if !kept[i].Count.Finite() {
			return nil, errOverflow
		}
	}
	return &Table{t.Header, t.entries, kept}, nil
}

var errOverflow = errors.New("found episodes whose counts sum to more than the largest number, expected a finite sum")

func (t *Table) checkEpisode(e *Episode) error {
	n := t.Sizes
	if len(e.Acts) == 0 || !(e.Count.Float64() > 0) {
		return fmt.Errorf("found an episode of %d steps that occurred %g times, expected at least one of each", len(e.Acts), e.Count.Float64())
	}
	for i, a := range e.Acts {
		if a == (pomdp.Act{Action: -1, Reward: -1, Observation: -1}) {
			continue
		}
		if a.Action < 0 || a.Action >= n.A || a.Reward < -1 || a.Reward >= n.R || a.Observation < -1 || a.Observation >= n.Z {
			return fmt.Errorf("found action %d, reward level %d and observation %d at step %d of an episode, expected less than %s", a.Action, a.Reward, a.Observation, i+1, n.Symbols())
		}
	}
	return nil
}

// Whole says whether the table has whole episodes.
func (t *Table) Whole() bool { return t.episodes != nil }

// EpisodesKept is the number of different episodes.
func (t *Table) EpisodesKept() int { return len(t.episodes) }

// Triples is the table without whole episodes.
func (t *Table) Triples() *Table { return &Table{t.Header, t.entries, nil} }

// Episodes yields every different episode with its count correctly rounded. The steps must not be
// changed.
func (t *Table) Episodes() iter.Seq2[[]pomdp.Act, float64] {
	return func(yield func([]pomdp.Act, float64) bool) {
		for i := range t.episodes {
			if !yield(t.episodes[i].Acts, t.episodes[i].Count.Float64()) {
				return
			}
		}
	}
}

// sumEpisodes merges two sorted lists into a new one that shares no sum with them.
func sumEpisodes(a, b []Episode) ([]Episode, error) {
	return merged(a, b, func(x, y *Episode) int { return compareActs(x.Acts, y.Acts) }, func(x, y *Episode) (Episode, error) {
		e := Episode{Acts: cmp.Or(x, y).Acts}
		for _, part := range [...]*Episode{x, y} {
			if part != nil {
				e.Count.AddSum(&part.Count)
			}
		}
		if !e.Count.Finite() {
			return e, errOverflow
		}
		return e, nil
	})
}
