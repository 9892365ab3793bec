package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"eeporl/tui/class"
	"eeporl/tui/panel"
	"eeporl/tui/terminal"
)

// presenter is a Bubble Tea model: an explorer, or one that follows a script, whose class sees what it shows.
type presenter struct {
	tea.Model // an App or a Player
	room      *class.Room
	turn      Turn // when what a guest with the keyboard began may work
	handed    bool // the last key was a guest's
	status    class.Status
	sure      bool // the last key would have ended the class
}

// present lets a class see what an explorer shows.
func present(m tea.Model, o Options) tea.Model {
	p := presenter{Model: m, room: o.Room, turn: o.Turn}
	p.publish(false)
	return p
}

// explorer is the explorer that a model is, or has.
func explorer(m tea.Model) (App, bool) {
	switch m := m.(type) {
	case App:
		return m, true
	case Player:
		return m.app, true
	case presenter:
		return explorer(m.Model)
	case terminal.Paced:
		return explorer(m.Model)
	}
	return App{}, false
}

// with changes the explorer.
func (p presenter) with(change func(App) App) presenter {
	switch m := p.Model.(type) {
	case App:
		p.Model = change(m)
	case Player:
		m.app = change(m.app)
		p.Model = m
	}
	return p
}

// publish shows the class what the explorer shows. What it says of itself is for whoever pressed the key, and for
// nobody where no key was.
func (p presenter) publish(pressed bool) {
	if a, ok := explorer(p.Model); ok {
		if !pressed {
			a.note = ""
		}
		s := a.shows(p.handed)
		p.room.Present(s, s.asks())
	}
}

// Update answers a message, and shows the class what came of it.
func (p presenter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	handed := false
	switch m := msg.(type) {
	case class.Status:
		if had := p.status.Hand; had != "" && !slices.ContainsFunc(m.Guests, func(g class.Guest) bool { return g.Name == had }) {
			p = p.with(func(a App) App { a.note = had + " has left; the keyboard is yours"; return a })
		}
		p.status = m
		return p.told(), nil
	case class.Key:
		key, ok := m.Message.(tea.KeyPressMsg)
		if a, _ := explorer(p.Model); !ok || key.String() == "ctrl+c" || leaves(key.String()) && !a.layers.typing(a) || !p.handed && a.layers.typing(a) { // the presenter's own line goes first
			return p, nil
		}
		msg, handed = key, true
	}
	p = p.with(func(a App) App {
		if a.attending.Guest = handed; handed != p.handed && isPress(msg) {
			a.palette, a.edit = panel.Palette{}, panel.Edit{} // nobody ends a line that another one began
		}
		return a
	})
	if isPress(msg) {
		p.handed = handed
		if a, ok := explorer(p.Model); ok { // it works as whoever pressed the last key may
			a.work.turn = nil
			if handed {
				a.work.turn = p.turn
			}
		}
	}
	if sure := p.ends(msg); sure && !p.sure {
		p.sure = true
		return p.with(func(a App) App {
			a.note = fmt.Sprintf("the same key again ends the class for %d guests", len(p.status.Guests))
			return a
		}), nil
	}
	p.sure = p.sure && !isPress(msg)
	before := p
	next, cmd := p.Model.Update(msg)
	p.Model = next
	if handed && p.Left() { // by whatever way
		p, cmd = before, nil
	}
	p = p.with(func(a App) App { a.attending.Guest = false; return a }).told()
	if changes(msg) {
		p.publish(handed)
	}
	return p, cmd
}

func isPress(msg tea.Msg) bool { _, ok := msg.(tea.KeyPressMsg); return ok }

// told lays what is known of the class over an explorer that may be an older one.
func (p presenter) told() presenter {
	return p.with(func(a App) App {
		a.attending.Room, a.attending.Status, a.attending.Tally = p.room, p.status, p.status.Tally
		return a
	})
}

// ends says whether a key of the presenter's own ends a class that has guests.
func (p presenter) ends(msg tea.Msg) bool {
	key, ok := msg.(tea.KeyPressMsg)
	a, _ := explorer(p.Model)
	return ok && len(p.status.Guests) > 0 && (key.String() == "q" && !a.layers.typing(a) || key.String() == "ctrl+c")
}

// leaves says whether a key ends or suspends the presenter's explorer.
func leaves(key string) bool { return key == "q" || key == "ctrl+c" || key == "ctrl+z" }

// changes says whether a message may change what the class sees.
func changes(msg tea.Msg) bool {
	switch msg.(type) {
	case tickMsg, tea.WindowSizeMsg, tea.ColorProfileMsg, tea.BackgroundColorMsg, tea.MouseMotionMsg, tea.EnvMsg, tea.KeyReleaseMsg:
		return false
	}
	return true
}

// Left says whether the user wanted to leave.
func (p presenter) Left() bool {
	a, _ := explorer(p.Model)
	return a.leaving
}
