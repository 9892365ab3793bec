package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"eeporl/planning"
	"eeporl/planning/export"
	"eeporl/pomdp"
)

// policyFile reads the policy of FILE or FILE@MODEL, in the numbers of what was learned. Numbers in a file are those of
// the model that it was made with: MODEL says what they are called; without it they are taken as they are.
func (r *report) policyFile(against string, steps int) (*planning.Controller, error) {
	path, model := against, ""
	if at := strings.LastIndex(against, "@"); at >= 0 {
		if _, err := os.Stat(against); errors.Is(err, fs.ErrNotExist) {
			path, model = against[:at], against[at+1:]
		}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, failed(path, err)
	}
	defer file.Close()
	sizes, called := r.outcome.Planned.Tree.Sizes, r.called()
	if model != "" {
		w, err := load(model, 0, nil)
		if err != nil {
			return nil, err
		}
		c, err := readPolicy(file, w.Model, w.Model.Sizes(), namesOf(w.Model).actions, steps)
		if err != nil {
			return nil, err
		}
		c, err = inNumbersOf(c, namesOf(w.Model), sizes, called)
		return c, failed(against, err)
	}
	c, err := readPolicy(file, nil, sizes, called.actions, steps)
	if filepath.Ext(path) == ".json" {
		called.actions = nil // its nodes say what their actions are called
	}
	var taken []string
	if called.actions != nil {
		taken = append(taken, "the actions "+strings.Join(called.actions, ", "))
	}
	if called.observations != nil {
		taken = append(taken, "the observations "+strings.Join(called.observations, ", "))
	}
	if taken != nil {
		r.taken = fmt.Sprintf("its numbers 0, 1, … were taken for %s: %s@MODEL goes by MODEL's names", strings.Join(taken, ", and for "), path)
	}
	return c, err
}

// called are the names that the data gave, nil where they only had numbers.
func (r *report) called() names {
	called := r.names
	if d := r.data; d != nil && d.Actions == nil {
		called.actions = nil
	}
	if d := r.data; d != nil && d.Observations == nil {
		called.observations = nil
	}
	return called
}

// readPolicy reads a file by its name's ending. m is the model that it was made with, nil where that is not known.
func readPolicy(file *os.File, m *pomdp.POMDP, n pomdp.Sizes, actions []string, steps int) (*planning.Controller, error) {
	atLine := func(err error) error { return &failure{fmt.Errorf("%s:%w", file.Name(), err)} }
	switch filepath.Ext(file.Name()) {
	case ".json":
		c, err := export.ReadJSON(file, n, actions)
		return c, failed(file.Name(), err)
	case ".alpha":
		if m == nil {
			return nil, fmt.Errorf("--against: found vectors, whose numbers belong to a model's states, expected %s@MODEL with that model", file.Name())
		}
		set, err := export.ReadAlpha(file, n.S, n.A)
		if err != nil {
			return nil, atLine(err)
		}
		p, err := planning.FromModel(m, planning.ObserveZ)
		if err != nil {
			return nil, failed(file.Name(), err)
		}
		c, err := p.ActBy(set, steps)
		return c, failed(file.Name(), err)
	}
	c, err := export.ReadPG(file, n)
	if err != nil {
		return nil, atLine(err)
	}
	return c, nil
}

// inNumbersOf is a controller of a model's in the numbers of what was learned, found by their names.
func inNumbersOf(c *planning.Controller, theirs names, n pomdp.Sizes, ours names) (*planning.Controller, error) {
	actions := numbersOf(theirs.actions, ours.actions, c.Sizes.A)
	for _, node := range c.Nodes {
		if to := actions[node.Action]; to < 0 || to >= n.A {
			return nil, fmt.Errorf("found the action %s, expected only those that were learned: %s", theirs.action(node.Action), strings.Join(ours.actions, ", "))
		}
	}
	observations, rewards := numbersOf(ours.observations, theirs.observations, n.Z), numbersOf(ours.rewards, theirs.rewards, n.R)
	for z, k := range observations {
		if k < 0 || k >= c.Sizes.Z {
			return nil, fmt.Errorf("found nothing that it does after %s, expected the observations that were learned: it knows %s", ours.observation(z), strings.Join(theirs.observations, ", "))
		}
	}
	if c.Observe == planning.ObserveZ {
		return c.Renumbered(n, actions, observations), nil
	}
	var outcomes []int
	for k := range n.Outcomes() {
		z, r := n.OutcomeAt(k)
		if rewards[r] < 0 || rewards[r] >= c.Sizes.R {
			return nil, fmt.Errorf("found nothing that it does after the reward %s, expected the rewards that were learned: it knows %s", ours.reward(r), strings.Join(theirs.rewards, ", "))
		}
		outcomes = append(outcomes, c.Sizes.Outcome(observations[z], rewards[r]))
	}
	return c.Renumbered(n, actions, outcomes), nil
}

// numbersOf is each of those names' number among others, -1 for none; its own where one side has only numbers.
func numbersOf(of, among []string, n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		if numbers[i] = i; of != nil && among != nil {
			numbers[i] = slices.Index(among, of[i])
		}
	}
	return numbers
}
