package export_test

import (
	"strings"
	"testing"

	"eeporl/planning/export"
)

const appl = `<?xml version="1.0" encoding="ISO-8859-1"?>
<Policy version="0.1" type="value" model="tea.POMDP">
<AlphaVector vectorLength="2" numObsValue="1" numVectors="2">
<Vector action="1" obsValue="0">-1.5 2 </Vector>
<SparseVector action="0" obsValue="0"><Entry>1 .25</Entry></SparseVector>
</AlphaVector></Policy>`

func TestReadAPPL(t *testing.T) {
	set, err := export.ReadAPPL(strings.NewReader(appl), 2, 2)
	if err != nil || set.Len() != 2 {
		t.Fatal(err)
	}
	for i, want := range []struct {
		action int
		values [2]float64
	}{{1, [2]float64{-1.5, 2}}, {0, [2]float64{0, .25}}} {
		if v := set.Vector(i); v.Action != want.action || [2]float64(v.Values) != want.values {
			t.Errorf("vector %d: found %d %v, expected %v", i, v.Action, v.Values, want)
		}
	}
	for replaced, said := range map[string]string{
		`numObsValue="1"|numObsValue="3"`: "3: found vectors for 3 values of a state variable that is observed, expected one value",
		`action="1"|action="2"`:           `4: found the action "2", expected a number from 0 to 1`,
		`-1.5 2|-1.5`:                     "4: found 1 values, expected 2, one a state",
		`-1.5 2|x 2`:                      `4: found the value "x", expected a number`,
		`1 .25|2 .25`:                     `5: found the state "2", expected a number from 0 to 1`,
		`</Vector>|`:                      "expected APPL's XML",
		`Vector|Plane`:                    "6: found no vector, expected APPL's policy in XML: a Vector for each",
	} {
		from, to, _ := strings.Cut(replaced, "|")
		if _, err := export.ReadAPPL(strings.NewReader(strings.ReplaceAll(appl, from, to)), 2, 2); err == nil || !strings.Contains(err.Error(), said) {
			t.Errorf("%s: found %v, expected %q", replaced, err, said)
		}
	}
}

func FuzzReadAPPL(f *testing.F) {
	for _, s := range []string{appl, "<Vector action='0'>1 2", "<Vector action='0'>1 2</Vector>", "{", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if set, err := export.ReadAPPL(strings.NewReader(text), 2, 2); err == nil && set.Len() == 0 {
			t.Error("found no vector and no error")
		}
	})
}
