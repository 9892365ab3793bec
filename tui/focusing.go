package tui

import (
	"slices"

	"eeporl/model/why"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// spots are where figures stand in the view in hand. It draws the views to find out.
func (a App) spots() []kit.Spot {
	if a.width < minWidth || a.height < minHeight {
		return nil
	}
	a.focus.on = true
	return a.drawViews(canvas.New(a.width, a.height).All(), a.layout())
}

// startFocus puts the focus on a figure of the view in hand.
func (a App) startFocus() App {
	spots := a.spots()
	if len(spots) == 0 {
		a.note = "there is nothing to ask about on " + a.view.String() + " yet"
		a.focus.on = false
		return a
	}
	a.focus, a.overlay = a.focus.first(spots, a.session.Now()), noOverlay
	return a
}

// moveFocus puts the focus on the nearest figure to one side, in this pane or in another that lies that way.
func (a App) moveFocus(dx, dy int) App {
	spots := a.spots()
	next, ok := a.focus.move(spots, dx, dy)
	if !ok {
		from, _ := a.focus.at(spots)
		return a.crossPane(from, dx, dy)
	}
	a.focus = next
	return a
}

// crossPane goes on to the nearest figure of another pane that lies that way.
func (a App) crossPane(from kit.Spot, dx, dy int) App {
	least, found, ok := 0, a, false
	for _, p := range a.layout().panes {
		if p.view == a.view {
			continue
		}
		next := a
		next.view, next.more = p.view, 0
		for _, s := range next.spots() {
			if far, that := towards(from, s, dx, dy, a.focus.x); that && (!ok || far < least) {
				least, ok, found = far, true, next
				found.focus = focused(s)
			}
		}
	}
	if !ok {
		found.note = "no figure further that way"
	}
	return found
}

// focusAt puts the focus on the figure that a path names; of a view alone it takes that in hand.
func (a App) focusAt(path string) (App, error) {
	if a.question = (question{}); path == "off" {
		a.focus.on = false
		return a, nil
	}
	if v, alone := kit.Named(path); alone {
		a.focus.on = false
		return a.turn(v), nil
	}
	v, ok := kit.Named(beforeDot(path))
	if ok {
		path = path[len(beforeDot(path))+1:]
	}
	ref, err := why.Find(a.session, path)
	if err != nil {
		return a, err
	}
	switch {
	case ok && v != a.view:
		a = a.turn(v)
	case !ok:
		a = a.showing(ref)
	}
	a.focus, a.overlay = focus{on: true, ref: ref}, noOverlay
	spots := a.spots()
	if i := a.focus.find(spots); i >= 0 {
		spot := spots[i]
		a.focus.x, a.focus.y = spot.X+spot.W/2, spot.Y
	}
	return a, nil
}

// mostPages is how many pages of each view showing looks through for a figure.
const mostPages = 6

// showing turns to a view that shows a figure, if the one in hand does not.
func (a App) showing(ref why.Ref) App {
	has := func(a App) bool {
		return slices.ContainsFunc(a.spots(), func(s kit.Spot) bool { return s.Ref == ref })
	}
	if has(a) {
		return a
	}
	for v := range kit.Views {
		for page := range mostPages {
			next := a
			if next.view, next.more = v, page; has(next) {
				next = a.turn(v)
				next.more = page
				return next
			}
		}
	}
	return a
}
