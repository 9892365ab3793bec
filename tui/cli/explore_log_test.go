package cli

import (
	"os"
	"strings"
	"testing"
)

// The explorer on a log starts as estimate does: with whole episodes, the number of states that they suggest and
// the horizon that they have; and it comes to the same policy.
func TestExploreALogAsEstimateDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --long --names --horizon 6 --episodes 300 -o tea.csv")
	first := func(text string) string {
		_, after, ok := strings.Cut(text, "policy            b̂·β ")
		if !ok {
			t.Fatalf("found no policy in %s", text)
		}
		worth, _, _ := strings.Cut(after, "\n")
		return worth
	}(answered(t, "estimate tea.csv --intervals none"))
	told := answered(t, "explore tea.csv --plain --save tea.session")
	for _, want := range []string{"whole is handed every step of N = 300 whole episodes", "Γ₆: ", "FindPolicy expects " + first} {
		if !strings.Contains(told, want) {
			t.Errorf("found no %q in %s", want, told)
		}
	}
	if again := answered(t, "replay tea.session --plain"); !strings.Contains(again, "FindPolicy expects "+first) {
		t.Errorf("opened again: found %s", again)
	}
	answered(t, "explore tea.csv --horizon 5 --estimator aligned --plain --save other.session")
	if saved := fileText(t, "other.session"); !strings.Contains(saved, "horizon 5\n") || !strings.Contains(saved, "estimator aligned\n") {
		t.Errorf("found %s, expected what was asked for", saved)
	}
	answered(t, "replay other.session --plain")

	expect(t, "run tea.csv", "tea.csv: found a log, expected a model: 'eeporl estimate tea.csv")
	expect(t, "check nothing.csv", `found "nothing.csv", which is no scenario and no file`)
	if err := os.WriteFile("short.csv", []byte("episode,step,action,reward,observation\n0,1,a,0,x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if a := ask("explore short.csv --plain"); a.code == exitAnswered {
		t.Errorf("a log without four steps: found %q", a.out)
	}
}
