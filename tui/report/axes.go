package report

import (
	"math"

	"eeporl/pomdp/figure"
)

// frame is the area of a plot within its picture.
type frame struct{ left, top, right, bottom float64 }

// scale puts a range of numbers on an axis.
type scale struct {
	low, high float64
	from, to  float64 // pixels
	log       bool
}

func (s scale) at(x float64) float64 {
	low, high := s.low, s.high
	if s.log {
		x, low, high = math.Log10(max(x, s.low)), math.Log10(low), math.Log10(high)
	}
	return s.from + (s.to-s.from)*(x-low)/(high-low)
}

// decades rounds a range outwards to powers of ten.
func decades(low, high float64) (from, to float64) {
	from, to = math.Pow(10, math.Floor(math.Log10(low))), math.Pow(10, math.Ceil(math.Log10(high)))
	if from == to {
		to *= 10
	}
	return from, to
}

// powers are the powers of ten on an axis, not more than some eight.
func (s scale) powers() []float64 {
	first, last := int(math.Round(math.Log10(s.low))), int(math.Round(math.Log10(s.high)))
	step := 1 + (last-first)/8
	var out []float64
	for e := first; e <= last; e += step {
		out = append(out, math.Pow(10, float64(e)))
	}
	return out
}

// steps are round numbers on a linear axis.
func (s scale) steps() []float64 {
	raw := (s.high - s.low) / 6
	unit := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*unit >= raw {
			unit *= m
			break
		}
	}
	var out []float64
	for i := math.Ceil(s.low / unit); i*unit <= s.high+unit*1e-9; i++ {
		out = append(out, i*unit)
	}
	return out
}

// vertical draws a logarithmic y axis with its grid and title.
func (d *drawing) vertical(f frame, y scale, title string) {
	for _, v := range y.powers() {
		d.line("grid", f.left, y.at(v), f.right, y.at(v))
		d.text("tick", "end", f.left-8, y.at(v)+4, figure.PowerOfTen(v))
	}
	d.text("title", "start", 0, f.top-14, title)
}

// horizontal draws the line of an x axis with its title.
func (d *drawing) horizontal(f frame, title string) {
	d.line("axis", f.left, f.bottom, f.right, f.bottom)
	d.text("title", "end", f.right, f.bottom+34, title)
}
