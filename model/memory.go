package model

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"

	"eeporl/moments"
	"eeporl/pomdp"
)

// The limits on a session's memory, in bytes. A session that holds more than mostHeld
// refuses to lay down anything further. Results that no timeline shows may take up
// mostKept; beyond that the oldest are dropped, and computed again when they are needed.
const (
	mostHeld = 400 << 20
	mostKept = 100 << 20
)

// weighEvery is how many segments of small tables are laid down between two
// weighings.
const weighEvery = 64

// full says why nothing more can be laid down, "" where it can.
func (s Session) full(v Verb) string {
	if s.held <= s.most() || !v.lays() && v != Forward && v != NextUnit {
		return ""
	}
	return fmt.Sprintf("this session holds %d MiB of counts and results, as much as it may; undo gives a branch up, a new session starts empty", s.most()>>20)
}

// most is what the session may hold.
func (s Session) most() int { return cmp.Or(s.bound, mostHeld) }

// Within is the session with so many bytes for what is laid down from here on.
func (s Session) Within(bytes int) Session {
	s.bound = min(s.held+bytes, mostHeld)
	return s
}

// weighed brings s.held up to date after an intent: when the branches changed, and when
// the timeline grew, though for small tables only at every weighEvery-th segment.
func (s Session) weighed(before Session) Session {
	n := len(s.timeline)
	switch {
	case s.branch != before.branch || len(s.parked) != len(before.parked):
	case n == len(before.timeline), n%weighEvery != 0 && moments.Bytes(s.truth.Model.Sizes(), math.Inf(1)) < mostHeld/weighEvery/4:
		return s
	}
	s.held = s.weight()
	return s
}

// weight is what the session's branches hold, in bytes: their worlds, counts and
// results. A leap that is still being drawn counts as if it were done.
func (s Session) weight() int {
	total := 0
	worlds, counts, keys := map[*world]bool{}, map[*moments.Counts]bool{}, map[string]bool{}
	table := func(c *moments.Counts, changed float64) {
		switch {
		case c == nil: // still being drawn
			total += moments.Bytes(s.truth.Model.Sizes(), changed)
		case !counts[c]:
			total += moments.Bytes(c.Sizes(), changed)
			counts[c] = true
		}
	}
	for _, b := range s.allBranches() {
		if !worlds[b.world] {
			total += b.world.bytes
			worlds[b.world] = true
		}
		for i, seg := range b.timeline {
			if seg.Kind == Leap {
				table(seg.after, seg.Episodes)
			} else if seg.before != nil && i > 0 {
				table(seg.before, b.timeline[i-1].Episodes)
			}
			if seg.key != "" && !keys[seg.key] {
				total += s.results.byKey[seg.key].bytes
				keys[seg.key] = true
			}
		}
	}
	return total
}

// allBranches are the active branch and the parked ones.
func (s Session) allBranches() []branch { return append([]branch{s.asBranch()}, s.parked...) }

// first is the branch from which all others come; it is never given up.
func (s Session) first() branch {
	return slices.MinFunc(s.allBranches(), func(a, b branch) int { return a.number - b.number })
}

// trimmed forgets the oldest results that no timeline shows, beyond mostKept.
func (s Session) trimmed() Session {
	total := 0
	for _, r := range s.results.byKey {
		total += r.bytes
	}
	if total <= mostKept { // with those that are shown
		return s
	}
	shown := map[string]bool{s.optimumKey(): true, s.informationKey(): true, s.theoryKey(): true, s.now.adviceKey: true}
	for _, b := range s.allBranches() {
		for _, seg := range b.timeline {
			shown[seg.key] = true
		}
	}
	for key := range shown {
		total -= s.results.byKey[key].bytes
	}
	if total <= mostKept {
		return s
	}
	s.results.byKey = maps.Clone(s.results.byKey)
	oldest := slices.SortedFunc(maps.Values(s.results.byKey), func(a, b Result) int { return a.number - b.number })
	for _, r := range oldest {
		if total > mostKept && !shown[r.Key] {
			delete(s.results.byKey, r.Key)
			total -= r.bytes
		}
	}
	return s
}

// weigh estimates how many bytes a value holds in what it points to. The model, which
// sessions share, is not counted.
func weigh(v any) int { return weighValue(reflect.ValueOf(v), map[uintptr]bool{}) }

func weighValue(v reflect.Value, seen map[uintptr]bool) int {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] || v.Type() == reflect.TypeFor[*pomdp.POMDP]() {
			return 0
		}
		seen[v.Pointer()] = true
		return int(v.Type().Elem().Size()) + weighValue(v.Elem(), seen)
	case reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return weighValue(v.Elem(), seen)
	case reflect.String:
		return v.Len()
	case reflect.Map:
		total := 0
		for it := v.MapRange(); it.Next(); {
			total += 16 + weighValue(it.Key(), seen) + weighValue(it.Value(), seen)
		}
		return total
	case reflect.Slice:
		if v.IsNil() || seen[v.Pointer()] {
			return 0
		}
		seen[v.Pointer()] = true
		return int(v.Type().Elem().Size())*v.Cap() + weighItems(v, seen)
	case reflect.Array:
		return weighItems(v, seen)
	case reflect.Struct:
		total := 0
		for i := range v.NumField() {
			total += weighValue(v.Field(i), seen)
		}
		return total
	}
	return 0
}

// weighItems is what the items point to; plain numbers point to nothing.
func weighItems(v reflect.Value, seen map[uintptr]bool) int {
	switch v.Type().Elem().Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return 0
	}
	total := 0
	for i := range v.Len() {
		total += weighValue(v.Index(i), seen)
	}
	return total
}
