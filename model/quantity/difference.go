package quantity

import (
	"math"

	"eeporl/model"
	"eeporl/planning"
)

// Difference is a key quantity of two sessions beside each other, in words.
type Difference struct {
	Name        string
	Here, There string // – for an unknown one
	// Off is There − Here with its sign: "·" for 0, "" if either is not known exactly.
	Off string
}

// Equal says whether nothing differs.
func (d Difference) Equal() bool { return d.Off == "·" || d.Off == "" && d.Here == d.There }

// Differences sets the key quantities of two sessions at their cursors beside each
// other.
func Differences(here, there model.Session) []Difference {
	var out []Difference
	for _, q := range keys() {
		x, y := q.Of(here), q.Of(there)
		out = append(out, Difference{q.Heading(), q.Written(x), q.Written(y), q.signed(off(x, y))})
	}
	return out
}

// keys are the quantities that branches are compared by.
func keys() []Quantity {
	var out []Quantity
	for _, name := range []string{"N", "sigma_k", "noise", "O_max", "labels_right", "rmse", "times_bound", "value", "value_true", "optimal", "regret", "findings"} {
		q, _ := Named(name)
		out = append(out, q)
	}
	return out
}

// off is other − value, 0 if they differ by rounding alone; NaN if either is not known
// exactly.
func off(value, other planning.Span) float64 {
	if value.Open() || other.Open() {
		return math.NaN()
	}
	off := other.Low - value.Low
	if math.Abs(off) <= 1e-12*math.Max(math.Abs(value.Low), math.Abs(other.Low)) {
		return 0 // rounding's own size
	}
	return off
}

func (q Quantity) signed(off float64) string {
	switch {
	case math.IsNaN(off):
		return ""
	case off == 0:
		return "·"
	}
	sign := "+"
	if off < 0 {
		sign = "−"
	}
	q.Value = false // a difference of values is written like any figure
	return sign + q.Written(planning.Exactly(math.Abs(off)))
}
