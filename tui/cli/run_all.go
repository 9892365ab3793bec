package cli

import (
	"context"
	"fmt"
	"io"
	"math"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/planning"
	"eeporl/pomdp/figure"
)

// allEstimators stands for all estimators, one after the other.
const allEstimators = "all"

// comparison is all estimators on the same counts.
type comparison struct {
	world
	truth    *experiment.Truth
	episodes float64
	seed     uint64
	bound    float64        // Cramér–Rao; NaN where there is none
	best     *planning.Plan // nil where the optimum is unknown
	optimum  planning.Span  // NaN there
	trials   []experiment.Trial
	seconds  map[string]float64
}

func (a *app) runAll(ctx context.Context, s world, truth *experiment.Truth, episodes float64, l *learning) error {
	watch, line := a.stopwatch(), a.progress()
	defer line.done()
	c := &comparison{world: s, truth: truth, episodes: episodes, seed: l.seed, bound: math.NaN(), seconds: watch.spent}
	counts, err := truth.Draw(l.seed, episodes)
	if err != nil {
		return failed(s.Name, err)
	}
	setup := l.setup(ctx, truth.Model)
	c.plan(ctx, setup.Planning, a.planProgress(line, "planning on the true model"))
	if info, err := truth.Information(); err == nil && !counts.Exact() {
		c.bound = info.RMSE(episodes)
	}
	for _, by := range estimators.Estimators() {
		name := by.Name
		line.say("estimating: %s", name)
		watch.enter(name)
		setup.Planning.Progress = a.planProgress(line, "planning: "+name)
		trial, err := experiment.Try(ctx, by, moments.Data{Counts: counts}, truth.Model.Sizes().S, setup.Moments, &setup.Planning, truth)
		if err != nil {
			return failed(s.Name, err)
		}
		c.trials = append(c.trials, trial)
		if c.best != nil {
			c.best = c.best.AtLeast(trial.Value)
		}
	}
	c.optimum = c.best.Best()
	if f, open := experiment.Gap("The optimum", c.best); open {
		c.found = append(c.found, f)
	}
	watch.enter("")
	if l.asJSON {
		return writeJSON(&a.out, c.doc(setup.Planning))
	}
	c.writeText(&a.out)
	return nil
}

// plan finds the optimum. If that fails, c.best stays nil.
func (c *comparison) plan(ctx context.Context, o planning.Options, told func(planning.Progress)) {
	o.Progress = told
	best, err := experiment.PlanModel(ctx, o, c.truth)
	if err != nil {
		return
	}
	c.best = best.WithoutSets()
}

type comparisonDoc struct {
	Scenario   string            `json:"scenario"`
	Seed       uint64            `json:"seed"`
	Episodes   Number            `json:"episodes"`
	Horizon    int               `json:"horizon"`
	C          Number            `json:"c"`
	CramerRao  *Number           `json:"cramer_rao,omitempty"`
	Optimal    *Number           `json:"optimal,omitempty"`
	Upper      *Number           `json:"optimal_upper,omitempty"`
	Memoryless *Number           `json:"no_memory,omitempty"`
	Estimators []trialDoc        `json:"estimators"`
	Findings   findings          `json:"findings"`
	Seconds    map[string]Number `json:"seconds"`
}

// trialDoc leaves out what an estimator did not reach.
type trialDoc struct {
	Estimator      string  `json:"estimator"`
	OK             bool    `json:"ok"`
	LabelsRight    int     `json:"labels_right"`
	LabelsGiven    bool    `json:"labels_by_construction,omitempty"`
	RMSE           *Number `json:"rmse,omitempty"`
	AgainstBound   *Number `json:"times_bound,omitempty"`
	ValueEstimated *Number `json:"value_estimated,omitempty"`
	ValueTrue      *Number `json:"value_true,omitempty"`
	Regret         *Number `json:"regret,omitempty"`
	RegretUpper    *Number `json:"regret_upper,omitempty"`
	ValueUpper     *Number `json:"value_upper,omitempty"`
	Stopped        string  `json:"stopped,omitempty"`

	Sequences *sequencesDoc `json:"sequences,omitempty"`
}

// sequencesDoc is how well what is seen next is told.
type sequencesDoc struct {
	TV Number `json:"tv"`
	KL Number `json:"kl"`
}

func newSequencesDoc(p *planning.Prediction) *sequencesDoc {
	if p == nil || math.IsNaN(p.TV) {
		return nil
	}
	return &sequencesDoc{Number(p.TV), Number(p.KL)}
}

func (c *comparison) doc(o planning.Options) comparisonDoc {
	doc := comparisonDoc{
		Scenario: c.Name, Seed: c.seed, Episodes: Number(c.episodes), Horizon: o.Horizon, C: Number(c.truth.Exploration.C()),
		CramerRao: numberIfFinite(c.bound), Optimal: numberIfFinite(c.optimum.Low), Upper: numberIfFinite(c.optimum.High), Memoryless: numberIfFinite(c.truth.Memoryless()), Findings: findings{}, Seconds: map[string]Number{},
	}
	for _, t := range c.trials {
		regret := c.optimum.Regret(t.Value)
		doc.Estimators = append(doc.Estimators, trialDoc{
			Estimator: t.Estimator, OK: t.OK, LabelsRight: max(t.Labels.Right, 0), LabelsGiven: t.Labels.Given, Stopped: t.Stopped,
			RMSE: numberIfFinite(t.RMSE), AgainstBound: numberIfFinite(t.RMSE / c.bound),
			ValueEstimated: numberIfFinite(t.Expected), ValueTrue: numberIfFinite(t.Value), Regret: numberIfFinite(regret.Low), RegretUpper: numberIfFinite(regret.High), ValueUpper: numberIfFinite(t.Upper),
			Sequences: newSequencesDoc(&t.Prediction),
		})
		doc.Seconds[t.Estimator] = Number(c.seconds[t.Estimator])
	}
	doc.Findings.addAll(append(c.found, c.truth.Findings()...), c.truth.Model.Sizes())
	doc.Findings.infiniteInputs(c.episodes, c.truth.Exploration.C())
	doc.Findings.notFinite(doc)
	return doc
}

func (c *comparison) writeText(w io.Writer) {
	fmt.Fprintf(w, "%s · N = %s · seed %d · c = %s · H = %d · Cramér–Rao bound %s · optimum %s\n\n", c.Name, figure.Count(c.episodes),
		c.seed, figure.Number(c.truth.Exploration.C()), c.truth.Model.Horizon(), figure.Number(c.bound), spanText(figure.Value, c.optimum))
	var t table
	t.alignRight(1, 2, 3, 4, 5, 6)
	t.add("estimator", "labels right", "RMSE", "× bound", "predicts", "value", "regret", "")
	for _, x := range c.trials {
		t.add(x.Estimator, x.Labels.Short(), known(figure.Number, x.RMSE), known(figure.Number, x.RMSE/c.bound), known(figure.Number, x.Prediction.TV),
			known(figure.Value, x.Value), spanText(figure.Regret, c.optimum.Regret(x.Value)), x.Stopped)
	}
	t.write(w, "")
	if x := c.truth.Memoryless(); !math.IsNaN(x) {
		fmt.Fprintf(w, "\nThe best policy without memory, which looks at the last outcome alone, is worth %s: regret %s.\n", figure.Value(x), spanText(figure.Regret, c.optimum.Regret(x)))
	}
	writeFound(w, append(c.found, c.truth.Findings()...))
}

// spanText writes a number or the interval where it lies, and – for what is
// unknown.
func spanText(write func(float64) string, s planning.Span) string {
	if math.IsNaN(s.High) {
		return "–"
	}
	return s.Text(write)
}

// known writes a number, and – for what was not reached.
func known(write func(float64) string, x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return write(x)
}
