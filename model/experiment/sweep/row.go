package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
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
	OK          bool    // it reached parameters
	LabelsRight int     // columns with the right label
	RMSE        float64 // over all entries of b, T_a, Z_a, R_a
	CramerRao   float64 // the bound on it
	Expected    float64 // what its policy is thought to be worth
	Value       float64 // what it is truly worth
	Optimal     float64 // what the best one is worth, at least
	Upper       float64 // and at most
	Stopped     string  // the finding that stopped it
}

// same says whether two rows say the same, NaN being like NaN.
func (r Row) same(o Row) bool {
	return r.Key == o.Key && r.OK == o.OK && r.LabelsRight == o.LabelsRight && r.Stopped == o.Stopped &&
		alike(r.RMSE, o.RMSE) && alike(r.CramerRao, o.CramerRao) && alike(r.Expected, o.Expected) && alike(r.Value, o.Value) && alike(r.Optimal, o.Optimal) && alike(r.Upper, o.Upper)
}

func alike(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }

// Sort brings rows into the one order in which they are written, so that shards
// merge into the file of the whole.
func Sort(rows []Row) {
	names := moments.EstimatorNames()
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(
			cmp.Compare(a.Scenario, b.Scenario), cmp.Compare(a.C, b.C), cmp.Compare(a.Episodes, b.Episodes),
			cmp.Compare(slices.Index(names, a.Estimator), slices.Index(names, b.Estimator)), cmp.Compare(a.Seed, b.Seed))
	})
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
