package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/moments/estimators"
	"eeporl/tui/panel"
	"eeporl/tui/panes/kit"
)

// ask hands an intent to the session, or says why it can do nothing now.
func (a App) ask(i model.Intent, label string) (App, tea.Cmd) {
	if why := a.session.Refusal(i); why != "" {
		a.note = label + ": " + why
		return a, nil
	}
	before := a.session.Now().Kind
	a = a.update(i)
	if now := a.session.Now().Kind; now != before && !a.focus.On { // a focus stays where it is
		if a = a.follow(now); now == model.Exploit {
			a.More = 0 // an episode begins at the tree's root, whatever page of the tree was read
		}
	}
	switch i.Verb {
	case model.Set:
		a.note = fmt.Sprintf("branch %d: %s; %s switches, %s undoes, %s shows both, %s compares", a.session.Branch(), i.Arg, a.keyFor("switch-branch"), a.keyFor("undo"), "|", a.keyFor("branches"))
	case model.SwitchBranch, model.Undo:
		a.note = fmt.Sprintf("branch %d", a.session.Branch())
		for _, s := range a.session.Summaries() {
			if s.Active && s.Differs != "" {
				a.note += ": " + s.Differs
			}
		}
	case model.Choose:
		if made, next := a.session.Methods(); next != made {
			by, _ := estimators.Named(next)
			a.note = "next by " + next + ": " + by.Does
		}
	case model.SetBookmark:
		a.note = "bookmarked as " + i.Arg + "; " + a.keyFor("next-mark") + " and " + a.keyFor("previous-mark") + " go to marks"
	}
	return a, a.work.start(a.session.Jobs())
}

// update asks the session for an intent.
func (a App) update(i model.Intent) App {
	next, step, ok := model.Do(a.session, i)
	if a.session = next; ok {
		a.steps = append(slices.Clone(a.steps), step)
	}
	return a
}

// follow turns to the view that speaks of a kind of segment.
func (a App) follow(kind model.Kind) App {
	return a.show(kit.Of(kind))
}

// show brings a view to hand.
func (a App) show(v kit.View) App {
	if v != a.InHand {
		a.More = 0
	}
	a.InHand, a.overlay = v, noOverlay
	return a
}

// turn shows a view, and the first time asks the session for the work that the view needs.
func (a App) turn(v kit.View) App {
	if verb := v.Asks(); verb != "" {
		a = a.update(model.Intent{Verb: verb})
	}
	return a.show(v)
}

func (a App) toggle(o overlay) App {
	if a.overlay == o {
		o = noOverlay
	}
	return a.lay(o)
}

// lay lays an overlay over the views.
func (a App) lay(o overlay) App {
	a.overlay, a.scroll, a.help = o, panel.Scroll{}, panel.Help{Line: panel.NewField("", 40)}
	return a
}

// cancel gives up the work that the timeline waits for.
func (a App) cancel() App {
	a.work.cancelAll()
	a = a.update(model.Intent{Verb: model.Cancel})
	a.note = "given up"
	return a.follow(a.session.Now().Kind)
}

// suspend gives the terminal back to the shell; a guest's, or one that a guest leads, stays.
func suspend(a App) (App, tea.Cmd) {
	if a.attending.Guest {
		a.note = "a class is not suspended by a guest; q leaves it"
		return a, nil
	}
	return a, tea.Suspend
}

// noVeil is why the veil stays, "" where there is something under it.
func noVeil(a App) string {
	if why := a.session.Truth().Unknown; why != "" {
		return "there is nothing under the veil; " + why
	}
	return ""
}

// arranged lays the screen out for a purpose; the projector's has colours of its
// own unless some were chosen.
func (a App) arranged(p panel.Preset) App {
	if p == "" {
		p = panel.Standard
	}
	a.Preset, a.twin.pairing = p, alone
	a.Colours = a.Usual(p == panel.Projector)
	return a
}

// rearrange turns to the next preset.
func (a App) rearrange() App {
	all := panel.Presets()
	a = a.arranged(all[(slices.Index(all, a.Preset)+1)%len(all)])
	a.note = "layout: " + string(a.Preset)
	return a
}

// autoLook stands in commands for the look of the terminal's own background.
const autoLook = "auto"
