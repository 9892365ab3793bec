package planning_test

import (
	"testing"

	"eeporl/planning"
)

// What ParseBudget takes is a bound, and reads back from its text; nothing panics.
func FuzzParseBudget(f *testing.F) {
	for _, text := range []string{"200MB", "30s", "100000", "1e5,64MiB,1m", "-1s", "1e400", "0B", "9e99GB,", "NaNs"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := planning.ParseBudget(text)
		if err != nil {
			return
		}
		if b.Vectors < 0 || b.Memory < 0 || b.Time < 0 || b == (planning.Budget{}) {
			t.Fatalf("%q: found %+v, expected a bound", text, b)
		}
		if again, err := planning.ParseBudget(b.String()); err != nil || again != b {
			t.Fatalf("%q is %+v, whose text %q is %+v, %v", text, b, b, again, err)
		}
	})
}
