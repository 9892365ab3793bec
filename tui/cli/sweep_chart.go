package cli

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
)

// chart is a drawing in text, both axes logarithmic.
type chart struct {
	cells           [chartHeight][chartWidth]rune
	left, right     float64 // log₁₀ x
	lowest, highest float64 // log₁₀ RMSE
}

const (
	chartWidth  = 64
	chartHeight = 15
	chartMargin = 10 // for the labels of the vertical axis
)

// markOf is the letter of an estimator in charts.
func markOf(estimator string) rune {
	by, _ := estimators.Named(estimator)
	return by.Mark
}

// newChart draws in text; nil where there is no range to draw over.
func newChart(d drawing) *chart {
	c := &chart{left: math.Inf(1), right: math.Inf(-1), lowest: math.Inf(1), highest: math.Inf(-1)}
	for _, line := range append(slices.Clone(d.lines), drawnLine{spots: d.bound}) {
		for _, s := range line.spots {
			c.left, c.right = min(c.left, math.Log10(s.x)), max(c.right, math.Log10(s.x))
			c.lowest, c.highest = min(c.lowest, math.Log10(s.y)), max(c.highest, math.Log10(s.y))
		}
	}
	if !(c.left < c.right) || !(c.lowest < c.highest) {
		return nil
	}
	for i := 1; i < len(d.bound); i++ {
		c.join(d.bound[i-1], d.bound[i], '·')
	}
	for _, line := range d.lines {
		for _, s := range line.spots {
			c.put(math.Log10(s.x), math.Log10(s.y), markOf(line.estimator))
		}
	}
	return c
}

// join draws a line, straight on logarithmic axes.
func (c *chart) join(from, to spot, mark rune) {
	x0, x1 := math.Log10(from.x), math.Log10(to.x)
	y0, y1 := math.Log10(from.y), math.Log10(to.y)
	for k := range chartWidth + 1 {
		part := float64(k) / chartWidth
		c.put(x0+part*(x1-x0), y0+part*(y1-y0), mark)
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
	left, right := c.end(c.left), c.end(c.right)
	fmt.Fprintf(w, "%s  %s%s%s\n", strings.Repeat(" ", chartMargin), left, strings.Repeat(" ", chartWidth-ansi.StringWidth(left)-ansi.StringWidth(right)), right)
}

// end writes the value at an end of the horizontal axis.
func (*chart) end(log float64) string {
	if log >= 3 { // rounding would show in a number of episodes
		return figure.Count(math.Round(math.Pow(10, log)))
	}
	return figure.Number(math.Pow(10, log))
}
