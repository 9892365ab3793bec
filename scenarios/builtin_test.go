package scenarios

import (
	"strings"
	"testing"

	"eeporl/pomdp"
)

// The embedded files are what WriteModel would write, so that `scenarios show`
// prints exactly what is built in.
func TestBuiltinsAreCanonical(t *testing.T) {
	for _, s := range List() {
		data, err := builtinFiles.ReadFile("builtin/" + s.Name + ".toml")
		if err != nil {
			t.Fatal(err)
		}
		if got := modelText(s); got != string(data) {
			t.Errorf("%s: the file is not canonical; want\n%s", s.Name, got)
		}
		if len(s.About) < 100 || strings.Contains(s.About, "\n") {
			t.Errorf("%s: About is not a paragraph: %q", s.Name, s.About)
		}
		if s.Model.Horizon() < 4 || s.Model.Discount() != 1 {
			t.Errorf("%s: horizon %d, discount %g; want 4 or more, 1", s.Name, s.Model.Horizon(), s.Model.Discount())
		}
	}
	files, err := builtinFiles.ReadDir("builtin")
	if err != nil || len(files) != len(Names()) {
		t.Errorf("%d embedded files for %d scenarios (%v)", len(files), len(Names()), err)
	}
}

// The doctor's verdict is what each scenario is there for.
func TestBuiltinAssumptions(t *testing.T) {
	for _, s := range List() {
		broken := violated(t, s)
		switch {
		case s.WellPosed && len(broken) > 0:
			t.Errorf("%s is well posed but violates %v", s.Name, broken)
		case s.Name == "tiger":
			for _, want := range []string{
				"transition-rank:open-left", "transition-rank:open-right", "observation-rank:open-left",
				"observation-rank:open-right", "reward-rank:listen", "O-rank", "sigma-k-P12", "sigma-k-P13",
			} {
				if !broken[want] {
					t.Errorf("tiger: %s holds", want)
				}
			}
		case s.Name == "two-step":
			for name := range broken {
				if name != "reach-one-step" && name != "sigma-k-P12" && name != "sigma-k-P13" {
					t.Errorf("two-step violates %s, which is not its point", name)
				}
			}
			if !broken["reach-one-step"] || !broken["sigma-k-P12"] {
				t.Errorf("two-step violates only %v", broken)
			}
		case s.Name == "two-room":
			if len(broken) != 3 || !broken["reach-one-step"] || !broken["sigma-k-P12"] || !broken["sigma-k-P13"] {
				t.Errorf("two-room violates %v, expected that a state is not met after one step, and what follows", broken)
			}
		case s.Name == "tutor" && len(broken) > 0:
			t.Errorf("tutor violates %v, expected nothing", broken)
		case s.Name == "preferences", s.Name == "slots":
			for name := range broken {
				if !strings.HasPrefix(name, "reward-rank") {
					t.Errorf("%s violates %s, expected what rewards alone tell, which the method does without", s.Name, name)
				}
			}
		}
	}
}

func violated(t *testing.T, s Scenario) map[string]bool {
	t.Helper()
	e, err := pomdp.NewExploration(s.Model.Sizes().A, pomdp.DefaultC(s.Model.Sizes().A))
	if err != nil {
		t.Fatal(err)
	}
	broken := map[string]bool{}
	for _, a := range pomdp.Check(s.Model, e) {
		if !a.Holds {
			broken[a.Name] = true
		}
	}
	return broken
}

// Singular values of the exact pair moments far above the noise of 10⁶
// episodes, about 5e-4: what makes these scenarios learnable in practice.
func TestWellPosedSpectra(t *testing.T) {
	for _, s := range List() {
		if !s.WellPosed {
			continue
		}
		n := s.Model.Sizes()
		e, _ := pomdp.NewExploration(n.A, pomdp.DefaultC(n.A))
		p12, p13 := pomdp.Induce(s.Model, e).PairSingularValues()
		if p12[n.K()-1] < 5e-3 || p13[n.K()-1] < 1.5e-3 {
			t.Errorf("%s: σ_k(P₁₂) = %.4f, σ_k(P₁₃) = %.4f", s.Name, p12[n.K()-1], p13[n.K()-1])
		}
	}
}

func TestTeaIsTheIssues(t *testing.T) {
	s, err := Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	m := s.Model
	z := [2][2]float64{{.8, .2}, {.3, .7}}
	r := [2][2]float64{{.2, .8}, {.75, .25}}
	if m.Sizes() != (pomdp.Sizes{S: 2, A: 2, Z: 2, R: 2}) || m.Initial(0) != .55 || m.RewardValue(0) != 0 || m.RewardValue(1) != 1 {
		t.Fatal("tea has other sizes, belief or rewards")
	}
	for a := range 2 {
		for s := range 2 {
			swapped := s ^ a
			for i := range 2 {
				same := 0.0
				if s == i {
					same = 1
				}
				if m.T(a, s, i) != same || m.Z(a, s, i) != z[swapped][i] || m.R(a, s, i) != r[swapped][i] {
					t.Errorf("tea: action %d, state %d, column %d differ", a, s, i)
				}
			}
		}
	}
}
