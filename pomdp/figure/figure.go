// Package figure writes numbers the way they stand everywhere in eeporl: three
// significant digits, no zero before the point, powers of ten raised.
package figure

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number writes a figure with three significant digits and without a zero
// before the point; tiny ones with a power of ten.
func Number(x float64) string { return number(x, 3) }

// Precise is Number with six significant digits, for a figure that somebody
// looks at closely.
func Precise(x float64) string { return number(x, 6) }

func number(x float64, digits int) string {
	switch abs := math.Abs(x); {
	case math.IsNaN(x):
		return "unknown"
	case math.IsInf(x, 0):
		return strings.TrimSuffix(fmt.Sprintf("%+g", x), "Inf") + "∞"
	case x == 0:
		return "0"
	case abs < 1e-3 || abs >= 1e6:
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', digits-1, 64), "e")
		power, _ := strconv.Atoi(exponent)
		return trimZeros(mantissa) + "·10" + Superscript(power)
	case abs < 1:
		return strings.Replace(trimZeros(strconv.FormatFloat(x, 'f', digits-1-int(math.Floor(math.Log10(abs))), 64)), "0.", ".", 1)
	default:
		return trimZeros(strconv.FormatFloat(x, 'f', max(digits-1-int(math.Floor(math.Log10(abs))), 0), 64))
	}
}

func trimZeros(text string) string {
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// Value writes the value of a policy with four decimals, enough to tell a good policy from the best.
// It rounds to twelve significant digits first, so that values that differ by rounding error alone
// are written alike.
func Value(x float64) string {
	if math.IsNaN(x) {
		return "unknown"
	}
	var digits [32]byte
	if twelve, err := strconv.ParseFloat(string(strconv.AppendFloat(digits[:0], x, 'g', 12, 64)), 64); err == nil {
		x = twelve
	}
	if size := math.Abs(x); size < 5e-5 && size > 1e-14 {
		return Number(x) // all of its digits stand behind the fourth; less is rounding
	}
	return strconv.FormatFloat(x, 'f', 4, 64)
}

// Probability writes a probability with three decimals and without a zero before the point; exact
// 0 and 1 as they are.
func Probability(p float64) string {
	if p == 1 || p == 0 {
		return fmt.Sprintf("%g", p)
	}
	return strings.TrimPrefix(fmt.Sprintf("%.3f", p), "0")
}

// Percent writes a share in percent with one decimal; x = 1 is 100 %.
func Percent(x float64) string {
	if x > 1e-12 && x < .001 {
		return "less than .1 %"
	}
	if x >= 100 {
		return Number(100*x) + " %"
	}
	return fmt.Sprintf("%.1f %%", 100*x)
}

// Count writes a number of episodes: powers of ten from 10⁴ on as 10ⁿ, other
// numbers in full below ten million.
func Count(n float64) string {
	if math.IsInf(n, 1) {
		return "∞"
	}
	if n >= 10_000 {
		exponent := int(math.Round(math.Log10(n)))
		if n == math.Pow(10, float64(exponent)) {
			return "10" + Superscript(exponent)
		}
	}
	if n < 1e7 {
		return grouped(strconv.FormatFloat(n, 'f', -1, 64))
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(n, 'e', 4, 64), "e")
	power, _ := strconv.Atoi(exponent)
	return strings.TrimRight(strings.TrimRight(mantissa, "0"), ".") + "·10" + Superscript(power)
}

// grouped puts a comma before every third digit of a number from 10⁴ on.
func grouped(number string) string {
	whole, fraction, _ := strings.Cut(number, ".")
	if len(whole) < 5 {
		return number
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return whole
}

// PowerOfTen writes the power of ten nearest to x as 10ⁿ.
func PowerOfTen(x float64) string { return "10" + Superscript(int(math.Round(math.Log10(x)))) }

// Superscript writes a whole number raised.
func Superscript(n int) string {
	return written(n, "⁻", func(d byte) string {
		return [...]string{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}[d]
	})
}

// Sub writes a number as a subscript.
func Sub(n int) string {
	return written(n, "₋", func(d byte) string {
		return [...]string{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"}[d]
	})
}

// written writes a number with another minus and other digits.
func written(n int, minus string, digit func(d byte) string) string {
	var plain [20]byte
	out := make([]byte, 0, 12)
	for _, d := range strconv.AppendInt(plain[:0], int64(n), 10) {
		if d == '-' {
			out = append(out, minus...)
		} else {
			out = append(out, digit(d-'0')...)
		}
	}
	return string(out)
}

// Regret writes a regret. What is smaller than 1e-12 is rounding error and is
// written as 0.
func Regret(x float64) string {
	if math.Abs(x) < 1e-15 {
		return "0"
	}
	return Number(x)
}

// countable is whatever things are counted in; a float64 is a whole number or a weight.
type countable interface {
	~int | ~int64 | ~uint64 | ~float64
}

// Counted writes a number with its noun.
func Counted[N countable](n N, one, many string) string {
	return strconv.FormatFloat(math.Round(float64(n)), 'f', -1, 64) + " " + Plural(n, one, many)
}

// Plural is the word for one, or that for many.
func Plural[N countable](n N, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
