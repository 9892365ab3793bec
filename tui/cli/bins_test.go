package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
	"eeporl/scenarios/logs"
)

// gaussian is a world with two hidden states, two actions, and normal rewards and observations.
type gaussian struct {
	initial float64       // of state 0
	stay    [2][2]float64 // [action][state]
	earn    [2][2]float64 // [action][state] mean reward, of standard deviation noise
	noise   float64
	see     [2]float64 // [state] mean observation, of standard deviation 1
	horizon int
}

func gaussians() []gaussian {
	return []gaussian{
		{.6, [2][2]float64{{.9, .9}, {.75, .75}}, [2][2]float64{{.6, .3}, {-1.5, 2}}, 1, [2]float64{0, 2.5}, 5},
		{.5, [2][2]float64{{1, 1}, {.5, .5}}, [2][2]float64{{3, -3}, {0, .2}}, 2, [2]float64{0, 1.5}, 4},
		{.9, [2][2]float64{{.85, .98}, {.99, .6}}, [2][2]float64{{1, -2}, {.4, -.5}}, .5, [2]float64{36.8, 38.4}, 6},
	}
}

func (g *gaussian) moves(a, s, to int) float64 {
	if s == to {
		return g.stay[a][s]
	}
	return 1 - g.stay[a][s]
}

// log are episodes under actions drawn blindly.
func (g *gaussian) log(seed uint64, episodes int) string {
	rng := rand.New(rand.NewPCG(seed, 9))
	var b strings.Builder
	b.WriteString("episode,step,action,reward,observation\n")
	for e := range episodes {
		s := 0
		if rng.Float64() > g.initial {
			s = 1
		}
		for t := range g.horizon {
			a := rng.IntN(2)
			r := g.earn[a][s] + g.noise*rng.NormFloat64()
			if rng.Float64() > g.stay[a][s] {
				s = 1 - s
			}
			fmt.Fprintf(&b, "%d,%d,%s,%.4f,%.3f\n", e, t+1, [2]string{"wait", "work"}[a], r, g.see[s]+rng.NormFloat64())
		}
	}
	return b.String()
}

// mass is the probability of each bin under a normal distribution.
func mass(edges []float64, mean, deviation float64) []float64 {
	below, out := 0.0, []float64{}
	for _, e := range append(append([]float64(nil), edges...), math.Inf(1)) {
		p := .5 * math.Erfc(-(e-mean)/deviation/math.Sqrt2)
		out, below = append(out, p-below), p
	}
	return out
}

func evenly(low, high float64, n int) (edges []float64) {
	for i := range n - 1 {
		edges = append(edges, low+(high-low)*float64(i+1)/float64(n))
	}
	return edges
}

// best is the optimum, with rewards and observations as finely as that is worth: by dynamic programming on
// a grid of beliefs.
func (g *gaussian) best() float64 {
	const grid = 200
	z := [2][]float64{mass(evenly(g.see[0]-4, g.see[1]+4, 50), g.see[0], 1), mass(evenly(g.see[0]-4, g.see[1]+4, 50), g.see[1], 1)}
	span := evenly(-10, 10, 60)
	after := make([]float64, grid+1)
	at := func(v []float64, b float64) float64 {
		x := b * grid
		i := min(int(x), grid-1)
		return v[i] + (x-float64(i))*(v[i+1]-v[i])
	}
	for range g.horizon {
		now := make([]float64, grid+1)
		for i := range now {
			b, most := float64(i)/grid, math.Inf(-1)
			for a := range 2 {
				r := [2][]float64{mass(span, g.earn[a][0], g.noise), mass(span, g.earn[a][1], g.noise)}
				value := b*g.earn[a][0] + (1-b)*g.earn[a][1]
				for k := range r[0] {
					p0, p1 := b*r[0][k], (1-b)*r[1][k]
					if p0+p1 < 1e-9 {
						continue
					}
					q0, q1 := p0*g.moves(a, 0, 0)+p1*g.moves(a, 1, 0), p0*g.moves(a, 0, 1)+p1*g.moves(a, 1, 1)
					for j := range z[0] {
						x, y := q0*z[0][j], q1*z[1][j]
						if x+y > 1e-12 {
							value += (x + y) * at(after, x/(x+y))
						}
					}
				}
				most = math.Max(most, value)
			}
			now[i] = most
		}
		after = now
	}
	return at(after, g.initial)
}

// worth is what a learned tree is truly worth, exactly, in the bins that it was learned in.
func (g *gaussian) worth(t *testing.T, tree string, bins logs.BinSet, names []string) float64 {
	t.Helper()
	var doc struct {
		Tree []struct {
			Action int            `json:"action"`
			Next   map[string]int `json:"next"`
		} `json:"tree"`
	}
	if err := json.Unmarshal([]byte(tree), &doc); err != nil {
		t.Fatal(err)
	}
	values := make([][2]float64, len(doc.Tree))
	for i := len(doc.Tree) - 1; i >= 0; i-- { // children stand after their parents
		node := doc.Tree[i]
		a := 0
		if names[node.Action] == "work" {
			a = 1
		}
		for s := range 2 {
			values[i][s] = g.earn[a][s]
			r := mass(bins.Reward.Edges, g.earn[a][s], g.noise)
			for key, child := range node.Next {
				var k, j int
				if _, err := fmt.Sscanf(key, "%d,%d", &k, &j); err != nil {
					t.Fatal(err)
				}
				for to := range 2 {
					values[i][s] += r[k] * g.moves(a, s, to) * mass(bins.Observation[0].Edges, g.see[to], 1)[j] * values[child][to]
				}
			}
		}
	}
	return g.initial*values[0][0] + (1-g.initial)*values[0][1]
}

// Numbers that are no symbols end in a policy within 3 % of the best that the finest discretisation
// allows; the bins go with the model, and new logs are read in them.
func TestNumbersEndInAPolicy(t *testing.T) {
	tier.Long(t, "learns from many numbers")
	t.Chdir(t.TempDir())
	for i, g := range gaussians() {
		if i > 0 && os.Getenv("EEPORL_SLOW") == "" {
			break // the others with EEPORL_SLOW=1
		}
		if err := os.WriteFile("log.csv", []byte(g.log(uint64(i), 1000)), 0o644); err != nil {
			t.Fatal(err)
		}
		expect(t, fmt.Sprintf("estimate log.csv --horizon %d --model m.toml --policy p.json --intervals none", g.horizon),
			"numbers-binned: reward's ", "by k-means, each worth its mean", "off by at most H × ", "observation's ", "2 states by BIC")
		m, err := scenarios.ReadModelFile("m.toml")
		if err != nil {
			t.Fatal(err)
		}
		best, got := g.best(), g.worth(t, fileText(t, "p.json"), m.Bins, m.Model.Spec().Actions)
		t.Logf("world %d: the policy is worth %.4f of %.4f", i, got, best)
		if got < best-.03*math.Abs(best) {
			t.Errorf("world %d: the policy is worth %.4f, the best %.4f", i, got, best)
		}
		if err := os.WriteFile("new.csv", []byte(g.log(99, 4)+"9,1,wait,1000,-5000\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"score m.toml new.csv", "belief m.toml new.csv", "act m.toml new.csv --horizon 9"} {
			if a := ask(line); a.code != exitAnswered || !strings.Contains(a.err, "outside-bins: 2 numbers lie outside") {
				t.Errorf("%s: found %d and %q", line, a.code, a.err)
			}
		}
		expect(t, "estimate new.csv --like m.toml", "outside-bins", "!numbers-binned")
	}
	expect(t, "estimate log.csv --states 2 --bins reward=3,observation=4 --horizon 4", "into 3 bins", "into 4 bins", "!as many as predict best")
	expect(t, "estimate log.csv --states 2 --bins reward=none,observation=none", "possible triples")
	expect(t, "estimate log.csv --bins reward=1", `--bins: found "reward=1", expected such as`)
	if a := runIn(testEnv(), fileText(t, "log.csv"), "estimate", "-", "--states", "2", "--bins", "reward=2,observation=2"); a.code != exitAnswered {
		t.Errorf("through a pipe: %q", a.err)
	}
}
