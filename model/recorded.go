package model

import (
	"fmt"
	"strconv"
	"strings"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/pomdp/printable"
	"eeporl/scenarios"
)

// recordedPrefix begins the call of a log that is made up: RecordedCall.
const recordedPrefix = "recorded:"

// RecordedCall is how a log that is made up is asked for: episodes of MODEL under the
// exploration policy, in which STATES hidden states are looked for. Nothing but the episodes
// and the names of what is seen in them goes into it, so it is what a real log is: data without
// a truth.
const RecordedCall = recordedPrefix + "EPISODES,STATES,MODEL"

// recordedInOrder is how many of its first episodes can be stepped through; the others are
// drawn at once, as a leap's are.
const recordedInOrder = 1000

// MostStates is how many hidden states may be looked for in a log.
const MostStates = 1000

// recordedSeed draws its episodes. It is no setting: a log stays what it is under any seed.
const recordedSeed = 1

// IsRecorded says whether a name is the call of a log that is made up.
func IsRecorded(name string) bool { return strings.HasPrefix(name, recordedPrefix) }

// Find is what a session can be about, by name: a RecordedCall, or what scenarios.Load
// finds.
func Find(name string) (Subject, error) {
	if !IsRecorded(name) {
		sc, err := scenarios.Load(name)
		if err != nil {
			return Subject{}, err
		}
		return Subject{Model: sc.Model, Story: scenarios.StoryOf(sc)}, nil
	}
	r, err := recorded(name)
	if err != nil {
		return Subject{}, fmt.Errorf("%s: %w", name, err)
	}
	return Subject{Name: name, Record: r}, nil
}

// Config is the configuration of a new session on the subject, whose name is name.
func (s Subject) Config(name string) Config {
	if s.Record != nil {
		return Config{Scenario: s.Name, Story: s.Story, Model: s.Record.Shell, Record: s.Record}
	}
	return Config{Scenario: name, Story: s.Story, Model: s.Model}
}

func recorded(call string) (*Record, error) {
	fields := strings.SplitN(strings.TrimPrefix(call, recordedPrefix), ",", 3)
	if len(fields) != 3 {
		return nil, fmt.Errorf("found %d of its parts, expected %s", len(fields), RecordedCall)
	}
	episodes, err := experiment.ParseEpisodes(fields[0])
	if err != nil || !(episodes >= 1 && episodes <= experiment.MaxEpisodes) {
		return nil, fmt.Errorf("found %q for EPISODES, expected a whole number from 1 to %g", printable.Clip(fields[0]), float64(experiment.MaxEpisodes))
	}
	states, err := strconv.Atoi(fields[1])
	if err != nil || states < 1 || states > MostStates {
		return nil, fmt.Errorf("found %q for STATES, expected a whole number from 1 to %d", printable.Clip(fields[1]), MostStates)
	}
	source, err := scenarios.Load(fields[2])
	if err != nil {
		return nil, err
	}
	if h := source.Model.Horizon(); h < 4 {
		return nil, fmt.Errorf("found a model with episodes of %d steps, expected at least four: three symbols need them", h)
	}
	truth, err := experiment.NewTruth(source.Model, 0)
	if err != nil {
		return nil, err
	}
	spec := source.Model.Spec()
	shell, err := Shell(call, states, source.Model.Horizon(), spec.Actions, spec.Observations, spec.Rewards)
	if err != nil {
		return nil, err
	}
	r := &Record{Words: call, Shell: shell, Counts: moments.NewCounts(shell.Sizes())}
	draws := truth.Explorer(recordedSeed)
	for i := range uint64(min(episodes, recordedInOrder)) {
		cell, _ := draws.Triple(i)
		r.Counts.AddTriple(cell)
		r.First = append(r.First, cell)
	}
	if rest := episodes - float64(len(r.First)); rest > 0 {
		if r.Counts, err = truth.Leap(r.Counts, recordedSeed, uint64(len(r.First)), rest); err != nil {
			return nil, err
		}
	}
	return r, nil
}
