package planning_test

import (
	"context"
	"fmt"
	"log"

	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

func teaModel() *pomdp.POMDP {
	scenario, err := scenarios.Load("tea")
	if err != nil {
		log.Fatal(err)
	}
	return scenario.Model
}

// The whole of EEPORL: explore, estimate, plan with what was learned, and see
// what the policy is worth on the true model.
func Example() {
	truth := teaModel()
	explore, err := pomdp.NewExploration(2, pomdp.DefaultC(2))
	if err != nil {
		log.Fatal(err)
	}
	counts, err := moments.Sample(pomdp.ExactLaw(truth, explore), 1e6, pomdp.Source(1, pomdp.StreamLeap, 0))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	learned := spectral.Full(ctx, counts, 2, moments.Options{RewardValues: truth.RewardValues()})
	if f, stopped := learned.Stopped(); stopped {
		log.Fatal(f.Detail)
	}

	plan, err := planning.FindPolicy(ctx, learned.Parameters, planning.Options{Horizon: truth.Horizon()})
	if err != nil {
		log.Fatal(err)
	}
	best, err := planning.Optimal(ctx, truth, planning.Options{})
	if err != nil {
		log.Fatal(err)
	}
	_, worth, err := planning.Evaluate(truth, plan.Tree)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("first action:", truth.ActionName(plan.First[1]))
	fmt.Printf("worth %.3f of %.3f\n", worth, best.Value)
	// Output:
	// first action: offer-tea
	// worth 2.711 of 2.715
}

// FindPolicy takes parameters in which every action pair has its own order of
// the states. The order does not matter to the answer.
func ExampleFindPolicy() {
	truth := teaModel()
	n := truth.Sizes()
	order := pomdp.IdentityOrder(n)
	order[n.Pair(0, 1)] = []int{1, 0}
	order[n.Pair(1, 1)] = []int{1, 0}
	for _, o := range []pomdp.Order{pomdp.IdentityOrder(n), order} {
		plan, err := planning.FindPolicy(context.Background(), truth.Pairs(o), planning.Options{Horizon: 4})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("value %.4f with mass %.4f\n", plan.Value, plan.Mass)
	}
	// Output:
	// value 2.7148 with mass 1.0000
	// value 2.7148 with mass 1.0000
}

// A plan's tree is a policy: the branch on what was earned and seen is the next
// decision, without any belief.
func ExampleTree_Policy() {
	truth := teaModel()
	plan, err := planning.Optimal(context.Background(), truth, planning.Options{})
	if err != nil {
		log.Fatal(err)
	}
	sim := pomdp.NewSimulator(truth, plan.Tree.Policy(), 1, pomdp.StreamExploit)
	total := 0.0
	const episodes = 10_000
	for i := range uint64(episodes) {
		for _, step := range sim.Episode(i).Steps {
			total += truth.RewardValue(step.Reward.Value)
		}
	}
	fmt.Printf("worth %.1f, earned on average %.1f\n", plan.Value, total/episodes)

	paidAndSmiled := []pomdp.Step{{Reward: pomdp.Draw{Value: 1}, Observation: pomdp.Draw{Value: 0}}}
	node, _ := plan.Tree.Walk(paidAndSmiled)
	fmt.Println("first", truth.ActionName(plan.Tree.Nodes[0].Action)+",",
		"after 1 and a smile", truth.ActionName(plan.Tree.Nodes[node].Action))
	// Output:
	// worth 2.7, earned on average 2.7
	// first offer-tea, after 1 and a smile offer-tea
}

// Regret split by decisions: which choice of a policy loses how much. The policy
// here is best for guests who mostly want coffee.
func ExampleDecompose() {
	truth := teaModel()
	wrong, err := truth.From(pomdp.Belief{.2, .8}, truth.Horizon())
	if err != nil {
		log.Fatal(err)
	}
	plan, err := planning.Optimal(context.Background(), wrong, planning.Options{})
	if err != nil {
		log.Fatal(err)
	}
	regret, err := planning.Decompose(context.Background(), truth, plan.Tree)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("regret %.4f, by steps %.4f\n", regret.Total, regret.Steps)
	most := regret.Decisions[0]
	fmt.Printf("most of it at step %d: %s in place of %s\n", most.Step+1, truth.ActionName(most.Action), truth.ActionName(most.Best))
	// Output:
	// regret 0.1270, by steps [0.0419 0.0357 0.0280 0.0213]
	// most of it at step 1: offer-coffee in place of offer-tea
}

// The number of β-vectors grows as a tower of powers; pruned, few are left.
func ExamplePlan() {
	plan, err := planning.Optimal(context.Background(), teaModel(), planning.Options{Planner: planning.Pruning})
	if err != nil {
		log.Fatal(err)
	}
	for _, level := range plan.Levels {
		fmt.Printf("Γ%d: by definition %v for each pair, kept %d for all\n", level.T, level.Enumerated, level.Vectors())
	}
	// Output:
	// Γ1: by definition 1 for each pair, kept 4 for all
	// Γ2: by definition 16 for each pair, kept 20 for all
	// Γ3: by definition 1,048,576 for each pair, kept 84 for all
	// Γ4: by definition 1.93·10²⁵ for each pair, kept 228 for all
}

// The best value and the values of all actions at any belief, with any number
// of steps to go.
func ExampleOptimum() {
	truth := teaModel()
	v, err := planning.NewOptimum(context.Background(), truth, planning.Options{Horizon: truth.Horizon()})
	if err != nil {
		log.Fatal(err)
	}
	for _, belief := range [][]float64{{.55, .45}, {.2, .8}} {
		q, err := v.Actions(context.Background(), 4, belief)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v: %s %.3f, %s %.3f\n", belief, truth.ActionName(0), q[0], truth.ActionName(1), q[1])
	}
	// Output:
	// [0.55 0.45]: offer-tea 2.715, offer-coffee 2.673
	// [0.2 0.8]: offer-tea 2.610, offer-coffee 2.944
}
