package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"eeporl/model"
	"eeporl/pomdp/workers"
	"eeporl/tui/canvas"
	"eeporl/tui/panel"
	"eeporl/tui/share"
)

// Still is an explorer of w × h cells that no terminal shows: the session after
// some commands (see App.Do), with all work done. say is told which job is being
// done and how many are left.
func Still(ctx context.Context, s model.Session, o Options, w, h int, commands []string, say func(title string, left int)) (App, error) {
	a := NewApp(s, o)
	a.Width, a.Height = w, h
	for _, command := range commands {
		next, _, err := a.Do(command)
		if err != nil {
			return a, fmt.Errorf("%s: %w", command, err)
		}
		if a, err = next.AtRest(ctx); err != nil {
			return a, err
		}
	}
	a.work.cancelAll()
	for jobs := a.session.Jobs(); len(jobs) > 0; jobs = a.session.Jobs() {
		say(jobs[0].Title, len(jobs))
		for _, r := range together(ctx, jobs) {
			a.session = a.session.Deliver(r)
		}
		if err := ctx.Err(); err != nil {
			return a, err
		}
	}
	return a, nil
}

// together runs the first of the jobs side by side, one a processor, and returns their results.
func together(ctx context.Context, jobs []model.Job) []model.Result {
	out := make([]model.Result, min(len(jobs), workers.Count()))
	var wait sync.WaitGroup
	for i := range out {
		wait.Go(func() { out[i] = jobs[i].Run(ctx, func(model.Progress) {}) })
	}
	wait.Wait()
	return out
}

// Session is what the explorer shows.
func (a App) Session() model.Session { return a.session }

// Picture is the screen to be shared: in true colour unless there is no colour at
// all, and without the palette, the note and a typed count. It carries the session
// and how it is looked at.
func (a App) Picture() *share.Picture {
	a.Theme = a.InTrueColour()
	a = a.apart()
	a.palette, a.note, a.typed = panel.Palette{}, "", 0
	p := &share.Picture{Canvas: canvas.New(a.Width, a.Height), Palette: &a.Theme.Palette}
	a.draw(p.Canvas.All())
	p.Ink, p.Paper = a.Look.Paper()
	p.Title = fmt.Sprintf("%s: %s, beat %d of %d", panel.Title(a.session), a.InHand, a.session.Place()+1, a.session.Beats())
	p.Description, _ = a.session.Account(a.Veiled)
	var b strings.Builder
	_ = model.Save(&b, a.session, shared(a)...) // a builder takes everything
	p.Session = b.String()
	return p
}

// restore does the commands that lead to the first screen, up to one that fails.
func (a App) restore(commands []string) App {
	for _, command := range commands {
		next, _, err := a.Do(command)
		if err != nil {
			a.note = strings.TrimSpace(command) + ": " + err.Error()
			break
		}
		a = next
	}
	a.work.cancelAll() // Init starts what is to be done
	return a
}

// shared are the commands that lead whoever opens a file to this screen, in colours of
// their own.
func shared(a App) []string { return slices.DeleteFunc(a.Screen()[1:], usual) }
