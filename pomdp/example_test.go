package pomdp_test

import (
	"fmt"
	"log"

	"eeporl/pomdp"
)

// teaModel is the smallest model on which everything works: a guest wants tea
// or coffee and never changes their mind. An offer is met by a smile or a
// frown, and paid for by 0 or 1.
func teaModel() *pomdp.POMDP {
	stays := [][]float64{{1, 0}, {0, 1}}             // [s][s']
	smileAtTea := [][]float64{{.8, .2}, {.3, .7}}    // [s'][z], smile first
	smileAtCoffee := [][]float64{{.3, .7}, {.8, .2}} // [s'][z]
	payForTea := [][]float64{{.2, .8}, {.75, .25}}   // [s][r], 0 first
	payForCoffee := [][]float64{{.75, .25}, {.2, .8}}
	m, err := pomdp.New(pomdp.Spec{
		Name:         "tea",
		States:       []string{"wants-tea", "wants-coffee"},
		Actions:      []string{"offer-tea", "offer-coffee"},
		Observations: []string{"smile", "frown"},
		Rewards:      []float64{0, 1},
		Initial:      []float64{.55, .45},
		Transition:   [][][]float64{stays, stays},
		Observation:  [][][]float64{smileAtTea, smileAtCoffee},
		Reward:       [][][]float64{payForTea, payForCoffee},
		Horizon:      4,
		Discount:     1,
	})
	if err != nil {
		log.Fatal(err)
	}
	return m
}

// A model is plain data until New has validated it.
func ExampleNew() {
	m, err := pomdp.New(pomdp.Spec{
		Name:         "coin",
		States:       []string{"heads", "tails"},
		Actions:      []string{"flip"},
		Observations: []string{"heads", "tails"},
		Rewards:      []float64{0, 1},
		Initial:      []float64{1, 0},
		Transition:   [][][]float64{{{.7, .3}, {.4, .6}}}, // [a][s][s']
		Observation:  [][][]float64{{{.9, .1}, {.2, .8}}}, // [a][s'][z]
		Reward:       [][][]float64{{{1, 0}, {0, 1}}},     // [a][s][r]
		Horizon:      4,
		Discount:     1,
	})
	if err != nil {
		log.Fatal(err)
	}
	n := m.Sizes()
	fmt.Printf("%s: |S| = %d, |A| = %d, |Z| = %d, |R| = %d\n", m.Name(), n.S, n.A, n.Z, n.R)
	fmt.Printf("p(%s | %s, %s) = %g\n", m.StateName(1), m.StateName(0), m.ActionName(0), m.T(0, 0, 1))
	// Output:
	// coin: |S| = 2, |A| = 1, |Z| = 2, |R| = 2
	// p(tails | heads, flip) = 0.3
}

// Every fault is named with its place, what was found and what was expected.
func ExampleInvalid() {
	spec := teaModel().Spec()
	spec.Transition[1][0] = []float64{.9, .2}
	spec.Horizon = 0
	_, err := pomdp.New(spec)
	if invalid, ok := err.(*pomdp.Invalid); ok {
		for _, fault := range invalid.Faults {
			fmt.Println(fault)
		}
	}
	// Output:
	// transition of offer-coffee, row 1 (wants-tea): found a sum of 1.1, expected a sum of 1, for instance [0.818182, 0.181818]
	// horizon: found 0, expected a whole number of steps, at least 1
}

// π_explore is open-loop: a₃ depends on a₁ and a₄ on a₂ alone, never on what
// was seen.
func ExampleNewExploration() {
	e, err := pomdp.NewExploration(2, pomdp.DefaultC(2))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("Π[1, 1] = %.2f, Π[2, 1] = %.2f\n", e.Pi(0, 0), e.Pi(1, 0))
	fmt.Printf("p(1, 1, 1, 1) = %.4f, p(1, 1, 2, 2) = %.4f\n", e.Path([4]int{0, 0, 0, 0}), e.Path([4]int{0, 0, 1, 1}))
	// Output:
	// Π[1, 1] = 0.75, Π[2, 1] = 0.25
	// p(1, 1, 1, 1) = 0.1406, p(1, 1, 2, 2) = 0.0156
}

// Episode i is a function of (seed, i): none before it needs to be drawn.
func ExampleSimulator() {
	m := teaModel()
	explore, err := pomdp.NewExploration(2, pomdp.DefaultC(2))
	if err != nil {
		log.Fatal(err)
	}
	sim := pomdp.NewSimulator(m, explore, 1, pomdp.StreamExplore)
	episode := sim.Episode(5)
	fmt.Println("the guest", m.StateName(episode.Initial.Value))
	for _, step := range episode.Steps {
		fmt.Printf("%s: %s, paid %g\n", m.ActionName(step.Action.Value),
			m.ObservationName(step.Observation.Value), m.RewardValue(step.Reward.Value))
	}
	// What learning takes from the episode: its first four actions and the three
	// symbols x_t = (a_t, z_{t+1}, r_{t+1}, a_{t+1}) that they make.
	cell, ok := pomdp.TripleCell(m.Sizes(), episode.Steps)
	fmt.Println(cell, ok)
	// Output:
	// the guest wants-tea
	// offer-coffee: frown, paid 0
	// offer-tea: smile, paid 1
	// offer-coffee: smile, paid 0
	// offer-tea: frown, paid 1
	// {[1 0 1 0] [3 0 1]} true
}

// The exact law of a triple is what counting episodes converges to.
func ExampleExactLaw() {
	m := teaModel()
	explore, err := pomdp.NewExploration(2, pomdp.DefaultC(2))
	if err != nil {
		log.Fatal(err)
	}
	law := pomdp.ExactLaw(m, explore)
	most := 0
	total := 0.0
	for cell, p := range law.P {
		total += p
		if p > law.P[most] {
			most = cell
		}
	}
	fmt.Printf("%d triples can occur; their probabilities sum to %.12f\n", len(law.P), total)
	cell := law.Sizes.CellAt(most)
	fmt.Printf("the likeliest has probability %.5f: actions %v, outcomes %v\n", law.P[most], cell.Actions, cell.Outcomes)
	// Output:
	// 1024 triples can occur; their probabilities sum to 1.000000000000
	// the likeliest has probability 0.02030: actions [0 0 0 0], outcomes [1 1 1]
}

// Open-loop exploration turns the POMDP into one HMM over (action, state, next
// action) (Lemma 1).
func ExampleInduce() {
	m := teaModel()
	explore, err := pomdp.NewExploration(2, pomdp.DefaultC(2))
	if err != nil {
		log.Fatal(err)
	}
	hmm := pomdp.Induce(m, explore)
	n := hmm.Sizes
	fmt.Printf("k = %d hidden states, d = %d symbols\n", n.K(), n.D())
	h := n.HiddenIndex(pomdp.Hidden{Action: 0, State: 0, Next: 1})
	x := n.SymbolIndex(pomdp.Symbol{Action: 0, Observation: 0, Reward: 0, Next: 1})
	fmt.Printf("O[x, h] = p(smile | offer-tea, wants-tea)·p(0 | wants-tea, offer-coffee) = %.2f\n", hmm.O.At(x, h))
	fmt.Printf("w[h] = %.4f\n", hmm.W[h])
	// Output:
	// k = 8 hidden states, d = 16 symbols
	// O[x, h] = p(smile | offer-tea, wants-tea)·p(0 | wants-tea, offer-coffee) = 0.60
	// w[h] = 0.1375
}

// Check judges every assumption of the paper, and every condition that the
// method itself needs, by the number that decides it.
func ExampleCheck() {
	explore, err := pomdp.NewExploration(2, pomdp.DefaultC(2))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("tea:", pomdp.Holds(pomdp.Check(teaModel(), explore)))

	spec := teaModel().Spec()
	spec.Initial = []float64{1, 0} // nobody ever wants coffee
	certain, err := pomdp.New(spec)
	if err != nil {
		log.Fatal(err)
	}
	for _, a := range pomdp.Check(certain, explore) {
		if !a.Holds {
			fmt.Printf("%s: %s\n", a.Name, a.Detail)
		}
	}
	// Output:
	// tea: true
	// reach-two-steps: wants-coffee is never met after two steps, so nothing can be learned about it.
	// reach-one-step: wants-coffee cannot be met one step after offer-tea or offer-coffee: p(h₁) has 4 zeros in all, and the pair moment P₁₂ loses rank.
	// sigma-k-P12: P₁₂ has rank 4, not k = 8: it does not tell all states of the HMM apart, whatever the number of episodes.
	// sigma-k-P13: P₁₃ has rank 4, not k = 8: it does not tell all states of the HMM apart, whatever the number of episodes.
}

// A belief conditioned on one step: after a smile at tea that was paid for, the
// guest most likely wants tea.
func ExamplePOMDP_UpdateBelief() {
	m := teaModel()
	offerTea, paid, smile := 0, 1, 0
	belief, p := m.UpdateBelief(m.InitialBelief(), offerTea, paid, smile)
	fmt.Printf("p(paid, smile) = %.4f, then p(wants-tea) = %.3f\n", p, belief[0])
	// Output:
	// p(paid, smile) = 0.3858, then p(wants-tea) = 0.913
}

// Learned parameters come in an order of the states for every action pair.
// This is what a planner takes; the truth can be written so too.
func ExamplePOMDP_Pairs() {
	m := teaModel()
	n := m.Sizes()
	order := pomdp.IdentityOrder(n)
	order[n.Pair(0, 1)] = []int{1, 0} // the pair (1, 2) came back the other way round
	p := m.Pairs(order)
	fmt.Println("b in the order of the pair (1, 1):", p.Initial[n.Pair(0, 0)])
	fmt.Println("b in the order of the pair (1, 2):", p.Initial[n.Pair(0, 1)])
	// Output:
	// b in the order of the pair (1, 1): [0.55 0.45]
	// b in the order of the pair (1, 2): [0.45 0.55]
}
