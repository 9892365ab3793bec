package likelihood

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"

	"gonum.org/v1/gonum/mat"
)

// Information is the Fisher information of one episode's triple about the free
// parameters of (b, T_a, Z_a, R_a) under an exploration policy, and what
// follows from it: no unbiased estimate of N episodes has a covariance below
// J⁻¹/N (Cramér 1946, Rao 1945).
type Information struct {
	J         *mat.SymDense     // free × free: Σ_cells ∇p∇pᵀ/p
	Names     []string          // of the free parameters, in words
	Deviation *params.Entries   // standard deviation of each entry times √N; nil where J is singular
	Smallest  float64           // smallest eigenvalue of J scaled to a unit diagonal
	Direction []float64         // its eigenvector, in the units of the parameters
	Findings  []finding.Finding // singular-information, boundary-parameter
	// Samples is how many triples J is the mean of, 0 for an exact one; MonteCarlo is the relative
	// standard error that RMSE has from that.
	Samples    int
	MonteCarlo float64

	meanVariance float64 // mean over all entries of diag(G J⁻¹ Gᵀ)
}

// FisherInformation computes the information at a model's exact law: at the
// truth, or at an estimate.
func FisherInformation(m *pomdp.POMDP, e pomdp.Exploration) *Information {
	n := m.Sizes()
	empty := moments.NewCounts(n)
	f := newFisher(NewLikelihood(empty, n.S))
	weight := make([]float64, len(empty.Paths))
	for i := range weight {
		weight[i] = e.Path([4]int{i / (n.A * n.Pairs()), i / n.Pairs() % n.A, i / n.A % n.A, i % n.A})
	}
	return f.at(f.Vector(m), weight)
}

// InformationWork is about how many multiplications FisherInformation takes: six for each cell and
// pair of states, and for each past and state the square of the number of probabilities.
func InformationWork(n pomdp.Sizes) float64 {
	states, entries := float64(n.S), float64(params.NewLayout(n).Size)
	return 6*float64(n.Cells())*states*states + float64(n.D())*states*entries*entries
}

// at computes the information at x with the probability of each action path.
func (f *fisher) at(x, weight []float64) *Information {
	f.choosePivots(x)
	return f.about(x, func() *mat.SymDense { return f.compute(x, weight) })
}

// about says what follows from J, nil where nothing is free. choosePivots(x) must have been called.
func (f *fisher) about(x []float64, j func() *mat.SymDense) *Information {
	info := &Information{meanVariance: math.NaN()}
	for _, at := range f.FreeAt {
		info.Names = append(info.Names, f.Name(at))
	}
	info.boundary(f.Layout, x)
	if info.J = j(); info.J == nil {
		info.Deviation, info.meanVariance = f.Entries(make([]float64, f.Size)), 0
		return info
	}
	if info.smallest() {
		info.variances(f)
	}
	return info
}

func (i *Information) boundary(l *params.Layout, x []float64) {
	count, first := 0, -1
	for j, v := range x {
		if v <= 0 {
			if count++; first < 0 {
				first = j
			}
		}
	}
	if count > 0 {
		which := "1 entry is 0, " + l.Name(first)
		if count > 1 {
			which = fmt.Sprintf("%d entries are 0, the first %s", count, l.Name(first))
		}
		i.Findings = append(i.Findings, finding.New(finding.BoundaryParameter, float64(count), 0,
			which+": there normal theory does not hold, and a constrained estimate may beat the bound."))
	}
}

// smallest fills Smallest and Direction, the least determined direction. It returns false
// when J is singular or cannot be decomposed.
func (i *Information) smallest() bool {
	n := i.J.SymmetricDim()
	scaled, scale := mat.NewSymDense(n, nil), make([]float64, n)
	for p := range n {
		scale[p] = 1 / math.Sqrt(math.Max(i.J.At(p, p), math.SmallestNonzeroFloat64))
		if math.IsInf(scale[p], 0) || i.J.At(p, p) == 0 {
			scale[p] = 0
		}
		for q := 0; q <= p; q++ {
			scaled.SetSym(q, p, i.J.At(q, p)*scale[p]*scale[q])
		}
	}
	var eigen mat.EigenSym
	if !num.Finite(scaled.RawSymmetric().Data) || !eigen.Factorize(scaled, true) {
		i.Findings = append(i.Findings, finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), "The Fisher information could not be decomposed."))
		return false
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	i.Smallest = eigen.Values(nil)[0]
	i.Direction = mat.Col(nil, 0, &vectors)
	for p := range i.Direction {
		if scale[p] > 0 {
			i.Direction[p] *= scale[p]
		}
	}
	if length := math.Sqrt(num.Dot(i.Direction, i.Direction)); length > 0 {
		for p := range i.Direction {
			i.Direction[p] /= length
		}
	}
	if i.Smallest > SingularInformation {
		return true
	}
	i.Findings = append(i.Findings, finding.New(finding.UnidentifiableParameter, i.Smallest, SingularInformation, fmt.Sprintf(
		"The Fisher information is singular (its smallest eigenvalue is %s for a unit diagonal): three symbols do not identify the model along %s.",
		figure.Number(i.Smallest), i.direction(3))))
	return false
}

// direction writes the largest components of the worst direction in words.
func (i *Information) direction(most int) string {
	order := make([]int, len(i.Direction))
	for p := range order {
		order[p] = p
	}
	slices.SortStableFunc(order, func(p, q int) int {
		return num.CmpFloat(math.Abs(i.Direction[q]), math.Abs(i.Direction[p]))
	})
	var parts []string
	for _, p := range order[:min(most, len(order))] {
		if math.Abs(i.Direction[p]) > 0.05 {
			sign := ""
			if i.Direction[p] > 0 {
				sign = "+"
			}
			parts = append(parts, sign+figure.Number(i.Direction[p])+" "+i.Names[p])
		}
	}
	return strings.Join(parts, " ")
}

// variances fills Deviation from J⁻¹; a dependent entry is minus the sum of
// its simplex' free ones.
func (i *Information) variances(f *fisher) {
	var chol mat.Cholesky
	var inverse mat.SymDense
	if !chol.Factorize(i.J) || chol.InverseTo(&inverse) != nil && !num.Finite(inverse.RawSymmetric().Data) {
		i.Findings = append(i.Findings, finding.New(finding.UnidentifiableParameter, i.Smallest, SingularInformation, "The Fisher information could not be inverted."))
		return
	}
	all := make([]int, len(f.FreeAt))
	for p := range all {
		all[p] = p
	}
	variance := f.Coordinates.Variances(f.Size, all, inverse.At)
	i.meanVariance = num.Sum(variance) / float64(f.Size)
	for at, v := range variance {
		variance[at] = math.Sqrt(v)
	}
	i.Deviation = f.Entries(variance)
}

// RMSE is the Cramér–Rao bound on the root mean square error over all entries
// of b, T_a, Z_a, R_a at N episodes; NaN where the information is singular.
func (i *Information) RMSE(episodes float64) float64 {
	return math.Sqrt(i.meanVariance / episodes)
}
