package tui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/panes"
)

// bindings is the key table.
func bindings() []binding {
	plain := func(typed int) float64 { return float64(typed) }
	before := []binding{
		{keys: []string{"enter"}, group: "story", does: "do what the bottom line proposes", verb: model.Continue},
		{keys: []string{"right", "l", "space"}, group: "time", does: "next beat (5→ goes five)", verb: model.Forward, count: plain, hint: "next"},
		{keys: []string{"left", "h", "backspace"}, group: "time", does: "one beat back", verb: model.Back, count: plain, hint: "back"},
		{keys: []string{"down", "j", "pgdown"}, group: "time", does: "to the end of this episode or stage, then of the next", verb: model.NextUnit, count: plain},
		{keys: []string{"up", "k", "pgup"}, group: "time", does: "to the start of this episode or stage, then of the one before", verb: model.PreviousUnit, count: plain},
		{keys: []string{"home", "g"}, group: "time", does: "to the first beat", verb: model.First},
		{keys: []string{"end", "G"}, group: "time", does: "to the last beat", verb: model.Last},
		{keys: []string{"n"}, group: "time", does: "on to the next mark: findings, changed labels or orders, bookmarks", verb: model.NextMark},
		{keys: []string{"N"}, group: "time", does: "back to the last mark", verb: model.PreviousMark},
		{keys: []string{"U"}, group: "time", does: "run until a condition holds, such as labels_right = 8 or sigma_k > noise", act: func(a App) App { a.palette = typing("until "); return a }},
		{keys: []string{"W"}, group: "time", does: "watches: values kept in sight; :watch sigma_k / noise adds one", act: func(a App) App { return a.toggle(watchesOverlay) }},
		{keys: []string{"u"}, group: "time", does: "undo the last setting and its branch", verb: model.Undo},
		{keys: []string{"b"}, group: "time", does: "to the next branch; acting in the past starts one", verb: model.SwitchBranch},
		{keys: []string{"B"}, group: "time", does: "all branches side by side", act: func(a App) App { return a.toggle(branchesOverlay) }},
		{keys: []string{"|"}, group: "time", does: "another branch beside this one, then their difference in figures, then this one alone", act: App.pair},
		{keys: []string{"\\"}, group: "time", does: "the next branch beside this one", act: App.pairNext},
		{keys: []string{"+", "="}, group: "story", does: "more episodes: on to the next power of ten (5+ adds 10⁵)", verb: model.Grow, count: powerOfTen, hint: "more N"},
		{keys: []string{"i"}, group: "story", does: "N = ∞: the exact law in place of the counts", verb: model.LeapBy, count: func(int) float64 { return math.Inf(1) }},
		{keys: []string{"e"}, group: "story", does: "estimate from the episodes counted so far", verb: model.RunEstimate, hint: "estimate"},
		{keys: []string{"p"}, group: "story", does: "plan with the estimated parameters", verb: model.RunPlan, hint: "plan"},
		{keys: []string{"x"}, group: "story", does: "phase 2: an episode that follows the plan", verb: model.RunPolicy, hint: "phase 2"},
		{keys: []string{"tab"}, group: "screen", does: "next view", act: func(a App) App { return a.turn((a.view + 1) % panes.Views) }, hint: "view"},
		{keys: []string{"shift+tab"}, group: "screen", does: "view before", act: func(a App) App { return a.turn((a.view + panes.Views - 1) % panes.Views) }},
		{keys: []string{"a"}, group: "story", does: "another algorithm for the next estimate", verb: model.Choose, count: plain},
	}
	var views []binding
	for v := range panes.Views {
		letter, _ := v.Key()
		views = append(views, binding{keys: []string{letter}, group: "screen", does: v.String() + ": " + v.Does(), act: func(a App) App { return a.turn(v) }})
	}
	after := []binding{
		{keys: []string{"D"}, group: "screen", does: "another layout: standard, student, debug, projector", act: App.rearrange},
		{keys: []string{"z"}, group: "screen", does: "zoom the view in and out", act: func(a App) App { a.zoom = !a.zoom; return a }},
		{keys: []string{"m"}, group: "screen", does: "more of a view that cannot show all: next moment, next page", act: func(a App) App { a.more++; return a }},
		{keys: []string{"v"}, group: "screen", does: "lift or lower the veil over the hidden states", act: App.liftVeil, hint: "veil", idle: App.noVeil},
		{keys: []string{"f"}, group: "screen", does: "findings: what a numerical method usually hides", act: func(a App) App { return a.toggle(findingsOverlay) }},
		{keys: []string{"w"}, group: "screen", does: "focus a number of this view; arrows go on, Enter says why: formula, inputs, truth, error, its beat", act: App.startFocus, hint: "why?"},
		{keys: []string{"c"}, group: "screen", does: "change the focused probability where it stands; without one, the list of settings", act: App.change},
		{keys: []string{"Q"}, group: "screen", does: "predict what comes next, then see whether it does", act: App.askPrediction, idle: App.noPrediction, hint: "predict"},
		{keys: []string{"/"}, group: "screen", does: "glossary: what a term means, its formula, and where it stands on this screen", act: App.openGlossary},
		{keys: []string{"L"}, group: "screen", does: "lessons: a tour on this screen, one thing to do at a time", act: App.openLessons},
		{keys: []string{"]"}, group: "screen", does: "skip a lesson's step", act: App.skipStep},
		{keys: []string{"["}, group: "screen", does: "back to where a lesson's step before began", act: App.backStep},
		{keys: []string{":", "ctrl+p"}, group: "screen", does: "commands by name, settings (c=.2), a beat by number", act: func(a App) App { a.palette = typing(""); return a }, hidden: true},
		{keys: []string{"s"}, group: "screen", does: "save the session to a file that opens at this beat", command: App.save},
		{keys: []string{"S"}, group: "screen", does: "save the screen as a picture (SVG) that opens at this beat", command: App.exportPicture},
		{keys: []string{"y"}, group: "screen", does: "the command line that opens this very screen, shown and copied", command: App.copyLine},
		{keys: []string{"t"}, group: "screen", does: "other colours: dark, light, high contrast for either background, greys", act: App.recolour},
		{keys: []string{"ctrl+z"}, group: "screen", does: "suspend; fg comes back to this very frame", command: func(a App) (tea.Model, tea.Cmd) { return a, tea.Suspend }},
		{keys: []string{"?"}, group: "screen", does: "this help", act: func(a App) App { return a.toggle(helpOverlay) }},
		{keys: []string{"esc"}, group: "screen", does: "close this, or give up the work under way", act: App.escape},
		{keys: []string{"q", "ctrl+c"}, group: "screen", does: "leave", act: func(a App) App { a.leaving = true; return a }},
	}
	return slices.Concat(before, views, after)
}

// powerOfTen reads a typed count before + as an exponent.
func powerOfTen(typed int) float64 { return math.Pow(10, float64(min(typed, 15))) }

// KeyTable is the key table as Markdown, for README.
func KeyTable() string {
	var b strings.Builder
	b.WriteString("| Key | Does |\n|---|---|\n")
	for _, x := range bindings() {
		labels := make([]string, len(x.keys))
		for i, k := range x.keys {
			labels[i] = "`" + keyLabel(k, false) + "`"
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(labels, " "), x.does)
	}
	return b.String()
}

// keyOf is keyIn for the explorer's own table.
func keyOf(name string) string { return keyIn(bindings(), name) }
