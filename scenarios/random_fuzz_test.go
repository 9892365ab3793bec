package scenarios

import (
	"strings"
	"testing"
)

// Whatever is asked for, a random model is one that can be written and read, or
// there is an error; nothing panics, and nothing large is made.
func FuzzRandom(f *testing.F) {
	for _, call := range []string{"2,2,2,2,1", "3,2,1,4,9,0.5", "-1,2,2,2,1", "9999999,9,9,9,1", "2,2,2,2,18446744073709551616", "1,1,1,1,0,NaN", "2,2,2,2,1,2"} {
		f.Add(call)
	}
	f.Fuzz(func(t *testing.T, call string) {
		s, err := Random("random:" + call)
		if err != nil {
			return
		}
		var b strings.Builder
		if err := WriteModel(&b, s); err != nil {
			t.Fatalf("%q: %v", call, err)
		}
		if _, err := ReadModel(strings.NewReader(b.String()), "x.toml"); err != nil && b.Len() < maxModelBytes {
			t.Fatalf("%q: %v", call, err)
		}
	})
}
