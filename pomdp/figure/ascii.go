package figure

import (
	"regexp"
	"strings"
)

// raised are the digits of exponents.
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹"

var (
	powers  = regexp.MustCompile(`([0-9.]*[0-9])·10([⁻` + raised + `]+)`)
	tens    = regexp.MustCompile(`\b10([⁻` + raised + `]+)`)
	points  = regexp.MustCompile(`(^|[^\pL\pN_.])\.([0-9])`)
	minuses = regexp.MustCompile(`−([0-9.∞])`)
)

// ASCII writes the numbers of a text as other programs read them: 1e5 for 10⁵, 0.0164 for .0164,
// -1 for −1.
func ASCII(text string) string {
	text = powers.ReplaceAllStringFunc(text, func(number string) string {
		mantissa, exponent, _ := strings.Cut(number, "·10")
		return mantissa + "e" + lowered(exponent)
	})
	text = tens.ReplaceAllStringFunc(text, func(number string) string { return "1e" + lowered(number[len("10"):]) })
	text = minuses.ReplaceAllString(text, "-$1")
	return points.ReplaceAllString(text, "${1}0.$2")
}

// lowered is the whole number that Superscript has raised.
func lowered(exponent string) string {
	return strings.Map(func(r rune) rune {
		for i, d := range []rune(raised) {
			if r == d {
				return '0' + rune(i)
			}
		}
		return '-'
	}, exponent)
}
