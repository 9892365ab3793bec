package tui

import (
	"slices"
	"strings"

	"eeporl/tui/recording"

	tea "charm.land/bubbletea/v2"
)

// Update answers a message and reports what it came to.
func (a App) Update(msg tea.Msg) (tea.Model, tea.Cmd) { return a.after(msg) }

// after is the explorer after a message.
func (a App) after(msg tea.Msg) (App, tea.Cmd) {
	if a.leaving { // what was on its way before the end must start no work again
		return a, nil
	}
	before := a
	before.steps, a.steps = nil, nil
	received, cmd := a.receive(msg)
	next, more := received.together(before).noticed(msg)
	next, beside := next.besideTwin()
	return next.report(before, msg), tea.Batch(cmd, more, beside, next.searchWork())
}

// report tells the recorders what was done since before.
func (a App) report(before App, msg tea.Msg) App {
	steps := a.steps
	a.steps = nil
	if len(a.recorders) == 0 {
		return a
	}
	if a.tour.Open || before.tour.Open { // a lesson has a session of its own
		return a.reportTour(before)
	}
	switch msg.(type) {
	case nil, soughtMsg, tea.KeyPressMsg, tea.MouseClickMsg, tea.MouseWheelMsg, tea.MouseMotionMsg:
	default:
		return a // nobody asked for it
	}
	d := recording.Changes{Before: before.session, After: a.session}
	for _, step := range steps {
		d.Done = append(d.Done, recording.Change{Command: step.Intent.String(), Step: &step})
	}
	shown := before
	if len(steps) > 0 && a.session.Now().Kind != before.session.Now().Kind && !before.focus.On {
		shown = before.follow(a.session.Now().Kind)
	}
	for _, command := range shown.screenSince(before) {
		d.Done = append(d.Done, recording.Change{Command: command, Brought: true})
	}
	for _, command := range a.screenSince(shown) {
		d.Done = append(d.Done, recording.Change{Command: command})
	}
	if len(d.Done) == 0 {
		return a
	}
	d.Screen = before.Screen()
	for _, r := range a.recorders {
		if err := r.Record(d); err != nil {
			a.note = "not recorded: " + err.Error()
		}
	}
	return a
}

// screens are the parts of how a session is looked at, each as the commands
// that lead there.
func screens() []func(App) []string {
	onOff := func(name string, on func(App) bool) func(App) []string {
		return func(a App) []string {
			if on(a) {
				return []string{name + " on"}
			}
			return []string{name + " off"}
		}
	}
	return []func(App) []string{
		func(a App) []string {
			if !a.ChosenLook {
				return []string{"colours " + autoLook}
			}
			return []string{"colours " + string(a.Look)}
		},
		func(a App) []string { return []string{"preset " + string(a.Preset)} },
		func(a App) []string { return a.twin.commands(a.session) },
		func(a App) []string { return a.watches.Commands() },
		func(a App) []string { return a.Looks.Commands() },
		onOff("zoom", func(a App) bool { return a.Zoom }),
		onOff("veil", func(a App) bool { return a.Veiled }),
		func(a App) []string {
			if !a.focus.On {
				return []string{"focus off"}
			}
			path := "focus " + a.focus.Path(a.InHand, a.session)
			if a.question.Open {
				return []string{path, "explain"}
			}
			return []string{path}
		},
		func(a App) []string { return a.overlaid.commands() },
	}
}

// commands lead to what lies over the views.
func (o overlaid) commands() []string {
	command := overlayTable()[o.overlay].command
	switch o.overlay {
	case helpOverlay:
		command = strings.TrimSpace(command + " " + o.help.Line.Text())
	case estimatorsOverlay:
		command = strings.TrimSpace(command + " " + o.picker.Line.Text())
	}
	return []string{command}
}

// screenSince are the fewest commands that turn the screen of before into this one.
func (a App) screenSince(before App) []string {
	var out []string
	for _, part := range screens() {
		want := part(a)
		if slices.Equal(part(before), want) {
			continue
		}
		next := before
		for i := len(want) - 1; i >= 0 && !slices.Equal(part(next), want); i-- {
			next = before.see(want[i:])
			if slices.Equal(part(next), want) {
				out = append(out, want[i:]...)
			}
		}
		before = next
	}
	return out
}

// see does commands of the screen; those that can do nothing are left out.
func (a App) see(commands []string) App {
	for _, command := range commands {
		if w, argument, ok := wordIn(command); ok {
			if next, err := w.run(a, argument); err == nil {
				a = next
			}
		}
	}
	return a
}
