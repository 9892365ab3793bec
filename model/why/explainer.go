package why

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// explainers has one function for each kind; it fills in what it knows.
var explainers = [kinds]func(*explainer){
	P12: (*explainer).pairMoment, P13: (*explainer).pairMoment, P123: (*explainer).tripleMoment,
	LiveSigma: (*explainer).liveSigma, Sigma: (*explainer).sigma,
	Rotation: (*explainer).rotation, Eigenvalue: (*explainer).eigenvalue,
	Column: (*explainer).column, Entry: (*explainer).entry, Step: (*explainer).step, Weight: (*explainer).weight,
	Label: (*explainer).label, Permutation: (*explainer).permutation,
	Initial: (*explainer).parameter, Transition: (*explainer).parameter, Observation: (*explainer).parameter, Reward: (*explainer).parameter,
	Gamma: (*explainer).gamma, Vector: (*explainer).vector, Node: (*explainer).node, Branch: (*explainer).branch,
	Belief: (*explainer).belief, State: (*explainer).state, Action: (*explainer).action, Earned: (*explainer).earned,
	Seen: (*explainer).seen, Symbol: (*explainer).symbol, Hidden: (*explainer).hidden,
	Assumption: (*explainer).assumption, Lemma: (*explainer).lemma, Finding: (*explainer).finding, Trial: (*explainer).trial,
	Scalar: (*explainer).scalar, Copy: (*explainer).copied, Decision: (*explainer).decision, Point: (*explainer).point, Lost: (*explainer).lost, Chance: (*explainer).chance, Repeats: (*explainer).repeats, Updating: (*explainer).updating,
	CopyTransition: (*explainer).copiedRow, CopyObservation: (*explainer).copiedRow, CopyReward: (*explainer).copiedRow,
}

// explainer is an Explanation in the making, and what it is made from.
type explainer struct {
	Explanation
	s       model.Session
	now     *model.Now
	truth   *experiment.Truth
	m       *pomdp.POMDP
	n       pomdp.Sizes
	veiled  bool
	brief   bool   // nothing that takes longer than a frame
	because string // the reason for every unknown figure that has none of its own
}

func newExplainer(s model.Session, t Target, veiled bool) *explainer {
	nan := math.NaN()
	truth := s.Truth()
	return &explainer{
		Explanation: Explanation{Target: t, Value: nan, Truth: nan, Error: nan, Bound: nan, Low: nan, High: nan},
		s:           s, now: s.Now(), truth: truth, m: s.Config().Model, n: s.Config().Model.Sizes(), veiled: veiled || truth.Unknown != "",
	}
}

// absent says why a target does not exist now.
func (x *explainer) absent(why string) {
	x.because = why
	x.Origin = Origin{What: why}
}

// input adds a number or words that went into the value.
func (x *explainer) input(name, value string)          { x.Inputs = append(x.Inputs, Line{name, value}) }
func (x *explainer) number(name string, value float64) { x.input(name, figure.Number(value)) }

// promise sets the bound and says whose it is.
func (x *explainer) promise(bound float64, which string) { x.Bound, x.BoundIs = bound, which }

// noneKnown is the reason of a figure that does not apply.
const noneKnown = "none is known for such a figure"

// unknown notes why a figure is not known. finish drops the note if it is known after all.
func (x *explainer) unknown(what, why string) {
	x.Unknown = append(without(x.Unknown, what), Line{what, why})
}

// finish computes the error where nothing else has, and gives every figure
// that is not known its reason.
func (x *explainer) finish() Explanation {
	if why := x.truth.Unknown; why != "" {
		x.Truth, x.TrueWord, x.Error = math.NaN(), "", math.NaN()
		x.Unknown = without(without(x.Unknown, "truth"), "error")
		x.unknown("truth", why)
		x.unknown("error", why)
	}
	if math.IsNaN(x.Error) {
		x.Error = x.Value - x.Truth
	}
	for _, part := range []struct {
		name    string
		missing bool
		usual   string
	}{
		{"value", math.IsNaN(x.Value) && x.Word == "", "it is not a number"},
		{"truth", math.IsNaN(x.Truth) && x.TrueWord == "", cmp.Or(x.truth.Unknown, "there is no true counterpart to hold it against")},
		{"error", math.IsNaN(x.Error) && x.TrueWord == "", "that takes both a value and its truth"},
		{"bound", math.IsNaN(x.Bound), noneKnown},
		{"interval", math.IsNaN(x.Low) || math.IsNaN(x.High), noneKnown},
	} {
		if !part.missing {
			x.Unknown = without(x.Unknown, part.name)
			continue
		}
		if !slices.ContainsFunc(x.Unknown, func(l Line) bool { return l.Name == part.name }) {
			why := part.usual
			if i := slices.IndexFunc(x.Unknown, func(l Line) bool { return l.Name == "truth" }); i >= 0 && part.name == "error" {
				why = x.Unknown[i].Value // which the error lacks
			}
			if x.because != "" {
				why = x.because
			}
			x.unknown(part.name, why)
		}
	}
	return x.Explanation
}

func without(lines []Line, name string) []Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l Line) bool { return l.Name == name })
}

// estimate returns the newest estimate if the cursor has shown it up to a stage.
// Otherwise it returns nil, and the explanation says what is missing.
func (x *explainer) estimate(stage model.BeatKind) *experiment.Estimated {
	e := x.now.Estimate
	switch {
	case e == nil && x.truth.TooLarge != "":
		x.absent("the model is too large to learn from episodes: " + x.truth.TooLarge)
	case e == nil && x.now.Pending && x.now.Kind == model.Estimate:
		x.absent("the estimate is not done yet")
	case e == nil:
		x.absent("nothing has been estimated yet")
	case x.now.Whole && !estimators.By(e.Estimate).Gives(model.BeatGives(stage)):
		x.absent(estimators.By(e.Estimate).Lacks(model.BeatGives(stage)))
	case x.now.Shown < stage && x.now.Whole:
		x.absent("the estimate ended before its " + stage.Stage())
		if f, ok := e.Stopped(); ok {
			x.absent(fmt.Sprintf("the estimate ended before its %s: %s", stage.Stage(), f.Code))
		}
	case x.now.Shown < stage:
		x.absent("the estimate has not reached its " + stage.Stage() + " yet")
	default:
		return e
	}
	return nil
}

// comparison returns how the estimate compares with the truth. Where that is not
// known it returns nil and notes why.
func (x *explainer) comparison(e *experiment.Estimated) *moments.Comparison {
	if x.truth.Unknown != "" {
		x.unknown("truth", x.truth.Unknown)
		return nil
	}
	if e.Comparison == nil || x.truth.HMM == nil {
		x.unknown("truth", "the estimate cannot be matched to a truth: there is none, or it has another number of states")
		return nil
	}
	return e.Comparison
}

// beyond reports whether i lies outside of 0 … n−1; the explanation then says that
// there is no such entry.
func (x *explainer) beyond(i, n int) bool {
	if i >= 0 && i < n {
		return false
	}
	x.absent("there is no such entry")
	return true
}
