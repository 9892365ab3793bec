package plain

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/model/why"
	"eeporl/tui"
)

// word is a command of lines of text alone.
type word struct {
	name, takes, does string
	obey              func(e *Explorer, ctx context.Context, argument string) error
}

// words are the commands that lines of text have beside the explorer's own: for what a screen
// shows anyway, and for what is done otherwise without one.
func words() []word {
	return []word{
		{"where", "", "where the session stands, and what to do next", (*Explorer).stand},
		{"numbers", "[NAME]", "every number, or one and what it is", (*Explorer).numbers},
		{"show", "CONDITION", "what an expression of numbers comes to: show sigma_k > noise", (*Explorer).show},
		{"why", "[VIEW|N]", "what can be asked about on this view or another; then the answer to number N", (*Explorer).why},
		{"answer", "N", "the answer to the question; its number alone does it too", (*Explorer).answer},
		{"lesson", "[N]", "begin a lesson by number or name; without one, say the present step again", (*Explorer).lesson},
		{"leave", "", "leave the lesson", (*Explorer).leave},
		{"save", "FILE", "save the session", (*Explorer).store},
		{"recover", "", "how to go on with a session that was cut off", func(e *Explorer, _ context.Context, _ string) error {
			e.say("Leave, then: eeporl recover --plain; eeporl recover --list lists what was cut off.")
			return nil
		}},
		{"quit", "", "leave", func(*Explorer, context.Context, string) error { return errQuit }},
	}
}

func (e *Explorer) stand(context.Context, string) error {
	e.where()
	e.beat()
	_, what := e.Session().Proposal()
	e.say("next: %s.", what)
	return nil
}

func (e *Explorer) numbers(_ context.Context, name string) error {
	look := watch.Session(e.Session())
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
	e.say("%v", x.Eval(watch.Session(e.Session())))
	return nil
}

// why lists figures by numbers, or explains the one of a number.
func (e *Explorer) why(ctx context.Context, about string) error {
	if _, err := strconv.Atoi(about); err != nil {
		return e.figures(ctx, about)
	}
	if e.targets == nil {
		return fmt.Errorf("found number %s before a list; why VIEW lists what can be asked", about)
	}
	n, err := number("number", about, len(e.targets))
	if err != nil {
		return err
	}
	e.app, _, err = e.app.Do("focus " + why.Path(e.Session(), why.Ref{Target: e.targets[n-1]}))
	if err == nil {
		e.app, _, err = e.app.Do("explain")
	}
	return err
}

// figures numbers what can be asked about on a view.
func (e *Explorer) figures(ctx context.Context, view string) error {
	if view != "" {
		next, _, err := e.app.Do("view " + view)
		if err != nil {
			return err
		}
		if e.app, err = next.AtRest(ctx); err != nil {
			return err
		}
	}
	if e.targets = e.app.Targets(); len(e.targets) == 0 {
		return fmt.Errorf("there is nothing to ask about on %s yet", e.app.State().View)
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
	e.asked = true
	return nil
}

// listed is how many targets of one kind are named one by one.
const listed = 4

func (e *Explorer) title(i int) string {
	now := e.app.State()
	return why.Explain(now.Session, e.targets[i], now.Veiled).Title
}

func (e *Explorer) answer(ctx context.Context, text string) error {
	now := e.app.State()
	if now.Asked == nil {
		return errors.New("nothing was asked; predict asks")
	}
	n, err := number("answer", text, len(now.Asked.Choices))
	if err != nil {
		return err
	}
	if e.app, err = e.app.Answer(n - 1).AtRest(ctx); err != nil {
		return err
	}
	is := e.app.State()
	x := is.Asked
	if x.Failed != nil {
		return x.Failed
	}
	verdict := fmt.Sprintf("Not this time: %d happens.", x.Answer.Right+1)
	if x.Said == x.Answer.Right {
		verdict = "As you said."
	}
	e.say("%s %s (%d of %d so far)", verdict, x.Answer.Why, is.Right, is.Made)
	if is.Lesson != nil { // which shows it
		e.app, err = e.app.Obey(ctx, string(model.Continue))
		return err
	}
	e.app, _, err = e.app.Do("close")
	return err
}

func (e *Explorer) store(_ context.Context, path string) error {
	if path == "" {
		return errors.New("found no name, expected save FILE")
	}
	if err := e.save(path, e.Session()); err != nil {
		return err
	}
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	e.say("saved: eeporl replay %s opens this beat", tui.Quote(path))
	return nil
}
