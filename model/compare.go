package model

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/likelihood"
	"eeporl/planning"
)

// Standing is what is known of the comparison of all estimators on the counts
// at the cursor. It fills in as its jobs finish.
type Standing struct {
	Asked       bool // the user wants it
	Episodes    float64
	Trials      []*experiment.Trial // by EstimatorNames; nil: not done yet
	Curves      []Curve             // likewise
	Information *likelihood.Information
	Skipped     string // why there is no Information
}

// Curve is one estimator's error against N.
type Curve struct {
	Estimator string
	Points    []CurvePoint // by N, those that are done
}

// CurvePoint sums up the seeds that are done at one N.
type CurvePoint struct {
	Episodes float64
	RMSE     float64 // root mean square over the seeds that reached parameters; NaN for none
	Reached  int     // how many of Seeds reached parameters
	Seeds    int
}

// The learning curves' data sets: powers of ten, a few seeds each.
const (
	curveFirst = 3
	curveLast  = 9
	CurveSeeds = 3
)

// CurveTrials is the number of data sets of one curve, and CurveRange its
// smallest and largest N.
func (Standing) CurveTrials() int { return (curveLast - curveFirst + 1) * CurveSeeds }

func CurveRange() (first, last float64) {
	return math.Pow(10, curveFirst), math.Pow(10, curveLast)
}

// Information is the Fisher information of the model, nil until it is computed.
func (s Session) Information() *likelihood.Information {
	return s.results.byKey[s.informationKey()].Information
}

// Standing reports the comparison at the cursor.
func (s Session) Standing() Standing {
	st := Standing{Asked: s.compare, Episodes: s.now.N}
	if s.truth.Unknown != "" {
		st.Skipped = s.truth.Unknown
	}
	if info := s.results.byKey[s.informationKey()]; info.Information != nil {
		st.Information = info.Information
	} else if info.Err != nil {
		st.Skipped = info.Err.Error()
	}
	for _, name := range s.EstimatorNames() {
		st.Trials = append(st.Trials, s.results.byKey[s.trialKey(name)].Trial)
	}
	for _, name := range curved() {
		st.Curves = append(st.Curves, s.curve(name))
	}
	return st
}

// curved are the estimators whose error has a curve: those with parameters. (A program of the user's own may
// take its time, and draws from a posterior do.)
func curved() (names []string) {
	for _, e := range estimators.Estimators() {
		if e.Gives(moments.GivesParameters) && !e.Gives(moments.GivesDraws) {
			names = append(names, e.Name)
		}
	}
	return names
}

func (s Session) curve(name string) Curve {
	c := Curve{Estimator: name}
	for e := curveFirst; e <= curveLast; e++ {
		p := CurvePoint{Episodes: math.Pow(10, float64(e))}
		sum := 0.0
		for seed := range uint64(CurveSeeds) {
			t := s.results.byKey[s.curveKey(name, e, seed)].Trial
			if t == nil {
				continue
			}
			p.Seeds++
			if !math.IsNaN(t.RMSE) {
				p.Reached++
				sum += t.RMSE * t.RMSE
			}
		}
		if p.Seeds > 0 {
			p.RMSE = math.Sqrt(sum / float64(p.Reached))
			c.Points = append(c.Points, p)
		}
	}
	return c
}

// trialKey names one estimator's run on the counts at the cursor.
func (s Session) trialKey(name string) string {
	return fmt.Sprintf("%strial:%s:%s@%g", s.id, name, s.historyBefore(s.cursor.Segment), s.now.N)
}

func (s Session) curveKey(name string, exponent int, seed uint64) string {
	return s.id + "curve:" + name + ":" + strconv.Itoa(exponent) + ":" + strconv.FormatUint(seed, 10)
}

// comparisonJobs are the jobs of the comparison that are not done: the table on
// the counts at the cursor first, then the curves, from small N up.
func (s Session) comparisonJobs() []Job {
	if !s.compare {
		return nil
	}
	var jobs []Job
	if s.now.Estimate == nil && s.truth.Unknown == "" && !s.results.has(s.informationKey()) {
		jobs = append(jobs, s.informationJob())
	}
	counts, names := s.now.Counts, curved()
	if s.now.N > 0 {
		for _, name := range s.EstimatorNames() {
			if key := s.trialKey(name); !s.results.has(key) {
				jobs = append(jobs, s.trialJob(TrialJob, key, name, s.config.Seed, func() (*moments.Counts, error) { return counts, nil }))
			}
		}
	}
	jobs = append(jobs, s.onlineJobs()...)
	for e := curveFirst; e <= curveLast && s.truth.Unknown == ""; e++ {
		for seed := range uint64(CurveSeeds) {
			for _, name := range names {
				if key := s.curveKey(name, e, seed); !s.results.has(key) {
					own := s.config.Seed + 1 + seed // data sets apart from the session's own
					jobs = append(jobs, s.trialJob(CurveJob, key, name, own, func() (*moments.Counts, error) {
						return s.truth.Draw(own, math.Pow(10, float64(e)))
					}))
				}
			}
		}
	}
	return jobs
}

// trialJob takes the session by its address: there is a job for each point of each curve, and
// each press makes the list of them anew.
func (s *Session) trialJob(kind JobKind, key, name string, seed uint64, draw func() (*moments.Counts, error)) Job {
	return Job{
		Kind:  kind,
		Key:   key,
		Title: "comparing: " + name,
		Run: func(ctx context.Context, _ func(Progress)) Result {
			counts, err := draw()
			if err != nil {
				return Result{Key: key, Err: err}
			}
			by, _ := estimators.Named(name) // only names of the list are tried
			said := reply{}
			by.Run = s.run(by, &said)
			o, plan := s.config.Estimator, s.planOptions(Unheard)
			o.Seed = seed
			try := experiment.Try
			if kind == CurveJob { // which shows no predictions
				try = experiment.Score
			}
			t, err := try(ctx, by, s.data(counts), s.config.Model.Sizes().S, o, &plan, s.truth.Known())
			return Result{Key: key, Trial: &t, Err: err, said: said}
		},
	}
}

func (s Session) informationJob() Job {
	return Job{
		Kind:  InformationJob,
		Key:   s.informationKey(),
		Title: "computing the Cramér–Rao limit",
		Run: func(context.Context, func(Progress)) Result {
			info, err := s.truth.Information()
			return Result{Key: s.informationKey(), Information: info, Err: err}
		},
	}
}

// Claim holds what the PAC guarantee is about: the exact value of an episode under each
// policy.
type Claim struct {
	Explore    float64       // under exploration
	Exploit    float64       // of the learned policy at the cursor, NaN without one
	Memoryless float64       // of the best policy that looks at the last outcome alone, NaN where there are too many
	Best       planning.Span // of an optimal policy, NaN until known
}

// Regret is what an episode of phase 2 costs.
func (c Claim) Regret() planning.Span { return c.Best.Regret(c.Exploit) }

// Exploring is what so many episodes of phase 1 cost in all.
func (c Claim) Exploring(episodes float64) planning.Span {
	return planning.Span{Low: episodes * (c.Best.Low - c.Explore), High: episodes * (c.Best.High - c.Explore)}
}

// AfterTen is what so many episodes of phase 1 and nine times as many of phase 2
// cost in all.
func (c Claim) AfterTen(episodes float64) planning.Span {
	explored, regret := c.Exploring(episodes), c.Regret()
	return planning.Span{Low: explored.Low + 9*episodes*regret.Low, High: explored.High + 9*episodes*regret.High}
}

// Claim sets what an episode earns in each phase beside the optimum.
func (s Session) Claim() Claim {
	c := Claim{Explore: s.truth.ExploreValue, Memoryless: s.truth.Memoryless(), Exploit: math.NaN(), Best: s.Best()}
	if s.now.Plan != nil {
		c.Exploit = s.now.Plan.ValueTrue
	}
	return c
}
