package plain

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"eeporl/model"
	"eeporl/model/glossary"
	"eeporl/model/predict"
	"eeporl/model/seek"
	"eeporl/model/watch"
	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// word is a command that is no intent.
type word struct {
	name, takes, does string
	obey              func(e *Explorer, ctx context.Context, argument string) error
}

func words() []word {
	return []word{
		{"help", "", "this list", (*Explorer).help},
		{"where", "", "where the session stands, and what to do next", (*Explorer).stand},
		{"numbers", "[NAME]", "every number, or one and what it is", (*Explorer).numbers},
		{"show", "CONDITION", "what an expression of numbers comes to: show sigma_k > noise", (*Explorer).show},
		{"until", "CONDITION", "run on until it holds: until labels = 8. With by 1000 episodes, by leaps to 10^9 or by estimates to 10^9 behind it what is missing is laid down", seeking(seek.Parse)},
		{"back-until", "CONDITION", "run back to where it held", seeking(seek.ParseBack)},
		{"watch", "NAME: EXPRESSION", "say a value whenever it changes: watch noise ratio: sigma_k / noise", (*Explorer).watch},
		{"unwatch", "[NAME]", "give up a watch, or all", (*Explorer).unwatch},
		{"watches", "", "all watches with their values", (*Explorer).allWatches},
		{"go", "NAME", "to a bookmark", (*Explorer).toBookmark},
		{"settings", "", "what can be set, with its values", (*Explorer).settings},
		{"difference", "BRANCH", "the figures of this branch and of another, and how far they are apart", (*Explorer).difference},
		{"beside", "BRANCH", "the same, since lines of text have no pictures", (*Explorer).difference},
		{"focus", "PATH", "explain a figure by its path, such as label[column=1]", (*Explorer).focus},
		{"explain", "", "explain it again", (*Explorer).explain},
		{"why", "[VIEW|N]", "what can be asked about on this view or another; then the answer to number N", (*Explorer).why},
		{"findings", "", "what a numerical method usually hides", (*Explorer).findings},
		{"branches", "", "all branches side by side", (*Explorer).branches},
		{"predict", "[KIND]", "a question about what comes next; its number answers it", (*Explorer).predict},
		{"answer", "N", "the answer to the question", (*Explorer).answer},
		{"define", "TERM", "what a term means", (*Explorer).define},
		{"veil", "[on|off]", "hide or show the hidden states", (*Explorer).veil},
		{"view", "NAME", "turn to a view: what why lists", (*Explorer).view},
		{"more", "[PART]", "another part of the view", (*Explorer).more},
		{"zoom", "[on|off]", "one view alone, where a lesson asks for it", (*Explorer).zoom},
		{"exact", "", "N = ∞: the exact law in place of the counts", (*Explorer).exact},
		{"close", "", "put an open question away", (*Explorer).close},
		{"tour", "[LESSON|off]", "the lessons, or begin or leave one", (*Explorer).tourAt},
		{"lesson", "[N]", "begin a lesson by number or name; without one, say the present step again", (*Explorer).lesson},
		{"next", "", "go on with the lesson once its step is done", (*Explorer).next},
		{"back-step", "", "back to where the step before began", (*Explorer).backStep},
		{"skip", "", "skip the lesson's step", (*Explorer).skip},
		{"leave", "", "leave the lesson", (*Explorer).leave},
		{"save", "FILE", "save the session", (*Explorer).store},
		{"recover", "", "how to go on with a session that was cut off", func(e *Explorer, _ context.Context, _ string) error {
			e.say("Leave, then: eeporl recover --plain; eeporl recover --list lists what was cut off.")
			return nil
		}},
		{"quit", "", "leave", func(*Explorer, context.Context, string) error { return errQuit }},
	}
}

func (e *Explorer) help(context.Context, string) error {
	e.say("An empty line does what is proposed. Verbs that move and act:")
	for _, v := range model.Verbs() {
		state := ""
		if why := e.session.Disabled(v); why != "" {
			state = ": not now, " + why
		}
		e.say("  %s%s", v, state)
	}
	e.say("Settings, which start a branch:")
	_ = e.settings(context.Background(), "")
	e.say("Questions and the rest:")
	for _, w := range words() {
		e.say("  %s: %s", strings.TrimSpace(w.name+" "+w.takes), w.does)
	}
	return nil
}

func (e *Explorer) stand(context.Context, string) error {
	e.where()
	e.beat()
	_, what := e.session.Proposal()
	e.say("next: %s.", what)
	return nil
}

func (e *Explorer) numbers(_ context.Context, name string) error {
	look := watch.Session(e.session)
	for _, n := range watch.Names() {
		if len(n.Takes) > 0 || name != "" && n.Name != name {
			continue
		}
		value, _ := look(n.Name, nil)
		e.say("%s: %v (%s)", n.Name, value, n.Does)
		if name != "" {
			return nil
		}
	}
	if name != "" {
		return fmt.Errorf("found the number %q; numbers lists all", name)
	}
	return nil
}

func (e *Explorer) show(_ context.Context, text string) error {
	x, err := watch.Parse(text)
	if err != nil {
		return err
	}
	e.say("%v", x.Eval(watch.Session(e.session)))
	return nil
}

func (e *Explorer) why(_ context.Context, about string) error {
	n, err := strconv.Atoi(about)
	if err != nil {
		return e.list(about)
	}
	if e.targets == nil {
		return fmt.Errorf("found number %d before a list; why VIEW lists what can be asked", n)
	}
	if n < 1 || n > len(e.targets) {
		return fmt.Errorf("found number %d, expected 1 to %d", n, len(e.targets))
	}
	return e.about(e.targets[n-1])
}

// list numbers what can be asked about on a view.
func (e *Explorer) list(view string) error {
	i := e.screen.view
	if view != "" {
		var err error
		if i, err = viewNamed(view); err != nil {
			return err
		}
	}
	e.screen.turn(i)
	e.targets = why.Targets(e.session, i.String())
	if len(e.targets) == 0 {
		return fmt.Errorf("there is nothing to ask about on %s yet", i)
	}
	for from, to := 0, 0; from < len(e.targets); from = to {
		for to < len(e.targets) && e.targets[to].Kind == e.targets[from].Kind {
			to++
		}
		if to-from <= listed {
			for j := from; j < to; j++ {
				e.say("%d: %s", j+1, e.title(j))
			}
			continue
		}
		e.say("%d to %d: %s to %s", from+1, to, e.title(from), e.title(to-1))
	}
	e.say("why N explains one of them, an empty line the first.")
	e.screen.asked = true
	return nil
}

// listed is how many targets of one kind are named one by one.
const listed = 4

func (e *Explorer) title(i int) string {
	return why.Explain(e.session, e.targets[i], e.veiled).Title
}

func (e *Explorer) findings(context.Context, string) error {
	e.screen.list = "findings"
	found := e.session.Findings()
	if len(found) == 0 {
		e.say("No findings so far.")
	}
	for _, g := range finding.Groups(found, 0) {
		for _, f := range g.Shown {
			e.say("%s: %s", f.Code, f.Detail)
		}
	}
	return nil
}

func (e *Explorer) branches(context.Context, string) error {
	e.screen.list = "branches"
	for _, s := range e.session.Summaries() {
		here := ""
		if s.Active {
			here = ", this one"
		}
		e.say("branch %d%s: N = %s, regret %s, findings %d, differs in: %s", s.Number, here, figure.Count(s.N), s.Regret.Text(figure.Number), s.Findings, orNothing(s.Differs))
	}
	return nil
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

func (e *Explorer) predict(_ context.Context, kind string) error {
	questions := predict.Questions(e.session)
	if kind != "" {
		if !slices.Contains(predict.Kinds(), kind) {
			return fmt.Errorf("found the prediction %q, expected one of %s", kind, strings.Join(predict.Kinds(), ", "))
		}
		questions = slices.DeleteFunc(questions, func(q predict.Question) bool { return q.Kind != kind })
	}
	if len(questions) == 0 {
		return errors.New("nothing to predict at this beat")
	}
	e.ask(questions[0])
	return nil
}

// ask puts a question.
func (e *Explorer) ask(q predict.Question) {
	e.question = &q
	e.say("Question: %s", q.Ask)
	for i, c := range q.Choices {
		e.say("%d: %s", i+1, c)
	}
}

func (e *Explorer) answer(ctx context.Context, text string) error {
	if e.question == nil {
		return errors.New("nothing was asked; predict asks")
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(e.question.Choices) {
		return fmt.Errorf("found the answer %q, expected 1 to %d", text, len(e.question.Choices))
	}
	a, err := e.question.Answer(ctx, e.session)
	if err != nil {
		return err
	}
	e.made++
	verdict := fmt.Sprintf("Not this time: %d happens.", a.Right+1)
	if n-1 == a.Right {
		e.right++
		verdict = "As you said."
	}
	e.say("%s %s (%d of %d so far)", verdict, a.Why, e.right, e.made)
	e.question = nil
	if e.tour.open { // the lesson shows it
		e.moved(a.Session)
	}
	return nil
}

func (e *Explorer) define(_ context.Context, name string) error {
	t, ok := glossary.Lookup(glossary.Terms(), name)
	if !ok {
		return fmt.Errorf("found the term %q, which the glossary does not have", name)
	}
	e.say("%s: %s", t.Name, t.Text)
	if t.Formula != "" {
		e.say("formula: %s", t.Formula)
	}
	if t.Paper != "" {
		e.say("paper: %s", t.Paper)
	}
	return nil
}

func (e *Explorer) veil(_ context.Context, state string) (err error) {
	if e.veiled, err = onOff(state, e.veiled); err == nil {
		e.beat()
	}
	return err
}

// zoom is asked for by lessons; lines of text have no room to share.
func (e *Explorer) zoom(_ context.Context, state string) (err error) {
	e.screen.zoomed, err = onOff(state, e.screen.zoomed)
	return err
}

// view turns to a view: what why lists. Theory and Compare are computed once
// they are asked for.
func (e *Explorer) view(ctx context.Context, name string) error {
	i, err := viewNamed(name)
	if err != nil {
		return err
	}
	s := e.session
	if verb := i.Asks(); verb != "" {
		if s, err = model.SettleFor(ctx, model.Update(s, model.Intent{Verb: verb}), model.JobKind.Compared); err != nil {
			return err
		}
	}
	e.screen.turn(i)
	before := e.session
	e.session, e.targets = s, nil
	if n := len(why.Targets(s, i.String())); n > 0 {
		e.say("%s: why lists the %d figures that can be asked about.", i, n)
	} else {
		e.say("%s: nothing to ask about yet.", i)
	}
	e.changes(before)
	return nil
}

// more turns to another part of the view.
func (e *Explorer) more(_ context.Context, part string) error {
	if err := e.screen.part(part); err != nil {
		return err
	}
	e.say("%s, part %d.", e.screen.view, e.screen.more+1)
	return nil
}

func (e *Explorer) exact(ctx context.Context, _ string) error {
	return e.intend(ctx, model.Intent{Verb: model.LeapBy, N: math.Inf(1)})
}

// close puts away an open question; anything else that was listed is gone.
func (e *Explorer) close(context.Context, string) error {
	e.question = nil
	return nil
}

func (e *Explorer) store(_ context.Context, path string) error {
	if path == "" {
		return errors.New("found no name, expected save FILE")
	}
	if err := e.save(path, e.session); err != nil {
		return err
	}
	e.say("saved: eeporl replay %s opens this beat", path)
	return nil
}
