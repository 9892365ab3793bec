package tui

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/tui/panel"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// word is a command of the screen. It does what a key does, but its argument says the result
// (zoom on), so that it means the same whatever the screen shows.
type word struct {
	name, takes string // takes names the argument, "" for none
	does        string
	run         func(a App, argument string) (App, error)
}

// words are the commands of the screen; those of the session are its verbs.
func words() []word {
	lay := func(o overlay) func(App, string) (App, error) {
		return func(a App, _ string) (App, error) { return a.lay(o), nil }
	}
	return []word{
		{"view", "NAME", "bring a view to hand", func(a App, name string) (App, error) {
			if v, ok := kit.Named(name); ok {
				a.focus.On, a.question = false, panel.Question{}
				return a.turn(v), nil
			}
			return a, fmt.Errorf("found the view %q, expected one of %s", name, strings.Join(kit.Words(), ", "))
		}},
		{"zoom", "[on|off]", "one view on the whole screen", func(a App, on string) (next App, err error) {
			a.Zoom, err = onOff(on, a.Zoom)
			return a, err
		}},
		{"veil", "[on|off]", "hide or show the hidden states", func(a App, on string) (next App, err error) {
			a.Veiled, err = onOff(on, a.Veiled)
			return a, err
		}},
		{"more", "[PAGE]", "the next part of a view that cannot show all, or part PAGE, from 0, or the last one: last", func(a App, page string) (App, error) {
			if page == "" {
				a.More++
				return a, nil
			}
			if page == panel.LastPage {
				a.More = kit.LastPage
				return a, nil
			}
			n, err := strconv.ParseUint(page, 10, 16)
			if err != nil {
				return a, fmt.Errorf("found the page %q, expected a number from 0 or %s", page, panel.LastPage)
			}
			a.More = int(n)
			return a, nil
		}},
		{"colours", "NAME", "one of the looks, or auto for that of the terminal's background", func(a App, name string) (App, error) {
			if name == autoLook {
				a.ChosenLook = false
				a.Colours = a.Usual(a.Preset == panel.Projector)
				return a, nil
			}
			if !slices.Contains(theme.Looks(), theme.Look(name)) {
				return a, fmt.Errorf("found the colours %q, expected %s or one of %v", name, autoLook, theme.Looks())
			}
			a.Colours = a.Chosen(theme.Look(name))
			return a, nil
		}},
		{"predict", "[KIND]", "a question about what comes next, of a kind or any", App.predict},
		{"define", "TERM", "what a term means", App.define},
		{"tour", "[LESSON [STEP]|off]", "a lesson by its number or name, at its first step or another, or the list of them", tourAt},
		{"next-step", "", "go on with the lesson once its step is done", onward},
		{"focus", "PATH|off", "a figure of a view, by its path", App.focusAt},
		{"explain", "", "all about the focused figure", func(a App, _ string) (App, error) {
			if !a.focus.On {
				return a, errors.New("no figure is focused")
			}
			a.question = panel.Question{Open: true}
			return a, nil
		}},
		{"line", "", "the command line that opens this screen", lay(lineOverlay)},
		{"summary", "", "this session in ten lines: what was done, what came out, what to try next", lay(summaryOverlay)},
		{"settings", "", "the list of settings", func(a App, _ string) (App, error) {
			a.overlay = noOverlay
			return a.openSettings(), nil
		}},
		{"help", "[LETTERS]", "what stands on the screen, and all keys, or those with some letters", func(a App, letters string) (App, error) {
			a = a.lay(helpOverlay)
			a.help.Line = a.help.Line.With(letters)
			return a, nil
		}},
		{"findings", "", "what a numerical method usually hides", lay(findingsOverlay)},
		{"branches", "", "all branches side by side", lay(branchesOverlay)},
		{"preset", "NAME", "how the screen is laid out", func(a App, name string) (App, error) {
			if !slices.Contains(panel.Presets(), panel.Preset(name)) {
				return a, fmt.Errorf("found the preset %q, expected one of %v", name, panel.Presets())
			}
			return a.arranged(panel.Preset(name)), nil
		}},
		{"until", "CONDITION", "run on until it holds; by 1000 episodes, by leaps to 10^9 or by estimates to 10^9 behind it goes beyond the end", func(a App, text string) (App, error) { return a.seek(text, false) }},
		{"back-until", "CONDITION", "run back to where it held", func(a App, text string) (App, error) { return a.seek(text, true) }},
		{"watch", "NAME: EXPRESSION", "keep a value in sight: noise ratio: sigma_k / noise", func(a App, text string) (next App, err error) {
			a.watches, err = a.watches.With(text)
			return a, err
		}},
		{"unwatch", "[NAME]", "give up a watch, or all", func(a App, name string) (next App, err error) {
			a.watches, err = a.watches.Without(name)
			return a, err
		}},
		{"watches", "", "all watches with their values", lay(watchesOverlay)},
		{"go", "NAME", "to a bookmark", func(a App, name string) (App, error) {
			place, err := a.session.Bookmarked(name)
			if err != nil {
				return a, err
			}
			a, _ = a.ask(model.Intent{Verb: model.GoTo, N: float64(place) + 1}, "go")
			return a, nil
		}},
		{"beside", "[BRANCH]", "the view in hand of this branch and of another", twinCommand(pictures)},
		{"difference", "[BRANCH]", "the figures of this branch and of another, and how far they are apart", twinCommand(difference)},
		{"alone", "", "this branch alone", func(a App, _ string) (App, error) { a.twin = twin{}; return a, nil }},
		{"open", "[NAME]", "another world: a scenario, a model's file, a session, a log, random:S,A,Z,R,SEED, or the list of them (load, model)", App.openNamed},
		{"estimators", "[LETTERS]", "the algorithms that can learn from these episodes, or those with some letters", func(a App, letters string) (App, error) {
			a = listEstimators(a)
			if letters != "" {
				a.picker.Line, a.picker.Chosen = a.picker.Line.With(letters), 0
			}
			return a, nil
		}},
		{"class", "[back|hand NAME|take|bars]", "who is in your class and how others come in; call all back, hand the keyboard over and take it, show or hide answers", classCommand},
		{"recover", "", "go on with the session that was cut off", recoverCutOff},
		{"close", "", "put away whatever lies over the views, an open question too", func(a App, _ string) (App, error) {
			a.overlay, a.question, a.prediction, a.glossaryList = noOverlay, panel.Question{}, a.prediction.Closed(), panel.GlossaryList{}
			return a, nil
		}},
	}
}

// wordIn reads a command of the screen with its argument.
func wordIn(line string) (w word, argument string, ok bool) {
	name, argument, _ := strings.Cut(strings.TrimSpace(line), " ")
	if name == "load" || name == "model" { // as other programs call it
		name = "open"
	}
	for _, w := range words() {
		if w.name == name {
			return w, strings.TrimSpace(argument), true
		}
	}
	return word{}, "", false
}

// ownCommands lists those that are no key's.
func ownCommands() []panel.Command {
	var out []panel.Command
	for _, w := range words() {
		out = append(out, panel.Command{Name: w.name, Takes: w.takes, Does: w.does})
	}
	return out
}

// Commands lists the commands of the screen.
func Commands() []panel.Command {
	out := ownCommands()
	for _, b := range bindings() {
		if _, _, word := wordIn(b.name); b.name != "" && !b.hidden && !word && !strings.Contains(b.name, " ") {
			out = append(out, panel.Command{Name: b.name, Does: b.does})
		}
	}
	return out
}

// CommandNames lists the names of the commands of the screen.
func CommandNames() []string {
	var out []string
	for _, c := range Commands() {
		out = append(out, c.Name)
	}
	return out
}

// recoverCutOff leaves, for the session that was cut off to be opened.
func recoverCutOff(a App, _ string) (App, error) {
	switch {
	case a.attending.Guest:
		return a, ErrGuest
	case a.cutOff == "":
		return a, errors.New("no session was cut off")
	case a.session.Place() > 0:
		return a, errors.New("this session has steps of its own: s saves it; eeporl recover goes on with the other after you leave")
	}
	a.leaving, a.recover = true, true
	return a, nil
}

// onOff reads on or off; an empty text turns the present state around.
func onOff(text string, now bool) (bool, error) {
	switch text {
	case "on", "off":
		return text == "on", nil
	case "":
		return !now, nil
	}
	return now, fmt.Errorf("found %q, expected on or off", text)
}

// meaning is what a line asks for: something of the screen, the figure to focus, a
// key by its long name, or something of the session.
type meaning struct {
	word     word
	argument string
	figure   string
	key      binding
	intent   model.Intent
}

// read finds what a line means; every line that is typed, scripted or saved is read
// here. The error says what was found and expected.
func (a App) read(line string) (meaning, error) {
	line = strings.TrimSpace(line)
	if w, argument, ok := wordIn(line); ok {
		if w.takes == "" && argument != "" {
			return meaning{}, fmt.Errorf("found %q after %s, expected nothing", argument, w.name)
		}
		return meaning{word: w, argument: argument}, nil
	}
	if isFigure(a.session, line) {
		return meaning{figure: line}, nil
	}
	if b, ok := named(a.table, line); ok && b.name != "" && !b.hidden {
		return meaning{key: b}, nil
	}
	if slices.ContainsFunc(a.openable.Worlds, func(c panel.Choice) bool { return c.Name == line }) {
		w, _, _ := wordIn("open")
		return meaning{word: w, argument: line}, nil
	}
	i, err := model.ParseCommand(line)
	return meaning{intent: i}, err
}

// check says what is wrong with a line in itself, before it is done: a name or a value that
// does not exist. It does not say whether the line can do anything at a given beat.
func (a App) check(line string) error {
	if lines := model.CommandsIn(line); len(lines) > 1 {
		for _, l := range lines {
			if err := a.check(l); err != nil {
				return err
			}
		}
		return nil
	}
	m, err := a.read(line)
	switch {
	case err != nil:
		return err
	case m.word.name != "":
		if _, err := m.word.run(a, m.argument); err != nil && strings.HasPrefix(err.Error(), "found ") {
			return err
		}
	case m.intent.Verb == model.Set:
		if why := a.session.Refusal(m.intent); why != "" {
			return errors.New(why)
		}
	}
	return nil
}

// inFull says what a line does if it was typed in full, with its argument; else "". It leaves
// keys by their long names to the palette's list of keys.
func (m meaning) inFull(text string) string {
	switch i := m.intent; {
	case m.word.name != "" && ((m.word.takes == "") == (m.argument == "") || strings.HasPrefix(m.word.takes, "[")):
		return text + ": " + m.word.does
	case m.figure != "":
		return text + ": focus this figure"
	case i.N == 0 && i.Arg == "" || i.Verb == model.Set && strings.HasSuffix(i.Arg, "="):
		return ""
	case i.Verb == model.GoTo:
		return fmt.Sprintf("go to beat %.0f of the timeline", i.N)
	case i.Verb == model.Set:
		return "set " + i.Arg + ", on a branch of its own"
	case i.Verb == model.SetBookmark:
		return "bookmark this beat as " + i.Arg
	case i.Verb == model.NextMark:
		return "on to the next " + i.Arg
	case i.Verb == model.PreviousMark:
		return "back to the last " + i.Arg
	default:
		return i.String() + ": a command in full"
	}
}

// isFigure says whether a text is a figure's path, such as P12[8,13].
func isFigure(s model.Session, text string) bool {
	if !strings.Contains(text, "[") {
		return false
	}
	if _, ok := kit.Named(beforeDot(text)); ok {
		text = text[len(beforeDot(text))+1:]
	}
	_, err := why.Find(s, text)
	return err == nil
}

// means says what a line does that was typed in full, "" for nothing.
func (a App) means(line string) string {
	m, err := a.read(line)
	if err != nil {
		return ""
	}
	return m.inFull(line)
}

// Do carries out one command by its long name: an intent (`leap 1000`), a
// setting (`c=.2`) or something of the screen (`view recovery`). The error says
// why it can do nothing here, or what was found and expected.
func (a App) Do(line string) (App, tea.Cmd, error) {
	before := a
	before.steps, a.steps = nil, nil
	next, cmd, err := a.do(strings.TrimSpace(line))
	if next.prediction.Open && before.prediction.Open && !next.session.Follows(before.session) {
		next.prediction = next.prediction.Closed() // it was about another place
	}
	next, beside := next.together(before).besideTwin()
	return next.report(before, nil), tea.Batch(cmd, beside, next.searchWork()), err
}

// do is one line's command, or its settings one after the other, up to the first that can do
// nothing.
func (a App) do(line string) (App, tea.Cmd, error) {
	var all []tea.Cmd
	for _, command := range model.CommandsIn(line) {
		next, cmd, err := a.doOne(command)
		if all = append(all, cmd); err != nil {
			return next, tea.Batch(all...), err
		}
		a = next
	}
	return a, tea.Batch(all...), nil
}

func (a App) doOne(line string) (App, tea.Cmd, error) {
	a.note = ""
	m, err := a.read(line)
	if err != nil {
		return a, nil, err
	}
	switch i := m.intent; {
	case m.word.name != "":
		a, err = m.word.run(a, m.argument)
	case m.figure != "":
		a, err = a.focusAt(m.figure)
	case m.key.name != "":
		if why := m.key.off(a); why != "" {
			return a, nil, fmt.Errorf("%s: %s", line, why)
		}
		next, cmd := a.obey(m.key, 0, line)
		return next, cmd, nil
	case a.session.Refusal(i) != "":
		return a, nil, fmt.Errorf("%s: %s", i, a.session.Refusal(i))
	case i.Verb == model.Cancel:
		a = a.cancel()
	default:
		next, cmd := a.ask(i, line)
		return next, cmd, nil
	}
	if a.leaving {
		a.work.cancelAll()
		return a, tea.Quit, err
	}
	return a, a.work.start(a.session.Jobs()), err
}

// Screen is how the session is looked at, as commands that lead there from any
// other screen.
func (a App) Screen() []string {
	var out []string
	for _, part := range screens() {
		out = append(out, part(a)...)
	}
	return slices.DeleteFunc(out, func(c string) bool { return c == "focus off" || c == "close" }) // the view command does both
}

func beforeDot(path string) string {
	for i, r := range path {
		if r == '.' {
			return path[:i]
		}
		if r == '[' {
			break
		}
	}
	return ""
}
