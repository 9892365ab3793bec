package tui

import (
	"errors"
	"fmt"
	"slices"

	"eeporl/model"
	"eeporl/pomdp/figure"
	"eeporl/tui/panel"
)

// Openable says what can be opened; without Load nothing can.
type Openable struct {
	Worlds []panel.Choice        // those that come with the program
	Found  func() []panel.Choice // those that stand in the folder; nil for none
	// Load makes a session of a name, and the commands that restore its screen.
	Load func(name string) (model.Session, []string, error)
}

// shelved is a session that was left for another one.
type shelved struct {
	viewpoint
	name, started, path string
}

// hereGroup is the heading of the sessions that were left.
const hereGroup = "left here, as it was"

// mostShelved bounds how many sessions are kept that were left for another.
const mostShelved = 8

// openNamed opens something by its name, or the list for "".
func (a App) openNamed(name string) (App, error) {
	if a.attending.Guest {
		return a, ErrGuest
	}
	if a.openable.Load == nil {
		return a, errors.New("nothing else can be opened here: eeporl MODEL opens another model")
	}
	if name == "" {
		a.picker = panel.Picker{Title: "Open another world", Verb: "open", Command: "open", List: a.choices(), Finder: panel.Finder{Line: panel.NewField("", 200)},
			None: "Nothing listed has these letters. Enter opens what is typed: a model's file, a session, a log, or random:S,A,Z,R,SEED."}
		return a.lay(openOverlay), nil
	}
	if a.tour.Open {
		return a, errors.New("a lesson is under way: Esc leaves it first")
	}
	for i, s := range a.shelf {
		if s.name == name {
			return a.backTo(i), nil
		}
	}
	s, screen, err := a.openable.Load(name)
	if err != nil {
		return a, err
	}
	left := a.session.Config().Scenario
	a = a.shelve()
	a = a.to(&viewpoint{session: s, Looks: panel.Looks{Veiled: true}})
	if s.Place() > 0 {
		a = a.follow(s.Now().Kind)
	}
	a.started, a.path, a.cutOff = "eeporl explore "+Quote(name), "", ""
	a = a.restore(screen)
	a.note = fmt.Sprintf("%s is kept as it was: %s lists it", left, a.keyFor("open"))
	return a, nil
}

// choices are the sessions that were left, the newest first, then the worlds, then what the folder holds.
func (o opened) choices() []panel.Choice {
	var out []panel.Choice
	for _, s := range slices.Backward(o.shelf) {
		now := s.session.Now()
		out = append(out, panel.Choice{Group: hereGroup, Name: s.name, Words: fmt.Sprintf("N = %s, %s", figure.Count(now.N), panel.Where(now))})
	}
	out = append(out, o.openable.Worlds...)
	if o.openable.Found != nil {
		out = append(out, o.openable.Found()...)
	}
	return out
}

// shelve keeps the session for a return.
func (a App) shelve() App {
	name := a.session.Config().Scenario
	for i := 2; slices.ContainsFunc(a.shelf, func(s shelved) bool { return s.name == name }); i++ {
		name = fmt.Sprintf("%s (%d)", a.session.Config().Scenario, i)
	}
	a.shelf = append(slices.Clone(a.shelf), shelved{*a.here(), name, a.started, a.path})
	if len(a.shelf) > mostShelved {
		a.shelf = a.shelf[1:]
	}
	return a
}

// backTo goes back to a session that was left, and keeps this one.
func (a App) backTo(i int) App {
	s := a.shelf[i]
	a.shelf = slices.Delete(slices.Clone(a.shelf), i, i+1)
	a = a.shelve().to(&s.viewpoint)
	a.started, a.path = s.started, s.path
	a.note = "back in " + s.name
	return a
}
