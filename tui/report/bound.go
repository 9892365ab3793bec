package report

import (
	"fmt"
	"math"

	"eeporl/pomdp/figure"
)

// againstBound holds the error against the Cramér–Rao bound, here and at other N.
func (r *Run) againstBound() section {
	s := section{title: "The error against the Cramér–Rao bound"}
	if f := r.Outcome.AgainstBound; f != nil {
		s.add(paragraph(fmt.Sprintf("The root mean square error over all entries of b, T, Z and R is %s: %s × %s, which no unbiased estimate stays below. 1 is perfect.",
			figure.Number(f.RMSE), figure.Number(f.Ratio()), figure.Number(f.CramerRao))))
	}
	c := newCurvePlot(r)
	if c == nil {
		return s
	}
	s.add(block{plot: c.plot()})
	return s
}

// curvePlot is the error by N, both on logarithmic axes.
type curvePlot struct {
	name         string
	seeds        int
	error, bound []point
	here         *point // this run
}

func newCurvePlot(r *Run) *curvePlot {
	c := &curvePlot{name: r.Outcome.Estimated.Estimator}
	for _, p := range r.Curve {
		c.seeds = max(c.seeds, p.Seeds)
		if !(p.Episodes > 0) || math.IsInf(p.Episodes, 1) {
			continue
		}
		if p.RMSE > 0 {
			c.error = append(c.error, point{p.Episodes, p.RMSE})
		}
		if p.CramerRao > 0 && !math.IsInf(p.CramerRao, 1) {
			c.bound = append(c.bound, point{p.Episodes, p.CramerRao})
		}
	}
	if len(c.error) == 0 {
		return nil
	}
	if f := r.Outcome.AgainstBound; f != nil && f.RMSE > 0 && r.Outcome.Estimated.Episodes >= 1 {
		c.here = &point{r.Outcome.Estimated.Episodes, f.RMSE}
	}
	return c
}

func (c *curvePlot) plot() *plot {
	return &plot{
		title:   "Error against the number of episodes",
		caption: fmt.Sprintf("Root mean square over %d seeds. The ring is this run. A line parallel to the bound is a constant multiple of it.", c.seeds),
		width:   720, height: 340, draw: c.draw, text: c.text(), textNote: fmt.Sprintf("Root mean square over %d seeds.", c.seeds),
	}
}

func (c *curvePlot) all() []point {
	all := append(append([]point{}, c.error...), c.bound...)
	if c.here != nil {
		all = append(all, *c.here)
	}
	return all
}

func (c *curvePlot) draw(d *drawing) {
	f := frame{left: 52, top: 34, right: 580, bottom: 296}
	low, high := point{math.Inf(1), math.Inf(1)}, point{}
	for _, p := range c.all() {
		low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
	}
	x := scale{from: f.left, to: f.right, log: true}
	x.low, x.high = decades(low.x, high.x)
	y := scale{from: f.bottom, to: f.top, log: true}
	y.low, y.high = decades(low.y, high.y)
	d.vertical(f, y, "RMSE over all parameters")
	for _, v := range x.powers() {
		d.line("grid", x.at(v), f.top, x.at(v), f.bottom)
		d.text("tick", "middle", x.at(v), f.bottom+17, figure.PowerOfTen(v))
	}
	d.horizontal(f, "episodes N")
	place := func(points []point) []point {
		out := make([]point, len(points))
		for i, p := range points {
			out[i] = point{x.at(p.x), y.at(p.y)}
		}
		return out
	}
	line, bound := place(c.error), place(c.bound)
	d.polyline("bound", bound)
	d.polyline("line", line)
	for _, p := range line {
		d.circle("one", p.x, p.y, 3.5)
	}
	end, drop := line[len(line)-1], 4.
	if n := len(bound); n > 0 {
		if gap := bound[n-1].y - end.y; math.Abs(gap) < 18 { // the names keep apart
			drop = 22 - gap
		}
		d.text("", "start", bound[n-1].x+8, bound[n-1].y+drop, "Cramér–Rao bound")
	}
	d.text("name", "start", end.x+8, end.y+4, c.name)
	if c.here != nil {
		at := place([]point{*c.here})[0]
		d.circle("ring", at.x, at.y, 8)
	}
}

func (c *curvePlot) text() []string {
	bound := map[float64]float64{}
	for _, p := range c.bound {
		bound[p.x] = p.y
	}
	out := []string{fmt.Sprintf("%-10s %-12s %-12s %s", "N", c.name, "bound", "ratio")}
	for _, p := range c.error {
		line := fmt.Sprintf("%-10s %-12s", figure.Count(p.x), figure.Number(p.y))
		if b := bound[p.x]; b > 0 {
			line += fmt.Sprintf(" %-12s %s", figure.Number(b), figure.Number(p.y/b))
		}
		out = append(out, line)
	}
	return out
}
