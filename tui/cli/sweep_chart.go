package cli

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"eeporl/model/experiment/sweep"
	"eeporl/pomdp/figure"
)

// chart is a learning curve in text, both axes logarithmic.
type chart struct {
	cells           [chartHeight][chartWidth]rune
	left, right     float64 // log₁₀ N
	lowest, highest float64 // log₁₀ RMSE
}

const (
	chartWidth  = 64
	chartHeight = 15
	chartMargin = 10 // for the labels of the vertical axis
)

// markOf is the letter of an estimator in charts.
func markOf(estimator string) rune { return rune(estimator[0]) }

// newChart draws one model's curves; nil where there is no range to draw them
// over.
func newChart(group []sweep.Curve) *chart {
	c := &chart{left: math.Inf(1), right: math.Inf(-1), lowest: math.Inf(1), highest: math.Inf(-1)}
	for _, curve := range group {
		for _, p := range curve.Points {
			for _, y := range []float64{p.RMSE, p.CramerRao} {
				if drawable(p.Episodes, y) {
					c.left, c.right = min(c.left, math.Log10(p.Episodes)), max(c.right, math.Log10(p.Episodes))
					c.lowest, c.highest = min(c.lowest, math.Log10(y)), max(c.highest, math.Log10(y))
				}
			}
		}
	}
	if !(c.left < c.right) || !(c.lowest < c.highest) {
		return nil
	}
	for _, curve := range group {
		c.line(curve.Points, func(p sweep.Point) float64 { return p.CramerRao }, '·')
	}
	for _, curve := range group {
		for _, p := range curve.Points {
			if drawable(p.Episodes, p.RMSE) {
				c.put(math.Log10(p.Episodes), math.Log10(p.RMSE), markOf(curve.Estimator))
			}
		}
	}
	return c
}

// drawable says whether logarithms of both exist.
func drawable(n, y float64) bool { return n > 0 && finite(n) && y > 0 && finite(y) }

// line joins points, straight on logarithmic axes.
func (c *chart) line(points []sweep.Point, value func(sweep.Point) float64, mark rune) {
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if !drawable(a.Episodes, value(a)) || !drawable(b.Episodes, value(b)) {
			continue
		}
		x0, x1 := math.Log10(a.Episodes), math.Log10(b.Episodes)
		y0, y1 := math.Log10(value(a)), math.Log10(value(b))
		for k := range chartWidth + 1 {
			s := float64(k) / chartWidth
			c.put(x0+s*(x1-x0), y0+s*(y1-y0), mark)
		}
	}
}

func (c *chart) put(x, y float64, mark rune) {
	column := int(math.Round((x - c.left) / (c.right - c.left) * (chartWidth - 1)))
	row := int(math.Round((c.highest - y) / (c.highest - c.lowest) * (chartHeight - 1)))
	switch here := &c.cells[row][column]; *here {
	case 0, '·', mark:
		*here = mark
	default:
		*here = '*' // several estimators meet here
	}
}

func (c *chart) write(w io.Writer) {
	for i, row := range c.cells {
		label := ""
		if i%(chartHeight-1) == 0 || i == chartHeight/2 {
			label = figure.Number(math.Pow(10, c.highest-float64(i)/(chartHeight-1)*(c.highest-c.lowest)))
		}
		line := strings.Map(func(r rune) rune {
			if r == 0 {
				return ' '
			}
			return r
		}, string(row[:]))
		fmt.Fprintln(w, strings.TrimRight(strings.Repeat(" ", chartMargin-ansi.StringWidth(label))+label+" │"+line, " "))
	}
	fmt.Fprintf(w, "%s └%s\n", strings.Repeat(" ", chartMargin), strings.Repeat("─", chartWidth))
	left, right := figure.Count(math.Round(math.Pow(10, c.left))), figure.Count(math.Round(math.Pow(10, c.right)))
	fmt.Fprintf(w, "%s  %s%s%s\n", strings.Repeat(" ", chartMargin), left, strings.Repeat(" ", chartWidth-ansi.StringWidth(left)-ansi.StringWidth(right)), right)
}
