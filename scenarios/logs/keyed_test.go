package logs

import (
	"slices"
	"testing"
)

// Values may stand in quotes or brackets, and keep what is in them.
func TestPairsOfALine(t *testing.T) {
	for line, want := range map[string][]string{
		`12:03 info a=1 b="go left", c=x;`: {`a "1"`, `b "go left"`, `c "x"`},
		`a="say \"0\"" b='o 1' c=[1 0] d`:  {`a "say \"0\""`, `b "o 1"`, `c "[1 0]"`},
		`a=(0, 2), b= c="open`:             {`a "(0, 2)"`, `b ""`, `c "\"open"`},
		"nothing here, a,b=2":              nil,
	} {
		var found []string
		for _, p := range pairsOf(line) {
			found = append(found, p.name+" "+string(p.value))
		}
		if !slices.Equal(found, want) {
			t.Errorf("%s: found %q, expected %q", line, found, want)
		}
	}
}
