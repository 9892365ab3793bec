package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"eeporl/moments/estimators"
	"eeporl/planning"
)

// Key names a trial.
type Key struct {
	Scenario  string
	C         float64
	Estimator string
	Episodes  float64 // +Inf for the exact law
	Seed      uint64
}

// Row is what came of a trial; numbers that were not reached are NaN.
type Row struct {
	Key
	OK          bool                // it came to its end
	LabelsRight int                 // columns with the right label
	RMSE        float64             // over all entries of b, T_a, Z_a, R_a
	CramerRao   float64             // the bound on it
	Expected    float64             // what its policy is thought to be worth
	Value       float64             // what it is truly worth
	Optimal     float64             // what the best one is worth, at least
	Upper       float64             // and at most
	Prediction  planning.Prediction // how far off what is seen next is told
	Stopped     string              // the finding that stopped it
	Sweep       string              // Spec.Grid: which sweep the trial is of, and how many trials that has
}

// same says whether two rows say the same, NaN being like NaN.
func (r Row) same(o Row) bool {
	return r.Key == o.Key && r.OK == o.OK && r.LabelsRight == o.LabelsRight && r.Stopped == o.Stopped && r.Sweep == o.Sweep &&
		alike(r.RMSE, o.RMSE) && alike(r.Prediction.TV, o.Prediction.TV) && alike(r.Prediction.KL, o.Prediction.KL) && alike(r.CramerRao, o.CramerRao) && alike(r.Expected, o.Expected) && alike(r.Value, o.Value) && alike(r.Optimal, o.Optimal) && alike(r.Upper, o.Upper)
}

func alike(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }

// Sort brings rows into the one order in which they are written, so that shards
// merge into the file of the whole.
func Sort(rows []Row) {
	names := estimators.EstimatorNames()
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(
			cmp.Compare(a.Scenario, b.Scenario), cmp.Compare(a.C, b.C), cmp.Compare(a.Episodes, b.Episodes),
			cmp.Compare(slices.Index(names, a.Estimator), slices.Index(names, b.Estimator)), cmp.Compare(a.Seed, b.Seed))
	})
}

// Whole puts the rows of all shards of one sweep together. A trial may be in more
// than one if they agree on it; one of another sweep, or one that is missing, is
// an error.
func Whole(parts ...[]Row) ([]Row, error) {
	rows, err := Merge(parts...)
	if err != nil || len(rows) == 0 {
		return rows, err
	}
	grid := rows[0].Sweep
	for _, r := range rows {
		if r.Sweep != grid {
			return nil, fmt.Errorf("found rows of the sweep %s and, at N = %g, seed %d of %s, of %s, expected those of one sweep", grid, r.Episodes, r.Seed, r.Estimator, r.Sweep)
		}
	}
	_, of, _ := strings.Cut(grid, gridSeparator)
	key, incomplete := absent(rows)
	if trials, err := strconv.Atoi(of); err != nil || len(rows) != trials || incomplete {
		missing := ""
		if incomplete {
			missing = fmt.Sprintf(", the first missing one is %s at N = %g, seed %d on %s", key.Estimator, key.Episodes, key.Seed, key.Scenario)
		}
		return nil, fmt.Errorf("found %d trials of the sweep %s%s, expected all %s: a shard is missing, or a line, or one was changed", len(rows), grid, missing, of)
	}
	return rows, nil
}

// absent finds the first combination of what occurs in the rows that is not among
// them; false where there is none.
func absent(rows []Row) (Key, bool) {
	have := map[Key]bool{}
	var worlds []Key
	var estimators []string
	var episodes []float64
	var seeds []uint64
	for _, r := range rows {
		have[r.Key] = true
		worlds = append(worlds, Key{Scenario: r.Scenario, C: r.C})
		estimators, episodes, seeds = append(estimators, r.Estimator), append(episodes, r.Episodes), append(seeds, r.Seed)
	}
	worlds, estimators, episodes, seeds = slices.Compact(worlds), distinct(estimators), distinct(episodes), distinct(seeds)
	for _, w := range worlds { // rows are sorted by them
		for _, n := range episodes {
			for _, name := range estimators {
				for _, seed := range seeds {
					if key := (Key{w.Scenario, w.C, name, n, seed}); !have[key] {
						return key, true
					}
				}
			}
		}
	}
	return Key{}, false
}

func distinct[T cmp.Ordered](x []T) []T {
	slices.Sort(x)
	return slices.Compact(x)
}

// Merge puts the rows of several files together. A trial may be in more than
// one if they agree on it.
func Merge(parts ...[]Row) ([]Row, error) {
	rows := slices.Concat(parts...)
	Sort(rows)
	kept := rows[:0]
	for _, r := range rows {
		if n := len(kept); n > 0 && kept[n-1].Key == r.Key {
			if !kept[n-1].same(r) {
				return nil, fmt.Errorf("found %s at N = %g, seed %d on %s twice with different numbers, expected the rows of one sweep", r.Estimator, r.Episodes, r.Seed, r.Scenario)
			}
			continue
		}
		kept = append(kept, r)
	}
	return kept, nil
}
