package tui

import (
	"slices"

	"eeporl/model/why"
	"eeporl/tui/canvas"
	"eeporl/tui/panel"
	"eeporl/tui/panes/kit"
)

// spots are where figures stand in the view in hand. It draws the views to find out.
func (a App) spots() []kit.Spot {
	if a.Width < panel.MinWidth || a.Height < panel.MinHeight {
		return nil
	}
	a.focus.On = true
	return a.drawViews(canvas.New(a.Width, a.Height).All(), a.layout())
}

// startFocus puts the focus on a figure of the view in hand.
func (a App) startFocus() App {
	spots := a.spots()
	if len(spots) == 0 {
		a.note = "there is nothing to ask about on " + a.InHand.String() + " yet"
		if a.session.Now().Estimate != nil {
			a.note = "no figure on this page can be asked about: /" + a.session.Now().Estimate.Estimator + " tells what it shows"
		}
		a.focus.On = false
		return a
	}
	a.focus, a.overlay = a.focus.First(spots, a.session.Now()), noOverlay
	return a
}

// moveFocus puts the focus on the nearest figure to one side, in this pane or in another that lies that way.
func (a App) moveFocus(dx, dy int) App {
	spots := a.spots()
	next, ok := a.focus.Move(spots, dx, dy)
	if !ok {
		from, _ := a.focus.At(spots)
		return a.crossPane(from, dx, dy)
	}
	a.focus = next
	return a
}

// crossPane goes on to the nearest figure of another pane that lies that way.
func (a App) crossPane(from kit.Spot, dx, dy int) App {
	least, found, ok := 0, a, false
	for _, p := range a.layout().panes {
		if p.view == a.InHand {
			continue
		}
		next := a
		next.InHand, next.More = p.view, 0
		for _, s := range next.spots() {
			if far, that := panel.Towards(from, s, dx, dy, a.focus.X); that && (!ok || far < least) {
				least, ok, found = far, true, next
				found.focus = panel.Focused(s)
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
	if a.question = (panel.Question{}); path == "off" {
		a.focus.On = false
		return a, nil
	}
	if v, alone := kit.Named(path); alone {
		a.focus.On = false
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
	case ok && v != a.InHand:
		a = a.turn(v)
	case !ok:
		a = a.showing(ref)
	}
	a.focus, a.overlay = panel.Focus{On: true, Ref: ref}, noOverlay
	spots := a.spots()
	if i := a.focus.Find(spots); i >= 0 {
		spot := spots[i]
		a.focus.X, a.focus.Y = spot.X+spot.W/2, spot.Y
	}
	return a, nil
}

// mostPages is how many pages of each view showing looks through for a figure.
const mostPages = 7

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
			if next.InHand, next.More = v, page; has(next) {
				next = a.turn(v)
				next.More = page
				return next
			}
		}
	}
	return a
}
