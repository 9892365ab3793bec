package estimators

import (
	"context"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/momentstest"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"

	"gonum.org/v1/gonum/mat"
)

// badWords are the slips that a sentence can make: an action written like a
// variable, a figure that is not package figure's, a noun that does not go
// with its number.
var badWords = map[string]*regexp.Regexp{
	"an action like a variable": regexp.MustCompile(`\ba_?[0-9]`),
	"a zero before the point":   regexp.MustCompile(`(^|[^0-9.])0\.[0-9]`),
	"a power of ten as e":       regexp.MustCompile(`[0-9]e[-+]?[0-9]`),
	"more than three digits":    regexp.MustCompile(`(^|[^0-9])\.0*[1-9][0-9]{3,}|[0-9]\.[0-9]{3,}`),
	"a subscript on the line":   regexp.MustCompile(`_[0-9]`),
	"a plural of one":           regexp.MustCompile(`(^|[^0-9.])1 (hidden states|states|outcomes|columns|rotations|iterations|episodes|distributions|entries|degrees|pairs|estimates)\b`),
	"a verb form":               regexp.MustCompile(`%!`),
}

func judgeSentence(t *testing.T, f finding.Finding) {
	t.Helper()
	if f.Code == finding.InvalidCounts {
		return // repeats what was found to the last digit
	}
	for slip, bad := range badWords {
		if at := bad.FindString(f.Detail); at != "" {
			t.Errorf("%s: found %s, %q, in %q", f.Code, slip, at, f.Detail)
		}
	}
	if !strings.HasSuffix(f.Detail, ".") {
		t.Errorf("%s: found no full stop in %q", f.Code, f.Detail)
	}
}

// TestFindingsAreSentences: of every estimator on models and counts on which
// something goes wrong; and what ended the estimate comes first.
func TestFindingsAreSentences(t *testing.T) {
	tier.Long(t, "estimates many times, mostly on one goroutine")
	seen := map[finding.Code]int{}
	judge := func(e *moments.Estimate) {
		t.Helper()
		fatal := true
		for _, f := range e.Findings {
			if f.Fatal && !fatal {
				t.Errorf("%s: found %s after findings that are not fatal:%s", e.Estimator, f.Code, momentstest.Findings(e))
			}
			fatal = f.Fatal
			if seen[f.Code]++; seen[f.Code] < 200 {
				judgeSentence(t, f)
			}
		}
	}
	o := moments.Options{Rotations: 3, Restarts: 2, Iterations: 20, MatchByBelief: true}
	for _, name := range []string{"tea", "tiger", "two-step"} {
		tr := pomdptest.TruthFor(t, pomdptest.Load(t, name))
		for _, counts := range []*moments.Counts{moments.FromLaw(tr.Law), momentstest.Sample(t, tr, 1, 1), momentstest.Sample(t, tr, 1e3, 1)} {
			for _, est := range []string{"full", "blocked", "polished", "naive"} {
				if name != "tea" && est == "polished" {
					continue // long, and its own findings are no others
				}
				estimate, _ := Named(est)
				for _, states := range []int{0, 1, tr.Model.Sizes().S, 5} {
					judge(estimate.Run(context.Background(), moments.Data{Counts: counts}, states, o))
				}
			}
		}
	}
	rng := rand.New(rand.NewPCG(11, 0))
	for i := range 60 {
		n := []pomdp.Sizes{{A: 1, Z: 2, R: 1}, {A: 2, Z: 2, R: 1}}[i%2]
		c := momentstest.NastyCounts(rng, n)
		for _, est := range []string{"full", "aligned", "em"} {
			estimate, _ := Named(est)
			judge(estimate.Run(context.Background(), moments.Data{Counts: c}, 1+i/2%2, moments.Options{Rotations: 1 + i%2, Restarts: 1, Iterations: 1}))
		}
		_, found := moments.OpenLoop(c, nil)
		judge(&moments.Estimate{Findings: found})
	}
	judge(&moments.Estimate{Findings: likelihood.FisherInformation(pomdptest.Load(t, "tiger"), pomdptest.Explore(t, 3, 1)).Findings})
	t.Logf("judged: %v", seen)
	for _, code := range []finding.Code{
		finding.ImpossibleSizes, finding.TooFewEpisodes, finding.ActionNeverTaken, finding.SigmaBelowNoise, finding.BlockRank, finding.ComplexEigenvalues, finding.WrongColumnCount,
		finding.AssumptionViolated, finding.NegativeMassRemoved, finding.MissingLabel, finding.NotConverged, finding.BoundaryParameter, finding.UnidentifiableParameter, finding.NotOpenLoop,
	} {
		if seen[code] == 0 {
			t.Errorf("found no %s to judge", code)
		}
	}
}

// TestSigmaBelowNoiseSaysHowFar: the factor that is demanded, the one that was
// reached, and what it is held against.
func TestSigmaBelowNoiseSaysHowFar(t *testing.T) {
	const want = "σ₁₈(P̂₁₂) = .0123 may be noise: noise alone gives about .0103, and more than .015 in 1 of 40 samples"
	if got := moments.Faint("σ₁₈(P̂₁₂)", .0123, moments.Floor{Level: .01025, Limit: .015}); got != want {
		t.Errorf("found %q, expected %q", got, want)
	}
}

// TestLabelSentences: pairs are numbered from 1, and one column is not columns.
func TestLabelSentences(t *testing.T) {
	// Pair (1, 2) has no column, its own pair (2, 1) two.
	o := mat.NewDense(8, 4, []float64{
		.9, 0, 0, 0,
		.1, 0, 0, 0,
		0, 0, 0, 0,
		0, 0, .1, 0,
		0, .9, .6, 0,
		0, .1, .5, 0,
		0, 0, .4, .2,
		0, 0, 0, .3,
	})
	_, _, found := moments.LabelActions(o, pomdp.Sizes{S: 1, A: 2, Z: 2, R: 1}, moments.LabelThreshold(pomdp.Sizes{S: 1, A: 2, Z: 2, R: 1}))
	var got []string
	for _, f := range found {
		judgeSentence(t, f)
		got = append(got, f.Detail)
	}
	want := []string{
		"Column 3 reaches the threshold .333 in two pairs: .6 in (2, 1), which labels it, and .4 in (2, 2).",
		"Column 4 has no label: its largest entry is .3 and 2/(3|R||Z|) is .333.",
		"The pair (1, 2) got 0 columns where |S| = 1 is needed.",
		"The pair (2, 1) got 2 columns where |S| = 1 is needed.",
		"The pair (2, 2) got 0 columns where |S| = 1 is needed.",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("found\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
