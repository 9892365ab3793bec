package moments

import (
	"fmt"
	"math"

	"eeporl/pomdp"
	"eeporl/pomdp/workers"
)

// Counts says how often each triple (x₁, x₂, x₃) occurred: the sufficient
// statistic of every estimator. Counts are float64, exact for whole numbers up
// to 2⁵³, and may be fractional. The pair counts behind P̂₁₂, P̂₁₃ and p̂(x₂) are kept
// up to date. oₜ stands for the outcome (z, r) of xₜ, numbered by Sizes.Outcome.
//
// Storage is by action path (a₁, a₂, a₃, a₄): a path never taken costs nothing, one of
// which little was seen costs what was seen, and Clone shares the paths' tables until one side
// writes. A change needs exclusive use of the Counts; reading and cloning may happen concurrently.
type Counts struct {
	sizes pomdp.Sizes
	Paths []*path // |A|⁴ of them, nil where empty
	exact bool
	mass  float64 // Σ of all cells: N, or 1 for the exact law

	Raw12 []float64 // [a₁ a₂ a₃][o₁ o₂]: the |A|³(|Z||R|)² pairs (x₁, x₂) that can occur
	Raw13 []float64 // [a₁ a₂ a₃ a₄][o₁ o₃]
	p2    []float64 // [x₂]

	blocks []float64 // [a₁ a₂ a₃ a₄][o₂]: summed over o₁ and o₃
	seen   int       // cells that are not zero
}

// NewCounts returns the counts of no episode. n.S is ignored.
func NewCounts(n pomdp.Sizes) *Counts {
	n.S = 0
	o2 := n.Outcomes() * n.Outcomes()
	return &Counts{
		sizes: n,
		Paths: make([]*path, n.Pairs()*n.Pairs()),
		Raw12: make([]float64, n.Pairs()*n.A*o2),
		Raw13: make([]float64, n.Pairs()*n.Pairs()*o2),
		p2:    make([]float64, n.D()),

		blocks: make([]float64, n.Pairs()*n.Pairs()*n.Outcomes()),
	}
}

// FromLaw puts the exact law in place of counts: N = ∞.
func FromLaw(law *pomdp.Law) *Counts {
	c := NewCounts(law.Sizes)
	size := c.pathSize()
	for p := range c.Paths {
		t := &path{size: size, table: law.P[p*size : (p+1)*size : (p+1)*size]}
		for i, k := range t.Each {
			c.Paths[p] = t
			c.seen++
			c.tally(p, i, k)
		}
		t.shared.Store(true)
	}
	c.exact = true
	return c
}

// pathSize is (|Z||R|)³, the cells of one action path.
func (c *Counts) pathSize() int {
	o := c.sizes.Outcomes()
	return o * o * o
}

// Sizes returns |A|, |Z| and |R|; S is 0, since data know of no states.
func (c *Counts) Sizes() pomdp.Sizes { return c.sizes }

// Exact says whether these are the exact law's probabilities (N = ∞).
func (c *Counts) Exact() bool { return c.exact }

// Total is N, the number of episodes; +Inf for the exact law.
func (c *Counts) Total() float64 {
	if c.exact {
		return math.Inf(1)
	}
	return c.mass
}

// Mass is the sum of all cells: N, or 1 for the exact law.
func (c *Counts) Mass() float64 { return c.mass }

// Add counts a cell k more times, in O(1) except for the first write to a path after a
// Clone, which copies the path's table. The exact law stays as it is: finitely many
// episodes change nothing there.
func (c *Counts) Add(cell int, k float64) {
	if c.exact {
		return
	}
	p, i := cell/c.pathSize(), cell%c.pathSize()
	c.seen += c.own(p).add(i, k)
	c.tally(p, i, k)
}

// tally adds k episodes of a path's cell to what is kept beside the paths' tables.
func (c *Counts) tally(p, i int, k float64) {
	o := c.sizes.Outcomes()
	o2, o12, o3 := o*o, i/o, i%o
	c.blocks[p*o+o12%o] += k
	c.Raw12[p/c.sizes.A*o2+o12] += k
	c.Raw13[p*o2+o12/o*o+o3] += k
	c.p2[p/c.sizes.A%c.sizes.Pairs()*o+o12%o] += k
	c.mass += k
}

// tallyAll tallies the episodes of all paths, on all processors, where nothing was tallied before.
// Paths that share their first three actions write to the same places.
func (c *Counts) tallyAll() {
	n, o := c.sizes, c.sizes.Outcomes()
	seen := make([]int, len(c.Paths)/n.A)
	workers.Each(len(seen), func() func(int) {
		return func(first int) {
			for p := first * n.A; p < (first+1)*n.A; p++ {
				if t := c.Paths[p]; t != nil {
					seen[first] += t.seen()
					for i, k := range t.Each {
						o12, o3 := i/o, i%o
						c.blocks[p*o+o12%o] += k
						c.Raw12[first*o*o+o12] += k
						c.Raw13[(p*o+o12/o)*o+o3] += k
					}
				}
			}
		}
	})
	for i, k := range c.blocks {
		c.p2[i/o/n.A%n.Pairs()*o+i%o] += k
		c.mass += k
	}
	for _, s := range seen {
		c.seen += s
	}
}

// Remove takes back k episodes of a cell.
func (c *Counts) Remove(cell int, k float64) { c.Add(cell, -k) }

// AddTriple counts one episode's triple.
func (c *Counts) AddTriple(cell pomdp.Cell) { c.Add(c.sizes.CellIndex(cell), 1) }

// own returns a path for writing.
func (c *Counts) own(p int) *path {
	switch t := c.Paths[p]; {
	case t == nil && c.pathSize() <= smallTable:
		c.Paths[p] = &path{size: c.pathSize(), table: make([]float64, c.pathSize())}
	case t == nil:
		c.Paths[p] = &path{size: c.pathSize()}
	case t.shared.Load():
		c.Paths[p] = t.copied()
	}
	return c.Paths[p]
}

// Clone returns an independent copy, at the cost of the pair counts alone.
func (c *Counts) Clone() *Counts {
	d := *c
	d.Paths = append([]*path(nil), c.Paths...)
	for _, t := range d.Paths {
		if t != nil && !t.shared.Load() {
			t.shared.Store(true)
		}
	}
	d.Raw12 = append([]float64(nil), c.Raw12...)
	d.Raw13 = append([]float64(nil), c.Raw13...)
	d.p2 = append([]float64(nil), c.p2...)
	d.blocks = append([]float64(nil), c.blocks...)
	return &d
}

// Merge adds another table of the same sizes. The exact law outweighs any
// finite number of episodes, on either side.
func (c *Counts) Merge(other *Counts) error {
	if c.sizes != other.sizes {
		return fmt.Errorf("merge counts: found sizes |A|=%d |Z|=%d |R|=%d, expected |A|=%d |Z|=%d |R|=%d",
			other.sizes.A, other.sizes.Z, other.sizes.R, c.sizes.A, c.sizes.Z, c.sizes.R)
	}
	if c.exact {
		return nil
	}
	if other.exact {
		*c = *other.Clone()
		return nil
	}
	for p, t := range other.Paths {
		if t == nil {
			continue
		}
		if c.Paths[p] == nil {
			t.shared.Store(true)
			c.Paths[p], c.seen = t, c.seen+t.seen()
			continue
		}
		own := c.own(p)
		for i, k := range t.Each {
			c.seen += own.add(i, k)
		}
	}
	addTo(c.blocks, other.blocks)
	addTo(c.Raw12, other.Raw12)
	addTo(c.Raw13, other.Raw13)
	addTo(c.p2, other.p2)
	c.mass += other.mass
	return nil
}

func addTo(dst, src []float64) {
	for i, x := range src {
		dst[i] += x
	}
}

// At is the count of a cell (its probability for the exact law).
func (c *Counts) At(cell int) float64 {
	if t := c.Paths[cell/c.pathSize()]; t != nil {
		return t.at(cell % c.pathSize())
	}
	return 0
}

// Cells calls yield with every cell whose count is not zero, in index order.
func (c *Counts) Cells(yield func(cell int, k float64) bool) {
	for p, t := range c.Paths {
		if t == nil {
			continue
		}
		for i, k := range t.Each {
			if !yield(p*c.pathSize()+i, k) {
				return
			}
		}
	}
}

// Seen is the number of non-zero cells: how many different triples have occurred.
func (c *Counts) Seen() int { return c.seen }

// Block is P̂₁₂₃ summed over all observations and rewards of x₁ and x₃, for their
// actions a₁ and a₄ and one x₂.
func (c *Counts) Block(a1, x2, a4 int) float64 {
	n, o := c.sizes, c.sizes.Outcomes()
	a2, a3 := n.PairActions(x2 / o)
	return c.blocks[(n.Pair(a1, a2)*n.Pairs()+n.Pair(a3, a4))*o+x2%o] * c.Scale()
}

// Repeats is the share of episodes that took action a four times: all that tells of it when
// it is learned by itself.
func (c *Counts) Repeats(a int) float64 {
	o, pair, total := c.sizes.Outcomes(), c.sizes.Pair(a, a), 0.0
	for x2 := pair * o; x2 < (pair+1)*o; x2++ {
		total += c.Block(a, x2, a)
	}
	return total
}

// Scale is 1/mass, or 0 for no data: empirical probabilities are then 0.
func (c *Counts) Scale() float64 {
	if c.mass > 0 {
		return 1 / c.mass
	}
	return 0
}

// P12 is P̂₁₂[x₁, x₂], read in O(1); 0 where the two do not share an action.
func (c *Counts) P12(x1, x2 int) float64 {
	o, a := c.sizes.Outcomes(), c.sizes.A
	p1, p2 := x1/o, x2/o
	if p1%a != p2/a {
		return 0
	}
	return c.Raw12[((p1*a+p2%a)*o+x1%o)*o+x2%o] * c.Scale()
}

// P13 is P̂₁₃[x₁, x₃], read in O(1).
func (c *Counts) P13(x1, x3 int) float64 {
	o := c.sizes.Outcomes()
	return c.Raw13[((x1/o*c.sizes.Pairs()+x3/o)*o+x1%o)*o+x3%o] * c.Scale()
}

// P1 is p̂(x₁), summed over the pairs.
func (c *Counts) P1(x1 int) float64 {
	o, a := c.sizes.Outcomes(), c.sizes.A
	total := 0.0
	for a3 := range a {
		row := (x1/o*a+a3)*o + x1%o
		for _, k := range c.Raw12[row*o : (row+1)*o] {
			total += k
		}
	}
	return total * c.Scale()
}

// P2 is p̂(x₂), read in O(1).
func (c *Counts) P2(x2 int) float64 { return c.p2[x2] * c.Scale() }

// P123 is P̂₁₂₃[x₁, x₂, x₃]; 0 for a triple that cannot occur.
func (c *Counts) P123(t pomdp.Triple) float64 {
	cell, err := c.sizes.CellOf(t)
	if err != nil {
		return 0
	}
	return c.At(c.sizes.CellIndex(cell)) * c.Scale()
}

// Check returns an error for the first cell that is negative or not finite, or for a sum
// of all cells that overflows.
func (c *Counts) Check() error {
	for cell, k := range c.Cells {
		if !(k >= 0) || math.IsInf(k, 1) {
			return fmt.Errorf("cell %d: found a count of %g, expected a finite number that is not negative", cell, k)
		}
	}
	if math.IsInf(c.mass, 1) {
		return fmt.Errorf("the counts' sum overflows")
	}
	return nil
}

// fewSeen is the share of all cells below which only those seen are visited.
// The log-likelihood is then summed with cancellation, which at so few episodes
// costs no digit that matters.
const fewSeen = .5

// Sparse says whether only the cells that were seen are worth visiting.
func (c *Counts) Sparse() bool { return !c.exact && c.mass < fewSeen*float64(c.sizes.Cells()) }

// Visited is how many cells a pass over the data visits.
func (c *Counts) Visited() int {
	if c.Sparse() {
		return c.seen
	}
	return c.sizes.Cells()
}

// Fixed is the counts of the episodes that took action a four times, as those
// of a model with that action alone.
func (c *Counts) Fixed(a int) *Counts {
	n := c.sizes
	part := NewCounts(pomdp.Sizes{A: 1, Z: n.Z, R: n.R})
	if t := c.Paths[((a*n.A+a)*n.A+a)*n.A+a]; t != nil {
		for cell, k := range t.Each {
			part.Add(cell, k)
		}
	}
	part.exact = c.exact
	return part
}
