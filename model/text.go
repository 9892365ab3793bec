package model

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"eeporl/planning"
)

// Number writes a figure with three significant digits and without a zero
// before the point; tiny ones with a power of ten.
func Number(x float64) string {
	switch abs := math.Abs(x); {
	case math.IsNaN(x):
		return "unknown"
	case math.IsInf(x, 0):
		return strings.TrimSuffix(fmt.Sprintf("%+g", x), "Inf") + "∞"
	case x == 0:
		return "0"
	case abs < 1e-3 || abs >= 1e6:
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', 2, 64), "e")
		power, _ := strconv.Atoi(exponent)
		return trimZeros(mantissa) + "·10" + Superscript(power)
	case abs < 1:
		return strings.Replace(trimZeros(strconv.FormatFloat(x, 'f', 2-int(math.Floor(math.Log10(abs))), 64)), "0.", ".", 1)
	case abs < 100:
		return trimZeros(strconv.FormatFloat(x, 'f', 2-int(math.Floor(math.Log10(abs))), 64))
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

func trimZeros(text string) string {
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// Value writes what a policy is worth: in full enough to tell a good policy
// from the best.
func Value(x float64) string {
	if math.IsNaN(x) {
		return "unknown"
	}
	return strconv.FormatFloat(x, 'f', 4, 64)
}

// Probability writes a probability with three digits.
func Probability(p float64) string {
	if p == 1 || p == 0 {
		return fmt.Sprintf("%g", p)
	}
	return strings.TrimPrefix(fmt.Sprintf("%.3f", p), "0")
}

// Percent writes a share.
func Percent(x float64) string {
	if x > 0 && x < .001 {
		return "less than .1 %"
	}
	return fmt.Sprintf("%.1f %%", 100*x)
}

// Enumerated is how many vectors the paper's definition gives each pair's Γ_t.
func Enumerated(l planning.Level) string {
	log := l.Enumerated.Log10
	switch {
	case l.Enumerated.Exact != nil && log < 6:
		return l.Enumerated.Exact.String()
	case math.IsInf(log, 1):
		return "beyond 10^(10³⁰⁸)"
	case log > 1e6:
		return "10^" + Number(log)
	}
	whole := math.Floor(log)
	return Number(math.Pow(10, log-whole)) + "·10" + Superscript(int(whole))
}

// Kept is how many vectors Γ_t has after pruning over all pairs, -1 where the
// planner keeps none.
func Kept(l planning.Level) int {
	if l.Sets == nil {
		return -1
	}
	return l.Vectors()
}

func kept(p *planning.Plan, l planning.Level) string {
	if k := Kept(l); k >= 0 {
		return fmt.Sprintf("%d kept over all pairs by %s", k, p.Planner)
	}
	return fmt.Sprintf("the %s planner needs none of them", p.Planner)
}
