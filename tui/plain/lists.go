package plain

import (
	"slices"

	"eeporl/model"
	"eeporl/model/quantity"
	"eeporl/model/summary"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/tui"
)

// list says what lies over the views.
func (e *Explorer) list(overlay string) {
	s := e.Session()
	switch overlay {
	case "findings":
		found := s.Findings()
		if len(found) == 0 {
			e.say("%s", s.NoFindings())
		}
		for _, g := range finding.Groups(found, 0) {
			for _, f := range g.Shown {
				e.say("%s: %s", f.Code, f.Detail)
			}
			if helps := g.Code.Helps(); helps != "" {
				e.say("  %s", helps)
			}
		}
	case "branches":
		for _, b := range s.Summaries() {
			here := ""
			if b.Active {
				here = ", this one"
			}
			e.say("branch %d%s: N = %s, regret %s, findings %d, differs in: %s", b.Number, here, figure.Count(b.N), b.Regret.Text(figure.Number), b.Findings, orNothing(b.Differs))
		}
	case "settings":
		for _, x := range s.Settings() {
			e.say("  %s=%s: %s", x.Name, x.Value, x.Does)
		}
		for _, x := range s.Fixed() {
			e.say("  no %s: %s", x.Name, x.Does)
		}
	case "watches":
		now := e.app.State()
		if now.Watches == nil {
			e.say("No watches yet; watch sigma_k / noise keeps a value in sight, numbers lists what can be asked about.")
		}
		values, _ := now.Watches.Values(s)
		for i, w := range now.Watches {
			e.say("watch %s: %s", w.Name, values[i])
		}
	case "lessons":
		lessons, err := e.app.Lessons()
		if err != nil {
			e.say("%v", err)
		}
		for i, l := range lessons {
			path := ""
			if l.Core {
				path = ", on the short path"
			}
			e.say("%d: %s, %s (%d minutes, %d steps%s)", i+1, l.Name, l.Title, l.Minutes, len(l.Steps), path)
		}
		e.say("lesson N begins one.")
	case "summary":
		for _, line := range summary.Lines(s) {
			e.say("%s", line)
		}
	case "line":
		e.say("%s", e.app.Line())
	case "open":
		group := ""
		for _, c := range e.app.State().Choices {
			if c.Group != group {
				group = c.Group
				e.say("%s:", group)
			}
			e.say("  open %s: %s", c.Name, c.Words)
		}
	case "estimators":
		for _, c := range e.app.State().Choices {
			e.say("  estimator %s: %s", c.Name, c.Words)
		}
	case "help":
		e.help()
	}
}

func (e *Explorer) help() {
	s := e.Session()
	e.say("An empty line does what is proposed. Verbs that move and act:")
	for _, v := range model.Verbs() {
		state := ""
		if why := s.Disabled(v); why != "" {
			state = ": not now, " + why
		}
		e.say("  %s%s", v, state)
	}
	e.say("Settings, which start a branch:")
	e.list("settings")
	e.say("Questions and the rest:")
	for _, w := range words() {
		e.say("  %s: %s", usage(w.name, w.takes), w.does)
	}
	for _, c := range tui.Commands() {
		if slices.ContainsFunc(words(), func(w word) bool { return w.name == c.Name }) {
			continue
		}
		e.say("  %s: %s", usage(c.Name, c.Takes), c.Does)
	}
}

func usage(name, takes string) string {
	if takes == "" {
		return name
	}
	return name + " " + takes
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

// difference sets the figures of two branches at this beat beside each other: lines
// of text have no pictures.
func (e *Explorer) difference(now tui.State) {
	s := now.Session
	t, _ := s.Twin(now.Twin, nil)
	e.say("branch %d here, branch %d there, which differs in: %s; differences are there minus here", s.Branch(), now.Twin, orNothing(t.Differs))
	for _, d := range quantity.Differences(s, t.Session) {
		switch {
		case d.Equal() && d.Off == "":
		case d.Equal() || d.Off == "":
			e.say("%s: %s here, %s there", d.Name, d.Here, d.There)
		default:
			e.say("%s: %s here, %s there, %s", d.Name, d.Here, d.There, d.Off)
		}
	}
}
