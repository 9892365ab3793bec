package cli

import (
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// No package takes more than 3 ms to begin with, in the best of some starts: a
// command that computes nothing answers at once.
func TestNoPackageIsSlowToStart(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector slows every start")
	}
	const most = 3. // ms
	best := map[string]float64{}
	for range 5 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "EEPORL_TEST_COMMAND=scenarios", "GODEBUG=inittrace=1")
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(stderr.String()) {
			// init PACKAGE @1.2 ms, 0.34 ms clock, …
			fields := strings.Fields(line)
			if len(fields) < 6 || fields[0] != "init" {
				continue
			}
			took, err := strconv.ParseFloat(fields[4], 64)
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			if before, ok := best[fields[1]]; !ok {
				best[fields[1]] = took
			} else {
				best[fields[1]] = math.Min(before, took)
			}
		}
	}
	if len(best) < 10 {
		t.Fatalf("found %d packages, expected the trace of their starts", len(best))
	}
	for name, took := range best {
		if took > most {
			t.Errorf("%s takes %g ms to begin with, expected %g at most", name, took, most)
		}
	}
}
