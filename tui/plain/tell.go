package plain

import (
	"fmt"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/glossary"
	"eeporl/model/watch"
	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui"
	"eeporl/tui/panes/kit"
)

// tell says what is not as it was before: where the session stands, what was opened,
// how far the lesson is.
// What is asked for by its word is told though it was there before.
func (e *Explorer) tell(before tui.State, word string) {
	now := e.app.State()
	beside := now.Twin != 0 && (now.Twin != before.Twin || word == "beside" || word == "difference")
	if stepped(before, now) || word == "tour" && now.Lesson != nil {
		e.step(before, now)
		if beside {
			e.difference(now)
		}
		return
	}
	if before.Lesson != nil && now.Lesson == nil {
		e.left(before, now)
		return
	}
	moved := e.moved(before, now)
	switch {
	case moved:
		if n := now.Session.Now(); n.Kind == model.Estimate && n.Whole && now.View == kit.Recovery {
			e.pictured(now)
		}
	case now.View == before.View && (now.More != before.More || word == "more"):
		e.say("%s, part %d.", now.View, now.More+1)
		e.pictured(now)
	case now.View != before.View || word == "view":
		e.view(now)
	case now.Veiled != before.Veiled || word == "veil" || isVerb(word) && now.Note == "":
		e.beat()
		if now.Veiled != before.Veiled {
			e.pictured(now)
		}
	}
	e.watched(before, now)
	listed := now.Overlay != before.Overlay && now.Overlay != "none"
	switch {
	case beside:
		e.difference(now)
	case listed:
		e.list(now.Overlay)
	case now.Term != nil && before.Term == nil:
		e.define(*now.Term)
	case now.Figure != nil && (before.Figure == nil || *now.Figure != *before.Figure || word == "focus" || word == "explain" || word == "why" && now.Why):
		e.explain(*now.Figure)
	case now.Note != "" && now.Note != before.Note:
		e.say("%s", now.Note)
	}
	if now.Asked != nil && (before.Asked == nil || before.Asked.Ask != now.Asked.Ask || word == "predict") {
		e.ask(now)
	}
	e.progress(before, now)
}

// pictured tells the figures that a screen shows in a picture alone.
func (e *Explorer) pictured(now tui.State) {
	for _, line := range now.Sentences {
		e.say("  %s", line)
	}
}

// isVerb says whether a word asks the session for something.
func isVerb(word string) bool { return slices.Contains(model.Verbs(), model.Verb(word)) }

// moved tells where the session was led to, and what that changed; false where it
// stands as it did.
func (e *Explorer) moved(before, now tui.State) bool {
	was, is := before.Session, now.Session
	if is.Place() == was.Place() && is.Branch() == was.Branch() && is.Now().Kind == was.Now().Kind && is.Now().N == was.Now().N && is.Config().Scenario == was.Config().Scenario {
		e.changes(was, is)
		return false
	}
	e.targets = nil
	e.beat()
	e.changes(was, is)
	return true
}

// beat tells the beat at the cursor in one sentence.
func (e *Explorer) beat() {
	now := e.app.State()
	sentence, equation := now.Session.Account(now.Veiled)
	if equation != "" {
		equation = " [" + equation + "]"
	}
	e.say("beat %d: %s%s", now.Session.Place()+1, sentence, equation)
}

// where says what is looked at.
func (e *Explorer) where() {
	now := e.app.State()
	s := now.Session
	c, n := s.Config(), s.Now()
	drawn, hidden := fmt.Sprintf("c = %s", figure.Number(c.C)), "hidden states are shown"
	switch {
	case c.Record != nil:
		drawn, hidden = "episodes of a log", "nobody knows the hidden states"
	case now.Veiled:
		hidden = "hidden states are veiled"
	}
	branch := fmt.Sprintf("branch %d of %d", s.Branch(), s.Branches())
	if s.Branch() > s.Branches() { // numbers outlive branches that were given up
		branch = fmt.Sprintf("branch %d, %d in all", s.Branch(), s.Branches())
	}
	e.say("%s, seed %d, %s, H = %d, N = %s, beat %d of %d, %s; %s.", c.Called(), c.Seed, drawn, c.Model.Horizon(),
		figure.Count(n.N), s.Place()+1, s.Beats(), branch, hidden)
}

// said are the names of what the beat's sentence tells already.
var said = map[string]bool{"beat": true, "place": true, "beats": true, "pending": true, "step": true}

// changes tells the numbers that are not what they were. Those that are no longer known are
// left out.
func (e *Explorer) changes(before, now model.Session) {
	was, is := watch.Session(before), watch.Session(now)
	var out []string
	for _, n := range watch.Names() {
		if len(n.Takes) > 0 || n.Detail || said[n.Name] {
			continue
		}
		a, _ := was(n.Name, nil)
		b, _ := is(n.Name, nil)
		if b.Unknown || a.String() == b.String() {
			continue
		}
		text := n.Name + " " + b.String()
		if !a.Unknown && n.Kind == watch.Number {
			text += " (was " + a.String() + ")"
		}
		out = append(out, text)
	}
	if len(out) > 0 {
		e.say("  %s", strings.Join(out, "; "))
	}
}

// view says what can be asked about on the view in hand.
func (e *Explorer) view(now tui.State) {
	if n := len(e.app.Targets()); n > 0 {
		e.say("%s: why lists the %s that can be asked about.", now.View, figure.Counted(n, "figure", "figures"))
	} else {
		e.say("%s: nothing to ask about yet.", now.View)
	}
	e.pictured(now)
}

// watched tells the watches that are new or whose values are not what they were.
func (e *Explorer) watched(before, now tui.State) {
	was, _ := before.Watches.Values(before.Session)
	is, _ := now.Watches.Values(now.Session)
	old := map[string]string{}
	for i, w := range before.Watches {
		old[w.Name] = was[i]
	}
	for i, w := range now.Watches {
		switch value, known := old[w.Name]; {
		case !known:
			e.say("watch %s: %s", w.Name, is[i])
		case is[i] != value:
			e.say("watch %s: %s (was %s)", w.Name, is[i], value)
		}
	}
}

func (e *Explorer) explain(t why.Target) {
	now := e.app.State()
	for _, line := range why.Text(why.Explain(now.Session, t, now.Veiled)) {
		e.say("%s", line)
	}
}

func (e *Explorer) define(t glossary.Term) {
	e.say("%s: %s", t.Name, t.Text)
	if t.Formula != "" {
		e.say("formula: %s", t.Formula)
	}
	if t.Paper != "" {
		e.say("paper: %s", t.Paper)
	}
}

// ask puts the open question.
func (e *Explorer) ask(now tui.State) {
	e.seen(now)
	e.say("Question: %s", now.Asked.Ask)
	for i, c := range now.Asked.Choices {
		e.say("%d: %s", i+1, c)
	}
	if now.Lesson != nil {
		e.say("Type the number of an answer; a wrong one costs nothing. close goes on without.")
	}
}

// seen tells what has been seen of the episode under way: the symbols are made of it.
func (e *Explorer) seen(now tui.State) {
	n, m := now.Session.Now(), now.Session.Config().Model
	if n.Episode == nil {
		return
	}
	var parts []string
	for t, step := range n.Episode.Steps {
		for _, x := range []struct {
			kind model.BeatKind
			t    int
			text string
		}{
			{model.BeatAction, t + 1, "a" + figure.Sub(t+1) + " " + m.ActionName(max(step.Action.Value, 0))},
			{model.BeatReward, t + 1, "r" + figure.Sub(t+1) + " " + figure.Number(m.RewardValue(max(step.Reward.Value, 0)))},
			{model.BeatObserve, t + 1, "z" + figure.Sub(t+2) + " " + m.ObservationName(max(step.Observation.Value, 0))},
		} {
			if n.Drawn(x.kind, x.t) {
				parts = append(parts, x.text)
			}
		}
	}
	if len(parts) > 0 {
		e.say("Seen so far: %s.", strings.Join(parts, ", "))
	}
}
