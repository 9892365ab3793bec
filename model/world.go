package model

import (
	"fmt"
	"hash/fnv"
	"slices"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/planning"
	"eeporl/pomdp"
)

// world is what a branch's settings fix: the model and everything exact about
// it. It never changes; another setting makes another world.
type world struct {
	config  Config
	truth   *experiment.Truth
	explore []Beat // of one phase 1 episode
	exploit []Beat // of one phase 2 episode
	id      string // tells worlds apart in the keys of results
	bytes   int    // about how many its truth takes
}

func newWorld(config Config) (*world, error) {
	truth, err := config.truth()
	if err != nil {
		return nil, err
	}
	return newWorldOf(config, truth)
}

// under is the world under another configuration. What is exact about the model
// is worked out again only where that changes it.
func (w *world) under(config Config) (*world, error) {
	if config.Model == w.config.Model && config.C == w.config.C {
		return newWorldOf(config, w.truth)
	}
	return newWorld(config)
}

func newWorldOf(config Config, truth *experiment.Truth) (*world, error) {
	config.C = truth.Exploration.C()
	if config.Observe == "" {
		config.Observe = planning.ObserveRZ
	}
	if config.Method == "" {
		config.Method = estimators.EstimatorNames()[0]
	}
	if _, err := estimators.Named(config.Method); err != nil {
		return nil, err
	}
	if config.Estimator.Rotations == 0 {
		config.Estimator.Rotations = moments.DefaultRotations
	}
	if config.Estimator.Restarts == 0 {
		config.Estimator.Restarts = moments.DefaultRestarts
	}
	if config.Attempt == 0 {
		config.Attempt = 1
	}
	if config.Estimator.Threshold == 0 {
		config.Estimator.Threshold = moments.DefaultThreshold
	}
	if config.Estimator.Normalization == "" {
		config.Estimator.Normalization = moments.Abs
	}
	if config.Planner == "" {
		config.Planner = planning.Auto
	}
	config.Estimator.Seed = config.Seed
	config.Estimator.RewardValues = config.Model.RewardValues()
	config.Estimator.Horizon = config.Model.Horizon()
	h := config.Model.Horizon()
	explore := exploreBeats(h)
	if config.Record != nil {
		explore = recordBeats()
	}
	if truth.TooLarge != "" { // nothing is counted
		explore = slices.DeleteFunc(explore, func(b Beat) bool { return b.Kind == BeatCount })
	}
	return &world{config: config, truth: truth, explore: explore, exploit: exploitBeats(h), id: identity(config), bytes: weigh(truth) + weigh(truth.Exact())}, nil
}

// truth is everything exact about the configuration's model, if there is one.
func (c Config) truth() (*experiment.Truth, error) {
	if c.Record != nil {
		return experiment.NoTruth(c.Model, NoTruth), nil
	}
	truth, err := experiment.NewTruthToPlan(c.Model, c.C)
	if err == nil {
		truth.Exact() // now, so that no frame has to wait for it
	}
	return truth, err
}

// identity is a short name for everything that results depend on.
func identity(c Config) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%+v ", c.Model.Spec())
	if c.Record != nil {
		fmt.Fprint(h, c.Record.fingerprint())
	}
	for _, x := range settingTable() {
		if !x.own {
			fmt.Fprintf(h, " %s=%s", x.Name, x.text(c))
		}
	}
	return fmt.Sprintf("%016x|", h.Sum64())
}

// Episodes are those of phase 1, by their numbers from 0.
type Episodes interface {
	Episode(number uint64) pomdp.Episode
	Triple(number uint64) (pomdp.Cell, bool)
}

func (w *world) episodes() Episodes {
	if w.config.Record != nil {
		return w.config.Record
	}
	return w.truth.Explorer(w.config.Seed)
}

// leap counts n further episodes, number from … from+n-1, on top of counts.
func (w *world) leap(counts *moments.Counts, from uint64, n float64) (*moments.Counts, error) {
	switch {
	case w.truth.TooLarge != "": // nothing is counted
		return counts, nil
	case w.config.Record != nil:
		return w.config.Record.upTo(float64(from) + n), nil
	}
	return w.truth.Leap(counts, w.config.Seed, from, n)
}

// cannotCount says why no episode can be counted, "" where they can.
func (w *world) cannotCount() string {
	switch {
	case w.truth.TooLarge != "":
		return "the model is too large to learn from episodes; p plans on the model itself"
	case w.config.Record == nil && w.config.Model.Horizon() < 4:
		return "episodes of fewer than four steps give no triple to count"
	}
	return ""
}

// noCounts are the counts of no episode; of a model that is too large to learn
// from episodes none are ever made.
func (w *world) noCounts() *moments.Counts {
	if w.truth.TooLarge != "" {
		return moments.NewCounts(pomdp.Sizes{S: 1, A: 1, Z: 1, R: 1})
	}
	return moments.NewCounts(w.truth.Model.Sizes())
}
