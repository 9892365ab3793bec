package cli

import (
	"fmt"
	"slices"
	"strings"

	"eeporl/model/experiment"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/counts"
)

// fewerSymbols leaves out symbols that are declared and never occur: nothing can be learned of them,
// and no plan may rest on them.
type fewerSymbols struct{ counts.Renumbering }

// leaveOut leaves out of the data what never occurs in what is learned from: in any row where that is
// whole episodes, else in a triple. Beside a known model only actions are left out, of it, too.
func (d *dataset) leaveOut(whole bool, like *experiment.Truth) error {
	actions, observations, rewards := d.Occurring()
	if whole && d.symbols != nil {
		a, z, r := d.symbols.Occurring()
		actions, observations, rewards = either(actions, a), either(observations, z), either(rewards, r)
	}
	if like != nil {
		if want := like.Model.Sizes(); (pomdp.Sizes{A: want.A, Z: want.Z, R: want.R}) != d.Sizes {
			return nil // which is an error
		}
		observations, rewards = either(observations, nil), either(rewards, nil)
	}
	if d.options.Bins.Reward != nil { // bins stay, so that new logs can be read in them
		rewards = either(rewards, nil)
	}
	if d.options.Bins.Observation != nil {
		observations = either(observations, nil)
	}
	texts := d.called()
	var lost []string
	for _, kind := range []struct {
		noun  string
		seen  []bool
		names []string
	}{{"action", actions, texts.Actions}, {"observation", observations, texts.Observations}, {"reward level", rewards, texts.Rewards}} {
		if !slices.Contains(kind.seen, true) {
			kind.seen[0] = true
		}
		var unseen []string
		for i, seen := range kind.seen {
			if !seen {
				unseen = append(unseen, kind.names[i])
			}
		}
		if unseen != nil {
			lost = append(lost, kind.noun+" "+printable.List(unseen, printable.Names, ""))
		}
	}
	if lost == nil {
		return nil
	}
	d.fewer = &fewerSymbols{counts.Renumbering{Actions: counts.Renumbered(actions), Observations: counts.Renumbered(observations), Rewards: counts.Renumbered(rewards)}}
	d.names = append(d.names, finding.Finding{Code: finding.NeverSeen, Detail: fmt.Sprintf(
		"Never seen in the data, and left out of the model and its plans: %s. --allow-unseen keeps what is declared.", strings.Join(lost, "; "))})
	if slices.Contains(actions, false) {
		d.Actions = texts.Actions
	}
	if slices.Contains(observations, false) {
		d.Observations = texts.Observations
	}
	var err error
	d.Table, err = d.Only(d.fewer.Renumbering)
	return err
}

// either is where one of two lists, or a list that says yes to all, has a symbol.
func either(a, b []bool) []bool {
	out := make([]bool, len(a))
	for i := range out {
		out[i] = b == nil || a[i] || i < len(b) && b[i]
	}
	return out
}

// acts are the steps of an episode with the new numbers, in place.
func (f *fewerSymbols) acts(acts []pomdp.Act) []pomdp.Act {
	for i := range acts {
		if f != nil {
			acts[i] = f.Act(acts[i])
		}
	}
	return acts
}

// cell is a triple with the new numbers.
func (f *fewerSymbols) cell(c pomdp.Cell, was pomdp.Sizes) pomdp.Cell {
	if f == nil {
		return c
	}
	return f.Cell(c, was)
}

// without is a model without the actions that were left out.
func (f *fewerSymbols) without(m *pomdp.POMDP) (*pomdp.POMDP, error) {
	if f == nil {
		return m, nil
	}
	spec := m.Spec()
	pick := func(rows [][][]float64) (out [][][]float64) {
		for a, to := range f.Actions {
			if to >= 0 {
				out = append(out, rows[a])
			}
		}
		return out
	}
	var names []string
	for a, to := range f.Actions {
		if to >= 0 {
			names = append(names, spec.Actions[a])
		}
	}
	spec.Actions, spec.Transition, spec.Observation, spec.Reward = names, pick(spec.Transition), pick(spec.Observation), pick(spec.Reward)
	return pomdp.New(spec)
}

// truth is what is true of a model without those actions.
func (f *fewerSymbols) truth(t *experiment.Truth, c float64) (*experiment.Truth, error) {
	if f == nil || t == nil || !slices.Contains(f.Actions, -1) {
		return t, nil
	}
	m, err := f.without(t.Model)
	if err != nil {
		return nil, err
	}
	return experiment.NewTruth(m, c)
}

// rewarded says whether the data tell what is earned.
func (d *dataset) rewarded() bool {
	if d.symbols == nil {
		return true
	}
	_, _, absent := d.symbols.Absent()
	return !absent
}
