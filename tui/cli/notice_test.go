package cli

import (
	"strings"
	"testing"

	"eeporl/pomdp/pomdptest/tier"
)

// TestRewardLevelsAreSaid: whoever makes levels of a .POMDP file's rewards says
// how, in the answer or on stderr.
func TestRewardLevelsAreSaid(t *testing.T) {
	tier.Long(t, "estimates several times, on one goroutine")
	log := "a1,z2,r2,a2,z3,r3,a3,z4,r4,a4\n0,0,0,0,0,0,0,0,0,0\n"
	for _, line := range []string{
		"simulate " + maintenance + " --episodes 2",
		"sweep " + maintenance + " --episodes 1e3 --seeds 1 --no-plan",
		"scenarios show " + maintenance,
		"count - --like " + maintenance,
		"check " + maintenance, "law " + maintenance, "run " + maintenance + " --episodes 100",
		"estimate - --like " + maintenance, "bounds " + maintenance + " --episodes 1e3 --seeds 1",
	} {
		a := runIn(testEnv(), log, strings.Fields(line)...)
		if said := a.out + a.err; a.code != 0 || strings.Count(said, "reward-levels: ") != 1 {
			t.Errorf("%s: found exit code %d, stdout\n%.400s\nand stderr\n%.400s\nexpected how the rewards became levels, once", line, a.code, a.out, a.err)
		}
		if quiet := runIn(testEnv(), log, append(strings.Fields(line), "--quiet")...); quiet.err != "" {
			t.Errorf("%s --quiet: found %q on stderr", line, quiet.err)
		}
	}
}
