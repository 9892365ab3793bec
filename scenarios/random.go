package scenarios

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

const randomPrefix = "random:"

// RandomSpec says which random model to make.
type RandomSpec struct {
	Sizes pomdp.Sizes
	Seed  uint64

	// Conditioning in [0, 1] is the part of every matrix row's mass that lies on one
	// value of its own. Different states get different values while there are enough
	// of them. 0 gives plain random rows, mostly too alike to learn from; 1 gives
	// deterministic steps. Singular values grow with it.
	Conditioning float64
}

// DefaultConditioning lets nearly all random models satisfy the paper's
// assumptions when |Z| and |R| are at least |S|.
const DefaultConditioning = 0.5

// Random makes the model that a call random:S,A,Z,R,SEED or
// random:S,A,Z,R,SEED,CONDITIONING describes.
func Random(call string) (Scenario, error) {
	spec, err := parseRandom(call)
	if err != nil {
		return Scenario{}, fmt.Errorf("%s: %w", call, err)
	}
	n := spec.Sizes
	model, err := Generate(call, spec)
	if err != nil {
		return Scenario{}, fmt.Errorf("%s: %w", call, err)
	}
	about := fmt.Sprintf("A random model with %d states, %d actions, %d observations and %d reward levels: seed %d, conditioning %g. "+
		"It stands for nothing; it is there to meet numbers that nobody chose.", n.S, n.A, n.Z, n.R, spec.Seed, spec.Conditioning)
	return Scenario{Name: call, About: about, Model: model}, nil
}

func parseRandom(call string) (RandomSpec, error) {
	const want = "random:S,A,Z,R,SEED or random:S,A,Z,R,SEED,CONDITIONING"
	fields := strings.Split(strings.TrimPrefix(call, randomPrefix), ",")
	if len(fields) != 5 && len(fields) != 6 {
		return RandomSpec{}, fmt.Errorf("found %d numbers, expected %s", len(fields), want)
	}
	spec := RandomSpec{Conditioning: DefaultConditioning}
	for i, size := range []*int{&spec.Sizes.S, &spec.Sizes.A, &spec.Sizes.Z, &spec.Sizes.R} {
		x, err := strconv.Atoi(fields[i])
		if err != nil {
			return RandomSpec{}, fmt.Errorf("found %q for %c, expected a whole number (%s)", fields[i], "SAZR"[i], want)
		}
		*size = x
	}
	seed, err := strconv.ParseUint(fields[4], 10, 64)
	if err != nil {
		return RandomSpec{}, fmt.Errorf("found %q for SEED, expected a whole number from 0 to 2^64-1", fields[4])
	}
	spec.Seed = seed
	if len(fields) == 6 {
		if spec.Conditioning, err = strconv.ParseFloat(fields[5], 64); err != nil {
			return RandomSpec{}, fmt.Errorf("found %q for CONDITIONING, expected a number in [0, 1]", fields[5])
		}
	}
	return spec, nil
}

// Generate makes a random POMDP. Probabilities are whole multiples of 1/10000,
// computed in integers, so that they are the same on every machine. Matrices
// draw from random streams of their own: with the same seed, another |Z|
// leaves the transitions as they were.
func Generate(name string, spec RandomSpec) (*pomdp.POMDP, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	n := spec.Sizes
	own := int(math.Round(spec.Conditioning * unit))
	stream := func(i int) *rand.Rand {
		return rand.New(pomdp.Source(spec.Seed, pomdp.StreamScenario, uint64(i)))
	}
	model := pomdp.Spec{
		Name:         name,
		States:       pomdp.Numbered("s", n.S),
		Actions:      pomdp.Numbered("a", n.A),
		Observations: pomdp.Numbered("z", n.Z),
		Initial:      distribution(stream(0), n.S, 0, 0),
		Horizon:      4,
		Discount:     1,
	}
	for r := range n.R {
		model.Rewards = append(model.Rewards, float64(r))
	}
	for a := range n.A {
		model.Transition = append(model.Transition, matrix(stream(3*a+1), n.S, n.S, own))
		model.Observation = append(model.Observation, matrix(stream(3*a+2), n.S, n.Z, own))
		model.Reward = append(model.Reward, matrix(stream(3*a+3), n.S, n.R, own))
	}
	return pomdp.New(model)
}

// Bounds on random models: beyond them the triple's cells, |A|⁴(|Z||R|)³, or
// the matrices would not fit into memory.
const (
	maxRandomSize  = 100
	maxRandomCells = 1e8
)

func (r RandomSpec) check() error {
	n := r.Sizes
	for i, size := range []int{n.S, n.A, n.Z, n.R} {
		if size < 1 || size > maxRandomSize {
			return fmt.Errorf("found |%c| = %d, expected 1 to %d", "SAZR"[i], size, maxRandomSize)
		}
	}
	if cells := n.Triples(); cells > maxRandomCells {
		return fmt.Errorf("found |A|⁴(|Z||R|)³ = %s triples, expected at most %s", figure.Number(cells), figure.Count(maxRandomCells))
	}
	if !(r.Conditioning >= 0 && r.Conditioning <= 1) {
		return fmt.Errorf("found conditioning %g, expected a number in [0, 1]", r.Conditioning)
	}
	return nil
}

// unit is a probability of 1 in the generator's integers.
const unit = 10_000

// matrix has one distribution a state; own units of each lie on a column that
// states share only when there are fewer columns than states.
func matrix(rng *rand.Rand, states, columns, own int) [][]float64 {
	column := rng.Perm(max(states, columns))
	rows := make([][]float64, states)
	for s := range rows {
		rows[s] = distribution(rng, columns, column[s]%columns, own)
	}
	return rows
}

// distribution puts own units on one entry and spreads the rest at random. No entry's share of the
// rest is less than a fifth of another's, so that every state stays reachable in one step unless
// own leaves nothing to spread.
func distribution(rng *rand.Rand, n, at, own int) []float64 {
	weights := make([]int, n)
	for i := range weights {
		weights[i] = 200 + rng.IntN(801)
	}
	units := apportion(unit-own, weights)
	units[at] += own
	probs := make([]float64, n)
	for i, u := range units {
		probs[i] = float64(u) / unit
	}
	return probs
}

// apportion divides a total in proportion to weights; what rounding down
// leaves goes to the largest remainders.
func apportion(total int, weights []int) []int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	parts := make([]int, len(weights))
	order := make([]int, len(weights))
	left := total
	for i, w := range weights {
		parts[i], order[i] = total*w/sum, i
		left -= parts[i]
	}
	slices.SortStableFunc(order, func(i, j int) int { return total*weights[j]%sum - total*weights[i]%sum })
	for _, i := range order[:left] {
		parts[i]++
	}
	return parts
}
