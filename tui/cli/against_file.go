package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
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
		theirs := namesOf(w.Model)
		observe := r.seenBy(theirs)
		c, err := policySource{w.Model, w.Model.Sizes(), theirs.Actions, observe, steps}.read(file)
		if err != nil {
			return nil, err
		}
		if byBelief(path) {
			r.taken = "its beliefs follow what is seen and earned"
			if observe == planning.ObserveZ {
				r.taken = "its beliefs follow what is seen, not what is earned"
			}
		}
		c, err = inNumbersOf(c, theirs, sizes, called)
		return c, failed(against, err)
	}
	if ending(path) == ".json" {
		c, theirs, err := export.ReadJSON(file, sizes, called.Actions)
		if err != nil {
			return nil, failed(path, err)
		}
		if theirs.Actions != nil || theirs.Observations != nil {
			c, err = inNumbersOf(c, theirs, sizes, called)
			return c, failed(path, err)
		}
		called.Actions = nil // its nodes say what their actions are called
		r.taken = takenFor(path, called)
		return c, nil
	}
	c, err := policySource{sizes: sizes, actions: called.Actions, steps: steps}.read(file)
	r.taken = takenFor(path, called)
	return c, err
}

// takenFor says what a file's numbers were taken for; "" where nothing has a name.
func takenFor(path string, called pomdp.Names) string {
	var taken []string
	if called.Actions != nil {
		taken = append(taken, "the actions "+strings.Join(called.Actions, ", "))
	}
	if called.Observations != nil {
		taken = append(taken, "the observations "+strings.Join(called.Observations, ", "))
	}
	if taken == nil {
		return ""
	}
	return fmt.Sprintf("its numbers 0, 1, … were taken for %s: %s@MODEL goes by MODEL's names", strings.Join(taken, ", and for "), path)
}

// called are the names that the data gave, nil where they only had numbers.
func (r *report) called() pomdp.Names {
	called := r.names
	if d := r.data; d != nil && d.Actions == nil {
		called.Actions = nil
	}
	if d := r.data; d != nil && d.Observations == nil {
		called.Observations = nil
	}
	return called
}

// policySource is what is known of a policy in a file.
type policySource struct {
	model   *pomdp.POMDP // that it was made with, nil where that is not known
	sizes   pomdp.Sizes
	actions []string
	observe planning.Observe // what its beliefs follow, if it acts by beliefs
	steps   int
}

// byBelief says whether a file holds vectors, which choose by a belief, and not branches.
func byBelief(path string) bool {
	return ending(path) == ".alpha" || ending(path) == ".policy"
}

// read reads a file by its name's ending.
func (p policySource) read(file *os.File) (*planning.Controller, error) {
	atLine := func(err error) error { return &failure{fmt.Errorf("%s:%w", file.Name(), err)} }
	if ending(file.Name()) == ".json" {
		c, _, err := export.ReadJSON(file, p.sizes, p.actions)
		return c, failed(file.Name(), err)
	}
	if !byBelief(file.Name()) {
		c, err := export.ReadPG(file, p.sizes)
		if err != nil {
			return nil, atLine(err)
		}
		return c, nil
	}
	if p.model == nil {
		return nil, fmt.Errorf("--against: found vectors, whose numbers belong to a model's states, expected %s@MODEL with that model", file.Name())
	}
	readVectors := export.ReadAlpha
	if ending(file.Name()) == ".policy" {
		readVectors = export.ReadAPPL
	}
	set, err := readVectors(file, p.sizes.S, p.sizes.A)
	if err != nil {
		return nil, atLine(err)
	}
	problem, err := planning.FromModel(p.model, p.observe)
	if err != nil {
		return nil, failed(file.Name(), err)
	}
	c, err := problem.ActBy(set, p.steps)
	return c, failed(file.Name(), err)
}

// seenBy is what a policy that acts by beliefs in a model follows: rewards too, where the learned policy does and the
// model knows them.
func (r *report) seenBy(theirs pomdp.Names) planning.Observe {
	n := r.outcome.Planned.Tree.Sizes
	if r.outcome.Planned.Observe == planning.ObserveZ || slices.Contains(numbersOf(r.called().Rewards, theirs.Rewards, n.R), -1) {
		return planning.ObserveZ
	}
	return planning.ObserveRZ
}

// inNumbersOf is a controller of a model's in the numbers of what was learned, found by their names.
func inNumbersOf(c *planning.Controller, theirs pomdp.Names, n pomdp.Sizes, ours pomdp.Names) (*planning.Controller, error) {
	actions := numbersOf(theirs.Actions, ours.Actions, c.Sizes.A)
	for _, node := range c.Nodes {
		if to := actions[node.Action]; to < 0 || to >= n.A {
			return nil, fmt.Errorf("found the action %s, expected only those that were learned: %s", theirs.Action(node.Action), strings.Join(ours.Actions, ", "))
		}
	}
	observations, rewards := numbersOf(ours.Observations, theirs.Observations, n.Z), numbersOf(ours.Rewards, theirs.Rewards, n.R)
	for z, k := range observations {
		if k < 0 || k >= c.Sizes.Z {
			return nil, fmt.Errorf("found nothing that it does after %s, expected the observations that were learned: it knows %s", ours.Observation(z), strings.Join(theirs.Observations, ", "))
		}
	}
	if c.Observe == planning.ObserveZ {
		return c.Renumbered(n, actions, observations), nil
	}
	var outcomes []int
	for k := range n.Outcomes() {
		z, r := n.OutcomeAt(k)
		if rewards[r] < 0 || rewards[r] >= c.Sizes.R {
			return nil, fmt.Errorf("found nothing that it does after the reward %s, expected the rewards that were learned: it knows %s", ours.Reward(r), strings.Join(theirs.Rewards, ", "))
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
