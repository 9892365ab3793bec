package bench

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"eeporl/pomdp"
)

// About is what an answer of `run`, `estimate` or `plan` says of itself; a field is nil where it says
// nothing.
type About struct {
	Scenario *string    `json:"scenario"`
	Seed     *uint64    `json:"seed"`
	Episodes OrInfinity `json:"episodes"`
	C        OrInfinity `json:"c"`
	Horizon  *int       `json:"horizon"`
}

// OrInfinity is a number, where it is said; null stands for ∞.
type OrInfinity struct {
	X    float64
	Said bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (e *OrInfinity) UnmarshalJSON(text []byte) error {
	if e.Said = true; string(text) == "null" {
		e.X = math.Inf(1)
		return nil
	}
	return json.Unmarshal(text, &e.X)
}

// ReadAbout reads what an answer in JSON says of itself, nothing where it is none.
func ReadAbout(text []byte) (a About) {
	_ = json.Unmarshal(text, &a) // Read says what is wrong with it
	return a
}

// branches are the nodes that follow, by z·|R| + r or by z: a list, or as 'plan --json' has them,
// by "r,z" or "z".
type branches struct {
	list  []int
	named map[string]int
}

// UnmarshalJSON implements json.Unmarshaler.
func (b *branches) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '{' {
		return json.Unmarshal(text, &b.named)
	}
	return json.Unmarshal(text, &b.list)
}

// next is the list for a model of these sizes.
func (b branches) next(n pomdp.Sizes) ([]int, error) {
	if b.named == nil {
		return b.list, nil
	}
	out, name := make([]int, n.Outcomes()), func(i int) string { return fmt.Sprintf("%d,%d", i%n.R, i/n.R) }
	if len(b.named) == n.Z && len(b.named) != n.Outcomes() {
		out, name = make([]int, n.Z), strconv.Itoa
	} else if _, ok := b.named["0"]; ok {
		name = strconv.Itoa
	}
	for i := range out {
		to, ok := b.named[name(i)]
		if !ok {
			return nil, fmt.Errorf("found no branch %q among %d, expected one for each z, or for each \"r,z\"", name(i), len(b.named))
		}
		out[i] = to
	}
	return out, nil
}

// PolicyAlone says whether an answer in JSON has a policy tree and no figure that counts would tell.
func PolicyAlone(text []byte) bool {
	var d document
	if json.Unmarshal(text, &d) != nil || d.Policy == nil {
		return false
	}
	return d.P12 == nil && d.P13 == nil && d.Sigma == nil && d.U1 == nil && d.U2 == nil && d.U3 == nil && d.M2 == nil && d.Whitening == nil && d.Operators == nil && d.O == nil && d.HMM == nil && d.Parameters == nil
}
