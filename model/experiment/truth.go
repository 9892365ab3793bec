// Package experiment joins the engine's parts into one experiment: episodes →
// counts → estimate → plan → value and regret. The explorer, `run` and sweeps
// use the same functions, so they see the same numbers.
package experiment

import (
	"fmt"
	"math"
	"sync"

	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// Truth is what is known about a model that is not hidden from the program:
// the POMDP, how it is explored, and everything exact that follows.
type Truth struct {
	Model       *pomdp.POMDP
	Exploration pomdp.Exploration
	HMM         *pomdp.InducedHMM
	Checks      []pomdp.Assumption
	// Singular are the singular values of the exact P₁₂ and P₁₃, computed when
	// they are first asked for.
	Singular func() (p12, p13 []float64)
	// ExploreValue is what an episode of phase 1 earns on average; NaN for a model that is
	// unknown or too large.
	ExploreValue float64
	// Memoryless is what the best policy is worth that looks at the outcome seen last alone: computed when it is
	// first asked for, NaN where it is not known.
	Memoryless func() float64
	steady     func() (action int, earns float64) // nil where nobody knows
	left       []finding.Finding                  // the checks that would take too long
	TooLarge   string                             // why Law, Exact, HMM, Checks and Singular are nil; "" where they are not
	law        func() *pomdp.Law                  // computed when they are first asked for
	exact      func() *moments.Counts

	// Unknown is why there is no truth at all and Model has only symbols and
	// sizes; "" where there is one.
	Unknown string
}

// NoTruth is the Truth where nobody knows the model behind the data; why says so. Of shell
// only the symbols and sizes are used.
func NoTruth(shell *pomdp.POMDP, why string) *Truth {
	return &Truth{Model: shell, ExploreValue: math.NaN(), Memoryless: unknown, Unknown: why}
}

func unknown() float64 { return math.NaN() }

// Known is the truth, nil where there is none: what Estimate, Plan and Run take.
func (t *Truth) Known() *Truth {
	if t.Unknown != "" {
		return nil
	}
	return t
}

// MaxCells bounds |A|⁴(|Z||R|)³, the cells of the law of a triple; above it the
// law would take more memory than it is worth (800 MB).
const MaxCells = 100_000_000

// NewTruth computes the exact quantities. c = 0 stands for the default 1/|A|.
func NewTruth(m *pomdp.POMDP, c float64) (*Truth, error) {
	n := m.Sizes()
	if why := tooLarge(n); why != "" {
		return nil, fmt.Errorf("%s: %s", m.Name(), why)
	}
	return newTruth(m, c, true)
}

// NewTruthToPlan is NewTruth for a model that may be too large to learn from
// episodes, as many are that come from planning: then Law, Exact, HMM and
// Checks are absent, and TooLarge says why.
func NewTruthToPlan(m *pomdp.POMDP, c float64) (*Truth, error) {
	why := tooLarge(m.Sizes())
	t, err := newTruth(m, c, why == "")
	if err == nil {
		t.TooLarge = why
	}
	return t, err
}

// tooLarge says why a model's triples are too many to count, or "".
func tooLarge(n pomdp.Sizes) string {
	if cells := n.Triples(); cells > MaxCells {
		return fmt.Sprintf("found |A|⁴(|Z||R|)³ = %s triples that can occur, expected at most %s", figure.Number(cells), figure.Count(MaxCells))
	}
	return ""
}

func newTruth(m *pomdp.POMDP, c float64, learnable bool) (*Truth, error) {
	n := m.Sizes()
	if c == 0 {
		c = pomdp.DefaultC(n.A)
	}
	e, err := pomdp.NewExploration(n.A, c)
	if err != nil {
		return nil, err
	}
	steady := sync.OnceValues(func() (int, float64) { return planning.BestSteady(m, m.Horizon(), m.Discount()) })
	if !learnable {
		return &Truth{Model: m, Exploration: e, ExploreValue: math.NaN(), Memoryless: unknown, steady: steady}, nil
	}
	_, checks, left, err := Check(m, c)
	if err != nil {
		return nil, err
	}
	law, hmm := sync.OnceValue(func() *pomdp.Law { return pomdp.ExactLaw(m, e) }), pomdp.Induce(m, e)
	return &Truth{
		Model:       m,
		Exploration: e,
		law:         law,
		exact:       sync.OnceValue(func() *moments.Counts { return moments.FromLaw(law()) }),
		HMM:         hmm,
		Checks:      checks,
		left:        left,
		Singular:    sync.OnceValues(hmm.PairSingularValues),

		ExploreValue: ExplorationValue(m, e),
		steady:       steady,
		Memoryless: sync.OnceValue(func() float64 {
			best, ok := planning.BestReactive(m, m.Horizon(), m.Discount())
			if !ok {
				return math.NaN()
			}
			return best.Value
		}),
	}, nil
}

// Steady is the single action that earns most where nothing else is ever done, and what it earns: -1 and NaN where nobody
// knows the model.
func (t *Truth) Steady() (action int, earns float64) {
	if t.steady == nil {
		return -1, math.NaN()
	}
	return t.steady()
}

// Law is the exact law of a triple, nil where it is not known. It is computed once, when it is
// first asked for: what draws a finite number of episodes of a large model does without.
func (t *Truth) Law() *pomdp.Law {
	if t.law == nil {
		return nil
	}
	return t.law()
}

// Exact is the law in place of counts, nil where it is not known.
func (t *Truth) Exact() *moments.Counts {
	if t.exact == nil {
		return nil
	}
	return t.exact()
}

// Findings are the assumptions that the method needs and the model lacks.
func (t *Truth) Findings() []finding.Finding {
	var found []finding.Finding
	for _, c := range t.Checks {
		if c.Needed && !c.Holds {
			found = append(found, finding.Finding{
				Code: finding.AssumptionViolated, Detail: c.Name + ": " + c.Detail, Value: finding.Of(c.Value),
			})
		}
	}
	return append(found, t.left...)
}
