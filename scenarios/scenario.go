// Package scenarios is where POMDPs and data come from: the built-in models
// with what each stands for, a generator of random ones, model files in TOML,
// and logs of episodes.
package scenarios

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"eeporl/pomdp"
	"eeporl/scenarios/logs"
)

// Scenario is a POMDP with a name and a text about what it stands for.
type Scenario struct {
	Name  string
	Story string // who acts, what is hidden, seen and earned, in two lines; may be empty
	About string // what it stands for; may be empty
	Model *pomdp.POMDP
	// Bins are what numbers of a log fall into that is read with this model: its reward levels and
	// observations, where it was learned from numbers that are no symbols.
	Bins logs.BinSet

	// WellPosed marks the built-in scenarios that satisfy every assumption of
	// the paper and whose parameters `full` recovers at N ≤ 10⁶.
	WellPosed bool
}

// Default is the scenario used where none is named.
const Default = "tea"

// Load finds a scenario by what a user writes: the name of a built-in, a
// generator call random:S,A,Z,R,SEED, or the path of a model file. A built-in
// hides a file of the same name; ./NAME reaches the file.
func Load(name string) (Scenario, error) {
	if s, ok := builtin(name); ok {
		return s, nil
	}
	if strings.HasPrefix(name, randomPrefix) {
		return Random(name)
	}
	s, err := ReadModelFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return Scenario{}, unknownScenario(name)
	}
	return s, err
}

// Known says whether a name stands for a scenario that no file is read for: a built-in, or a
// generator call.
func Known(name string) bool {
	return slices.Contains(Names(), name) || strings.HasPrefix(name, randomPrefix)
}

// ReadModelFile reads the model file at path. The error of a bad file is a
// *FileError.
func ReadModelFile(path string) (Scenario, error) {
	f, err := os.Open(path)
	if err != nil {
		return Scenario{}, err
	}
	defer f.Close()
	return ReadModel(f, path)
}

func unknownScenario(name string) error {
	if _, err := os.Stat(name); err != nil && (strings.EqualFold(filepath.Ext(name), ".toml") || strings.ContainsRune(name, os.PathSeparator)) {
		return err // a file, and it is missing
	}
	hint := ""
	if near := Nearest(name, Names()); near != "" {
		hint = fmt.Sprintf(" (did you mean %s?)", near)
	}
	return fmt.Errorf("found %q, which is no scenario and no file%s, expected one of %s, a call %sS,A,Z,R,SEED, or the path of a model file",
		name, hint, strings.Join(Names(), ", "), randomPrefix)
}
