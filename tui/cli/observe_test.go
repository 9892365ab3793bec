package cli

import (
	"strings"
	"testing"
)

// A .POMDP file's rewards are seen by nobody, whatever the command; --observe rz
// shows them to the plan, and the finding says what that changes.
func TestRewardsOfFilesAreUnseen(t *testing.T) {
	t.Chdir(t.TempDir())
	answered(t, "scenarios show tea --format pomdp -o tea.POMDP")
	for _, line := range []string{"run tea.POMDP -n 1e4", "bounds tea.POMDP -n 1e4 --seeds 0", "run tea.POMDP -n 1e4 --observe rz"} {
		out := answered(t, line)
		want := "plans branch on the observation alone"
		if strings.Contains(line, "rz") {
			want = "with --observe rz plans branch on them"
		}
		if !strings.Contains(out, "rewards-seen") || !strings.Contains(out, want) {
			t.Errorf("%s: found no %q in\n%s", line, want, out)
		}
	}
	if plain := answered(t, "plan tea.POMDP --horizon 4"); !strings.Contains(plain, "branches on z ") {
		t.Errorf("plan branches on more than z:\n%s", plain)
	}
	if seen := answered(t, "plan tea.POMDP --horizon 4 --observe rz"); !strings.Contains(seen, "branches on (r, z)") {
		t.Errorf("plan --observe rz does not branch on rewards:\n%s", seen)
	}
}

// Windows overlap: no bound on independent episodes is held against them. Labels
// that the actions give are no achievement.
func TestWhatIsNoMeasurementIsNotCalledOne(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --long --episodes 3000 -o long.csv")
	if out := answered(t, "estimate long.csv --like tea --estimator polished"); !strings.Contains(out, "Cramér–Rao bound") || !strings.Contains(out, "by construction") {
		t.Errorf("found no againstBound, or labels that are not by construction:\n%s", out)
	}
	if out := answered(t, "estimate long.csv --like tea --estimator polished --windows"); strings.Contains(out, "Cramér–Rao  ") {
		t.Errorf("windows are held against the bound:\n%s", out)
	}
}
