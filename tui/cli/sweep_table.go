package cli

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"eeporl/model/experiment/sweep"
	"eeporl/moments"
	"eeporl/pomdp/figure"
)

// timesBound lists how good each estimator is, a line for each model, c and
// number of episodes: RMSE over the Cramér–Rao bound, which is 1 for the best.
func timesBound(curves []sweep.Curve) [][]string {
	names := estimatorsOf(curves)
	severalC := false
	for _, c := range curves {
		severalC = severalC || c.Scenario == curves[0].Scenario && c.C != curves[0].C
	}
	lines := [][]string{append([]string{"model", "N", "bound"}, names...)}
	for _, group := range grouped(curves) {
		model := group[0].Scenario
		if severalC {
			model += ", c = " + figure.Number(group[0].C)
		}
		for _, n := range episodesOf(group) {
			line := make([]string, 3+len(names))
			line[0], line[1], line[2] = model, figure.Count(n), "–"
			for _, c := range group {
				p, ok := pointAt(c, n)
				if !ok {
					continue
				}
				line[2] = known(figure.Number, p.CramerRao)
				line[3+slices.Index(names, c.Estimator)] = timesBoundText(p)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// timesBoundText is the figure of one point, and of how many seeds if not of all; it is the RMSE
// itself if there is no bound.
func timesBoundText(p sweep.Point) string {
	if p.Reached == 0 {
		return "none"
	}
	figures := known(figure.Number, p.TimesBound())
	if math.IsNaN(p.CramerRao) {
		figures = "RMSE " + figure.Number(p.RMSE)
	}
	if p.Reached < p.Seeds {
		figures += fmt.Sprintf(" (%d of %d)", p.Reached, p.Seeds)
	}
	return figures
}

// estimatorsOf are the estimators that occur, in their usual order.
func estimatorsOf(curves []sweep.Curve) []string {
	return slices.DeleteFunc(moments.EstimatorNames(), func(name string) bool {
		return !slices.ContainsFunc(curves, func(c sweep.Curve) bool { return c.Estimator == name })
	})
}

// grouped puts the curves of one model and c together.
func grouped(curves []sweep.Curve) [][]sweep.Curve {
	var groups [][]sweep.Curve
	for _, c := range curves {
		i := slices.IndexFunc(groups, func(g []sweep.Curve) bool { return g[0].Scenario == c.Scenario && g[0].C == c.C })
		if i < 0 {
			groups = append(groups, []sweep.Curve{c})
			continue
		}
		groups[i] = append(groups[i], c)
	}
	return groups
}

func episodesOf(group []sweep.Curve) []float64 {
	var all []float64
	for _, c := range group {
		for _, p := range c.Points {
			if !slices.Contains(all, p.Episodes) {
				all = append(all, p.Episodes)
			}
		}
	}
	slices.Sort(all)
	return all
}

func pointAt(c sweep.Curve, n float64) (sweep.Point, bool) {
	i := slices.IndexFunc(c.Points, func(p sweep.Point) bool { return p.Episodes == n })
	if i < 0 {
		return sweep.Point{}, false
	}
	return c.Points[i], true
}

// writeMarkdown writes the timesBound as a table for a README.
func writeMarkdown(w io.Writer, curves []sweep.Curve) error {
	for i, line := range timesBound(curves) {
		for j, cell := range line {
			line[j] = strings.ReplaceAll(cell, "|", `\|`)
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(line, " | "))
		if i == 0 {
			fmt.Fprintf(w, "|---|%s\n", strings.Repeat("---:|", len(line)-1))
		}
	}
	return nil
}

// writeCurves writes the timesBound and, where there is more than one N or c,
// the curves themselves.
func writeCurves(w io.Writer, curves []sweep.Curve) error {
	fmt.Fprint(w, "RMSE over all parameters ÷ Cramér–Rao bound (1 is the best that an unbiased estimate can do)\n\n")
	var t table
	lines := timesBound(curves)
	for i := range lines[0] {
		if i > 0 {
			t.alignRight(i)
		}
	}
	for _, line := range lines {
		t.add(line...)
	}
	t.write(w, "")
	for _, d := range drawings(curves) {
		if chart := newChart(d); chart != nil {
			fmt.Fprintf(w, "\n%s: RMSE against %s, · the Cramér–Rao bound, %s\n", d.title, d.axis, d.legend())
			chart.write(w)
		}
	}
	return nil
}

func (d *drawing) legend() string {
	var marks []string
	for _, line := range d.lines {
		marks = append(marks, string(markOf(line.estimator))+" "+line.estimator)
	}
	return strings.Join(marks, ", ")
}
