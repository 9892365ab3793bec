package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/seek"
)

// soughtMsg is where a search ended.
type soughtMsg struct {
	job   *running
	found seek.Found
	err   error
}

// searchKey is a search's place among the work under way.
const searchKey = "until"

// seek begins a run on, or back, until a condition holds.
func (a App) seek(text string, back bool) (App, error) {
	parse := seek.Parse
	if back {
		parse = seek.ParseBack
	}
	x, err := parse(text)
	if err != nil {
		return a, err
	}
	a = a.dropSearch()
	a.search, a.overlay = &search{Search: x, from: a.session}, noOverlay
	return a, nil
}

// searchWork starts the search, if one is still to be started.
func (a App) searchWork() tea.Cmd {
	if a.search == nil || a.search.job != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	turn := a.work.turn
	x, r := a.search, &running{title: a.search.title(), cancel: cancel, stride: 1}
	x.job = r
	run := func() tea.Msg {
		done := soughtMsg{job: r}
		ended := turn.do(ctx, func(ctx context.Context) {
			done.found, done.err = x.Run(ctx, x.from, func(done, total int) {
				r.report(model.Progress{Done: done, Total: total})
			})
		})
		done.err = cmp.Or(ended, done.err)
		return done
	}
	return a.work.add(searchKey, r, run)
}

// searched does the search that was begun on the spot.
func (a App) searched(ctx context.Context) (App, error) {
	x := a.search
	found, err := x.Run(ctx, x.from, func(int, int) {})
	if err == nil {
		a, err = a.sought(soughtMsg{x.job, found, err})
	}
	if err != nil {
		return a.dropSearch(), err
	}
	return a, nil
}

// dropSearch ends the search under way.
func (a App) dropSearch() App {
	if a.search != nil && a.search.job != nil {
		a.search.job.cancel()
		delete(a.work.running, searchKey)
	}
	a.search = nil
	return a
}

// sought goes where a search ended. What it laid down is laid down here too,
// unless something else was done meanwhile.
func (a App) sought(msg soughtMsg) (App, error) {
	x := a.search
	if x == nil || x.job != msg.job {
		return a, nil // it was given up
	}
	delete(a.work.running, searchKey)
	a.search = nil
	f := msg.found
	switch {
	case msg.err != nil:
		if errors.Is(msg.err, context.Canceled) {
			return a, errors.New("given up")
		}
		return a, msg.err
	case !f.OK:
		return a, errors.New(x.Words(f))
	case !a.session.Follows(x.from):
		a.note = fmt.Sprintf("%s holds at beat %d; you have moved on meanwhile", x.Condition, f.Place+1)
	default:
		kind := a.session.Now().Kind
		a.session = a.session.Learn(f.Session)
		for _, i := range f.Intents {
			a = a.update(i)
		}
		if now := a.session.Now().Kind; now != kind {
			a = a.follow(now)
		}
		a.note = x.Words(f)
	}
	return a, nil
}
