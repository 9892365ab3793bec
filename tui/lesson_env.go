package tui

import (
	"sync"

	"eeporl/model"
	"eeporl/model/lesson"
	"eeporl/model/predict"
	"eeporl/model/watch"
	"eeporl/tui/panes/kit"
)

// seen is something that a condition can ask of the screen.
type seen struct {
	watch.Name
	of func(App) watch.Value
}

// screenFigures are what a lesson's conditions may ask beside the session.
func screenFigures() []seen {
	word := func(name, does string, values []string, of func(App) string) seen {
		return seen{watch.Name{Name: name, Kind: watch.Text, Values: values, Does: does}, func(a App) watch.Value { return watch.Word(of(a)) }}
	}
	number := func(name, does string, of func(App) int) seen {
		return seen{watch.Name{Name: name, Kind: watch.Number, Does: does}, func(a App) watch.Value { return watch.Of(float64(of(a))) }}
	}
	kind := func(name, does string, on func(App) bool) seen {
		return seen{watch.Name{Name: name, Kind: watch.Text, Does: does}, func(a App) watch.Value {
			if !on(a) {
				return watch.Unknown(watch.Text)
			}
			return watch.Word(a.focus.Ref.Kind.String())
		}}
	}
	state := func(on bool) string {
		if on {
			return "on"
		}
		return "off"
	}
	onOff := []string{"on", "off"}
	return []seen{
		word("view", "the view in hand", kit.Words(), func(a App) string { return a.InHand.Word() }),
		word("zoom", "whether one view has the whole screen", onOff, func(a App) string { return state(a.Zoom) }),
		word("veil", "whether the hidden states are hidden", onOff, func(a App) string { return state(a.Veiled) }),
		number("more", "which part a view shows first", func(a App) int { return a.More }),
		word("overlay", "what lies over the views", overlayNames(), func(a App) string { return overlayNames()[a.overlay] }),
		kind("focus", "what kind of thing the focused figure is, such as label", func(a App) bool { return a.focus.On }),
		kind("why", "what kind of thing is being explained", func(a App) bool { return a.question.Open }),
		number("predicted", "how many predictions were made", func(a App) int { return a.score.Made }),
	}
}

// ScreenNames are the names by which a condition can ask about the screen.
func ScreenNames() []watch.Name {
	var out []watch.Name
	for _, f := range screenFigures() {
		out = append(out, f.Name)
	}
	return out
}

// screenTable is screenFigures by name; it never changes.
var screenTable = sync.OnceValue(func() map[string]seen {
	table := map[string]seen{}
	for _, f := range screenFigures() {
		table[f.Name.Name] = f
	}
	return table
})

// Lookup looks names up on the screen and in the session.
func (a App) Lookup() watch.Lookup {
	screen := func(name string, _ []watch.Value) (watch.Value, bool) {
		f, ok := screenTable()[name]
		if !ok {
			return watch.Value{}, false
		}
		return f.of(a), true
	}
	return watch.Lookup(screen).Or(watch.Session(a.session))
}

// LessonEnv is what a lesson's file is checked against: the names that a
// condition may use, the keys, the commands, and the models that load finds
// (nil stands for model.Find).
func LessonEnv(load func(name string) (model.Config, error)) lesson.Env {
	if load == nil {
		load = loadScenario
	}
	opened := map[string]App{}
	open := func(name string) (App, error) {
		if a, ok := opened[name]; ok {
			return a, nil
		}
		config, err := load(name)
		if err != nil {
			return App{}, err
		}
		s, err := model.New(config)
		if err != nil {
			return App{}, err
		}
		opened[name] = NewApp(s, Options{})
		return opened[name], nil
	}
	return lesson.Env{
		Names:   ScreenNames(),
		Key:     func(name string) bool { return keyOf(name) != "" },
		Predict: predict.Kinds(),
		Model: func(name string) error {
			_, err := open(name)
			return err
		},
		Command: func(name, line string) error {
			a, err := open(name)
			if err != nil {
				return err
			}
			return a.check(line)
		},
	}
}
