package report

import (
	"fmt"
	"math"

	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// eigenvalues are those of the estimate that was made by an eigenproblem: the
// one reported, or what it was made from.
func (r *Run) eigenvalues() section {
	s := section{title: "Eigenvalues: are they real and apart?"}
	e := r.Outcome.Estimated.Estimate
	for e != nil && (e.Eigen == nil || len(e.Eigen.Values) == 0) {
		e = e.From
	}
	if e == nil {
		return s
	}
	p := newEigenPlot(e, r.Names)
	s.add(block{plot: p.plot()})
	t := &table{head: []string{"of the chosen rotation", "value"}, right: []bool{1: true}}
	if e.Eigen != nil {
		c := e.Eigen.Used
		t.rows = append(t.rows, cells("smallest gap within a block", figure.Number(c.Gap)))
		if e.Eigen.GapError > 0 {
			t.rows = append(t.rows, cells("its standard error", figure.Number(e.Eigen.GapError)))
		}
		t.rows = append(t.rows, cells("largest |Im λ|", figure.Number(c.MaxImaginary)), cells("cond(R)", figure.Number(c.Cond)),
			cells("rotations tried", fmt.Sprint(len(e.Rotations))))
		s.add(block{table: t})
	}
	return s
}

// lane is the eigenvalues of one block: only these have to be apart.
type lane struct {
	name   string
	values []complex128
}

type eigenPlot struct {
	lanes     []lane
	low, high float64 // of the real parts
	imaginary float64 // largest |Im λ|
}

func newEigenPlot(e *moments.Estimate, n pomdp.Names) *eigenPlot {
	p := &eigenPlot{low: math.Inf(1), high: math.Inf(-1)}
	perBlock := e.Sizes.A * e.Sizes.S
	name := func(block int) string { return n.Action(block) }
	if e.Eigen.Picks != nil { // the middle pairs are blocks of their own
		perBlock = e.Sizes.S
		name = func(block int) string { return pairName(n, e.Sizes, block) }
	}
	for from := 0; from < len(e.Eigen.Values); from += perBlock {
		values := e.Eigen.Values[from:min(from+perBlock, len(e.Eigen.Values))]
		p.lanes = append(p.lanes, lane{name(from / perBlock), values})
		for _, v := range values {
			p.low, p.high = min(p.low, real(v)), max(p.high, real(v))
			p.imaginary = max(p.imaginary, math.Abs(imag(v)))
		}
	}
	return p
}

func (p *eigenPlot) plot() *plot {
	caption := "A line for each block. All are real: noise does not exceed the gaps."
	note := caption
	if p.imaginary > 0 {
		note = "A line for each block. Complex pairs: there, noise exceeds the gap."
		caption = fmt.Sprintf("A line for each block. Above and below the lines: complex pairs, of imaginary parts up to %s; there, noise exceeds the gap.", figure.Number(p.imaginary))
	}
	return &plot{
		title: "Eigenvalues of B₁₂₃(U₃θ₁)", caption: caption,
		width: 720, height: 52 + laneHeight*float64(len(p.lanes)), draw: p.draw, text: p.text(), textNote: note,
	}
}

const laneHeight = 34

func (p *eigenPlot) draw(d *drawing) {
	f := frame{left: 210, top: 4, right: 700, bottom: 4 + laneHeight*float64(len(p.lanes))}
	margin := max((p.high-p.low)*.05, 1e-9)
	x := scale{low: p.low - margin, high: p.high + margin, from: f.left, to: f.right}
	for _, v := range x.steps() {
		d.line("grid", x.at(v), f.top, x.at(v), f.bottom)
		d.text("tick", "middle", x.at(v), f.bottom+17, figure.Number(rounded(v)))
	}
	d.horizontal(f, "Re λ")
	for i, l := range p.lanes {
		middle := f.top + laneHeight*(float64(i)+.5)
		d.text("", "end", f.left-14, middle+4, shortened(l.name, 28))
		d.line("axis", f.left, middle, f.right, middle)
		for _, v := range l.values {
			class, up := "one", 0.
			if imag(v) != 0 {
				class, up = "two", imag(v)/p.imaginary*(laneHeight/2-6)
			}
			d.circle(class, x.at(real(v)), middle-up, 4)
		}
	}
}

// rounded makes 0 of what is 0 but for rounding errors.
func rounded(x float64) float64 {
	if math.Abs(x) < 1e-12 {
		return 0
	}
	return x
}

func shortened(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-1]) + "…"
}

func (p *eigenPlot) text() []string {
	var out []string
	for _, l := range p.lanes {
		line := l.name + ":"
		for _, v := range l.values {
			line += "  " + figure.Number(real(v))
			if imag(v) != 0 {
				line += fmt.Sprintf("%+.3gi", imag(v))
			}
		}
		out = append(out, line)
	}
	return out
}
