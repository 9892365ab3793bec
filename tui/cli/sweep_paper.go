package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"eeporl/model/experiment/sweep"
	"eeporl/pomdp/figure"
)

// texSafe writes text as LaTeX means it.
var texSafe = strings.NewReplacer("&", `\&`, "%", `\%`, "_", `\_`, "#", `\#`, "$", `\$`, "–", "--", "+∞", `$\infty$`, "∞", `$\infty$`, "|", `\textbar{}`)

// writeTeX writes the table of errors over the bound for LaTeX, with the package booktabs.
func writeTeX(w io.Writer, curves []sweep.Curve) error {
	lines, title := paperTable(curves)
	fmt.Fprintf(w, "%% "+title+"; \\usepackage{booktabs}\n\\begin{tabular}{l%s}\n\\toprule\n", strings.Repeat("r", len(lines[0])-1))
	for i, line := range lines {
		var cells []string
		for _, cell := range line {
			cells = append(cells, texSafe.Replace(figure.ASCII(cell)))
		}
		fmt.Fprintf(w, "%s \\\\\n", strings.Join(cells, " & "))
		if i == 0 {
			fmt.Fprintln(w, `\midrule`)
		}
	}
	_, err := fmt.Fprint(w, "\\bottomrule\n\\end{tabular}\n")
	return err
}

// writeSummary writes a row for each point of the curves.
func writeSummary(w io.Writer, curves []sweep.Curve) error {
	out := csv.NewWriter(w)
	_ = out.Write(strings.Split("scenario,c,estimator,episodes,seeds,reached,rmse,rmse_error,median,q05,q95,cramer_rao,times_bound,planned,regret,regret_upper,tv", ","))
	number := sweep.Number
	for _, c := range curves {
		for _, p := range c.Points {
			_ = out.Write([]string{
				c.Scenario, number(c.C), c.Estimator, number(p.Episodes), strconv.Itoa(p.Seeds), strconv.Itoa(p.Reached),
				number(p.RMSE), number(p.Error), number(p.Median), number(p.Low), number(p.High), number(p.CramerRao), number(p.TimesBound()),
				strconv.Itoa(p.Planned), number(p.Regret.Low), number(p.Regret.High), number(p.Predicts),
			}) // Flush tells
		}
	}
	out.Flush()
	return out.Error()
}
