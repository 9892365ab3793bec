package why

import (
	"fmt"

	"eeporl/model"
)

func offset(beats []model.Beat, kind model.BeatKind, t int) (uint64, bool) {
	for i, b := range beats {
		if b.Kind == kind && b.T == t {
			return uint64(i), true
		}
	}
	return 0, false
}

// from says which beat a target comes from.
func (x *explainer) from(place uint64, what string) {
	x.Origin = Origin{Known: true, Place: place, What: what}
}

// given says that a target was there from the beginning.
func (x *explainer) given(what string) { x.from(0, what) }

// lastSegment is the newest segment of a kind at the cursor, or -1.
func (x *explainer) lastSegment(kind model.Kind) int {
	timeline := x.s.Timeline()
	for i := x.s.Cursor().Segment; i >= 0; i-- {
		if timeline[i].Kind == kind {
			return i
		}
	}
	return -1
}

// fromStage is for what a stage of the newest estimate produced.
func (x *explainer) fromStage(kind model.BeatKind) {
	i := x.lastSegment(model.Estimate)
	at, ok := offset(x.now.Stages, kind, 0)
	if i < 0 || !ok {
		return
	}
	x.from(x.s.Starts()[i]+at, fmt.Sprintf("stage %d of the estimate by %s: %s", at+1, x.now.Estimate.Estimator, kind.Stage()))
}

// fromWholeEstimate is for what is judged when an estimate is done.
func (x *explainer) fromWholeEstimate() {
	if stages := x.now.Stages; len(stages) > 0 {
		x.fromStage(stages[len(stages)-1].Kind)
	}
}

// fromPlan is for what a beat of the newest plan produced: number 0 is Γ₁, the
// one after the last Γ the policy.
func (x *explainer) fromPlan(number int, what string) {
	if i := x.lastSegment(model.Plan); i >= 0 {
		x.from(x.s.Starts()[i]+uint64(number), what)
	}
}

func (x *explainer) fromPolicy() {
	x.fromPlan(len(x.now.Plan.Levels), "FindPolicy's argmax")
}

// fromEpisode is for what a beat of the episode under way drew.
func (x *explainer) fromEpisode(kind model.BeatKind, t int) {
	beats, phase := x.s.ExploreBeats(), 1
	if x.now.Phase2() {
		beats, phase = x.s.ExploitBeats(), 2
	}
	into, ok := offset(beats, kind, t)
	if !ok {
		return
	}
	at, _ := x.now.Unit()
	words := map[model.BeatKind]string{
		model.BeatStart: "the start", model.BeatRoot: "the start", model.BeatAction: "an action is chosen", model.BeatReward: "a reward is earned",
		model.BeatSymbol: "a symbol is complete", model.BeatCount: "the triple is counted", model.BeatMove: "the state moves",
		model.BeatObserve: "something is seen", model.BeatBranch: "a branch is taken",
	}[kind]
	what := fmt.Sprintf("phase %d, episode %d, step %d: %s", phase, x.now.Number, t, words)
	if t == 0 {
		what = fmt.Sprintf("phase %d, episode %d: %s", phase, x.now.Number, words)
	}
	x.from(x.s.Place()-uint64(at)+into, what)
}
