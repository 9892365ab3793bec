package planning_test

import (
	"testing"

	"eeporl/planning"
)

func TestParseBudget(t *testing.T) {
	both, err := planning.ParseBudget("1e5, 30s")
	if err != nil || both.Vectors != 100_000 || both.Time.Seconds() != 30 {
		t.Errorf("found %+v and %v, expected 10⁵ vectors and 30 s", both, err)
	}
	for text, bytes := range map[string]int{"200MB": 200e6, "1.5GiB": 3 << 29, "64 kB": 64e3, "4096B": 4096, "30s,1mb,7": 1e6} {
		if b, err := planning.ParseBudget(text); err != nil || b.Memory != bytes {
			t.Errorf("%q: found %+v and %v, expected %d bytes", text, b, err, bytes)
		}
	}
	for _, b := range []planning.Budget{{Vectors: 500}, {Vectors: 1, Memory: 64 << 20}, both} {
		if again, err := planning.ParseBudget(b.String()); err != nil || again != b {
			t.Errorf("%s: found %+v and %v, expected %+v", b, again, err, b)
		}
	}
	for _, text := range []string{"", "1MB,2MB", "0MB", "MB", "NaNMB", "infGB", "-1kB", ".5B", "5,6", "1s,2s", "-3", "1.5", "0s", "much"} {
		if b, err := planning.ParseBudget(text); err == nil {
			t.Errorf("%q: found %+v, expected an error", text, b)
		}
	}
}
