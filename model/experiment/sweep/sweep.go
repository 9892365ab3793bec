// Package sweep repeats an experiment over estimators, numbers of episodes,
// seeds and exploration policies: in parallel, in shards, and so that what was
// killed goes on where it stopped. The rows do not depend on any of that.
package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/likelihood"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"
	"eeporl/scenarios"
)

// Spec says what to sweep over: every combination is one trial.
type Spec struct {
	Worlds     []World
	C          []float64 // exploration's c; 0 stands for 1/|A|
	Estimators []string
	Episodes   []float64 // +Inf for the exact law
	Seed       uint64    // the first of Seeds consecutive ones
	Seeds      int

	Moments moments.Options  // Seed, RewardValues and Horizon are filled in
	Planner planning.Planner // of the learned policies
	Budget  planning.Budget  // of each plan; where it bounds memory, plans are made one after the other
	NoPlan  bool             // estimate only: no values

	// Found, if set, is told of a world whose optimum is only known to lie in an
	// interval. It is called on any goroutine.
	Found func(World, finding.Finding)

	Shard, Shards int // this process does trials Shard, Shard + Shards, …, counted from 1; 1, 1 does all
}

// World is one model by its name.
type World struct {
	Name    string
	Model   *pomdp.POMDP
	Observe planning.Observe // what plans branch on; "" stands for planning.ObserveRZ
}

// unit is one trial to do.
type unit struct {
	setting   int // into the settings: world × c
	estimator string
	episodes  float64
	seed      uint64
}

// setting is a world under one exploration policy, and what is exact about it.
type setting struct {
	world   World
	truth   *experiment.Truth
	plan    planning.Options
	bound   func() *likelihood.Information // nil where there is none
	optimum func() planning.Span           // NaN where it is unknown
}

func (s *Spec) settings(ctx context.Context) ([]setting, error) {
	var all []setting
	plan := planning.Options{Planner: s.Planner, Budget: s.Budget}.InTurns()
	for _, w := range s.Worlds {
		plan.Horizon, plan.Discount, plan.Observe = w.Model.Horizon(), w.Model.Discount(), w.Observe
		for _, c := range s.C {
			truth, err := experiment.NewTruth(w.Model, c)
			if err != nil {
				return nil, err
			}
			all = append(all, setting{
				world: w, truth: truth, plan: plan,
				bound: sync.OnceValue(func() *likelihood.Information {
					info, _ := truth.Information() // its error is that there is none
					return info
				}),
				optimum: sync.OnceValue(func() planning.Span { return s.optimum(ctx, w, truth, plan) }),
			})
		}
	}
	return all, nil
}

func (s *Spec) optimum(ctx context.Context, w World, truth *experiment.Truth, plan planning.Options) planning.Span {
	defer plan.Turn()()
	best, err := experiment.PlanModel(ctx, plan, truth)
	if err != nil {
		return planning.Span{Low: math.NaN(), High: math.NaN()}
	}
	if f, open := experiment.Gap("The optimum", best.Plan); open && s.Found != nil {
		s.Found(w, f)
	}
	return best.Best()
}

// units lists this shard's trials.
func (s *Spec) units(settings []setting) []unit {
	var all []unit
	i := 0
	for k := range settings {
		for _, n := range s.Episodes {
			for _, name := range s.Estimators {
				for seed := range uint64(s.Seeds) {
					if i%s.Shards == s.Shard-1 {
						all = append(all, unit{k, name, n, s.Seed + seed})
					}
					i++
				}
			}
		}
	}
	return all
}

// gridSeparator stands between a sweep's name and its number of trials.
const gridSeparator = "/"

// Grid names the whole sweep that a shard is of, and says how many trials it has.
func (s *Spec) Grid() (string, error) {
	whole := *s
	whole.Shard, whole.Shards = 1, 1
	id, err := whole.ID()
	if err != nil {
		return "", err
	}
	trials := len(s.Worlds) * len(s.C) * len(s.Episodes) * len(s.Estimators) * s.Seeds
	return id[:12] + gridSeparator + strconv.Itoa(trials), nil
}

// ID tells sweeps apart: it is the same for the same rows.
func (s *Spec) ID() (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, strings.Join(columns(), ",")) // rows of other columns are those of another sweep
	for _, w := range s.Worlds {
		fmt.Fprintf(h, "%q %s\n", w.Name, w.Observe)
		if err := scenarios.WriteModel(h, scenarios.Scenario{Name: w.Name, Model: w.Model}); err != nil {
			return "", err
		}
	}
	fmt.Fprintf(h, "%v %q %v %d %d %s %q %v %d/%d", s.C, s.Estimators, s.Episodes, s.Seed, s.Seeds, s.Moments.Settings(), s.Planner, s.NoPlan, s.Shard, s.Shards)
	if s.Budget != (planning.Budget{}) {
		fmt.Fprintf(h, " %+v", s.Budget)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Run does the trials that are not among the known rows and returns all rows, sorted. It
// calls done for every new row, one call at a time, with the number n of rows so far,
// known ones included, and the number of them in the end; an error of done ends the sweep.
// Cancelling ctx ends it with ctx's error.
func (s *Spec) Run(ctx context.Context, known []Row, done func(row Row, n, of int) error) ([]Row, error) {
	settings, err := s.settings(ctx)
	if err != nil {
		return nil, err
	}
	have := map[Key]bool{}
	for _, r := range known {
		have[r.Key] = true
	}
	units := s.units(settings)
	grid, err := s.Grid()
	if err != nil {
		return nil, err
	}
	ours := map[Key]bool{}
	for _, u := range units {
		ours[settings[u.setting].key(u)] = true
	}
	for _, r := range known {
		if !ours[r.Key] || r.Sweep != grid {
			return nil, fmt.Errorf("found a trial of %s at N = %g, seed %d, c = %g on %s among those that are done, expected trials of this sweep only; remove the file to begin anew", r.Estimator, r.Episodes, r.Seed, r.C, r.Scenario)
		}
	}
	p := &pool{rows: append([]Row(nil), known...), of: len(units), done: done}
	ctx, p.cancel = context.WithCancelCause(ctx)
	defer p.cancel(nil)
	workers.Until(ctx, len(units), func() func(int) {
		return func(i int) {
			u := units[i]
			x := &settings[u.setting]
			if !have[x.key(u)] {
				p.add(s.trial(ctx, x, u, grid))
			}
		}
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	Sort(p.rows)
	return p.rows, nil
}

// pool gathers rows from the workers.
type pool struct {
	sync.Mutex
	rows   []Row
	of     int
	done   func(row Row, n, of int) error
	cancel context.CancelCauseFunc
}

func (p *pool) add(row Row, err error) {
	p.Lock()
	defer p.Unlock()
	if err == nil {
		p.rows = append(p.rows, row)
		err = p.done(row, len(p.rows), p.of)
	}
	if err != nil {
		p.cancel(err)
	}
}

func (x *setting) key(u unit) Key {
	return Key{Scenario: x.world.Name, C: x.truth.Exploration.C(), Estimator: u.estimator, Episodes: u.episodes, Seed: u.seed}
}

func (s *Spec) trial(ctx context.Context, x *setting, u unit, grid string) (Row, error) {
	row := Row{Key: x.key(u), Sweep: grid, CramerRao: math.NaN(), Optimal: math.NaN(), Upper: math.NaN()}
	counts, err := x.truth.Draw(u.seed, u.episodes)
	if err != nil {
		return row, err
	}
	o := s.Moments
	o.Seed, o.RewardValues, o.Horizon = u.seed, x.world.Model.RewardValues(), x.world.Model.Horizon()
	var plan *planning.Options
	if !s.NoPlan {
		best := x.optimum()
		plan, row.Optimal, row.Upper = &x.plan, best.Low, best.High
	}
	by, err := estimators.Named(u.estimator)
	if err != nil {
		return row, err
	}
	t, err := experiment.Try(ctx, by, moments.Data{Counts: counts}, x.truth.Model.Sizes().S, o, plan, x.truth)
	if err != nil {
		return row, err
	}
	row.OK, row.LabelsRight, row.RMSE, row.Prediction, row.Stopped = t.OK, max(t.Labels.Right, 0), t.RMSE, t.Prediction, t.Stopped
	row.Value, row.Expected = t.Value, t.Expected
	if info := x.bound(); info != nil && !counts.Exact() {
		row.CramerRao = info.RMSE(u.episodes)
	}
	return row, nil
}
