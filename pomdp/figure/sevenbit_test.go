package figure_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"eeporl/pomdp/figure"
)

func TestSevenBitKeepsWidths(t *testing.T) {
	for text, want := range map[string]string{
		"N = 10⁵ · σ₈(P̂₁₂)": "N = 1e5 . s8(P12)", "3.2·10⁻⁴ │": "3.2e-4   |", "a → b …": "a > b ~", "\x1b[1mγ\x1b[m": "\x1b[1mg\x1b[m",
		"語": "?",
	} {
		got := figure.SevenBit(text)
		if got != want {
			t.Errorf("%q: found %q, expected %q", text, got, want)
		}
		if strings.ContainsFunc(got, func(r rune) bool { return r >= utf8.RuneSelf }) || text != "語" && ansi.StringWidth(got) != ansi.StringWidth(text) {
			t.Errorf("%q: found %q, expected ASCII as wide", text, got)
		}
	}
}
