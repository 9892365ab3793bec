package tabular

import (
	"maps"
	"slices"
)

// Places are the places of steps' numbers that episodes share and that leave numbers out: 10, 20, 30, …, or the weeks 0, 2, 4, 8.
type Places struct {
	of    map[int64]int
	begin int // with which an episode begins; -1 where each begins at a place of its own
}

// How many numbers may be places, the share of the episodes which go over one that has to have it, and of those that begin at the first.
const (
	mostPlaces = 200
	sharePlace = .5
	shareBegin = .8
)

// PlacesOf tells them from the numbers of each episode, which rise; nil where they are not shared, or a number is 1 more than
// another, which nextTo allows.
func PlacesOf(episodes [][]int64, nextTo bool) *Places {
	have, begins := map[int64]int{}, map[int64]int{}
	for _, numbers := range episodes {
		begins[numbers[0]]++
		for i, n := range numbers {
			if i > 0 && n == numbers[i-1] {
				return nil
			}
			if have[n]++; len(have) > mostPlaces {
				return nil
			}
		}
	}
	all := slices.Sorted(maps.Keys(have))
	p := &Places{of: map[int64]int{}, begin: -1}
	for i, n := range all {
		if i > 0 && n == all[i-1]+1 && !nextTo {
			return nil
		}
		over := 0
		for _, numbers := range episodes {
			if numbers[0] <= n && n <= numbers[len(numbers)-1] {
				over++
			}
		}
		if have[n] < 2 || float64(have[n]) < sharePlace*float64(over) {
			return nil
		}
		p.of[n] = i
	}
	if len(all) < 2 {
		return nil
	}
	if float64(begins[all[0]]) >= shareBegin*float64(len(episodes)) {
		p.begin = 0
	}
	return p
}

// Step is the number, from 1, of a step in an episode that begins with first.
func (p *Places) Step(n, first int64) int {
	if p.begin < 0 {
		return p.of[n] - p.of[first] + 1
	}
	return p.of[n] + 1
}
