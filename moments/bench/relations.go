package bench

import (
	"math"
	"slices"
	"strings"

	"eeporl/moments/num"
)

// relation is what a figure may be in place of what was expected: a mistake named by what it does
// to the figure, whoever made it and however.
type relation struct {
	name, says string
	rows       table
	fitted     int  // numbers that were fitted to the answer
	soft       bool // right ways do it too, within noise: distributions are made to sum to 1, entries set to 0
	choice     bool // it is right too
}

// choice begins the name of a relation that is right too.
const choice = "choice: "

// soft begins the name of one that right ways have too, within noise.
const soft = "soft: "

// bare is a relation's name without what its beginning says.
func bare(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, soft), choice)
}

// vague says how much a relation leaves open, 0 for nothing.
func (r relation) vague() int {
	switch {
	case r.fitted > 0:
		return 1 + min(r.fitted, 3)
	case strings.HasSuffix(r.name, "-to-one"):
		return 1
	}
	return 0
}

// relations are what the figure may be, those with the fewest fitted numbers first.
func (p *plain) relations(j *Judged) []relation {
	var out []relation
	add := func(name, says string, rows table) {
		if rows != nil {
			out = append(out, relation{name: bare(name), says: j.What + " " + says, rows: rows, choice: strings.HasPrefix(name, choice), soft: strings.HasPrefix(name, soft)})
		}
	}
	switch complete := p.answer.Parameters != nil; j.What {
	case "P₁₂", "P₁₃":
		p.ofMoments(j, add)
	case "σ":
		p.ofSigma(j, add)
	case "U₁", "U₂", "U₃":
		p.ofVectors(j, add)
	case "Ô":
		if p.answer.T != nil {
			p.ofColumns(j, add)
		}
	case "T̂":
		if p.answer.T != nil {
			p.ofSteps(j, add)
		}
	case "ŵ":
		if p.answer.T != nil {
			p.ofWeights(j, add)
		}
	case "labels":
		if p.answer.Labels != nil {
			p.ofLabels(j, add)
		}
		return out
	case "λ":
		if a, b, ok := affine(j.TheirRows, j.OurRows); ok && math.Abs(a-1) < 1e-6 {
			add("shifted", "were all shifted by the same, as where the view that is contracted was centred", mapped(j.OurRows, func(v float64) float64 { return v + b }))
		}
	case "b̂", "Ẑ", "R̂", "p̂(s'|s,a)":
		if complete {
			p.ofParameters(j, add)
		}
	}
	if j.What[0] != 'U' {
		out = append(out, shapes(j)...)
	}
	return out
}

// shapes are relations that any figure may have to what was expected of it.
func shapes(j *Judged) (out []relation) {
	x, y := j.TheirRows, j.OurRows
	add := func(fitted int, name, says string, rows table) {
		if rows != nil {
			out = append(out, relation{bare(name), j.What + " " + says, rows, fitted, fitted > 0 || strings.HasSuffix(name, "-to-one") || strings.HasPrefix(name, soft), false})
		}
	}
	add(0, "negative", "had the wrong sign", mapped(y, func(v float64) float64 { return -v }))
	add(0, "squared", "were squared, entry by entry", mapped(y, func(v float64) float64 { return v * v }))
	add(0, "rooted", "were square roots, entry by entry", mapped(y, func(v float64) float64 { return math.Sqrt(math.Abs(v)) }))
	add(0, "rows-to-one", "had rows that sum to 1", normalised(y, rowSums))
	add(0, "columns-to-one", "had columns that sum to 1", normalised(y, columnSums))
	add(0, "all-to-one", "were divided by the sum of all entries", normalised(y, allSums))
	add(0, "rows-longest", "had rows of length 1", normalised(y, rowLengths))
	add(0, "columns-longest", "had columns of length 1", normalised(y, columnLengths))
	along := columnSums
	if len(y) == 1 || j.What == "b̂" {
		along = rowSums
	}
	add(0, soft+"uniform", "were uniform", normalised(mapped(y, func(float64) float64 { return 1 }), along))
	add(0, "whole", "were rounded to whole numbers", mapped(y, math.Trunc))
	if len(y) == len(y[0]) && len(y) > 1 {
		t := transposed(y)
		add(0, "transposed", "were transposed", t)
		add(0, "symmetrised", "were symmetrised: the mean of it and its transpose", combined(y, t, .5, .5))
		add(0, "inverted", "were inverted", inverse(y))
		add(0, "squared-matrix", "were multiplied by itself", multiplied(y, y))
		add(0, "identity", "were the identity", kronecker(len(y)))
		add(0, "diagonal", "were the diagonal alone", only(y, func(a, b int) bool { return a == b }))
		add(0, "no-diagonal", "had no diagonal", only(y, func(a, b int) bool { return a != b }))
	}
	add(0, "rolled-rows", "were one row off", ordered(y, shifted(len(y), 1), upTo(len(y[0]))))
	add(0, "rolled-back", "were one row off", ordered(y, shifted(len(y), len(y)-1), upTo(len(y[0]))))
	add(0, "rolled-columns", "were one column off", ordered(y, nil, shifted(len(y[0]), 1)))
	if c, ok := scale(x, y); ok {
		add(1, "factor", "were multiplied by "+number(c), mapped(y, func(v float64) float64 { return c * v }))
		add(len(y), "row-factors", "were multiplied, each row by a factor of its own", scaledRows(x, y))
		add(len(y[0]), "column-factors", "were multiplied, each column by a factor of its own", transposed(scaledRows(transposed(x), transposed(y))))
	}
	if a, b, ok := affine(x, y); ok && j.What != "λ" && a > 1e-9 && b > 0 {
		add(2, "smoothed", "were smoothed: the same was added to every entry", mapped(y, func(v float64) float64 { return a*v + b }))
	}
	add(1, "left-out", "left out some entries, which are 0", kept(x, y))
	if rows, columns := permutation(x, y), permutation(transposed(x), transposed(y)); len(y) <= mostPermuted && len(y[0]) <= mostPermuted {
		add(len(y), "rows-permuted", "had its rows in another order", ordered(y, rows, upTo(len(y[0]))))
		add(len(y[0]), "columns-permuted", "had its columns in another order", ordered(y, nil, columns))
		if len(y) == len(y[0]) {
			add(2*len(y), "both-permuted", "had rows and columns in another order", permutedBoth(x, y))
		}
	}
	return out
}

// mostPermuted bounds the orders that are looked for.
const mostPermuted = 256

// nearest holds an answer's figure against all relations, the nearest first: those that leave
// nearly nothing of the deviation. atMost is what they may leave.
func (p *plain) nearest(j *Judged, atMost float64) (found []Suspect) {
	if !tableFinite(j.TheirRows) || !tableFinite(j.OurRows) {
		return nil
	}
	free := len(j.OurRows) * len(j.OurRows[0])
	for _, r := range p.relations(j) {
		d, ok := compared(r.rows, j.TheirRows) // in units of theirs, that a large figure explains no small one
		if moved, _ := compared(r.rows, j.OurRows); !ok || moved.Size <= atMost || 2*r.fitted > free {
			continue
		}
		if d.Size <= atMost {
			found = append(found, Suspect{Mistake{r.name, r.says, j.Stage, j.What}, d.Size, r.soft, r.choice, r.vague()})
		}
	}
	return found
}

// scale is the factor that brings y nearest to x.
func scale(x, y table) (float64, bool) {
	xy, yy := 0.0, 0.0
	for i := range y {
		xy += num.Dot(x[i], y[i])
		yy += num.Dot(y[i], y[i])
	}
	return xy / yy, yy > 0
}

func scaledRows(x, y table) table {
	out := zeros(len(y), len(y[0]))
	for i := range y {
		if c, ok := scale(x[i:i+1], y[i:i+1]); ok {
			for j, v := range y[i] {
				out[i][j] = c * v
			}
		}
	}
	return out
}

// affine are the factor and the number to add that bring y nearest to x.
func affine(x, y table) (a, b float64, ok bool) {
	n, sx, sy, xy, yy := 0.0, 0.0, 0.0, 0.0, 0.0
	for i := range y {
		for j, v := range y[i] {
			n, sx, sy, xy, yy = n+1, sx+x[i][j], sy+v, xy+x[i][j]*v, yy+v*v
		}
	}
	if spread := n*yy - sy*sy; spread > 0 && n > 3 {
		a = (n*xy - sx*sy) / spread
		return a, (sx - a*sy) / n, true
	}
	return 0, 0, false
}

// kept is y where x is not 0, by one factor; nil where nothing is left out.
func kept(x, y table) table {
	left := 0
	out := only(y, func(i, j int) bool {
		if x[i][j] == 0 && y[i][j] != 0 {
			left++
		}
		return x[i][j] != 0
	})
	c, ok := scale(x, out)
	if left == 0 || !ok {
		return nil
	}
	return mapped(out, func(v float64) float64 { return c * v })
}

// permutation says which row of y is each of x's.
func permutation(x, y table) []int {
	n := len(y)
	if n > mostPermuted {
		return upTo(n)
	}
	cost := make([]float64, n*n)
	for i := range n {
		for j := range n {
			for c, v := range x[i] {
				cost[i*n+j] += (v - y[j][c]) * (v - y[j][c])
			}
		}
	}
	to, _ := num.Assign(n, cost)
	return to
}

// permutedBoth is y with one order for its rows and columns, found by its sorted rows.
func permutedBoth(x, y table) table {
	profile := func(y table) table {
		out := zeros(len(y), 2*len(y)+1)
		t := transposed(y)
		for i := range y {
			copy(out[i], slices.Sorted(slices.Values(y[i])))
			copy(out[i][len(y):], slices.Sorted(slices.Values(t[i])))
			out[i][2*len(y)] = y[i][i]
		}
		return out
	}
	to := permutation(profile(x), profile(y))
	return ordered(y, to, to)
}
