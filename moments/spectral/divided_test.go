package spectral

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"eeporl/pomdp"
	"eeporl/scenarios"
)

// The columns of U₁ᵀF are eigenvectors of a slice divided by the pairs, at every x₃, and D are its eigenvalues.
func TestDivide(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "random:3,2,2,2,7"} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		e, err := pomdp.NewExploration(sc.Model.Sizes().A, .5)
		if err != nil {
			t.Fatal(err)
		}
		hmm := pomdp.Induce(sc.Model, e)
		for a2 := range hmm.Sizes.A {
			for x3 := range hmm.Sizes.D() {
				diagonal := Mixed(hmm, a2, append(make([]float64, x3), 1))
				d := Divide(hmm, a2, diagonal)
				if d == nil {
					t.Fatalf("%s: no quotient at a₂ = %d, x₃ = %d", name, a2, x3)
				}
				var left, right mat.Dense
				left.Mul(d.Quotient, d.F)
				right.Mul(d.F, mat.NewDiagDense(len(diagonal), diagonal))
				if !mat.EqualApprox(&left, &right, 1e-10) {
					t.Errorf("%s at a₂ = %d, x₃ = %d: found\n%v, expected\n%v", name, a2, x3, mat.Formatted(&left), mat.Formatted(&right))
				}
			}
		}
	}
	sc, err := scenarios.Load("tiger") // whose F has no inverse
	if err != nil {
		t.Fatal(err)
	}
	e, err := pomdp.NewExploration(sc.Model.Sizes().A, .5)
	if err != nil {
		t.Fatal(err)
	}
	if Divide(pomdp.Induce(sc.Model, e), 0, make([]float64, sc.Model.Sizes().A*sc.Model.Sizes().S)) != nil {
		t.Error("tiger: found a quotient, expected none")
	}
}
