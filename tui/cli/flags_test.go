package cli

import (
	"slices"
	"testing"

	"eeporl/model"
	"eeporl/pomdp/printable"
)

func TestParseLists(t *testing.T) {
	names, err := parseNames("offer-tea, offer-coffee")
	if err != nil || !slices.Equal(names, []string{"offer-tea", "offer-coffee"}) {
		t.Errorf("found %q and %v, expected the two names", names, err)
	}
	values, err := model.ParseNumbers("-100, -1,10")
	if err != nil || !slices.Equal(values, []float64{-100, -1, 10}) {
		t.Errorf("found %v and %v, expected the three numbers", values, err)
	}
	for _, text := range []string{"", "1,,2", "1,nan", "inf"} {
		if _, err := model.ParseNumbers(text); err == nil {
			t.Errorf("numbers %q: found no error, expected one", text)
		}
	}
}

func TestListed(t *testing.T) {
	for want, items := range map[string][]string{"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"}} {
		if got := printable.Or(items); got != want {
			t.Errorf("found %q, expected %q", got, want)
		}
	}
}
