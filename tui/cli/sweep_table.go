package cli

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"eeporl/model/experiment/sweep"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
)

// timesBound lists how good each estimator of parameters is: RMSE over the Cramér–Rao bound, which is 1 for the
// best.
func timesBound(curves []sweep.Curve) [][]string {
	reached := slices.DeleteFunc(slices.Clone(curves), func(c sweep.Curve) bool {
		by, _ := estimators.Named(c.Estimator)
		return !by.Gives(moments.GivesParameters)
	})
	if len(reached) == 0 {
		return nil
	}
	return listing(reached, []string{"bound"}, func(p sweep.Point) string { return known(figure.Number, p.CramerRao) }, timesBoundText)
}

// predicting lists how far off each estimator's predictions are.
func predicting(curves []sweep.Curve) [][]string {
	return listing(curves, nil, nil, func(p sweep.Point) string { return known(figure.Number, p.Predicts) })
}

// listing has a line for each model, c and number of episodes, and a column for each estimator; before those one
// that all share, if it has a head.
func listing(curves []sweep.Curve, shared []string, all, own func(sweep.Point) string) [][]string {
	names := estimatorsOf(curves)
	severalC := false
	for _, c := range curves {
		severalC = severalC || c.Scenario == curves[0].Scenario && c.C != curves[0].C
	}
	first := 2 + len(shared)
	lines := [][]string{slices.Concat([]string{"model", "N"}, shared, names)}
	for _, group := range grouped(curves) {
		model := group[0].Scenario
		if severalC {
			model += ", c = " + figure.Number(group[0].C)
		}
		for _, n := range episodesOf(group) {
			line := append([]string{model, figure.Count(n)}, slices.Repeat([]string{"–"}, first-2+len(names))...)
			for _, c := range group {
				p, ok := pointAt(c, n)
				if !ok {
					continue
				}
				if shared != nil {
					line[2] = all(p)
				}
				line[first+slices.Index(names, c.Estimator)] = own(p)
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
	return slices.DeleteFunc(estimators.EstimatorNames(), func(name string) bool {
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

// paperTable is what a paper shows: errors over the bound, or, where no estimator has parameters, of predictions.
func paperTable(curves []sweep.Curve) (lines [][]string, title string) {
	if lines = timesBound(curves); lines != nil {
		return lines, "RMSE over all parameters over the Cramér–Rao bound"
	}
	return predicting(curves), predictsTitle
}

// writeMarkdown writes the timesBound as a table for a README.
func writeMarkdown(w io.Writer, curves []sweep.Curve) error {
	lines, _ := paperTable(curves)
	for i, line := range lines {
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
	if lines := timesBound(curves); lines != nil {
		fmt.Fprint(w, "RMSE over all parameters ÷ Cramér–Rao bound (1 is the best that an unbiased estimate can do)\n\n")
		writeListing(w, lines)
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s\n\n", predictsTitle)
	writeListing(w, predicting(curves))
	for _, d := range drawings(curves) {
		if chart := newChart(d); chart != nil {
			fmt.Fprintf(w, "\n%s: RMSE against %s, · the Cramér–Rao bound, %s\n", d.title, d.axis, d.legend())
			chart.write(w)
		}
	}
	return nil
}

const predictsTitle = "How far predictions are off, in total variation a step"

func writeListing(w io.Writer, lines [][]string) {
	var t table
	for i := range lines[0] {
		if i > 0 {
			t.alignRight(i)
		}
	}
	for _, line := range lines {
		t.add(line...)
	}
	t.write(w, "")
}

func (d *drawing) legend() string {
	var marks []string
	for _, line := range d.lines {
		if len(line.spots) == 0 {
			continue
		}
		marks = append(marks, string(markOf(line.estimator))+" "+line.estimator)
	}
	return strings.Join(marks, ", ")
}
