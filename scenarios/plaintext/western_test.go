package plaintext_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"eeporl/scenarios/plaintext"
)

// A byte that is no UTF-8 is one of Windows-1252, wherever it stands and however the text is cut.
func TestBytesOfTheWest(t *testing.T) {
	long := strings.Repeat("a line of 16 b.\n", 600)
	for text, want := range map[string]string{
		"caf\xe9\n":                      "café\n",
		"café\n":                         "café\n",
		long + "caf\xe9 \x80 5\n" + long: long + "café € 5\n" + long,
		long + "日本 \xe6\x97":             long + "日本 æ—",
		"\xf0\x9f\x98":                   "ðŸ˜",
		"\xef\xbb\xbfa\n":                "a\n",
		"":                               "",
	} {
		for name, in := range map[string]io.Reader{"whole": strings.NewReader(text), "byte by byte": iotest.OneByteReader(strings.NewReader(text)), "error beside the last bytes": iotest.DataErrReader(strings.NewReader(text))} {
			found, err := io.ReadAll(plaintext.Reader(in))
			if err != nil || string(found) != want {
				t.Errorf("%.20q %s: found %.40q (%v), expected %.40q", text, name, found, err, want)
			}
		}
	}
}

// Reading text that is UTF-8 changes nothing.
func FuzzReader(f *testing.F) {
	f.Add("caf\xe9", 1)
	f.Add("日本語", 2)
	f.Fuzz(func(t *testing.T, text string, times int) {
		text = strings.Repeat(text, 1+times&0xfff)
		found, err := io.ReadAll(plaintext.Reader(iotest.HalfReader(strings.NewReader("x\n" + text))))
		if err != nil {
			t.Fatal(err)
		}
		want := strings.ToValidUTF8(text, "")
		if want == text && "x\n"+text != string(found) && !strings.ContainsRune(text, 0) {
			t.Errorf("found %.40q, expected %.40q", found, text)
		}
	})
}
