package finding

import (
	"math"
	"os"
	"regexp"
	"slices"
	"testing"
)

// What the model lacks comes first, then what ended an estimate, then the rest;
// within each the order stays.
func TestCausesComeFirst(t *testing.T) {
	found := []Finding{
		{Code: SmallGap}, {Code: SigmaBelowNoise, Fatal: true}, {Code: AssumptionViolated, Detail: "a"}, {Code: PlanFailed},
		{Code: NegativeMassRemoved}, {Code: AssumptionViolated, Detail: "b"}, {Code: TooFewEpisodes, Fatal: true},
	}
	var got []string
	for _, f := range ByCause(found) {
		got = append(got, string(f.Code)+f.Detail)
	}
	want := []string{"assumption-violateda", "assumption-violatedb", "too-few-episodes", "sigma-below-noise", "plan-failed", "small-gap", "negative-mass"}
	if !slices.Equal(got, want) {
		t.Errorf("found %v, expected %v", got, want)
	}
	if found[0].Code != SmallGap {
		t.Error("the findings themselves were ordered")
	}
}

// Findings of one code stand together; of many the first are written out, but for
// the model's own.
func TestGroupsKeepWhatIsAlikeTogether(t *testing.T) {
	var found []Finding
	for range 5 {
		found = append(found, Finding{Code: MissingLabel}, Finding{Code: AssumptionViolated})
	}
	groups := Groups(found, Few)
	if len(groups) != 2 || groups[0].Code != AssumptionViolated || len(groups[0].Shown) != 5 || groups[0].More != 0 ||
		len(groups[1].Shown) != Few || groups[1].More != 5-Few {
		t.Errorf("found %+v", groups)
	}
	if Groups(nil, 0) != nil {
		t.Error("nothing was found, and yet there is a group")
	}
}

// The zero value names nothing, no number and no column.
func TestTheZeroValueIsValid(t *testing.T) {
	var f Finding
	_, pair := f.Pair.Int()
	_, column := f.Column.Int()
	if pair || column || !math.IsNaN(f.Value.Float()) || !math.IsNaN(f.Limit.Float()) {
		t.Errorf("found %+v", f)
	}
	f = New(SmallGap, 0, math.NaN(), "").AtPair(0).AtColumn(0).Ends()
	if p, ok := f.Pair.Int(); p != 0 || !ok || f.Value.Float() != 0 || !math.IsNaN(f.Limit.Float()) || !f.Fatal {
		t.Errorf("found %+v", f)
	}
}

// The list of codes misses none that is declared.
func TestCodesAreAllThatAreDeclared(t *testing.T) {
	text, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`(?m)Code\s*=\s*"([a-z-]+)"`).FindAllStringSubmatch(string(text), -1)
	if len(declared) != len(Codes()) {
		t.Errorf("%d codes are declared, %d listed", len(declared), len(Codes()))
	}
	for _, m := range declared {
		if !slices.Contains(Codes(), Code(m[1])) {
			t.Errorf("%s is missing", m[1])
		}
	}
}
