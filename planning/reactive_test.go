package planning_test

import (
	"math"
	"testing"

	"eeporl/planning"
	"eeporl/scenarios"
)

// What the best policy without memory loses is what an independent implementation found by trying them all.
func TestBestReactiveLosesWhatWasMeasuredElsewhere(t *testing.T) {
	for name, loss := range map[string]float64{"tea": .261, "noisy-tiger": 5.48, "dialog": .479, "diagnosis": .003, "robot": 0, "tiger": 6.42, "two-step": .050} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		m := sc.Model
		best, err := planning.Optimal(t.Context(), m, planning.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, ok := planning.BestReactive(m, m.Horizon(), m.Discount())
		if !ok {
			t.Errorf("%s: too many policies", name)
			continue
		}
		digit := .0005
		if loss > 1 {
			digit = .005
		}
		if got := best.Value - r.Value; math.Abs(got-loss) > digit {
			t.Errorf("%s: loses %.5f, expected %g", name, got, loss)
		}
	}
}

// Doing one action for ever is a policy without memory, and a controller of one node.
func TestBestSteadyIsTheBestControllerOfOneNode(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "diagnosis", "robot"} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		m := sc.Model
		action, value := planning.BestSteady(m, m.Horizon(), m.Discount())
		best := math.Inf(-1)
		for a := range m.Sizes().A {
			tree, err := planning.Always(a, m.Sizes()).Tree(0, m.Horizon(), m.Discount())
			if err != nil {
				t.Fatal(err)
			}
			_, worth, err := planning.Evaluate(m, tree)
			if err != nil {
				t.Fatal(err)
			}
			best = max(best, worth)
			if a == action && math.Abs(worth-value) > 1e-10 {
				t.Errorf("%s: always %s earns %g, expected %g", name, m.ActionName(a), value, worth)
			}
		}
		if math.Abs(best-value) > 1e-10 {
			t.Errorf("%s: the best single action earns %g, expected %g", name, value, best)
		}
	}
}

func BenchmarkBestReactive(b *testing.B) {
	sc, err := scenarios.Load("noisy-tiger")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		planning.BestReactive(sc.Model, 4, 1)
	}
}
