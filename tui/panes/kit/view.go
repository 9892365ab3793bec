package kit

import (
	"slices"
	"strings"
	"sync"

	"eeporl/model"
	"eeporl/model/lesson"
	"eeporl/moments"
	"eeporl/moments/estimators"
)

// View is one of the explorer's views.
type View int

// The views, as the table below describes them.
const (
	Episode View = iota
	Moments
	Recovery
	Parameters
	Plan
	Theory
	Compare
	Views // how many there are
)

// description is all that is said of a view: keys, commands, flags and help follow
// from it.
type description struct {
	name, does string
	at         int        // index in the name of the letter that opens the view
	tells      model.Kind // the kind of segment that this view shows best
	asks       model.Verb // what opening it asks of the session, "" for nothing
	beside     []View     // what stands beside it where there is room and it has something to say, the likeliest first
	least      int        // the width that it needs to stand beside another
	lesson     string     // the name of the one that is about it, "" for none
	number     string     // the quantity that a room is to read
	answers    string
	quiet      func(*model.Now) bool // whether it has nothing to show yet, nil for never
}

// none is tells of a view that is best for no kind of segment.
const none model.Kind = -1

func (v View) description() description { return descriptions()[v] }

var descriptions = sync.OnceValue(func() *[Views]description {
	return &[Views]description{
		Episode: {"Episode", "the POMDP and the HMM it becomes", 0, model.Explore, "", []View{Moments, Plan}, 44, "hidden", "N",
			"Which state am I in (veiled until you lift the veil), what was drawn, and how do the POMDP's steps become the HMM's h_t and x_t?",
			func(n *model.Now) bool { return n.Episode == nil }},
		Moments: {"Moments", "the tables that grow", 0, model.Leap, "", []View{Episode, Recovery}, 44, "pairs", "sigma_ratio",
			"The tensor P̂₁₂₃ whole on one sheet: which cells were seen, which one did this episode raise; how far are the moments from their limits, does σ_k stand above the noise yet?",
			func(n *model.Now) bool { return n.N == 0 }},
		Recovery: {"Recovery", "the estimate, stage by stage", 0, model.Estimate, "", []View{Parameters, Plan}, 60, "labels", "labels_right",
			"Stage by stage: singular values, a lane of eigenvalues a block, Ô's columns as they came back and their two re-orderings as crossing lines: by the labels, and by the true states; T̂ between the orders, block by block",
			func(n *model.Now) bool { return n.Estimate == nil }},
		Parameters: {"Parameters", "every probability beside its truth", 1, none, "", []View{Recovery, Plan}, 60, "parameters", "rmse",
			"Every probability on a line from 0 to 1: estimate, bootstrap interval, truth; the same in numbers, and before normalising; how near the whole comes to the Cramér–Rao limit",
			func(n *model.Now) bool { return n.Estimate == nil || n.Shown < model.BeatParameters }},
		Plan: {"Plan", "β-vectors, tree and phase 2", 0, model.Plan, "", []View{Episode, Recovery}, 60, "plan", "regret",
			"How many β-vectors there would be and how many are kept, their upper envelope, the policy tree, where it loses what it loses; in phase 2 which branch is taken and why: what each action promises there, what the truth says, the belief before and after",
			func(n *model.Now) bool { return n.Plan == nil }},
		Theory: {"Theory", "every lemma's bound beside what was measured", 0, none, model.HoldTheory, []View{Recovery, Plan}, 60, "guarantee", "N",
			"On one ruler the N at hand, the N that sufficed for 40 seeds, each with its regret, and those that the theorem asks for; every lemma's bound beside what was measured",
			nil},
		Compare: {"Compare", "all estimators, and their error against N", 0, none, model.CompareAll, []View{Recovery, Plan}, 60, "online", "N",
			"All estimators on the same counts: labels, error, worth, regret and the time each took; their error against N with the Cramér–Rao line; what an episode earns in each phase",
			nil},
	}
})

func (v View) String() string { return v.description().name }

// Word is the view's name in a command.
func (v View) Word() string { return strings.ToLower(v.String()) }

// Lesson is the number of the lesson that is about what it shows, 0 for none.
func (v View) Lesson(n *model.Now) int {
	if v == Recovery && n.Estimate != nil && !estimators.By(n.Estimate.Estimate).Gives(moments.GivesColumns) {
		return lesson.Number("operators")
	}
	return lesson.Number(v.description().lesson)
}

// Does says in a line what it shows.
func (v View) Does() string { return v.description().does }

// Beside are the views that stand beside one where there is room, the likeliest first.
func (v View) Beside() []View { return v.description().beside }

// Least is the width that a view needs to stand beside another.
func (v View) Least() int { return v.description().least }

// Quiet says whether a view has nothing to show of a session yet.
func (v View) Quiet(n *model.Now) bool {
	quiet := v.description().quiet
	return quiet != nil && quiet(n)
}

// Answers says what can be learned from it, in a sentence.
func (v View) Answers() string { return v.description().answers }

// Number names the quantity of it that a room is to read.
func (v View) Number() string { return v.description().number }

// Asks is what opening a view asks of the session, "" for nothing.
func (v View) Asks() model.Verb { return v.description().asks }

// Key is the letter of a view's name that opens it (with Shift), in upper case, and its
// index in the name.
func (v View) Key() (letter string, at int) {
	at = v.description().at
	return strings.ToUpper(v.String()[at : at+1]), at
}

// Words lists the names of all views as commands take them.
func Words() []string {
	var out []string
	for v := range Views {
		out = append(out, v.Word())
	}
	return out
}

// Named is the view of that name, in upper or lower case; false where there is none.
func Named(name string) (View, bool) {
	i := slices.Index(Words(), strings.ToLower(name))
	return View(max(i, 0)), i >= 0
}

// Of is the view that shows a kind of segment best: Plan for all that no view claims, such
// as phase 2.
func Of(kind model.Kind) View {
	for v := range Views {
		if v.description().tells == kind {
			return v
		}
	}
	return Plan
}

// MostSentences is how many lines a front end without pictures is told at once.
const MostSentences = 40
