package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/tui/canvas"
)

// layer is something that lies over the views. The first of the layers that is on
// answers a key; what it leaves goes on to those below, and at last to the table.
type layer struct {
	on func(App) bool
	// key answers a key; false leaves it to what lies below.
	key func(App, tea.KeyPressMsg) (App, tea.Cmd, bool)
	// draw draws it in place of the views; nil for what has no picture of its own.
	draw func(App, canvas.Area)
	// line gives the line that is typed in it, for a paste to change (a list below it
	// goes back to its first row); nil for a layer without a line.
	line func(*App) *field
	// alone says that its keys stand in its own picture, and that it keeps the mouse from what
	// lies below.
	alone bool
}

// layers lists them, the uppermost first.
func layers() []layer {
	shows := func(o overlay, draw func(App, canvas.Area)) layer {
		return layer{on: func(a App) bool { return a.overlay == o }, key: App.scrollKey, draw: draw}
	}
	return []layer{
		{on: func(a App) bool { return a.palette.open }, key: taking(App.typeKey), draw: App.drawPalette, line: func(a *App) *field { a.palette.chosen = 0; return &a.palette.line }, alone: true},
		{on: func(a App) bool { return true }, key: App.darken},
		{on: func(a App) bool { return a.edit.open }, key: butInterrupt(App.editKey), line: func(a *App) *field { return &a.edit.line }},
		{on: func(a App) bool { return a.overlay == settingsOverlay }, key: butInterrupt(App.settingsKey), draw: App.drawSettings, line: func(a *App) *field { return &a.settingsList.line }},
		{on: func(a App) bool { return a.glossaryList.open }, key: taking(App.glossaryKey), draw: App.drawGlossary, line: func(a *App) *field { a.glossaryList.chosen = 0; return &a.glossaryList.line }, alone: true},
		{on: App.picking, key: taking(App.pickerKey), draw: App.drawPicker, line: func(a *App) *field { a.picker.chosen = 0; return &a.picker.line }, alone: true},
		{on: func(a App) bool { return a.prediction.open }, key: taking(App.predictKey), alone: true},
		{on: func(a App) bool { return a.overlay == lessonsOverlay }, key: App.lessonsKey, draw: App.drawLessons, alone: true},
		{on: func(a App) bool { return a.tour.open && !a.question.open }, key: App.lessonKey},
		{on: func(a App) bool { return true }, key: App.digitKey},
		{on: func(a App) bool { return a.question.open }, key: App.questionKey, draw: App.drawWhy, alone: true},
		{on: func(a App) bool { return a.focus.on && a.overlay == noOverlay }, key: App.focusedKey},
		{on: func(a App) bool { return a.overlay == helpOverlay }, key: App.helpKey, draw: App.drawHelp, line: func(a *App) *field { return &a.help }, alone: true},
		shows(branchesOverlay, App.drawBranches),
		shows(findingsOverlay, App.drawFindings),
		shows(lineOverlay, App.drawLine),
		shows(summaryOverlay, App.drawSummary),
		shows(watchesOverlay, App.drawWatches),
		shows(classOverlay, App.drawClass),
	}
}

// over is the uppermost layer that is on and has a picture; false for the views.
func (a App) over() (layer, bool) {
	for _, l := range layers() {
		if l.draw != nil && l.on(a) {
			return l, true
		}
	}
	return layer{}, false
}

// alone says whether a layer is on that keeps the mouse from what lies below; typing, whether a
// line is being typed.
func (a App) alone() bool {
	for _, l := range layers() {
		if l.alone && l.on(a) {
			return true
		}
	}
	return false
}

func (a App) typing() bool {
	for _, l := range layers() {
		if l.line != nil && l.on(a) {
			return true
		}
	}
	return false
}

// pasted puts what was pasted into the line being typed, if there is one.
func (a App) pasted(msg tea.PasteMsg) (tea.Model, tea.Cmd) {
	for _, l := range layers() {
		if l.line != nil && l.on(a) {
			line := l.line(&a)
			*line, _ = line.typed(msg)
			break
		}
	}
	return a, nil
}

// taking is a layer's answer that leaves no key to what lies below.
func taking(answer func(App, tea.KeyPressMsg) (tea.Model, tea.Cmd)) func(App, tea.KeyPressMsg) (App, tea.Cmd, bool) {
	return func(a App, msg tea.KeyPressMsg) (App, tea.Cmd, bool) {
		next, cmd := answer(a, msg)
		return next.(App), cmd, true
	}
}

// butInterrupt is taking, but for ctrl+c, which goes on to what lies below.
func butInterrupt(answer func(App, tea.KeyPressMsg) (tea.Model, tea.Cmd)) func(App, tea.KeyPressMsg) (App, tea.Cmd, bool) {
	return func(a App, msg tea.KeyPressMsg) (App, tea.Cmd, bool) {
		if msg.String() == "ctrl+c" {
			return a, nil, false
		}
		return taking(answer)(a, msg)
	}
}

// darken answers no key itself: it ends the highlighting of a glossary term at the next key.
func (a App) darken(tea.KeyPressMsg) (App, tea.Cmd, bool) {
	a.lit = nil
	return a, nil, false
}

// digitKey collects a count for the next key.
func (a App) digitKey(msg tea.KeyPressMsg) (App, tea.Cmd, bool) {
	key := msg.String()
	if len(key) != 1 || key[0] < '0' || key[0] > '9' || key == "0" && a.typed == 0 {
		return a, nil, false
	}
	a.typed = min(a.typed*10+int(key[0]-'0'), 999_999)
	return a, nil, true
}

// questionKey answers a key while a figure is explained; one that turns to another
// view or overlay closes the explanation first.
func (a App) questionKey(msg tea.KeyPressMsg) (App, tea.Cmd, bool) {
	key := msg.String()
	if next, cmd, ok := a.whyKey(key); ok {
		return next.(App), cmd, true
	}
	if b, ok := lookup(a.table, key); !ok || b.verb != "" {
		a.typed, a.note = 0, "Esc closes the question; its keys stand below it"
		return a, nil, true
	}
	a.question.open = false
	return a, nil, false
}

func (a App) focusedKey(msg tea.KeyPressMsg) (App, tea.Cmd, bool) {
	next, cmd, ok := a.focusKey(msg.String())
	if !ok {
		return a, nil, false
	}
	return next.(App), cmd, true
}

// scrollKey moves an overlay's rows.
func (a App) scrollKey(msg tea.KeyPressMsg) (App, tea.Cmd, bool) {
	if msg.String() == "enter" { // it was read; what Enter does else comes with the next one
		a.overlay = noOverlay
		return a, nil, true
	}
	rows, ok := scrolled(msg.String())
	if ok {
		a.typed = 0
		a = a.scrollBy(rows)
	}
	return a, nil, ok
}

// scrollBy scrolls what is over the views, not beyond its ends.
func (a App) scrollBy(rows int) App {
	end := -1
	if over, ok := a.over(); ok {
		a.scrollEnd = &end
		over.draw(a, a.layout().body.of(canvas.New(a.width, a.height).All()))
		a.scrollEnd = nil
	}
	if a.scroll = max(a.scroll+rows, 0); end >= 0 {
		a.scroll = min(a.scroll, end)
	}
	return a
}
