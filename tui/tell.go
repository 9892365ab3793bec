package tui

import (
	"context"
	"fmt"
	"io"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/tui/script"
)

// Tell does a script without a screen and without pauses, its work on the spot.
// each is called after every item; report, before work that may take time.
func Tell(ctx context.Context, p Play, each func(script.Item, model.Session), report func(title string)) error {
	var a App
	starts := 0
	for _, i := range p.Script.Items {
		at := func(err error) error { return fmt.Errorf("%s:%d: %w", p.Script.File, i.Line, err) }
		switch i.Kind {
		case script.Begin:
			a = NewApp(p.Starts[starts], Options{})
			starts++
		case script.Command:
			next, _, err := a.Do(i.Text)
			if err != nil {
				return at(err)
			}
			a = next
		case script.Until:
			if err := workUntil(ctx, &a, i, report); err != nil {
				return at(err)
			}
		}
		if err := finishWork(ctx, &a, report, func() bool { return false }, false); err != nil {
			return at(err)
		}
		each(i, a.session)
	}
	return nil
}

// finishWork does a search that was begun, then the work that somebody waits for, and all of it if
// so asked, until enough of it is done.
func finishWork(ctx context.Context, a *App, report func(string), enough func() bool, all bool) error {
	if a.search != nil {
		report(a.search.title())
		found, err := a.searched(ctx)
		if *a = found; err != nil {
			return err
		}
	}
	for !enough() {
		wanted := model.JobKind.Awaited
		if all {
			wanted = model.All
		}
		if jobs := a.session.Jobs(); len(jobs) > 0 {
			report(jobs[0].Title)
		}
		next, did, err := model.Work(ctx, a.session, wanted, model.Unheard)
		if !did {
			return err
		}
		a.session = next
	}
	return nil
}

// workUntil does work until a condition holds.
func workUntil(ctx context.Context, a *App, i script.Item, report func(string)) error {
	holds := func() bool { return i.When.Holds(watch.Session(a.session)) }
	if err := finishWork(ctx, a, report, holds, true); err != nil {
		return err
	}
	if !holds() {
		return fmt.Errorf("until %s: nothing brings that about, expected a command before it that does", i.Text)
	}
	return nil
}

// LoadPlay reads a script, checks all that can be known before it is played (its
// settings, models and commands), and starts a session for each of its Begin items.
func LoadPlay(r io.Reader, file string, load model.Loader) (script.Script, []model.Session, error) {
	s, err := script.Read(r, file)
	if err != nil {
		return s, nil, err
	}
	var starts []model.Session
	var a App
	for _, i := range s.Items {
		switch i.Kind {
		case script.Begin:
			start, err := i.Start.Begin(load)
			if err != nil {
				return s, nil, fmt.Errorf("%s:%d: %w", file, i.Line, err)
			}
			starts = append(starts, start)
			a = NewApp(start, Options{})
		case script.Command:
			if err := a.check(i.Text); err != nil {
				return s, nil, fmt.Errorf("%s:%d: %w", file, i.Line, err)
			}
		}
	}
	return s, starts, nil
}
