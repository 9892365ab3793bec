package scenarios

import (
	"bytes"
	"embed"
	"fmt"
)

// The built-ins are ordinary model files, in the form WriteModel gives them.
//
//go:embed builtin/*.toml
var builtinFiles embed.FS

// builtins lists the built-in scenarios in the order to show them.
func builtins() []struct {
	name      string
	wellPosed bool
} {
	return []struct {
		name      string
		wellPosed bool
	}{
		{"tea", true},
		{"noisy-tiger", true},
		{"tiger", false},
		{"dialog", true},
		{"diagnosis", true},
		{"robot", true},
		{"two-step", false},
		{"two-sensor-tiger", false},
		{"two-room", false},
		{"tutor", false},
		{"preferences", false},
		{"slots", false},
	}
}

// Names are the names of the built-in scenarios, the default first.
func Names() []string {
	var names []string
	for _, b := range builtins() {
		names = append(names, b.name)
	}
	return names
}

// List returns the built-in scenarios, the default first.
func List() []Scenario {
	var all []Scenario
	for _, name := range Names() {
		s, _ := builtin(name)
		all = append(all, s)
	}
	return all
}

func builtin(name string) (Scenario, bool) {
	for _, b := range builtins() {
		if b.name == name {
			s := mustRead("builtin/" + name + ".toml")
			s.WellPosed = b.wellPosed
			return s, true
		}
	}
	return Scenario{}, false
}

// mustRead panics on a fault: only a broken build of this package has one.
func mustRead(path string) Scenario {
	data, err := builtinFiles.ReadFile(path)
	if err != nil {
		panic(fmt.Sprintf("scenarios: embedded %v", err))
	}
	s, err := ReadModel(bytes.NewReader(data), path)
	if err != nil {
		panic(fmt.Sprintf("scenarios: embedded %v", err))
	}
	return s
}
