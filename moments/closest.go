package moments

import (
	"fmt"
	"math"
)

// Closest are the two columns of one block whose eigenvalues lie closest together, the
// smaller eigenvalue's first: those that noise would mix first. ok is false where no
// block has two, or an eigenvalue is complex.
func (e *Estimate) Closest() (left, right int, ok bool) {
	if e.Eigen == nil || e.Subspaces == nil || len(e.Subspaces.Block) < len(e.Eigen.Values) {
		return 0, 0, false
	}
	gap := math.Inf(1)
	for i, x := range e.Eigen.Values {
		if imag(x) != 0 {
			return 0, 0, false
		}
		for j, y := range e.Eigen.Values {
			if d := real(y) - real(x); i != j && d >= 0 && d < gap && e.Subspaces.Block[i] == e.Subspaces.Block[j] {
				gap, left, right, ok = d, i, j, true
			}
		}
	}
	return left, right, ok
}

// ClosestColumns names them in a sentence; "" where there are none.
func (e *Estimate) ClosestColumns() string {
	left, right, ok := e.Closest()
	if !ok {
		return ""
	}
	return fmt.Sprintf(" (columns %d and %d)", min(left, right)+1, max(left, right)+1)
}
