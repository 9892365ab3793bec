package plain

import (
	"context"
	"errors"

	"eeporl/model"
	"eeporl/model/quantity"
	"eeporl/model/seek"
	"eeporl/model/why"
)

// seeking runs on, or back, until a condition holds, as the screen does.
func seeking(parse func(string) (seek.Search, error)) func(*Explorer, context.Context, string) error {
	return func(e *Explorer, ctx context.Context, text string) error {
		x, err := parse(text)
		if err != nil {
			return err
		}
		found, err := x.Run(ctx, e.session, func(int, int) {})
		switch {
		case err != nil:
			return err
		case !found.OK:
			return errors.New(x.Words(found))
		}
		s := e.session.Learn(found.Session)
		for _, i := range found.Intents {
			s = model.Update(s, i)
		}
		e.moved(s)
		e.say("%s", x.Words(found))
		return nil
	}
}

func (e *Explorer) watch(_ context.Context, text string) (err error) {
	if e.watches, err = e.watches.With(text); err == nil {
		e.watched(nil)
	}
	return err
}

func (e *Explorer) unwatch(_ context.Context, name string) (err error) {
	e.watches, err = e.watches.Without(name)
	return err
}

func (e *Explorer) allWatches(context.Context, string) error {
	e.screen.list = "watches"
	if e.watches == nil {
		e.say("No watches yet; watch sigma_k / noise keeps a value in sight, numbers lists what can be asked about.")
	}
	e.watched(nil)
	return nil
}

// watched tells the watches' values, those alone that are not what they were.
func (e *Explorer) watched(before []string) {
	now, _ := e.watches.Values(e.session)
	for i, w := range e.watches {
		switch {
		case i >= len(before):
			e.say("watch %s: %s", w.Name, now[i])
		case now[i] != before[i]:
			e.say("watch %s: %s (was %s)", w.Name, now[i], before[i])
		}
	}
}

func (e *Explorer) toBookmark(ctx context.Context, name string) error {
	place, err := e.session.Bookmarked(name)
	if err != nil {
		return err
	}
	return e.intend(ctx, model.Intent{Verb: model.GoTo, N: float64(place) + 1})
}

func (e *Explorer) settings(context.Context, string) error {
	e.screen.list = "settings"
	for _, s := range e.session.Settings() {
		e.say("  %s=%s: %s", s.Name, s.Value, s.Does)
	}
	for _, s := range e.session.Fixed() {
		e.say("  no %s: %s", s.Name, s.Does)
	}
	return nil
}

// difference sets the figures of two branches at this beat beside each other.
func (e *Explorer) difference(_ context.Context, number string) error {
	n, err := e.session.Other(number)
	if err != nil {
		return err
	}
	t, _ := e.session.Twin(n, nil)
	e.say("branch %d here, branch %d there, which differs in: %s; the difference is there less here", e.session.Branch(), n, orNothing(t.Differs))
	for _, d := range quantity.Differences(e.session, t.Session) {
		switch {
		case d.Equal() && d.Off == "":
		case d.Equal() || d.Off == "":
			e.say("%s: %s here, %s there", d.Name, d.Here, d.There)
		default:
			e.say("%s: %s here, %s there, %s", d.Name, d.Here, d.There, d.Off)
		}
	}
	return nil
}

// focus explains the figure at a path; explain says it again.
func (e *Explorer) focus(_ context.Context, path string) error {
	if path == "off" {
		e.targets = nil
		return nil
	}
	figure, err := why.Find(e.session, path)
	if err != nil {
		return err
	}
	e.targets = []why.Target{figure.Target}
	return e.about(figure.Target)
}

func (e *Explorer) explain(context.Context, string) error {
	if len(e.targets) == 0 {
		return errors.New("no figure is focused")
	}
	return e.about(e.targets[0])
}

// about explains a figure.
func (e *Explorer) about(t why.Target) error {
	for _, line := range why.Text(why.Explain(e.session, t, e.veiled)) {
		e.say("%s", line)
	}
	e.screen.explained = t.Kind.String()
	return nil
}

// looks are the screen's commands that speak of how it looks alone.
func looks() []string { return []string{"colours", "preset", "alone", "line"} }

// tourAt lists the lessons, begins one or leaves it.
func (e *Explorer) tourAt(ctx context.Context, name string) error {
	switch name {
	case "":
		return e.lessons(ctx, "")
	case "off":
		return e.leave(ctx, "")
	}
	return e.lesson(ctx, name)
}
