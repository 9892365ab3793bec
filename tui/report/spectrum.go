package report

import (
	"fmt"
	"math"
	"strings"

	"eeporl/moments"
	"eeporl/pomdp/figure"
)

// beyondRank is how many singular values past σ_k are shown.
const beyondRank = 8

func (r *Run) spectrum() section {
	s := section{title: "Spectrum: does σ" + figure.Sub(r.Outcome.Estimated.Sizes.K()) + " stand above the noise?"}
	e := r.Outcome.Estimated
	if e.Spectrum == nil {
		return s
	}
	noise12, noise13 := math.NaN(), math.NaN()
	if e.Noise != nil {
		noise12, noise13 = e.Noise.P12.Level, e.Noise.P13.Level
	}
	p := spectrumPlot{
		k: e.Spectrum.K,
		series: [2]series{
			{"P̂₁₂", "one", leading(e.Spectrum.P12, e.Spectrum.K), noise12},
			{"P̂₁₃", "two", leading(e.Spectrum.P13, e.Spectrum.K), noise13},
		},
	}
	s.add(block{plot: p.plot()}, block{table: p.table(e.Spectrum)})
	return s
}

func leading(values []float64, k int) []float64 { return values[:min(len(values), k+beyondRank)] }

type series struct {
	name, class string
	values      []float64
	noise       float64
}

type spectrumPlot struct {
	k      int
	series [2]series
}

func (p *spectrumPlot) plot() *plot {
	return &plot{
		title:   "Singular values of the pair moments",
		caption: fmt.Sprintf("Filled: the k = %d that the method takes. Dashed: what σ%s would be from noise alone.", p.k, figure.Sub(p.k)),
		width:   720, height: 300, draw: p.draw, text: p.text(),
		textNote: fmt.Sprintf("The method takes the first k = %d; below them stands what σ%s would be from noise alone.", p.k, figure.Sub(p.k)),
	}
}

// lengths is the range of the values and the noise that are above 0, rounded outwards to powers of
// ten. Values below 1e-17 of the largest stand at the bottom.
func (p *spectrumPlot) lengths() (low, high float64) {
	low, high = math.Inf(1), 0
	for _, s := range p.series {
		for _, v := range append([]float64{s.noise}, s.values...) {
			if v > 0 {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if high == 0 {
		return .1, 1
	}
	return decades(max(low, high*1e-17), high)
}

func (p *spectrumPlot) draw(d *drawing) {
	f := frame{left: 52, top: 34, right: 628, bottom: 258}
	low, high := p.lengths()
	y := scale{low: low, high: high, from: f.bottom, to: f.top, log: true}
	n := max(len(p.series[0].values), len(p.series[1].values), 1)
	x := scale{low: .4, high: float64(n) + .6, from: f.left, to: f.right}
	d.vertical(f, y, "singular value")
	d.horizontal(f, "number i of σᵢ")
	for i := 1; i <= n; i += 1 + n/16 {
		d.text("tick", "middle", x.at(float64(i)), f.bottom+17, fmt.Sprint(i))
	}
	d.line("cut", x.at(float64(p.k)+.5), f.top, x.at(float64(p.k)+.5), f.bottom)
	d.text("tick", "middle", x.at(float64(p.k)+.5), f.top-5, fmt.Sprintf("k = %d", p.k))
	for j, s := range p.series {
		if s.noise > 0 {
			d.line("noise "+s.class, f.left, y.at(s.noise), f.right, y.at(s.noise))
		}
		for i, v := range s.values {
			class := s.class
			if i >= p.k {
				class += " rest"
			}
			at := x.at(float64(i+1)) + []float64{-4, 4}[j]
			if j == 0 {
				d.circle(class, at, y.at(v), 4)
			} else {
				d.diamond(class, at, y.at(v), 5)
			}
		}
	}
	d.circle("one", 652, f.top+8, 4)
	d.text("name", "start", 664, f.top+12, p.series[0].name)
	d.diamond("two", 652, f.top+30, 5)
	d.text("name", "start", 664, f.top+34, p.series[1].name)
}

// barWidth is how long the longest bar of a text plot is.
const barWidth = 40

// text has bars on a logarithmic scale.
func (p *spectrumPlot) text() []string {
	low, high := p.lengths()
	length := scale{low: low, high: high, to: barWidth, log: true}
	var out []string
	for _, s := range p.series {
		out = append(out, fmt.Sprintf("%s  (from %s to %s)", s.name, figure.PowerOfTen(low), figure.PowerOfTen(high)))
		for i, v := range s.values {
			out = append(out, fmt.Sprintf("σ%-3s %-40s %s", figure.Sub(i+1), strings.Repeat("█", int(math.Round(length.at(v)))), figure.Number(v)))
			if i+1 == p.k {
				out = append(out, fmt.Sprintf("noise%s %s", strings.Repeat("─", int(math.Round(length.at(s.noise)))), figure.Number(s.noise)))
			}
		}
	}
	return out
}

func (p *spectrumPlot) table(s *moments.Spectrum) *table {
	k, next := "σ"+figure.Sub(p.k), "σ"+figure.Sub(p.k+1)
	t := &table{head: []string{"moment", k, "noise", next}, right: []bool{1: true, 2: true, 3: true}}
	t.rows = append(t.rows,
		cells(p.series[0].name, figure.Number(s.SigmaK()), figure.Number(p.series[0].noise), figure.Number(s.SigmaNext())),
		cells(p.series[1].name, figure.Number(s.SigmaK13()), figure.Number(p.series[1].noise), figure.Number(s.SigmaNext13())))
	return t
}
