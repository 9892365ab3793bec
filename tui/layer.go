package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/tui/canvas"
	"eeporl/tui/panel"
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
	line func(*App) *panel.Field
	// alone says that its keys stand in its own picture, and that it keeps the mouse from what
	// lies below.
	alone bool
}

// stack is layers, the uppermost first.
type stack []layer

// layers are all of them.
func layers() stack {
	reads := func(o overlay, draw func(canvas.Area, panel.Glance)) layer {
		return layer{on: func(a App) bool { return a.overlay == o }, key: scrollKey, draw: func(a App, b canvas.Area) { draw(b, a.glance()) }}
	}
	over := func(o overlay) func(App) bool { return func(a App) bool { return a.overlay == o } }
	return stack{
		{on: func(a App) bool { return a.palette.Open }, key: keyed(paletteOf, panel.Palette.Key), draw: pictured(paletteOf, panel.Palette.Draw), line: func(a *App) *panel.Field { a.palette.Chosen = 0; return &a.palette.Line }, alone: true},
		{on: func(a App) bool { return true }, key: darken},
		{on: func(a App) bool { return a.edit.Open }, key: keyed(func(a *App) *panel.Edit { return &a.edit }, panel.Edit.Key), line: func(a *App) *panel.Field { return &a.edit.Line }},
		{on: over(settingsOverlay), key: keyed(settingsOf, panel.SettingsList.Key), draw: pictured(settingsOf, panel.SettingsList.Draw), line: func(a *App) *panel.Field { return &a.settingsList.Line }},
		{on: func(a App) bool { return a.glossaryList.Open }, key: keyed(glossaryOf, panel.GlossaryList.Key), draw: pictured(glossaryOf, panel.GlossaryList.Draw), line: func(a *App) *panel.Field { a.glossaryList.Chosen = 0; return &a.glossaryList.Line }, alone: true},
		{on: func(a App) bool { return a.overlay.picks() }, key: keyed(pickerOf, panel.Picker.Key), draw: pictured(pickerOf, panel.Picker.Draw), line: func(a *App) *panel.Field { a.picker.Chosen = 0; return &a.picker.Line }, alone: true},
		{on: func(a App) bool { return a.prediction.Open }, key: keyed(func(a *App) *panel.Prediction { return &a.prediction }, panel.Prediction.Key), alone: true},
		{on: over(lessonsOverlay), key: keyed(tourOf, panel.LessonPanel.ListKey), draw: pictured(tourOf, panel.LessonPanel.DrawList), alone: true},
		{on: func(a App) bool { return a.tour.Open && !a.question.Open }, key: lessonKey},
		{on: func(a App) bool { return true }, key: digitKey},
		{on: func(a App) bool { return a.question.Open }, key: keyed(questionOf, panel.Question.Key), draw: pictured(questionOf, panel.Question.Draw), alone: true},
		{on: func(a App) bool { return a.focus.On && a.overlay == noOverlay }, key: keyed(func(a *App) *panel.Focus { return &a.focus }, panel.Focus.Key)},
		{on: over(helpOverlay), key: keyed(helpOf, panel.Help.Key), draw: pictured(helpOf, panel.Help.Draw), line: func(a *App) *panel.Field { return &a.help.Line }, alone: true},
		reads(branchesOverlay, panel.DrawBranches),
		reads(findingsOverlay, panel.DrawFindings),
		reads(lineOverlay, panel.DrawLine),
		reads(summaryOverlay, panel.DrawSummary),
		reads(watchesOverlay, panel.DrawWatches),
		reads(classOverlay, func(b canvas.Area, g panel.Glance) { g.Class.Draw(b, g) }),
	}
}

// Where the explorer keeps its panels.
func paletteOf(a *App) *panel.Palette       { return &a.palette }
func settingsOf(a *App) *panel.SettingsList { return &a.settingsList }
func glossaryOf(a *App) *panel.GlossaryList { return &a.glossaryList }
func pickerOf(a *App) *panel.Picker         { return &a.picker }
func tourOf(a *App) *panel.LessonPanel      { return &a.tour.LessonPanel }
func questionOf(a *App) *panel.Question     { return &a.question }
func helpOf(a *App) *panel.Help             { return &a.help }

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
			*line, _ = line.Typed(msg)
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
	rows, ok := panel.Scrolled(msg.String())
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
		a.scroll.End = &end
		over.draw(a, a.layout().body.of(canvas.New(a.Width, a.Height).All()))
	}
	a.scroll = panel.Scroll{Rows: max(a.scroll.Rows+rows, 0)}
	if end >= 0 {
		a.scroll.Rows = min(a.scroll.Rows, end)
	}
	return a
}
