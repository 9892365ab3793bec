package cli

import (
	"slices"

	"eeporl/model/experiment/sweep"
	"eeporl/pomdp/figure"
)

// drawing is what one chart shows: estimators' errors against N, or against c
// where c is what was swept, and the Cramér–Rao bound beside them.
type drawing struct {
	title string
	axis  string // what x is
	lines []drawnLine
	bound []spot
}

type drawnLine struct {
	estimator string
	spots     []spot
}

// spot is a point, how far its bars reach to both sides, and whether only a part of the seeds came
// to it.
type spot struct {
	x, y, bar float64
	part      bool
}

// drawings are the charts of a sweep, one below the other.
func drawings(curves []sweep.Curve) []drawing {
	if overC(curves) {
		return drawingsOverC(curves)
	}
	var all []drawing
	for _, group := range grouped(curves) {
		d := drawing{title: group[0].Scenario + ", c = " + figure.Number(group[0].C), axis: "episodes N"}
		for _, c := range group {
			d.begin(c.Estimator)
			for _, p := range c.Points {
				d.add(p.Episodes, p)
			}
		}
		all = append(all, d)
	}
	return all
}

// overC says whether c was swept and N was not.
func overC(curves []sweep.Curve) bool {
	several := false
	for _, c := range curves {
		if len(c.Points) != 1 || c.Points[0].Episodes != curves[0].Points[0].Episodes {
			return false
		}
		several = several || c.Scenario == curves[0].Scenario && c.C != curves[0].C
	}
	return several
}

// drawingsOverC has one chart a model; curves come in the order of c.
func drawingsOverC(curves []sweep.Curve) []drawing {
	var all []drawing
	for _, scenario := range scenariosOf(curves) {
		d := drawing{title: scenario + ", N = " + figure.Count(curves[0].Points[0].Episodes), axis: "exploration's c"}
		for _, name := range estimatorsOf(curves) {
			d.begin(name)
			for _, c := range curves {
				if c.Scenario == scenario && c.Estimator == name {
					d.add(c.C, c.Points[0])
				}
			}
		}
		all = append(all, d)
	}
	return all
}

func scenariosOf(curves []sweep.Curve) []string {
	var names []string
	for _, c := range curves {
		if !slices.Contains(names, c.Scenario) {
			names = append(names, c.Scenario)
		}
	}
	return names
}

func (d *drawing) begin(estimator string) { d.lines = append(d.lines, drawnLine{estimator: estimator}) }

// add puts a point on the line that was begun last, and on the bound unless it has one at x already:
// the bound is the same for all estimators. What has no logarithm is left out.
func (d *drawing) add(x float64, p sweep.Point) {
	if last := &d.lines[len(d.lines)-1]; drawable(x, p.RMSE) {
		last.spots = append(last.spots, spot{x, p.RMSE, barOf(p), p.Reached < p.Seeds})
	}
	if !drawable(x, p.CramerRao) {
		return
	}
	at, known := slices.BinarySearchFunc(d.bound, x, func(s spot, x float64) int {
		switch {
		case s.x < x:
			return -1
		case s.x > x:
			return 1
		}
		return 0
	})
	if !known {
		d.bound = slices.Insert(d.bound, at, spot{x: x, y: p.CramerRao})
	}
}

// barOf is half the 95 % interval of a point's error, 0 where it is unknown.
func barOf(p sweep.Point) float64 {
	if !finite(p.Error) {
		return 0
	}
	return 1.96 * p.Error
}

// drawable says whether logarithms of both exist.
func drawable(x, y float64) bool { return x > 0 && finite(x) && y > 0 && finite(y) }
