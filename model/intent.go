package model

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// Verb is what an intent asks for, under the long name that a session file,
// a script or `--plain` may use.
type Verb string

// The verbs.
const (
	Forward      Verb = "forward"          // N beats on, laying down what comes next
	Back         Verb = "back"             // N beats back
	NextUnit     Verb = "next-episode"     // to the end of this episode or stage, or of the next ones
	PreviousUnit Verb = "previous-episode" // to the start of this one, or of those before
	First        Verb = "first"            // to the first beat
	Last         Verb = "last"             // to the last beat laid down
	Continue     Verb = "continue"         // what the hint proposes
	LeapBy       Verb = "leap"             // count N more episodes; +Inf for the exact law
	Grow         Verb = "grow"             // leap to the next power of ten
	RunEstimate  Verb = "estimate"
	RunPlan      Verb = "plan"
	RunPolicy    Verb = "exploit"       // a phase 2 episode
	Cancel       Verb = "cancel"        // give up the work that the timeline waits for
	SwitchBranch Verb = "switch-branch" // to the timeline parked longest
	GoTo         Verb = "go-to"         // beat number N, from 1
	NextMark     Verb = "next-mark"     // on to the next mark of the kind Arg, any for ""
	PreviousMark Verb = "previous-mark" // back to the last one
	SetBookmark  Verb = "bookmark"      // mark this beat under the name Arg
	Set          Verb = "set"           // a setting, Arg = "name=value": starts a branch
	Undo         Verb = "undo"          // give up the branch that the last setting started
	Choose       Verb = "estimator"     // use number N of estimators.EstimatorNames from now on; 0: the one after the present one
	HoldTheory   Verb = "theory"        // the lemmas against what was measured
	CompareAll   Verb = "compare"       // all estimators on the counts at hand, and their learning curves
)

// Intent is one thing that a user asks of a session. N is how many or which one, as the
// verb says; for moves 0 stands for 1.
type Intent struct {
	Verb Verb
	N    float64
	Arg  string
}

// Refusal says why an intent can do nothing now, or "" when it can: Disabled,
// and what is wrong with its argument.
func (s Session) Refusal(i Intent) string {
	if i.Verb == LeapBy && math.IsInf(i.N, 1) && s.config.Record != nil {
		return "N = ∞ is the exact law; " + NoTruth
	}
	if why := s.Disabled(i.Verb); why != "" {
		return why
	}
	if why := s.full(i.Verb); why != "" && (i.Verb.lays() || s.atEnd()) {
		return why
	}
	switch i.Verb {
	case LeapBy:
		if x := i.N; !math.IsInf(x, 1) && (x != math.Trunc(x) || x < 1 || x > experiment.MaxEpisodes) {
			return fmt.Sprintf("found %g episodes, expected a whole number from 1 to %g, or inf for the exact law", x, float64(experiment.MaxEpisodes))
		}
		if total := s.now.N + i.N; s.config.Record == nil && !math.IsInf(i.N, 1) && total > experiment.MaxEpisodes {
			return fmt.Sprintf("found N = %g after it, expected at most %g; leap to N = ∞ instead", total, float64(experiment.MaxEpisodes))
		}
	case Forward, NextUnit:
		return s.tooFar(i.Verb, i.count())
	case Set:
		if err := s.settable(i.Arg); err != nil {
			return err.Error()
		}
	case SetBookmark:
		if strings.TrimSpace(i.Arg) == "" {
			return "a bookmark needs a name"
		}
	case NextMark, PreviousMark:
		if _, ok := s.mark(i); !ok {
			if i.Arg != "" {
				return "there is no " + i.Arg + " that way"
			}
			return "there is no mark that way: findings, changed labels or orders, and bookmarks make marks"
		}
	}
	return ""
}

// lays says whether a verb puts something after the cursor.
func (v Verb) lays() bool {
	switch v {
	case LeapBy, Grow, RunEstimate, RunPlan, RunPolicy, Set:
		return true
	}
	return false
}

func (i Intent) count() uint64 {
	if !(i.N >= 1) {
		return 1
	}
	return uint64(min(i.N, 1<<52))
}

// Disabled says why a verb can do nothing now, or "" when it can.
func (s Session) Disabled(v Verb) string {
	seg := s.current()
	if v.lays() && s.drawing(s.cursor.Segment) {
		return "the leap is not done yet"
	}
	switch v {
	case Back, PreviousUnit, First:
		if s.Place() == 0 {
			return "this is the first beat"
		}
	case Forward, NextUnit:
		switch {
		case !s.atEnd():
		case s.pending(seg):
			return "the " + seg.Kind.String() + " is not done yet"
		case s.drawing(s.cursor.Segment):
			return "the leap is not done yet"
		default:
			return s.recordEnds()
		}
	case LeapBy, Grow:
		if why := s.cannotCount(); why != "" {
			return why
		}
		if r := s.config.Record; r != nil && s.now.N >= r.total() {
			return "the log has no more episodes: N = " + figure.Count(r.total()) + " is all"
		}
		if math.IsInf(s.now.N, 1) {
			return "the counts are the exact law already: N = ∞"
		}
		if v == Grow && s.now.N >= experiment.MaxEpisodes {
			return "no further power of ten; leap to N = ∞ instead"
		}
	case RunEstimate:
		if s.truth.TooLarge != "" {
			return "the model is too large to learn: " + s.truth.TooLarge
		}
		if s.current().Kind == Estimate && s.current().Method == s.method && s.atEnd() {
			return "this estimate is made; ← walks back through it, a chooses another algorithm"
		}
		if s.now.N == 0 && !s.now.inEpisode() {
			return "no triple has been counted yet"
		}
		if by, _ := estimators.Named(s.method); by.Uses == moments.FromEpisodes && s.config.Record != nil && s.now.N < s.config.Record.total() {
			return by.Name + " learns from all episodes of the log: N = " + figure.Count(s.config.Record.total()) + "; count them first"
		}
	case RunPlan:
		if seg.Kind == Plan && s.cursor.Segment == len(s.timeline)-1 {
			if s.pending(seg) {
				return "the plan is not done yet"
			}
			return "this plan is made; ← walks back through it"
		}
		return s.cannotPlan()
	case RunPolicy:
		if s.config.Record != nil {
			return noPhase2
		}
		if s.now.Plan == nil {
			return "there is no plan yet to follow"
		}
	case CompareAll:
		if s.truth.TooLarge != "" {
			return "the model is too large to learn: " + s.truth.TooLarge
		}
		if s.compare {
			return "the comparison is under way or done"
		}
	case Cancel:
		if s.awaited() < 0 {
			return "nothing is being computed"
		}
	case Undo:
		if s.parent < 0 {
			return "no setting was changed on this branch; going back takes back the rest"
		}
	case SwitchBranch:
		if len(s.parked) == 0 {
			return "there is no other branch; one starts when you act in the past"
		}
	}
	return ""
}

func (n *Now) inEpisode() bool { return n.Kind == Explore }

func (s Session) cannotPlan() string {
	e := s.now.Estimate
	switch {
	case s.truth.TooLarge != "":
		return ""
	case e == nil && s.last(Estimate, s.cursor.Segment) >= 0:
		return "the estimate is not done yet"
	case e == nil:
		return "there is no estimate yet to plan with"
	case !e.OK():
		why := "it ended at " + e.Stage.String()
		if f, ok := e.Stopped(); ok {
			why = "its findings begin with " + string(f.Code)
		}
		return "the estimate has no parameters to plan with: " + why
	}
	return ""
}

// Proposal is the intent that Continue stands for now, and why, in a few words. The
// intent has no verb if there is nothing to do but wait, or nothing at all.
func (s Session) Proposal() (Intent, string) {
	i, why := s.proposal()
	if i.Verb.lays() && i.Verb != Set && !s.atEnd() { // in the past Enter goes along what was done, and parks nothing
		if left := s.unitsLeft(); left > 0 {
			return Intent{Verb: NextUnit, N: float64(left)}, "go on to the last of these episodes"
		}
		return Intent{Verb: Forward}, "go on to the " + s.timeline[s.cursor.Segment+1].Kind.String() + " that followed"
	}
	return i, why
}

// unitsLeft is how many units of the present segment come after the cursor's.
func (s Session) unitsLeft() uint64 {
	_, length := s.unit()
	return (s.length(s.current()) - 1 - s.cursor.Beat) / length
}

// proposal is what comes next at the end of the timeline.
func (s Session) proposal() (Intent, string) {
	n := &s.now
	at, of := n.Unit()
	switch {
	case s.drawing(s.cursor.Segment):
		return Intent{}, "wait for the leap"
	case n.Pending:
		return Intent{}, "wait for the " + n.Kind.String()
	case n.Kind == Explore && at < of-1:
		return Intent{Verb: NextUnit}, "finish the episode"
	case n.Kind == Explore && s.truth.TooLarge != "":
		return Intent{Verb: RunPlan}, "plan on the model itself: it is too large to learn from episodes"
	case s.config.Record != nil && n.Kind == Explore && s.Disabled(LeapBy) == "":
		rest := s.config.Record.total() - n.N
		return Intent{Verb: LeapBy, N: rest}, "count the rest of the log, to N = " + figure.Count(s.config.Record.total())
	case s.config.Record != nil && n.Kind == Plan && at == of-1:
		return Intent{}, "a log ends with its plan; a and C try other estimators"
	case n.Kind == Explore && n.N < 1000 && s.Disabled(LeapBy) == "":
		return Intent{Verb: LeapBy, N: math.Max(1, leapTarget-n.N)}, "leap to 10⁵ episodes"
	case n.Kind == Explore && s.Disabled(RunEstimate) == "", n.Kind == Leap:
		return Intent{Verb: RunEstimate}, "estimate from these episodes"
	case n.Kind == Estimate && at < of-1:
		return Intent{Verb: Forward}, "next stage of the estimate"
	case n.Kind == Estimate && s.Disabled(RunPlan) == "":
		return Intent{Verb: RunPlan}, "plan with " + n.learned()
	case n.Kind == Estimate && n.Estimate != nil && !n.Estimate.OK() && len(s.truth.Findings()) > 0:
		return Intent{}, "more episodes will not help: f says what the model lacks"
	case n.Kind == Estimate && n.Estimate != nil && s.config.Theirs != nil && answerMissing(n.Estimate.Findings):
		return Intent{Verb: Set, Arg: fmt.Sprintf("attempt=%d", s.config.Attempt+1)}, "ask your program anew, once it is mended"
	case n.Kind == Estimate && n.Estimate != nil && answerMissing(n.Estimate.Findings):
		return Intent{}, "a chooses another estimator: this one has no answer to these counts"
	case n.Kind == Estimate && s.Disabled(Grow) == "":
		return Intent{Verb: Grow}, "more episodes, since the estimate failed"
	case n.Kind == Plan && at < of-1:
		return Intent{Verb: Forward}, "next step of the plan"
	case n.Kind == Plan && n.Plan != nil:
		return Intent{Verb: RunPolicy}, "follow the policy in an episode"
	case n.Kind == Exploit && at < of-1:
		return s.toBranch(at, of)
	case n.Kind == Exploit:
		return Intent{Verb: Forward}, "another episode of phase 2 (or + for more of phase 1)"
	}
	return Intent{Verb: Forward}, "next beat"
}

// toBranch goes to the next branch of the policy tree, or to the end of the episode that follows it.
func (s Session) toBranch(at, of int) (Intent, string) {
	beats := s.beats(s.current())
	for i := at + 1; i < of; i++ {
		if beats[i].Kind == BeatBranch {
			return Intent{Verb: Forward, N: float64(i - at)}, "follow the tree to its next branch"
		}
	}
	return Intent{Verb: NextUnit}, "finish the episode"
}

// learned names what the estimate came to.
func (n *Now) learned() string {
	if n.Estimate != nil && !estimators.By(n.Estimate.Estimate).Gives(moments.GivesParameters) {
		return "what was learned"
	}
	return "these parameters"
}

// leapTarget is the N at which the paper's estimator labels all columns of the
// well-posed scenarios, or nearly.
const leapTarget = 100_000

// Findings are everything found so far at the cursor, causes first.
func (s Session) Findings() []finding.Finding {
	found := s.truth.Findings()
	if s.config.Record != nil {
		found = slices.Clone(s.config.Record.Findings)
	}
	if why := s.truth.TooLarge; why != "" {
		found = append(found, finding.Finding{
			Code: finding.TooLarge, Detail: "The model cannot be learned, nor its assumptions checked: " + why + ".",
		})
	}
	if e := s.now.Estimate; e != nil && s.now.Whole {
		found = append(slices.Concat(found, e.Findings), s.BenchFindings()...)
	} else if e != nil {
		for _, f := range e.Findings {
			if s.now.Shown >= FoundAt(f.Code) {
				found = append(found, f)
			}
		}
	}
	if info := s.results.byKey[s.informationKey()].Information; info != nil {
		for _, f := range info.Findings {
			if f.Code != finding.BoundaryParameter { // the Parameters view marks those
				found = append(found, f)
			}
		}
	}
	if p := s.now.Plan; p != nil {
		found = append(found, p.Findings...)
		if best := s.Optimum(); best != nil && s.truth.Unknown == "" && s.now.Estimate != nil {
			if f, open := experiment.RegretGap(best.Plan, p.ValueTrue); open {
				found = append(found, f)
			}
		}
	}
	if s.now.Failed != nil {
		found = append(found, finding.Finding{Code: finding.PlanFailed, Detail: s.now.Failed.Error()})
	}
	return finding.ByCause(found)
}

// FoundAt is the stage at which a finding of an estimate can be seen: the last one but for those that a stage shows.
func FoundAt(code finding.Code) BeatKind {
	switch code {
	case finding.SigmaBelowNoise, finding.BlockRank, finding.RankBelowK:
		return BeatSpectrum
	case finding.ComplexEigenvalues, finding.SmallGap, finding.IllConditioned:
		return BeatEigen
	case finding.SingularObservations:
		return BeatColumns
	case finding.MissingLabel, finding.AmbiguousLabel, finding.WrongColumnCount:
		return BeatLabels
	}
	return math.MaxInt
}
