package cli

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

var (
	powers  = regexp.MustCompile(`([0-9.]*[0-9])·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)`)
	tens    = regexp.MustCompile(`\b10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)`)
	points  = regexp.MustCompile(`(^|[^\pL\pN_.])\.([0-9])`)
	minuses = regexp.MustCompile(`−([0-9.∞])`)

	lowered = strings.NewReplacer("⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")
)

// asciiNumbers writes the numbers of a text as other programs read them: 1e5 for 10⁵, 0.0164 for
// .0164, -1 for −1.
func asciiNumbers(text string) string {
	raised := func(r *regexp.Regexp, mantissa string) {
		text = r.ReplaceAllStringFunc(text, func(number string) string {
			m := r.FindStringSubmatch(number)
			if mantissa == "" {
				return m[1] + "e" + lowered.Replace(m[2])
			}
			return mantissa + "e" + lowered.Replace(m[1])
		})
	}
	raised(powers, "")
	raised(tens, "1")
	text = minuses.ReplaceAllString(text, "-$1")
	return points.ReplaceAllString(text, "${1}0.$2")
}

// forPrograms says whether the answer is a text that no terminal shows.
func (a *app) forPrograms(cmd *cobra.Command) bool {
	if f := cmd.Flags().Lookup("format"); f != nil && (f.Value.String() == string(rowsText) || f.Value.String() == string(rowsMarkdown)) {
		return a.env.Piped
	}
	if f := cmd.Flags().Lookup("json"); f == nil || f.Value.String() != "false" {
		return false
	}
	switch filepath.Ext(a.path) {
	case "", ".txt":
		return a.path != "" && a.path != "-" || a.env.Piped
	}
	return false
}
