package tui

import (
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
)

// pair goes on from the branch alone to both pictures, to their difference, and back.
func (a App) pair() App {
	if len(a.session.Others()) == 0 {
		a.note = "no other branch yet; a setting starts one (:c=.2), and so does acting earlier"
		return a
	}
	a.twin.pairing = (a.twin.pairing + 1) % (difference + 1)
	a.overlay = noOverlay
	return a
}

// pairNext puts the next branch beside the active one.
func (a App) pairNext() App {
	others := a.session.Others()
	if len(others) == 0 {
		return a.pair()
	}
	i := slices.Index(others, a.twin.number(a.session))
	a.twin.branch, a.overlay = others[(i+1)%len(others)], noOverlay
	if a.twin.pairing == alone {
		a.twin.pairing = pictures
	}
	return a
}

// number is the branch beside the active one: the chosen one, else the one
// started last; 0 where there is none.
func (t twin) number(s model.Session) int {
	if slices.Contains(s.Others(), t.branch) {
		return t.branch
	}
	n, _ := s.Other("") // 0 where there is none
	return n
}

// of is the other branch, and whether it is to be shown.
func (t twin) of(s model.Session) (model.Twin, bool) {
	if t.pairing == alone {
		return model.Twin{}, false
	}
	return s.Twin(t.number(s), t.near)
}

// besideTwin keeps where the other branch stands, and starts what it waits for.
func (a App) besideTwin() (App, tea.Cmd) {
	t, ok := a.twin.of(a.session)
	if !ok {
		a.twin.near = nil
		return a, nil
	}
	a.twin.near = t.Session.Now()
	return a, a.work.start(t.Session.Jobs())
}

// together keeps two branches paired when the user goes over to another one: the branch that was
// left becomes the twin, and the cursor goes to the beat that corresponds to the one that was left.
func (a App) together(before App) App {
	if len(a.steps) == 0 || a.twin.pairing == alone || a.session.Branch() == before.session.Branch() || a.session.Branches() != before.session.Branches() {
		return a
	}
	a.twin.branch = before.session.Branch()
	if t, ok := before.session.Twin(a.session.Branch(), nil); ok {
		if place := t.Session.Place(); place != a.session.Place() {
			a = a.update(model.Intent{Verb: model.GoTo, N: float64(place) + 1})
		}
	}
	return a
}

// twinCommand reads the number of the branch that is to stand beside.
func twinCommand(p pairing) func(App, string) (App, error) {
	return func(a App, number string) (App, error) {
		if number == "" && slices.Contains(a.session.Others(), a.twin.branch) {
			number = strconv.Itoa(a.twin.branch)
		}
		n, err := a.session.Other(number)
		if err != nil {
			return a, err
		}
		a.twin, a.overlay = twin{pairing: p, branch: n}, noOverlay
		return a, nil
	}
}

// commands put the branch beside that stands there.
func (t twin) commands(s model.Session) []string {
	switch n := t.number(s); {
	case n == 0:
	case t.pairing == pictures:
		return []string{fmt.Sprintf("beside %d", n)}
	case t.pairing == difference:
		return []string{fmt.Sprintf("difference %d", n)}
	}
	return []string{"alone"}
}
