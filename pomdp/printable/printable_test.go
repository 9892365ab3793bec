package printable_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"eeporl/pomdp/printable"
)

func TestFaultNamesTheCharacter(t *testing.T) {
	for text, want := range map[string]string{
		"wants-tea":       "",
		"κ β̂ 日本":         "",
		"a\x1b]52;c;x\a":  "the control character U+001B at character 2",
		"two\nlines":      "the control character U+000A at character 4",
		"\u009b31m":       "the control character U+009B at character 1",
		"abc\u202etxt":    "the format character U+202E at character 4",
		"\u061c":          "the format character U+061C at character 1",
		"zero\u200bwidth": "the format character U+200B at character 5",
		"\u2028":          "the format character U+2028 at character 1",
		"a\xffb":          "the byte 0xff at character 2, which is no UTF-8",
	} {
		if got := printable.Fault(text); got != want {
			t.Errorf("%q: found %q, expected %q", text, got, want)
		}
		if clean := printable.Clean(text); strings.ContainsFunc(strings.ReplaceAll(clean, "\ufffd", ""), printable.Bad) || want == "" && clean != text {
			t.Errorf("%q: cleaned to %q", text, clean)
		}
	}
}

// Whatever is written in whatever pieces, no control character passes that is not
// a line feed or a tab, and clean text passes whole.
func FuzzWriter(f *testing.F) {
	f.Add("plain\n", 3)
	f.Add("β\x1b[31m\u009b日", 1)
	f.Fuzz(func(t *testing.T, text string, piece int) {
		var out bytes.Buffer
		w := printable.NewWriter(&out)
		piece = max(piece&7, 1)
		for rest := text; len(rest) > 0; {
			n := min(piece, len(rest))
			if got, err := w.Write([]byte(rest[:n])); got != n || err != nil {
				t.Fatalf("wrote %d of %d: %v", got, n, err)
			}
			rest = rest[n:]
		}
		for _, r := range out.String() {
			if printable.Bad(r) && r != '\n' && r != '\t' && r != utf8.RuneError {
				t.Fatalf("%q lets %U through", text, r)
			}
		}
		if valid := utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return printable.Bad(r) && r != '\n' && r != '\t' }); valid && out.String() != text {
			t.Fatalf("%q came out as %q", text, out.String())
		}
	})
}
