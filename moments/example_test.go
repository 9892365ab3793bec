package moments_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"eeporl/moments"
	"eeporl/moments/choose"
	"eeporl/moments/estimators"
	"eeporl/moments/likelihood"
	"eeporl/moments/precision"
	"eeporl/moments/spectral"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// teaTruth is a scenario with the exploration policy that the examples share.
func teaTruth() (*pomdp.POMDP, pomdp.Exploration) {
	scenario, err := scenarios.Load("tea")
	if err != nil {
		log.Fatal(err)
	}
	m := scenario.Model
	explore, err := pomdp.NewExploration(m.Sizes().A, pomdp.DefaultC(m.Sizes().A))
	if err != nil {
		log.Fatal(err)
	}
	return m, explore
}

// Episodes become counts, counts an estimate; the truth is needed only to hold
// the estimate against it.
func Example() {
	truth, explore := teaTruth()

	// 1. Explore, and count the triples of every episode.
	counts := moments.NewCounts(truth.Sizes())
	sim := pomdp.NewSimulator(truth, explore, 1, pomdp.StreamExplore)
	for i := range uint64(100_000) {
		if cell, ok := sim.Triple(i); ok {
			counts.AddTriple(cell)
		}
	}

	// 2. Estimate, with the number of states given.
	estimate := spectral.Full(context.Background(), counts, 2, moments.Options{})
	fmt.Printf("%.0f episodes, reached %v\n", estimate.Episodes, estimate.Stage)
	for _, f := range estimate.Findings {
		fmt.Println(f.Code)
	}

	// 3. Compare with the truth, after undoing the arbitrary orders of the states.
	c := moments.Compare(estimate, pomdp.Induce(truth, explore))
	fmt.Printf("%d of %d labels right, RMSE %.2f\n", c.LabelsRight, truth.Sizes().K(), c.Parameters.RMSE)
	// Output:
	// 100000 episodes, reached parameters
	// 8 of 8 labels right, RMSE 0.02
}

// The exact law in place of counts is N = ∞: everything is recovered up to
// rounding, but in an order of the states that every action pair has its own.
func Example_full() {
	truth, explore := teaTruth()
	counts := moments.FromLaw(pomdp.ExactLaw(truth, explore))
	estimate := spectral.Full(context.Background(), counts, 2, moments.Options{})

	fmt.Printf("N = %g, σ_k = %.4f, %d findings\n", estimate.Episodes, estimate.Spectrum.SigmaK(), len(estimate.Findings))
	c := moments.Compare(estimate, pomdp.Induce(truth, explore))
	p := c.Parameters
	fmt.Println("recovered:", max(p.Initial, p.Observation, p.Reward, p.Transition) < 1e-8)
	fmt.Println("labels right:", c.LabelsRight)
	// Output:
	// N = +Inf, σ_k = 0.0165, 0 findings
	// recovered: true
	// labels right: 8
}

// Maximum likelihood from the moments' answer: one POMDP, in one order of the
// states, nearly as good as any estimate can be.
func Example_polished() {
	truth, explore := teaTruth()
	counts, err := moments.Sample(pomdp.ExactLaw(truth, explore), 1e5, pomdp.Source(1, pomdp.StreamLeap, 0))
	if err != nil {
		log.Fatal(err)
	}
	full := spectral.Full(context.Background(), counts, 2, moments.Options{})
	polished := likelihood.Polished(context.Background(), counts, 2, moments.Options{})

	hmm := pomdp.Induce(truth, explore)
	fmt.Printf("full:     RMSE %.4f\n", moments.Compare(full, hmm).Parameters.RMSE)
	fmt.Printf("polished: RMSE %.4f, converged %v\n", moments.Compare(polished, hmm).Parameters.RMSE, polished.Likelihood.Converged)
	m := polished.Model // full has none: its action pairs need not agree
	fmt.Printf("p(smile | offer-tea) = %.2f in one state, %.2f in the other\n", m.Z(0, 0, 0), m.Z(0, 1, 0))
	// Output:
	// full:     RMSE 0.0146
	// polished: RMSE 0.0026, converged true
	// p(smile | offer-tea) = 0.30 in one state, 0.80 in the other
}

// Counts of any number of episodes cost the same when they are drawn at once
// from the exact law.
func ExampleSample() {
	truth, explore := teaTruth()
	law := pomdp.ExactLaw(truth, explore)
	for _, n := range []float64{1e3, 1e9, 1e15} {
		counts, err := moments.Sample(law, n, pomdp.Source(1, pomdp.StreamLeap, 0))
		if err != nil {
			log.Fatal(err)
		}
		worst := 0.0
		for cell, p := range law.P {
			worst = math.Max(worst, math.Abs(counts.At(cell)/n-p))
		}
		fmt.Printf("%.0e episodes: the worst frequency is off by %.0e\n", counts.Total(), worst)
	}
	// Output:
	// 1e+03 episodes: the worst frequency is off by 6e-03
	// 1e+09 episodes: the worst frequency is off by 7e-06
	// 1e+15 episodes: the worst frequency is off by 6e-09
}

// Counts take an episode back as easily as they take it in, and a clone is
// independent.
func ExampleCounts() {
	counts := moments.NewCounts(pomdp.Sizes{A: 2, Z: 2, R: 2})
	cell := pomdp.Cell{Actions: [4]int{0, 1, 0, 1}, Outcomes: [3]int{3, 0, 2}}
	counts.AddTriple(cell)
	counts.AddTriple(cell)
	before := counts.Clone()
	counts.Remove(counts.Sizes().CellIndex(cell), 1)
	fmt.Println(before.Total(), counts.Total())

	x := counts.Sizes().Triple(cell)
	fmt.Println(counts.P12(x[0], x[1]), counts.P13(x[0], x[2]), counts.P123(x))
	// Output:
	// 2 1
	// 1 1 1
}

// The Cramér–Rao bound: no unbiased estimate of N episodes can have a smaller
// error. The bound is of the model and the exploration policy alone.
func Example_fisherInformation() {
	truth, explore := teaTruth()
	info := likelihood.FisherInformation(truth, explore)
	fmt.Println(len(info.Names), "free parameters, the last", info.Names[len(info.Names)-1])
	for _, n := range []float64{1e4, 1e6} {
		fmt.Printf("N = %g: RMSE at least %.5f\n", n, info.RMSE(n))
	}
	fmt.Printf("b(state 1) is known to ± %.4f from 10⁶ episodes\n", info.Deviation.Initial[0]/math.Sqrt(1e6))
	for _, f := range info.Findings { // tea's guests never change their mind: T_a = I
		fmt.Println(f.Code)
	}
	// Output:
	// 13 free parameters, the last p(reward 1 | state 2, action 2)
	// N = 10000: RMSE at least 0.00724
	// N = 1e+06: RMSE at least 0.00072
	// b(state 1) is known to ± 0.0010 from 10⁶ episodes
	// boundary-parameter
}

// What a numerical method usually hides is a finding with a stable code, the
// number that decides it and what it was held against.
func ExampleEstimate_Stopped() {
	scenario, err := scenarios.Load("two-step") // a state that one step cannot reach
	if err != nil {
		log.Fatal(err)
	}
	m := scenario.Model
	explore, err := pomdp.NewExploration(m.Sizes().A, pomdp.DefaultC(m.Sizes().A))
	if err != nil {
		log.Fatal(err)
	}
	counts := moments.FromLaw(pomdp.ExactLaw(m, explore))
	estimate := spectral.Full(context.Background(), counts, m.Sizes().S, moments.Options{})
	if f, stopped := estimate.Stopped(); stopped {
		fmt.Println("stopped after", estimate.Stage, "by", f.Code)
		fmt.Println("at rounding level:", f.Value.Float() <= f.Limit.Float())
	}
	// Output:
	// stopped after spectrum by assumption-violated
	// at rounding level: true
}

// All estimators take the same counts and give the same Estimate.
func Example_named() {
	truth, explore := teaTruth()
	hmm := pomdp.Induce(truth, explore)
	counts, err := moments.Sample(pomdp.ExactLaw(truth, explore), 1e6, pomdp.Source(1, pomdp.StreamLeap, 0))
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"full", "blocked", "aligned", "polished"} {
		estimator, err := estimators.Named(name)
		if err != nil {
			log.Fatal(err)
		}
		e := estimator.Run(context.Background(), moments.Data{Counts: counts}, 2, moments.Options{})
		fmt.Printf("%-8s one order of the states: %-5v RMSE %.4f\n", name, e.Model != nil, moments.Compare(e, hmm).Parameters.RMSE)
	}
	// Output:
	// full     one order of the states: false RMSE 0.0052
	// blocked  one order of the states: false RMSE 0.0025
	// aligned  one order of the states: true  RMSE 0.0014
	// polished one order of the states: true  RMSE 0.0008
}

// How many hidden states do the counts ask for? No truth is needed.
func Example_chooseStates() {
	truth, explore := teaTruth()
	counts, err := moments.Sample(pomdp.ExactLaw(truth, explore), 1e5, pomdp.Source(1, pomdp.StreamLeap, 0))
	if err != nil {
		log.Fatal(err)
	}
	choice := choose.ChooseStates(context.Background(), counts, 1, 3, moments.Options{})
	fmt.Println("BIC:", choice.BIC, "AIC:", choice.AIC, "above the noise:", choice.Spectrum)
	// Output:
	// BIC: 2 AIC: 2 above the noise: 2
}

// follow repeats an action that pleased: it looks at what was seen, which
// exploration must not do.
type follow struct{}

func (follow) Next(past []pomdp.Step, probs []float64) {
	probs[0], probs[1] = .5, .5
	if len(past) > 0 && past[len(past)-1].Observation.Value == 0 {
		repeat := past[len(past)-1].Action.Value
		probs[repeat], probs[1-repeat] = .9, .1
	}
}

// OpenLoop finds counts whose actions were chosen by what was seen.
func ExampleOpenLoop() {
	truth, explore := teaTruth()
	for _, policy := range []pomdp.Policy{explore, follow{}} {
		counts := moments.NewCounts(truth.Sizes())
		sim := pomdp.NewSimulator(truth, policy, 1, pomdp.StreamExplore)
		for i := range uint64(5000) {
			cell, _ := sim.Triple(i)
			counts.AddTriple(cell)
		}
		_, findings := moments.OpenLoop(counts, nil)
		fmt.Printf("%T: %d findings\n", policy, len(findings))
	}
	// Output:
	// pomdp.Exploration: 0 findings
	// moments_test.follow: 3 findings
}

// Does σ_k stand above what noise alone would show? The spectrum and its floor
// cost little enough to be drawn after every episode.
func Example_noiseFloor() {
	truth, explore := teaTruth()
	for _, n := range []float64{1e3, 1e5} {
		counts, err := moments.Sample(pomdp.ExactLaw(truth, explore), n, pomdp.Source(1, pomdp.StreamLeap, 0))
		if err != nil {
			log.Fatal(err)
		}
		spectrum := spectral.SpectrumOf(counts, 2)
		noise := spectral.NoiseFloor(counts, 2, 9, 1)
		fmt.Printf("N = %g: stands out %v\n", n, spectrum.SigmaK() > noise.P12.Limit)
	}
	// Output:
	// N = 1000: stands out false
	// N = 100000: stands out true
}

// Confidence intervals for any estimator, by resampling the counts.
func Example_bootstrap() {
	truth, explore := teaTruth()
	counts, err := moments.Sample(pomdp.ExactLaw(truth, explore), 1e6, pomdp.Source(1, pomdp.StreamLeap, 0))
	if err != nil {
		log.Fatal(err)
	}
	options := moments.Options{Rotations: 5}
	estimate := spectral.Blocked(context.Background(), counts, 2, options)
	intervals := precision.Bootstrap(context.Background(), counts, estimate, 40, nil, nil).Intervals(.95)
	pair := truth.Sizes().Pair(0, 0)
	e, low, high := estimate.Parameters, intervals.Low, intervals.High
	fmt.Println("replicates:", intervals.Replicates)
	fmt.Println("ordered:", low.Observation[pair][0][0] < e.Observation[pair][0][0] && e.Observation[pair][0][0] < high.Observation[pair][0][0])
	// Output:
	// replicates: 40
	// ordered: true
}

// The paper's normalisation takes absolute values; what it moved is a
// diagnostic.
func ExampleNormalize() {
	for _, by := range []moments.Normalization{moments.Abs, moments.Clip, moments.Simplex} {
		x := []float64{.7, .4, -.1}
		negative, ok := moments.Normalize(x, by)
		fmt.Printf("%-7s %.3f, %.1f %% negative, %v\n", by, x, 100*negative, ok)
	}
	// Output:
	// abs     [0.583 0.333 0.083], 8.3 % negative, true
	// clip    [0.636 0.364 0.000], 8.3 % negative, true
	// simplex [0.650 0.350 0.000], 8.3 % negative, true
}
