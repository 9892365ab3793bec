package counts

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/pomdp"
	"eeporl/pomdp/printable"
)

// Named is a table with the file it came from, for errors to name.
type Named struct {
	File string
	*Table
}

// Merge adds up the tables of the parts of a log. The result is the same for any order and any
// grouping, and no input changes. If two tables do not count the same things, the error names
// both files.
func Merge(parts ...Named) (*Table, error) {
	if len(parts) == 0 {
		return nil, errors.New("found no counts to merge, expected at least one file")
	}
	h := parts[0].Header
	var entries []Entry
	var episodes []Episode
	for i, part := range parts {
		if i > 0 {
			if err := h.add(&part.Header); err != nil {
				return nil, fmt.Errorf("%s and %s: %w", parts[0].File, part.File, err)
			}
		}
		if part.Whole() != parts[0].Whole() {
			return nil, fmt.Errorf("%s and %s: found whole episodes in one and triples alone in the other, expected the same", parts[0].File, part.File)
		}
		var err error
		if entries, err = sum(entries, part.entries); err != nil {
			return nil, fmt.Errorf("%s: %w", part.File, err)
		}
		if !part.Whole() {
			continue
		}
		if episodes, err = sumEpisodes(episodes, part.episodes); err != nil {
			return nil, fmt.Errorf("%s: %w", part.File, err)
		}
	}
	return &Table{h, entries, episodes}, nil
}

// sum merges two sorted lists into a new one that shares no memory with them.
func sum(a, b []Entry) ([]Entry, error) {
	return merged(a, b, func(x, y *Entry) int { return cmp.Compare(x.Cell, y.Cell) }, func(x, y *Entry) (Entry, error) {
		e := Entry{Cell: cmp.Or(x, y).Cell}
		for _, part := range [...]*Entry{x, y} {
			if part != nil {
				e.Count.AddSum(&part.Count)
			}
		}
		if !e.Count.Finite() {
			return e, fmt.Errorf("cell %d: found counts that sum to more than the largest number, expected a finite sum", e.Cell)
		}
		return e, nil
	})
}

// merged is a sorted list of what two sorted lists hold; together makes one of those of equal rank, or of one alone and
// nil.
func merged[T any](a, b []T, compare func(x, y *T) int, together func(x, y *T) (T, error)) ([]T, error) {
	all := make([]T, 0, max(len(a), len(b)))
	for len(a) > 0 || len(b) > 0 {
		order := -1
		if len(a) == 0 {
			order = 1
		} else if len(b) > 0 {
			order = compare(&a[0], &b[0])
		}
		var x, y *T
		if order <= 0 {
			x, a = &a[0], a[1:]
		}
		if order >= 0 {
			y, b = &b[0], b[1:]
		}
		one, err := together(x, y)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// add adds another header's numbers of rows to h's, or fails if the two do not count
// the same things.
func (h *Header) add(other *Header) error {
	const hint = "; tables merge when they are counted with the same names and sizes: declare them (--like MODEL, or --actions, --observations and --rewards)"
	switch {
	case h.Sizes != other.Sizes:
		return fmt.Errorf("found %s and %s, expected the same%s", h.Sizes.Symbols(), other.Sizes.Symbols(), hint)
	case !slices.Equal(h.Actions, other.Actions):
		return fmt.Errorf("found the actions %s and %s, expected the same%s", namesText(h.Actions), namesText(other.Actions), hint)
	case !slices.Equal(h.Observations, other.Observations):
		return fmt.Errorf("found the observations %s and %s, expected the same%s", namesText(h.Observations), namesText(other.Observations), hint)
	case !slices.Equal(h.Rewards, other.Rewards) || h.RewardsAssumed != other.RewardsAssumed:
		return fmt.Errorf("found the reward levels %s and %s, expected the same%s", rewardsText(h), rewardsText(other), hint)
	case !slices.Equal(h.Indexed, other.Indexed):
		return fmt.Errorf("found entries read as indices of the declared names in one (%s) and as names in the other (%s), expected the same: names in all parts", strings.Join(h.Indexed, ", "), strings.Join(other.Indexed, ", "))
	case h.Windows != other.Windows:
		return fmt.Errorf("found %s and %s, expected the same", windowsText(h), windowsText(other))
	}
	for _, n := range []struct {
		sum  *uint64
		more uint64
	}{{&h.Rows, other.Rows}, {&h.Skipped, other.Skipped}, {&h.Short, other.Short}, {&h.Incomplete, other.Incomplete}, {&h.Gaps, other.Gaps}} {
		if *n.sum > math.MaxUint64-n.more {
			return errors.New("found more rows than a number of 64 bits can hold")
		}
		*n.sum += n.more
	}
	return nil
}

func namesText(names []string) string {
	if names == nil {
		return "by index without names"
	}
	return printable.List(names, printable.Names, "")
}

func rewardsText(h *Header) string {
	if h.RewardsAssumed {
		return "by index without values"
	}
	return namesText(pomdp.LevelTexts(h.Rewards))
}

func windowsText(h *Header) string {
	if h.Windows {
		return "windows of four steps"
	}
	return "the first four steps of episodes"
}
