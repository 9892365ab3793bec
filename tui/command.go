package tui

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/panes"
	"eeporl/tui/theme"
)

// word is something of the screen that a command line can ask for: what keys
// do, said so that it means the same whatever the screen shows already.
type word struct {
	name, takes string // takes names the argument, "" for none
	does        string
	run         func(a App, argument string) (App, error)
}

// words are the commands of the screen; those of the session are its verbs.
func words() []word {
	lay := func(o overlay) func(App, string) (App, error) {
		return func(a App, _ string) (App, error) {
			a.overlay, a.scroll = o, 0
			return a, nil
		}
	}
	return []word{
		{"view", "NAME", "bring a view to hand", func(a App, name string) (App, error) {
			if v, ok := panes.Named(name); ok {
				a.focus.on, a.question = false, question{}
				return a.turn(v), nil
			}
			return a, fmt.Errorf("found the view %q, expected one of %s", name, strings.Join(panes.Words(), ", "))
		}},
		{"zoom", "on|off", "one view on the whole screen", func(a App, on string) (next App, err error) {
			a.zoom, err = onOff(on)
			return a, err
		}},
		{"veil", "on|off", "hide or show the hidden states", func(a App, on string) (next App, err error) {
			a.veiled, err = onOff(on)
			return a, err
		}},
		{"more", "PAGE", "which part a view shows that cannot show all, from 0", func(a App, page string) (App, error) {
			n, err := strconv.ParseUint(page, 10, 16)
			if err != nil {
				return a, fmt.Errorf("found the page %q, expected a number from 0", page)
			}
			a.more = int(n)
			return a, nil
		}},
		{"colours", "NAME", "one of the looks", func(a App, name string) (App, error) {
			if !slices.Contains(theme.Looks(), theme.Look(name)) {
				return a, fmt.Errorf("found the colours %q, expected one of %v", name, theme.Looks())
			}
			a.look, a.chosenLook = theme.Look(name), true
			a.theme = theme.New(a.theme.Profile, a.look, a.ascii)
			return a, nil
		}},
		{"predict", "KIND", "a question about what comes next, of a kind or any", App.predict},
		{"define", "TERM", "what a term means", App.define},
		{"tour", "LESSON STEP|off", "a lesson by its number or name, at its first step or another, or the list of them", App.tourAt},
		{"focus", "PATH|off", "a figure of a view, by its path", App.focusAt},
		{"explain", "", "all about the focused figure", func(a App, _ string) (App, error) {
			if !a.focus.on {
				return a, errors.New("no figure is focused")
			}
			a.question = question{open: true}
			return a, nil
		}},
		{"line", "", "the command line that opens this screen", lay(lineOverlay)},
		{"settings", "", "the list of settings", func(a App, _ string) (App, error) {
			a.overlay = noOverlay
			return a.openSettings(), nil
		}},
		{"help", "", "the list of keys", lay(helpOverlay)},
		{"findings", "", "what a numerical method usually hides", lay(findingsOverlay)},
		{"branches", "", "all branches side by side", lay(branchesOverlay)},
		{"preset", "NAME", "how the screen is laid out", func(a App, name string) (App, error) {
			if !slices.Contains(Presets(), Preset(name)) {
				return a, fmt.Errorf("found the preset %q, expected one of %v", name, Presets())
			}
			return a.arranged(Preset(name)), nil
		}},
		{"until", "CONDITION", "run on until it holds; by 1000 episodes, by leaps to 10^9 or by estimates to 10^9 lays down what is missing", func(a App, text string) (App, error) { return a.seek(text, false) }},
		{"back-until", "CONDITION", "run back to where it held", func(a App, text string) (App, error) { return a.seek(text, true) }},
		{"watch", "NAME: EXPRESSION", "keep a value in sight: noise ratio: sigma_k / noise", App.watch},
		{"unwatch", "NAME", "give up a watch, or all", App.unwatch},
		{"watches", "", "all watches with their values", lay(watchesOverlay)},
		{"go", "NAME", "to a bookmark", App.goTo},
		{"beside", "BRANCH", "the view in hand of this branch and of another", twinCommand(pictures)},
		{"difference", "BRANCH", "the figures of this branch and of another, and how far they are apart", twinCommand(difference)},
		{"alone", "", "this branch alone", func(a App, _ string) (App, error) { a.twin = twin{}; return a, nil }},
		{"recover", "", "go on with the session that was cut off", App.recoverCutOff},
		{"close", "", "whatever lies over the views", lay(noOverlay)},
	}
}

// CommandNames lists the commands of the screen.
func CommandNames() []string {
	var out []string
	for _, w := range words() {
		out = append(out, w.name)
	}
	return out
}

// recoverCutOff leaves, for the session that was cut off to be opened.
func (a App) recoverCutOff(string) (App, error) {
	switch {
	case a.cutOff == "":
		return a, errors.New("no session was cut off")
	case a.session.Place() > 0:
		return a, errors.New("this session has steps of its own: s saves it; eeporl recover goes on with the other after you leave")
	}
	a.leaving, a.recover = true, true
	return a, nil
}

func onOff(text string) (bool, error) {
	if text != "on" && text != "off" {
		return false, fmt.Errorf("found %q, expected on or off", text)
	}
	return text == "on", nil
}

// Do carries out one command by its long name: an intent (`leap 1000`), a
// setting (`c=.2`) or something of the screen (`view recovery`). The error says
// why it can do nothing here, or what was found and expected.
func (a App) Do(line string) (App, tea.Cmd, error) {
	before := a
	before.steps, a.steps = nil, nil
	next, cmd, err := a.do(strings.TrimSpace(line))
	next, beside := next.together(before).besideTwin()
	return next.report(before, nil), tea.Batch(cmd, beside, next.searchWork()), err
}

func (a App) do(line string) (App, tea.Cmd, error) {
	a.note = ""
	name, argument, _ := strings.Cut(line, " ")
	for _, w := range words() {
		if w.name == name {
			next, err := w.run(a, strings.TrimSpace(argument))
			if next.leaving {
				next.work.cancelAll()
				return next, tea.Quit, err
			}
			return next, next.work.start(next.session.Jobs()), err
		}
	}
	if a.isFigure(line) {
		next, err := a.focusAt(line)
		return next, next.work.start(next.session.Jobs()), err
	}
	i, err := model.ParseCommand(line)
	if err != nil {
		return a, nil, err
	}
	if why := a.session.Refusal(i); why != "" {
		return a, nil, fmt.Errorf("%s: %s", i, why)
	}
	if i.Verb == model.Cancel {
		a = a.cancel()
		return a, a.work.start(a.session.Jobs()), nil
	}
	next, cmd := a.ask(i, line)
	return next.(App), cmd, nil
}

// Screen is how the session is looked at, as commands that lead there from any
// other screen.
func (a App) Screen() []string {
	var out []string
	for _, part := range screens() {
		out = append(out, part(a)...)
	}
	return slices.DeleteFunc(out, func(c string) bool { return c == "focus off" || c == "close" }) // a view sees to that
}
