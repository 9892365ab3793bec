package logs

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
)

// inferAfter is how many rows without a name are enough to take all entries for indices.
const inferAfter = 2000

// Infer reads logs for the names of what is not declared: it returns d with the actions and
// observations that occur, sorted, and the reward levels by their values. A kind whose first rows
// hold indices alone stays as it is. Sources must be files that can be read again.
func Infer(ctx context.Context, d Declared, sources ...Source) (Declared, error) {
	d = d.WithModel()
	i := &inference{columns: d.Columns}
	for k, known := range []bool{kindAction: d.Actions != nil, kindObservation: d.Observations != nil, kindReward: d.Rewards != nil} {
		if !known {
			i.seen[k] = map[string]bool{}
		}
	}
	for _, s := range sources {
		if err := i.read(ctx, s); err != nil {
			return d, err
		}
	}
	for k := range i.seen {
		if !i.named[k] || i.indices[k] && kind(k) != kindReward { // a name among indices is a mistake
			continue
		}
		names := slices.Sorted(maps.Keys(i.seen[k]))
		switch kind(k) {
		case kindAction:
			d.Actions = names
		case kindObservation:
			d.Observations = names
		default:
			values := map[float64]bool{}
			for _, name := range names {
				x, err := strconv.ParseFloat(name, 64)
				if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
					values = nil // counting says what is wrong with it
					break
				}
				values[x] = true
			}
			d.Rewards = slices.Sorted(maps.Keys(values))
		}
	}
	return d, nil
}

type inference struct {
	seen [kinds]map[string]bool // nil for a kind that is declared
	// Whether an entry is no index, and whether one is.
	named, indices [kinds]bool
	rows           int
	columns        map[string]string
}

func (i *inference) read(ctx context.Context, s Source) error {
	in, closeSource, err := s.reader()
	if err != nil {
		return err
	}
	defer closeSource()
	log, err := open(in, s.Name, newVocabularies(Declared{}), Options{Declared: Declared{Columns: i.columns}})
	if err != nil {
		return err
	}
	defer log.close()
	var line *liner
	columns := map[int]kind{}
	switch d := log.decoder().(type) {
	case *longDecoder:
		line = d.line
		columns = map[int]kind{actionColumn: kindAction, rewardColumn: kindReward, observationColumn: kindObservation}
	case *tableDecoder:
		line = d.line
		for slot := range slots {
			columns[slot] = kind(slot % 3)
		}
	default: // arrays hold indices
		return nil
	}
	return log.eachBlock(ctx, func(b *block) error {
		for _, text := range b.eachLine {
			if line.cut(text) != nil {
				continue // counting says what is wrong with it
			}
			for column, k := range columns {
				field := line.fields[column]
				if i.seen[k] == nil || len(field) == 0 || i.seen[k][string(field)] {
					continue
				}
				if _, index := parseIndex(field); index {
					i.indices[k] = true
				} else {
					i.named[k] = true
				}
				if i.seen[k][string(field)] = true; len(i.seen[k]) > maxIndex {
					return fmt.Errorf("%s: found more than %d different %ss, expected fewer", s.Name, maxIndex, k.noun())
				}
			}
			if i.rows++; i.rows == inferAfter && i.named == [kinds]bool{} {
				return io.EOF
			}
		}
		return nil
	})
}
