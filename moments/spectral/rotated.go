package spectral

import (
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp"
)

// Turned is how well the moments of one middle pair (a₂, a₃) are explained when
// the true factors of its first two states are turned into one another.
//
// With A = M₁·diag(w)^½ and B = M₂·diag(w)^½ the pair moment is P₁₂ = A·Bᵀ, and
// for every orthogonal Q also (AQ)(BQ)ᵀ: pairs determine the factors up to Q
// alone. Triples do not allow it: with the best third factor C that there is,
// Σ_h (AQ)_h ∘ (BQ)_h ∘ C_h fits P₁₂₃ only where Q renames the states.
type Turned struct {
	Pair    int
	Degrees []float64
	Pairs   []float64 // ‖P̂₁₂ − (AQ)(BQ)ᵀ‖ / ‖P̂₁₂‖, the same at every angle
	Triples []float64 // ‖P̂₁₂₃ − the best Σ_h (AQ)_h ∘ (BQ)_h ∘ C_h‖ / ‖P̂₁₂₃‖
	// Between Low and High, in degrees around 0, neither factor has a negative entry: what
	// pairs leave open even to one who asks for probabilities.
	Low, High float64
	// Diagonal are p(x₃ | h₂) of the two states, at the x₃ at which they differ most: the D of
	// that slice of P₁₂₃ = A·D·Bᵀ.
	Diagonal [2]float64

	factors factors
}

// Factors are AQ and BQ, [state][symbol], of the two states.
func (t *Turned) Factors(degrees float64) (a, b [][]float64) {
	a, b = make([][]float64, 2), make([][]float64, 2)
	turn(a, t.factors.a, degrees)
	turn(b, t.factors.b, degrees)
	return a, b
}

// Slice is QᵀDQ, which takes D's place between the factors once they are turned by Q: diagonal
// only where Q swaps the two states, or none.
func (t *Turned) Slice(degrees float64) [2][2]float64 {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	d, off := t.Diagonal, sin*cos*(t.Diagonal[1]-t.Diagonal[0])
	return [2][2]float64{{cos*cos*d[0] + sin*sin*d[1], off}, {off, sin*sin*d[0] + cos*cos*d[1]}}
}

// Best is the angle at which the triples fit best.
func (t *Turned) Best() float64 {
	best := 0
	for i, v := range t.Triples {
		if v < t.Triples[best] {
			best = i
		}
	}
	return t.Degrees[best]
}

// maxTurned bounds the cells of one middle pair for which Turn answers at once.
const maxTurned = 20_000

// Turn rotates the factors of a middle pair through the given angles, in degrees, and
// measures how well they fit the counts. It is nil without a truth, without data, for one
// state, for counts of other sizes, and for a model too large to answer at once.
func Turn(c *moments.Counts, hmm *pomdp.InducedHMM, pair int, degrees []float64) *Turned {
	if hmm == nil {
		return nil
	}
	n := hmm.Sizes
	rows, cols, depth := n.A*n.Outcomes(), n.Outcomes(), n.A*n.Outcomes()
	if n.S < 2 || !(c.Mass() > 0) || c.Sizes().A != n.A || c.Sizes().Z != n.Z || c.Sizes().R != n.R || rows*cols*depth > maxTurned {
		return nil
	}
	f := newFactors(hmm, pair)
	p12, p123 := f.moments(c)
	size12, size123 := num.Length(p12), num.Length(p123)
	t := &Turned{Pair: pair, Degrees: degrees, factors: f}
	t.Low, t.High = f.nonnegative()
	t.Diagonal = f.diagonal(hmm)
	a, b := slices.Clone(f.a), slices.Clone(f.b)
	for _, angle := range degrees {
		turn(a[:2], f.a, angle)
		turn(b[:2], f.b, angle)
		off := 0.0
		for i := range rows {
			for j := range cols {
				fit := 0.0
				for s := range n.S {
					fit += a[s][i] * b[s][j]
				}
				off += num.Square(p12[i*cols+j] - fit)
			}
		}
		t.Pairs = append(t.Pairs, math.Sqrt(off)/size12)
		t.Triples = append(t.Triples, unexplained(a, b, p123)/size123)
	}
	return t
}

// factors are A and B of one middle pair, [state][symbol]: the symbols x₁ and
// x₂ that can stand beside it.
type factors struct {
	n    pomdp.Sizes
	pair int
	a, b [][]float64
}

func newFactors(hmm *pomdp.InducedHMM, pair int) factors {
	n := hmm.Sizes
	f := factors{n, pair, make([][]float64, n.S), make([][]float64, n.S)}
	for s := range n.S {
		h := pair*n.S + s
		root := math.Sqrt(hmm.W[h])
		f.a[s], f.b[s] = make([]float64, n.A*n.Outcomes()), make([]float64, n.Outcomes())
		for i := range f.a[s] { // p(x₁, h₂) = Σ_h₁ O[x₁, h₁] p(h₁) T[h₂, h₁]
			x, sum := f.first(i), 0.0
			for before := x / n.Outcomes() * n.S; before < (x/n.Outcomes()+1)*n.S; before++ {
				sum += hmm.O.At(x, before) * hmm.H1[before] * hmm.T.At(h, before)
			}
			if root > 0 {
				f.a[s][i] = sum / root
			}
		}
		for j := range f.b[s] {
			f.b[s][j] = hmm.O.At(f.second(j), h) * root
		}
	}
	return f
}

// Factors are F = p(x₁, h₂), [state][x₁], and G = p(x₂ | h₂), [state][x₂], of the hidden states h₂ = (a₂, s, a₃) whose first
// action is a₂, by a₃ and then s: P₁₂ = F·Gᵀ for the symbols that share a₂.
func Factors(hmm *pomdp.InducedHMM, a2 int) (f, g [][]float64) {
	n := hmm.Sizes
	for a3 := range n.A {
		pair := n.Pair(a2, a3)
		of := newFactors(hmm, pair)
		for s := range n.S {
			root := math.Sqrt(hmm.W[pair*n.S+s])
			emits := make([]float64, n.A*n.Outcomes())
			for j, x := range of.b[s] {
				if root > 0 {
					emits[a3*n.Outcomes()+j] = x / root
				}
			}
			for i := range of.a[s] {
				of.a[s][i] *= root
			}
			f, g = append(f, of.a[s]), append(g, emits)
		}
	}
	return f, g
}

// Diagonal are p(x₃ | h₂) at one x₃, of the hidden states of Factors: the D of that slice of P₁₂₃ = F·D·Gᵀ.
func Diagonal(hmm *pomdp.InducedHMM, a2, x3 int) (d []float64) {
	n := hmm.Sizes
	for h := n.Pair(a2, 0) * n.S; h < n.Pair(a2, n.A-1)*n.S+n.S; h++ {
		d = append(d, third(hmm, x3, h))
	}
	return d
}

// third is p(x₃ | h₂).
func third(hmm *pomdp.InducedHMM, x3, h2 int) (p float64) {
	for h3 := range hmm.Sizes.K() {
		p += hmm.O.At(x3, h3) * hmm.T.At(h3, h2)
	}
	return p
}

// first, second and third are the symbols number i of x₁, x₂ and x₃.
func (f factors) first(i int) int {
	a2, _ := f.n.PairActions(f.pair)
	return moments.FirstSymbol(f.n, a2, i)
}

func (f factors) second(i int) int { return f.pair*f.n.Outcomes() + i }

func (f factors) third(i int) int {
	_, a3 := f.n.PairActions(f.pair)
	return moments.SecondSymbol(f.n, a3, i)
}

// moments reads the pair's part of P̂₁₂, [x₁][x₂], and of P̂₁₂₃, [x₃][x₁][x₂].
func (f factors) moments(c *moments.Counts) (p12, p123 []float64) {
	rows, cols := f.n.A*f.n.Outcomes(), f.n.Outcomes()
	p12, p123 = make([]float64, 0, rows*cols), make([]float64, 0, rows*rows*cols)
	for i := range rows {
		for j := range cols {
			p12 = append(p12, c.P12(f.first(i), f.second(j)))
		}
	}
	for l := range rows {
		for i := range rows {
			for j := range cols {
				p123 = append(p123, c.P123(pomdp.Triple{f.first(i), f.second(j), f.third(l)}))
			}
		}
	}
	return p12, p123
}

// nonnegative is how far, in degrees around 0, the first two columns of both factors can be
// turned into one another before an entry is negative.
func (f factors) nonnegative() (low, high float64) {
	back, on := math.Inf(1), math.Inf(1) // tangents
	for _, factor := range [][][]float64{f.a, f.b} {
		for i, x := range factor[0] {
			if y := factor[1][i]; x > 0 || y > 0 {
				back, on = math.Min(back, x/y), math.Min(on, y/x)
			}
		}
	}
	return -math.Atan(back) * 180 / math.Pi, math.Atan(on) * 180 / math.Pi
}

// diagonal are p(x₃ | h₂) of the pair's first two states, at the x₃ at which they differ most.
func (f factors) diagonal(hmm *pomdp.InducedHMM) (most [2]float64) {
	for i := range f.n.A * f.n.Outcomes() {
		var d [2]float64
		for s := range d {
			d[s] = third(hmm, f.third(i), f.pair*f.n.S+s)
		}
		if math.Abs(d[1]-d[0]) > math.Abs(most[1]-most[0]) {
			most = d
		}
	}
	return most
}

// turn rotates the first two columns of a factor into one another.
func turn(to, factor [][]float64, degrees float64) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	to[0], to[1] = make([]float64, len(factor[0])), make([]float64, len(factor[0]))
	for i, x := range factor[0] {
		y := factor[1][i]
		to[0][i], to[1][i] = cos*x+sin*y, cos*y-sin*x
	}
}

// unexplained is the length of what the best third factor cannot explain of the triples:
// for each x₃, the part of its table that is orthogonal to all A_h ∘ B_h.
func unexplained(a, b [][]float64, p123 []float64) float64 {
	rows, cols := len(a[0]), len(b[0])
	span := make([][]float64, 0, len(a))
	for s := range a {
		both := make([]float64, rows*cols)
		for i, x := range a[s] {
			for j, y := range b[s] {
				both[i*cols+j] = x * y
			}
		}
		whole := num.Length(both)
		for range 2 { // the second pass removes what rounding left
			project(span, both)
		}
		size := num.Length(both)
		if !(size > 1e-12*whole) {
			continue // it adds no direction
		}
		for i := range both {
			both[i] /= size
		}
		span = append(span, both)
	}
	left, off := make([]float64, rows*cols), 0.0
	for at := 0; at < len(p123); at += len(left) {
		copy(left, p123[at:])
		for range 2 {
			project(span, left)
		}
		off += num.Dot(left, left)
	}
	return math.Sqrt(off)
}
