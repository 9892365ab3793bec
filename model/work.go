package model

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"eeporl/pomdp/figure"

	"eeporl/model/experiment"
	"eeporl/model/experiment/online"
	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/moments/estimators"
	"eeporl/moments/likelihood"
	"eeporl/moments/params"
	"eeporl/planning"
	"eeporl/pomdp"
)

// Result is what a job came to.
type Result struct {
	Key      string
	Estimate *experiment.Estimated
	Plan     *experiment.Planned
	Advice   *Advice
	Trial    *experiment.Trial
	// Information is the Fisher information at the truth.
	Information *likelihood.Information
	Intervals   *Intervals
	Regret      *planning.Regret
	Counts      *moments.Counts // after a leap
	Theory      *Theory
	Sufficed    *experiment.Sufficed
	Online      *online.Run
	Bench       *bench.Report
	Expected    *params.Entries // with Bench
	Err         error           // why there is nothing; a cancelled job gives no Result

	said   reply // by the user's own estimator
	number int   // in the order of their arrival
	bytes  int   // about how many bytes it takes
}

// Advice is what an optimal policy does along one phase 2 episode, given what
// was seen in it.
type Advice struct {
	Action []int       // [t-1] an optimal action at step t
	Belief [][]float64 // [t-1] the exact belief it is based on
	Value  []float64   // [t-1] what the rest of the episode is worth under it
}

// results are the finished jobs by key. The method with copies the map, so that sessions
// stay values.
type results struct {
	byKey   map[string]Result
	arrived int // how many results have ever arrived
}

func (r results) with(x Result) results {
	m := maps.Clone(r.byKey)
	if m == nil {
		m = map[string]Result{}
	}
	if old, known := m[x.Key]; known {
		x.number, x.bytes = old.number, old.bytes
	} else {
		x.number = r.arrived + 1
	}
	m[x.Key] = x
	return results{m, max(r.arrived, x.number)}
}

func (r results) has(key string) bool                       { _, ok := r.byKey[key]; return ok }
func (r results) estimate(key string) *experiment.Estimated { return r.byKey[key].Estimate }
func (r results) plan(key string) *experiment.Planned       { return r.byKey[key].Plan }

// The keys of results contain the world's identity, so that other settings have other
// results.

func (s Session) optimumKey() string     { return s.id + "optimum:" + s.optimumBudget().String() }
func (s Session) informationKey() string { return s.id + "information" }

// estimateKey names an estimate from all counts on the timeline so far.
func (s Session) estimateKey(method string) string {
	return s.id + "estimate:" + method + ":" + s.history()
}

// planKey names a plan with the newest estimate, or without one on the model.
func (s Session) planKey() string {
	if i := s.last(Estimate, len(s.timeline)-1); i >= 0 {
		return "plan:" + s.timeline[i].key
	}
	return s.id + "plan:model"
}

// history names everything that the counts at the end of the timeline are made of.
func (s Session) history() string { return s.historyBefore(len(s.timeline)) }

// historyBefore is the same for the counts before segment i.
func (s Session) historyBefore(i int) string {
	var b strings.Builder
	for _, seg := range s.timeline[:i] {
		if seg.Kind == Explore || seg.Kind == Leap {
			b.WriteString(seg.id())
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// Jobs lists the work that is not done, the most urgent first. The caller runs
// what is not running already and hands the results to Deliver.
func (s Session) Jobs() []Job {
	var jobs []Job
	for i, seg := range s.timeline {
		if s.pending(seg) {
			switch seg.Kind {
			case Leap:
				jobs = append(jobs, s.leapJob(seg))
			case Estimate:
				jobs = append(jobs, s.estimateJob(seg))
			case Plan:
				jobs = append(jobs, s.planJob(seg, i))
			}
			break // what follows depends on it
		}
	}
	known := s.truth.Unknown == ""
	if known && !s.results.has(s.optimumKey()) && (s.compare || s.theory && s.truth.TooLarge == "" || s.last(Plan, len(s.timeline)-1) >= 0) {
		jobs = append(jobs, s.optimumJob())
	}
	if known && s.now.Estimate != nil && !s.results.has(s.informationKey()) {
		jobs = append(jobs, s.informationJob())
	}
	if key := s.now.adviceKey; key != "" && !s.results.has(key) {
		jobs = append(jobs, s.adviceJob(key))
	}
	for _, wanted := range []func() (Job, bool){s.regretJob, s.theoryJob, s.benchJob, s.intervalJob, s.sufficedJob} {
		if job, ok := wanted(); ok {
			jobs = append(jobs, job)
		}
	}
	jobs = append(jobs, s.comparisonJobs()...)
	for i, job := range jobs {
		jobs[i].Run = func(ctx context.Context, report func(Progress)) Result {
			r := job.Run(ctx, report)
			r.bytes = weigh(r) // seconds, for a deep plan: whoever takes the result must not wait
			return r
		}
	}
	return jobs
}

func (s Session) estimateJob(seg Segment) Job {
	counts, truth, states, o, method := seg.before, s.truth.Known(), s.config.Model.Sizes().S, s.config.Estimator, seg.Method
	by, _ := estimators.Named(method) // Update takes no other names
	var said reply
	run := s.run(by, &said)
	return Job{
		Kind:  EstimateJob,
		Key:   seg.key,
		Title: fmt.Sprintf("%s estimates from %s episodes", method, figure.Count(counts.Total())),
		Run: func(ctx context.Context, _ func(Progress)) Result {
			e := experiment.Estimate(ctx, run, s.data(counts), states, o, truth)
			return Result{Key: seg.key, Estimate: e, said: said}
		},
	}
}

func (s Session) planOptions(report func(Progress)) planning.Options {
	return planning.Options{
		Horizon:  s.config.Model.Horizon(),
		Discount: s.config.Model.Discount(),
		Planner:  s.config.Planner,
		Budget:   s.config.Budget,
		Observe:  s.config.Observe,
		Progress: func(p planning.Progress) { report(planProgress(p)) },
	}
}

func (s Session) planJob(seg Segment, i int) Job {
	var estimate *experiment.Estimated
	at := s.last(Estimate, i)
	if at >= 0 {
		estimate = s.results.estimate(s.timeline[at].key)
	}
	return Job{
		Kind:  PlanJob,
		Key:   seg.key,
		Title: fmt.Sprintf("planning %d steps ahead", s.config.Model.Horizon()),
		Run: func(ctx context.Context, report func(Progress)) Result {
			switch {
			case at < 0:
				p, err := experiment.PlanModel(ctx, s.planOptions(report), s.truth)
				return Result{Key: seg.key, Plan: p, Err: err}
			case estimate == nil || !estimate.OK():
				return Result{Key: seg.key, Err: errNoParameters}
			}
			o := s.planOptions(report)
			if s.config.Record != nil && s.truth.Known() == nil {
				o = estimate.Precisely(o)
			}
			p, err := experiment.Plan(ctx, estimate.Learned, o, s.truth.Known())
			return Result{Key: seg.key, Plan: p, Err: err}
		},
	}
}

// What can go wrong on a branch that re-lays another one's timeline under other settings.
var (
	errNoParameters = errors.New("under these settings the estimate before it has no parameters to plan with")
	errNoPlan       = errors.New("under these settings there is no plan to follow")
)

// optimumJob plans on the true model; every regret is measured against that plan. Its
// planner is always planning.Auto and its budget optimumBudget: the session's planner and
// limit on vectors are for the plans on the timeline.
func (s Session) optimumJob() Job {
	return Job{
		Kind:  OptimumJob,
		Key:   s.optimumKey(),
		Title: "planning on the true model",
		Run: func(ctx context.Context, report func(Progress)) Result {
			o := s.planOptions(report)
			o.Planner, o.Budget = planning.Auto, s.optimumBudget()
			p, err := experiment.PlanModel(ctx, o, s.truth)
			return Result{Key: s.optimumKey(), Plan: p, Err: err}
		},
	}
}

// optimumBudget bounds planning on the true model: by the memory and time of the
// session's budget, but not by its number of vectors, which is there to be tried out.
func (s Session) optimumBudget() planning.Budget {
	return planning.Budget{Memory: s.config.Budget.Memory, Time: s.config.Budget.Time}
}

func (s Session) adviceJob(key string) Job {
	m, episode, o := s.config.Model, *s.now.Episode, planning.Options{}
	if s.config.Planner == planning.PointBased {
		o.Planner = planning.PointBased
	}
	return Job{
		Key:   key,
		Kind:  AdviceJob,
		Title: "asking what an optimal policy would do",
		Run: func(ctx context.Context, report func(Progress)) Result {
			a, err := advise(ctx, m, episode, o, report)
			return Result{Key: key, Advice: a, Err: err}
		},
	}
}

// advise computes the exact belief before every step of the episode, and what is best there to
// the episode's end: read off the vectors of one plan for the whole episode where it keeps
// them, else planned for anew from each belief.
func advise(ctx context.Context, m *pomdp.POMDP, e pomdp.Episode, o planning.Options, report func(Progress)) (*Advice, error) {
	a, whole := &Advice{}, (*planning.Plan)(nil)
	belief := m.InitialBelief()
	for t, step := range e.Steps {
		steps := m.Horizon() - t
		var action int
		var value float64
		known := false
		if whole != nil {
			action, value, known = whole.At(belief, steps)
		}
		if !known {
			plan, err := planFrom(ctx, m, belief, steps, o)
			if err != nil {
				return nil, err
			}
			if t == 0 {
				whole = plan
			}
			action, value = plan.First[1], plan.Value
		}
		report(Progress{Stage: "steps", Done: t + 1, Total: len(e.Steps)})
		a.Action = append(a.Action, action)
		a.Belief = append(a.Belief, belief)
		a.Value = append(a.Value, value)
		belief, _ = m.UpdateBelief(belief, step.Action.Value, step.Reward.Value, step.Observation.Value)
	}
	return a, nil
}

// planFrom plans so many steps ahead from a belief.
func planFrom(ctx context.Context, m *pomdp.POMDP, belief pomdp.Belief, steps int, o planning.Options) (*planning.Plan, error) {
	rest, err := m.From(belief, steps)
	if err != nil {
		return nil, err
	}
	p, err := planning.FromModel(rest, planning.ObserveRZ)
	if err != nil {
		return nil, err
	}
	o.Horizon, o.Discount = rest.Horizon(), rest.Discount()
	return planning.Solve(ctx, p, o)
}

// RegretByStep splits the regret of the plan at the cursor by where it arises; nil
// until it is known.
func (s Session) RegretByStep() *planning.Regret { return s.results.byKey[s.regretKey()].Regret }

func (s Session) regretKey() string {
	if i := s.last(Plan, s.cursor.Segment); i >= 0 {
		return "regret:" + s.timeline[i].key
	}
	return ""
}

func (s Session) regretJob() (Job, bool) {
	plan, key := s.now.Plan, s.regretKey()
	if plan == nil || s.now.Estimate == nil || s.truth.Unknown != "" || s.results.has(key) {
		return Job{}, false
	}
	return Job{
		Kind:  RegretJob,
		Key:   key,
		Title: "asking where the regret comes from",
		Run: func(ctx context.Context, _ func(Progress)) Result {
			r, err := planning.Decompose(ctx, s.config.Model, plan.Tree)
			return Result{Key: key, Regret: r, Err: err}
		},
	}, true
}

// Deliver puts a job's result into the session.
func (s Session) Deliver(r Result) Session {
	s.results, s.answers = s.results.with(r), s.answers.with(r.said.name, r.said.text)
	s.placed()
	return s.filled(r).arrived().settled().trimmed()
}

// Learn takes over the results that another session has come to.
func (s Session) Learn(other Session) Session {
	known := maps.Clone(other.results.byKey)
	maps.Copy(known, s.results.byKey)
	s.results = results{known, max(s.results.arrived, other.results.arrived)}
	for name, text := range other.answers {
		s.answers = s.answers.with(name, text)
	}
	s.placed()
	return s.settled().trimmed()
}

// Optimum is the plan on the true model, nil until it is known.
func (s Session) Optimum() *experiment.Planned { return s.results.plan(s.optimumKey()) }
