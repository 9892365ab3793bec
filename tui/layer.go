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

// stack is layers, the uppermost first.
type stack []layer

// layers are all of them.
func layers() stack {
	reads := func(o overlay, draw func(canvas.Area, glance)) layer {
		return layer{on: func(a App) bool { return a.overlay == o }, key: scrollKey, draw: func(a App, b canvas.Area) { draw(b, a.glance()) }}
	}
	over := func(o overlay) func(App) bool { return func(a App) bool { return a.overlay == o } }
	return stack{
		{on: func(a App) bool { return a.palette.open }, key: keyed(paletteOf, palette.key), draw: pictured(paletteOf, palette.draw), line: func(a *App) *field { a.palette.chosen = 0; return &a.palette.line }, alone: true},
		{on: func(a App) bool { return true }, key: darken},
		{on: func(a App) bool { return a.edit.open }, key: keyed(func(a *App) *edit { return &a.edit }, edit.key), line: func(a *App) *field { return &a.edit.line }},
		{on: over(settingsOverlay), key: keyed(settingsOf, settingsList.key), draw: pictured(settingsOf, settingsList.draw), line: func(a *App) *field { return &a.settingsList.line }},
		{on: func(a App) bool { return a.glossaryList.open }, key: keyed(glossaryOf, glossaryList.key), draw: pictured(glossaryOf, glossaryList.draw), line: func(a *App) *field { a.glossaryList.chosen = 0; return &a.glossaryList.line }, alone: true},
		{on: func(a App) bool { return a.overlay.picks() }, key: keyed(pickerOf, picker.key), draw: pictured(pickerOf, picker.draw), line: func(a *App) *field { a.picker.chosen = 0; return &a.picker.line }, alone: true},
		{on: func(a App) bool { return a.prediction.open }, key: keyed(func(a *App) *prediction { return &a.prediction }, prediction.key), alone: true},
		{on: over(lessonsOverlay), key: keyed(tourOf, lessonPanel.listKey), draw: pictured(tourOf, lessonPanel.drawList), alone: true},
		{on: func(a App) bool { return a.tour.open && !a.question.open }, key: lessonKey},
		{on: func(a App) bool { return true }, key: digitKey},
		{on: func(a App) bool { return a.question.open }, key: keyed(questionOf, question.key), draw: pictured(questionOf, question.draw), alone: true},
		{on: func(a App) bool { return a.focus.on && a.overlay == noOverlay }, key: keyed(func(a *App) *focus { return &a.focus }, focus.key)},
		{on: over(helpOverlay), key: keyed(helpOf, help.key), draw: pictured(helpOf, help.draw), line: func(a *App) *field { return &a.help.line }, alone: true},
		reads(branchesOverlay, drawBranches),
		reads(findingsOverlay, drawFindings),
		reads(lineOverlay, drawLine),
		reads(summaryOverlay, drawSummary),
		reads(watchesOverlay, drawWatches),
		reads(classOverlay, func(b canvas.Area, g glance) { g.class.draw(b, g) }),
	}
}

// Where the explorer keeps its panels.
func paletteOf(a *App) *palette       { return &a.palette }
func settingsOf(a *App) *settingsList { return &a.settingsList }
func glossaryOf(a *App) *glossaryList { return &a.glossaryList }
func pickerOf(a *App) *picker         { return &a.picker }
func tourOf(a *App) *lessonPanel      { return &a.tour.lessonPanel }
func questionOf(a *App) *question     { return &a.question }
func helpOf(a *App) *help             { return &a.help }

// over is the uppermost layer that is on and has a picture; false for the views.
func (s stack) over(a App) (layer, bool) {
	for _, l := range s {
		if l.draw != nil && l.on(a) {
			return l, true
		}
	}
	return layer{}, false
}

// alone says whether a layer is on that keeps the mouse from what lies below; typing, whether a
// line is being typed.
func (s stack) alone(a App) bool {
	for _, l := range s {
		if l.alone && l.on(a) {
			return true
		}
	}
	return false
}

func (s stack) typing(a App) bool {
	for _, l := range s {
		if l.line != nil && l.on(a) {
			return true
		}
	}
	return false
}

// pasted puts what was pasted into the line being typed, if there is one.
func (a App) pasted(msg tea.PasteMsg) (App, tea.Cmd) {
	for _, l := range a.layers {
		if l.line != nil && l.on(a) {
			line := l.line(&a)
			*line, _ = line.typed(msg)
			break
		}
	}
	return a, nil
}

// darken answers no key itself: it ends the highlighting of a glossary term at the next key.
func darken(a App, _ tea.KeyPressMsg) (App, tea.Cmd, bool) {
	a.lit = nil
	return a, nil, false
}

// digitKey collects a count for the next key.
func digitKey(a App, msg tea.KeyPressMsg) (App, tea.Cmd, bool) {
	key := msg.String()
	if len(key) != 1 || key[0] < '0' || key[0] > '9' || key == "0" && a.typed == 0 {
		return a, nil, false
	}
	a.typed = min(a.typed*10+int(key[0]-'0'), 999_999)
	return a, nil, true
}

// scrollKey moves an overlay's rows.
func scrollKey(a App, msg tea.KeyPressMsg) (App, tea.Cmd, bool) {
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
	if over, ok := a.layers.over(a); ok {
		a.scroll.end = &end
		over.draw(a, a.layout().body.of(canvas.New(a.width, a.height).All()))
	}
	a.scroll = scroll{rows: max(a.scroll.rows+rows, 0)}
	if end >= 0 {
		a.scroll.rows = min(a.scroll.rows, end)
	}
	return a
}
