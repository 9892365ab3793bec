package tui

import (
	"math"
	"slices"

	"eeporl/model"
	"eeporl/moments/estimators"
	"eeporl/tui/panel"
	"eeporl/tui/panes/kit"
)

// bindings is the key table.
func bindings() []binding {
	plain := func(typed int) float64 { return float64(typed) }
	listed := func(typed int) float64 { // the session's lists begin with what learns from counts alone
		if names := estimators.EstimatorNames(); typed >= 1 && typed <= len(names) {
			return model.Estimator(names[typed-1])
		}
		return float64(typed)
	}
	before := []binding{
		{keys: []string{"enter"}, group: panel.GoGroup, does: "do what the bottom line proposes", verb: model.Continue},
		{keys: []string{"right", "l", "space"}, group: panel.GoGroup, does: "next beat (5→ goes five)", verb: model.Forward, count: plain, hint: "next"},
		{keys: []string{"left", "h", "backspace"}, group: panel.GoGroup, does: "one beat back", verb: model.Back, count: plain, hint: "back"},
		{keys: []string{"down", "j", "pgdown"}, group: panel.GoGroup, does: "to the end of this episode or stage, then of the next", verb: model.NextUnit, count: plain},
		{keys: []string{"up", "k", "pgup"}, group: panel.GoGroup, does: "to the start of this episode or stage, then of the one before", verb: model.PreviousUnit, count: plain},
		{keys: []string{"home", "g"}, group: panel.GoGroup, does: "to the first beat", verb: model.First},
		{keys: []string{"end", "G"}, group: panel.GoGroup, does: "to the last beat", verb: model.Last},
		{keys: []string{"n"}, group: panel.GoGroup, does: "on to the next mark: findings, changed labels or orders, bookmarks", verb: model.NextMark},
		{keys: []string{"N"}, group: panel.GoGroup, does: "back to the mark before", verb: model.PreviousMark},
		{keys: []string{"U"}, group: panel.GoGroup, does: "run until a condition holds, such as labels_right = 8 or sigma_k > noise", act: func(a App) App { a.palette = panel.Typing("until "); return a }},
		{keys: []string{"W"}, group: panel.AskGroup, does: "watches: values kept in sight; :watch sigma_k / noise adds one", act: func(a App) App { return a.toggle(watchesOverlay) }},
		{keys: []string{"u"}, group: panel.LearnGroup, does: "undo the last setting and its branch", verb: model.Undo},
		{keys: []string{"b"}, group: panel.GoGroup, does: "to the next branch; acting in the past starts one", verb: model.SwitchBranch},
		{name: "branches", keys: []string{"B"}, group: panel.LookGroup, does: "all branches side by side", act: func(a App) App { return a.toggle(branchesOverlay) }},
		{keys: []string{"|"}, group: panel.LookGroup, does: "another branch beside this one, then their difference in figures, then this one alone", act: App.pair},
		{keys: []string{"\\"}, group: panel.LookGroup, does: "the next branch beside this one", act: App.pairNext},
		{keys: []string{"+", "="}, group: panel.LearnGroup, does: "more episodes: on to the next power of ten (5+ adds 10⁵)", verb: model.Grow, count: powerOfTen, hint: "more N"},
		{name: "exact", keys: []string{"i"}, group: panel.LearnGroup, does: "N = ∞: the exact law in place of the counts", verb: model.LeapBy, count: func(int) float64 { return math.Inf(1) }},
		{keys: []string{"e"}, group: panel.LearnGroup, does: "estimate from the episodes counted so far", verb: model.RunEstimate, hint: "estimate"},
		{keys: []string{"p"}, group: panel.LearnGroup, does: "plan with the estimated parameters", verb: model.RunPlan, hint: "plan"},
		{keys: []string{"x"}, group: panel.LearnGroup, does: "phase 2: an episode that follows the plan", verb: model.RunPolicy, hint: "phase 2"},
		{name: "next-view", keys: []string{"tab"}, group: panel.LookGroup, does: "next view", act: func(a App) App { return a.turn((a.InHand + 1) % kit.Views) }},
		{keys: []string{"shift+tab"}, group: panel.LookGroup, does: "the view before", act: func(a App) App { return a.turn((a.InHand + kit.Views - 1) % kit.Views) }},
		{keys: []string{"a"}, group: panel.LearnGroup, does: "another algorithm for the next estimate, from a list (3a takes its third)", verb: model.Choose, count: listed, lists: listEstimators},
	}
	var views []binding
	for v := range kit.Views {
		letter, _ := v.Key()
		views = append(views, binding{name: "view " + v.Word(), keys: []string{letter}, group: panel.LookGroup, does: v.String() + ": " + v.Does(), act: func(a App) App { return a.turn(v) }})
	}
	after := []binding{
		{keys: []string{"D"}, group: panel.LookGroup, does: "another layout: standard, student, debug, projector", act: App.rearrange},
		{name: "zoom", keys: []string{"z"}, group: panel.LookGroup, does: "zoom the view in and out", act: func(a App) App { a.Zoom = !a.Zoom; return a }},
		{name: "more", keys: []string{"m"}, group: panel.LookGroup, does: "more of a view that cannot show all: next moment, next page", act: func(a App) App { a.More++; return a }},
		{name: "veil", keys: []string{"v"}, group: panel.LookGroup, does: "lift or lower the veil over the hidden states", act: func(a App) App { a.Veiled = !a.Veiled; return a }, hint: "veil", idle: noVeil},
		{name: "findings", keys: []string{"f"}, group: panel.AskGroup, does: "findings: what a numerical method usually hides", act: func(a App) App { return a.toggle(findingsOverlay) }},
		{name: "why", keys: []string{"w"}, group: panel.AskGroup, does: "focus a number of this view; arrows go on, Enter says why: formula, inputs, truth, error, its beat", act: App.startFocus, hint: "why?"},
		{keys: []string{"c"}, group: panel.LearnGroup, does: "change the focused probability where it stands; without one, the list of settings", act: App.change},
		{name: "predict", keys: []string{"Q"}, group: panel.AskGroup, does: "predict what comes next, then see whether it does", act: said(func(a App) (App, error) { return a.predict("") }), idle: noPrediction, hint: "predict"},
		{keys: []string{"/"}, group: panel.AskGroup, does: "glossary: what a term means, its formula, and where it stands on this screen", act: said(func(a App) (App, error) { return a.define("") }), hint: "terms"},
		{name: "lessons", keys: []string{"L"}, group: panel.AskGroup, does: "lessons: a tour on this screen, one thing to do at a time", act: App.openLessons},
		{name: "skip", keys: []string{"]"}, group: panel.AskGroup, does: "skip a lesson's step", act: App.nextStep, idle: noLesson},
		{name: "step-back", keys: []string{"["}, group: panel.AskGroup, does: "back to where the lesson's last step began", act: App.stepBack, idle: noStepBefore},
		{name: "open", keys: []string{"o"}, group: panel.GoGroup, does: "another world: scenarios, model files, sessions and logs; the session that is left is kept", act: said(func(a App) (App, error) { return a.openNamed("") }), hint: "world"},
		{name: "palette", keys: []string{":", "ctrl+p"}, group: panel.ShareGroup, does: "commands by name, settings (c=.2), a beat by number", act: func(a App) App { a.palette = panel.Typing(""); return a }, hidden: true},
		{name: "save", keys: []string{"s"}, group: panel.ShareGroup, does: "save the session to a file that opens at this beat, the same screen tomorrow", command: save, hint: "save"},
		{keys: []string{"S"}, group: panel.ShareGroup, does: "save the screen as a picture (SVG) that opens at this beat", command: exportPicture},
		{keys: []string{"y"}, group: panel.ShareGroup, does: "the command line that opens this same screen again, shown and copied", command: copyLine},
		{keys: []string{"t"}, group: panel.LookGroup, does: "other colours: dark, light, high contrast for either background, greys", act: func(a App) App {
			a.Colours = a.Chosen(a.Look.Next(a.PaperKnown, a.Paper))
			a.note = "colours: " + string(a.Look)
			return a
		}},
		{keys: []string{"ctrl+z"}, group: panel.ShareGroup, does: "suspend; fg comes back to this very frame", command: suspend},
		{name: "help", keys: []string{"?"}, group: panel.AskGroup, does: "this help", act: func(a App) App { return a.toggle(helpOverlay) }},
		{name: "leave", keys: []string{"esc"}, group: panel.GoGroup, does: "close this, give up the work under way, or leave the lesson", act: App.escape},
		{keys: []string{"q", "ctrl+c"}, group: panel.GoGroup, does: "leave, or quit", act: func(a App) App { a.leaving = true; return a }},
	}
	return slices.Concat(before, views, after)
}

// said is what a key does by a command, which says why it can do nothing.
func said(command func(App) (App, error)) func(App) App {
	return func(a App) App {
		next, err := command(a)
		if err != nil {
			next.note = err.Error()
		}
		return next
	}
}

// powerOfTen reads a typed count before + as an exponent.
func powerOfTen(typed int) float64 { return math.Pow(10, float64(min(typed, 15))) }
