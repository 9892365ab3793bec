package model

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestIntentsAreReadAsTheyAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i := Intent{Verb: rapid.SampledFrom(Verbs()).Draw(t, "verb")}
		if i.Verb.worded() {
			i.Arg = rapid.String().Draw(t, "argument")
		} else {
			i.N = rapid.OneOf(rapid.Just(math.Inf(1)), rapid.Float64Range(0, 1e15)).Draw(t, "number")
		}
		got, err := ParseIntent(i.String())
		if err != nil || got != i {
			t.Fatalf("%s came back as %+v, %v", i, got, err)
		}
	})
}

func TestIntentsAsTheyAreTyped(t *testing.T) {
	for line, want := range map[string]Intent{
		" leap 1e5 ":          {Verb: LeapBy, N: 1e5},
		"leap inf":            {Verb: LeapBy, N: math.Inf(1)},
		"set c=.2":            {Verb: Set, Arg: "c=.2"},
		"bookmark first look": {Verb: SetBookmark, Arg: "first look"},
		"estimator polished":  {Verb: Choose, N: 4},
		"next-mark":           {Verb: NextMark},
	} {
		if got, err := ParseIntent(line); err != nil || got != want {
			t.Errorf("%q: %+v, %v; want %+v", line, got, err, want)
		}
	}
	for line, want := range map[string]string{
		"":               `the verb ""`,
		"hop":            `the verb "hop"`,
		"forward much":   `"much", expected a number after forward`,
		`bookmark "half`: `the argument "half`,
	} {
		if _, err := ParseIntent(line); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}
