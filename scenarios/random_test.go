package scenarios

import (
	"math"
	"strings"
	"testing"

	"eeporl/pomdp"

	"pgregory.net/rapid"
)

// The same numbers on every machine and in every version.
func TestRandomGolden(t *testing.T) {
	s, err := Load("random:2,2,3,2,7")
	if err != nil {
		t.Fatal(err)
	}
	s.About = ""
	const want = `name = "random:2,2,3,2,7"
states = ["s1", "s2"]
actions = ["a1", "a2"]
observations = ["z1", "z2", "z3"]
rewards = [0, 1]
initial = [0.2287, 0.7713]
horizon = 4
[transition]     # action → row per state left, column per state entered
a1 = [[0.3269, 0.6731], [0.7663, 0.2337]]
a2 = [[0.2589, 0.7411], [0.5938, 0.4062]]
[observation]    # action → row per state entered, column per observation
a1 = [[0.579, 0.2199, 0.2011], [0.0672, 0.677, 0.2558]]
a2 = [[0.0953, 0.1838, 0.7209], [0.1154, 0.7868, 0.0978]]
[reward]         # action → row per state left, column per reward level
a1 = [[0.3096, 0.6904], [0.8178, 0.1822]]
a2 = [[0.1999, 0.8001], [0.6462, 0.3538]]
`
	if got := modelText(s); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRandomKeepsTransitionsWhenObservationsChange(t *testing.T) {
	one, _ := Load("random:3,2,3,3,5")
	two, _ := Load("random:3,2,4,2,5")
	for a := range 2 {
		for s := range 3 {
			for next := range 3 {
				if one.Model.T(a, s, next) != two.Model.T(a, s, next) {
					t.Fatal("transitions depend on |Z| or |R|")
				}
			}
		}
	}
}

func TestRandomErrors(t *testing.T) {
	for call, want := range map[string]string{
		"random:":                             "found 1 numbers, expected random:S,A,Z,R,SEED",
		"random:2,2,2,2":                      "found 4 numbers",
		"random:2,x,2,2,1":                    `found "x" for A`,
		"random:2,2,2,2,-1":                   `found "-1" for SEED`,
		"random:0,2,2,2,1":                    "found |S| = 0, expected 1 to 100",
		"random:2,2,2,1000000000,1":           "found |R| = 1000000000",
		"random:2,50,50,50,1":                 "triples, expected at most 10⁸",
		"random:2,2,2,2,1,1.5":                "found conditioning 1.5",
		"random:2,2,2,2,1,NaN":                "found conditioning NaN",
		"random:2,2,2,2,1,much":               `found "much" for CONDITIONING`,
		"random:2,2,2,2,99999999999999999999": "for SEED",
	} {
		if _, err := Load(call); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", call, err, want)
		}
	}
}

func TestApportion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.IntRange(200, 1000), 1, 100).Draw(t, "weights")
		total := rapid.IntRange(0, unit).Draw(t, "total")
		sum, weight := 0, 0
		parts := apportion(total, weights)
		for _, w := range weights {
			weight += w
		}
		for i, p := range parts {
			sum += p
			if exact := float64(total*weights[i]) / float64(weight); math.Abs(float64(p)-exact) >= 1 {
				t.Fatalf("part %d is %d, exact %g", i, p, exact)
			}
		}
		if sum != total {
			t.Fatalf("sum %d, want %d", sum, total)
		}
	})
}

// With the default setting, random models satisfy every assumption; without
// conditioning σ_k is smaller.
func TestConditioning(t *testing.T) {
	sigma := func(call string) float64 {
		s, err := Load(call)
		if err != nil {
			t.Fatal(err)
		}
		if broken := violated(t, s); len(broken) > 0 {
			t.Errorf("%s violates %v", call, broken)
		}
		n := s.Model.Sizes()
		e, _ := pomdp.NewExploration(n.A, pomdp.DefaultC(n.A))
		p12, _ := pomdp.Induce(s.Model, e).PairSingularValues()
		return p12[n.K()-1]
	}
	for _, sizes := range []string{"2,2,2,2,", "3,2,3,3,", "2,3,2,3,", "3,3,3,3,"} {
		for _, seed := range []string{"1", "2", "3", "4", "5"} {
			plain, conditioned := sigma("random:"+sizes+seed+",0"), sigma("random:"+sizes+seed)
			if conditioned < 5e-4 || plain > conditioned/3 {
				t.Errorf("random:%s%s: σ_k(P₁₂) = %.2g, without conditioning %.2g", sizes, seed, conditioned, plain)
			}
		}
	}
}
