package cli

import (
	"slices"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/choose"
	"eeporl/moments/precision"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
)

// report is what `run` and `estimate` answer.
type report struct {
	scenario string // "" without a truth
	seed     uint64
	episodes float64
	horizon  int
	length   moments.Length // of the log's episodes, where the horizon is taken from them
	c        float64        // NaN where it is not known
	names    pomdp.Names

	data        *dataset            // nil where episodes were drawn
	truth       *experiment.Truth   // nil where it is unknown
	order       *choose.OrderChoice // nil where somebody said how many states there are
	outcome     *experiment.Outcome
	intervals   *precision.Intervals // nil where there are none
	unasked     float64              // seconds of a core for intervals that are left out because nobody asked; 0 where none are
	learnedBy   string               // what --estimator auto did, and why; "" without it
	learnedFrom *learnedFromDoc      // nil where triples alone were learned from
	support     *supportDoc          // how much of the policy's value rests on what hardly any data tell; nil where that is not known
	behaviour   moments.Behaviour    // what the log's own policy earns; of no episode where nothing tells
	worth       *experiment.Worth    // what the policy may be worth, by whole episodes; nil where nothing tells
	lead        *experiment.Lead     // of the best first action over the next one; nil where nothing tells
	byLog       *experiment.Judged   // what the log itself says of the policy; nil where nobody asked
	heldOut     *experiment.HeldOut  // what episodes kept back say; nil where none were
	stated      string               // the log's column of its actions' probabilities; "" where these were counted
	rival       string               // what the policy is held against, "" for the log's own behaviour
	taken       string               // what the numbers in the rival's file were taken for, "" where that is no question
	needed      *needed              // episodes, for what was asked; nil for nothing
	rules       *rules               // the policy in a few lines; nil where nobody asked
	probes      []experiment.Probe   // whether the model holds; nil where nobody asked the log
	found       []finding.Finding    // by the command itself, before the outcome's
	seconds     map[string]float64
}

func (r *report) findings() []finding.Finding {
	return finding.ByCause(slices.Concat(r.found, r.outcome.Findings))
}

type reportDoc struct {
	Scenario     string           `json:"scenario,omitempty"`
	Seed         uint64           `json:"seed"`
	Episodes     Number           `json:"episodes"`
	Estimator    string           `json:"estimator"`
	Horizon      int              `json:"horizon"`
	C            *Number          `json:"c,omitempty"`
	Names        *namesDoc        `json:"names,omitempty"`
	ModelOrder   *orderDoc        `json:"model_order,omitempty"`
	LearnedBy    string           `json:"learned_by,omitempty"`
	Probes       []probeDoc       `json:"probes,omitempty"`
	LearnedFrom  *learnedFromDoc  `json:"learned_from,omitempty"`
	Stage        string           `json:"stage"`
	Diagnostics  *diagnosticsDoc  `json:"diagnostics,omitempty"`
	HMM          *hmmDoc          `json:"hmm,omitempty"`
	Labels       [][2]int         `json:"labels,omitempty"`
	LabelsRight  *int             `json:"labels_right,omitempty"`
	LabelsGiven  bool             `json:"labels_by_construction,omitempty"`
	Permutations []permutationDoc `json:"permutations,omitempty"`
	Parameters   []pairDoc        `json:"parameters,omitempty"`
	Intervals    *intervalsDoc    `json:"intervals,omitempty"`
	POMDP        *pomdpDoc        `json:"pomdp,omitempty"`
	Errors       *errorsDoc       `json:"errors,omitempty"`
	AgainstBound *againstBoundDoc `json:"against_bound,omitempty"`
	Sequences    *sequencesDoc    `json:"sequences,omitempty"`
	Policy       *policyDoc       `json:"policy,omitempty"`
	Support      *supportDoc      `json:"support,omitempty"`
	Behaviour    *behaviourDoc    `json:"behaviour,omitempty"`
	Worth        *worthDoc        `json:"worth,omitempty"`
	HeldOut      *heldOutDoc      `json:"held_out,omitempty"`
	LogSteps     int              `json:"log_steps,omitempty"` // the commonest, where the horizon is taken from them
	Findings     findings         `json:"findings"`
	Seconds      secondsDoc       `json:"seconds"`
}

// namesDoc is what indices stand for.
type namesDoc struct {
	States       []string `json:"states,omitempty"`
	Actions      []string `json:"actions"`
	Observations []string `json:"observations"`
	Rewards      []Number `json:"rewards"`
}

func (r *report) namesDoc() *namesDoc {
	if r.names.Actions == nil {
		return nil
	}
	doc := &namesDoc{States: r.names.States, Actions: r.names.Actions, Observations: r.names.Observations}
	for _, x := range r.outcome.Estimated.Options.RewardValues {
		doc.Rewards = append(doc.Rewards, Number(x))
	}
	return doc
}

// learnedFromDoc is what whole episodes came to.
type learnedFromDoc struct {
	Episodes Number `json:"episodes"`
	Steps    Number `json:"steps"`
	Rows     Number `json:"rows"`    // of logs, bad ones too
	Triples  Number `json:"triples"` // episodes of four steps or more, of which nothing is missing
}

// diagnosticsDoc are the numbers that decide whether an estimate can be
// trusted, as far as the estimator got.
type diagnosticsDoc struct {
	SigmaK12     *Number `json:"sigma_k_12,omitempty"`
	SigmaK13     *Number `json:"sigma_k_13,omitempty"`
	Noise12      *Number `json:"noise_12,omitempty"`
	NoiseLimit12 *Number `json:"noise_limit_12,omitempty"`
	NoiseLimit13 *Number `json:"noise_limit_13,omitempty"`
	Noise13      *Number `json:"noise_13,omitempty"`
	Gap          *Number `json:"gap,omitempty"`
	MaxImaginary *Number `json:"max_imaginary,omitempty"`
	Condition    *Number `json:"condition,omitempty"`
	NegativeMass *Number `json:"negative_mass,omitempty"`

	LogLikelihood *Number `json:"log_likelihood,omitempty"`
	Iterations    *int    `json:"iterations,omitempty"`
	Converged     *bool   `json:"converged,omitempty"`
}

type hmmDoc struct {
	O matrix   `json:"O"`
	T matrix   `json:"T,omitempty"`
	W []Number `json:"w,omitempty"`
}

type permutationDoc struct {
	Pair   [2]int `json:"pair"`
	States []int  `json:"states"`
}

type pairDoc struct {
	Pair        [2]int   `json:"pair"`
	Initial     []Number `json:"initial"`
	Observation matrix   `json:"observation"`
	Reward      matrix   `json:"reward"`
	Transition  []matrix `json:"transition"`
}

type pomdpDoc struct {
	Initial     []Number `json:"initial"`
	Transition  []matrix `json:"transition"`
	Observation []matrix `json:"observation"`
	Reward      []matrix `json:"reward"`
}

type errorsDoc struct {
	OMax       Number              `json:"O_max"`
	O2         Number              `json:"O_2"`
	T2         *Number             `json:"T_2,omitempty"`
	W2         *Number             `json:"w_2,omitempty"`
	Parameters *parameterErrorsDoc `json:"parameters,omitempty"`
}

type parameterErrorsDoc struct {
	Initial     Number `json:"initial"`
	Observation Number `json:"observation"`
	Reward      Number `json:"reward"`
	Transition  Number `json:"transition"`
	RMSE        Number `json:"rmse"`
}

type againstBoundDoc struct {
	RMSE      Number `json:"rmse"`
	CramerRao Number `json:"cramer_rao"`
	Ratio     Number `json:"ratio"`
	Samples   int    `json:"samples,omitempty"`
}

type policyDoc struct {
	ValueEstimated Number    `json:"value_estimated"`
	ValueLevelled  *Number   `json:"value_levelled,omitempty"`
	ValueTrue      *Number   `json:"value_true,omitempty"`
	Optimal        *Number   `json:"optimal,omitempty"`
	Regret         *Number   `json:"regret,omitempty"`
	ValueUpper     Number    `json:"value_upper"`
	OptimalUpper   *Number   `json:"optimal_upper,omitempty"`
	RegretUpper    *Number   `json:"regret_upper,omitempty"`
	Mass           Number    `json:"mass"`
	Planner        string    `json:"planner"`
	FirstAction    int       `json:"first_action"`
	Rules          *rulesDoc `json:"rules,omitempty"`
}

type secondsDoc struct {
	Sample   Number `json:"sample"`
	Estimate Number `json:"estimate"`
	Plan     Number `json:"plan"`
}

func (r *report) doc() reportDoc {
	e := r.outcome.Estimated
	doc := reportDoc{
		Scenario: r.scenario, Seed: r.seed, Episodes: Number(r.episodes), Estimator: e.Estimator, Horizon: r.horizon,
		C: numberOrNone(r.c), Names: r.namesDoc(), ModelOrder: orderDocOf(r.order), LearnedBy: r.learnedBy, Probes: r.probeDocs(), LearnedFrom: r.learnedFrom, Support: r.support, LogSteps: r.length.Commonest, Behaviour: r.behaviourDoc(), Worth: r.worthDoc(), HeldOut: r.heldOutDoc(), Stage: e.Stage.String(),
		Diagnostics: diagnostics(e.Estimate), HMM: newHMMDoc(e.Estimate), Labels: labelPairs(e.Estimate),
		Parameters: pairDocs(e.Parameters), Intervals: newIntervalsDoc(r.intervals), POMDP: newPOMDPDoc(e.Model),
		AgainstBound: newAgainstBoundDoc(r.outcome.AgainstBound), Policy: r.policyDoc(), Sequences: newSequencesDoc(r.outcome.Prediction), Findings: findings{},
		Seconds: secondsDoc{
			Sample:   Number(r.seconds[stageSample]),
			Estimate: Number(r.seconds[string(experiment.StageEstimate)]),
			Plan:     Number(r.seconds[string(experiment.StagePlan)]),
		},
	}
	if c := e.Comparison; c != nil {
		doc.Errors = newErrorsDoc(e)
		doc.Permutations = permutations(e.Sizes, c.Order)
		if e.Labels != nil {
			doc.LabelsRight = &c.LabelsRight
		}
	}
	doc.LabelsGiven = e.LabelsGiven
	doc.Findings.infiniteInputs(r.episodes, r.c)
	doc.Findings.addAll(r.findings(), e.Sizes)
	doc.Findings.notFinite(doc)
	return doc
}

// addAll adds findings; n is the sizes by which a pair's index becomes two actions.
func (f *findings) addAll(found []finding.Finding, n pomdp.Sizes) {
	for _, x := range found {
		*f = append(*f, newFindingDoc(x, n))
	}
}

func newFindingDoc(f finding.Finding, n pomdp.Sizes) findingDoc {
	doc := findingDoc{Code: string(f.Code), Detail: f.Detail, Fatal: f.Fatal}
	doc.Value, doc.Limit = numberIfFinite(f.Value.Float()), numberIfFinite(f.Limit.Float())
	if p, ok := f.Pair.Int(); ok {
		pair := actions(n, p)
		doc.Pair = &pair
	}
	if c, ok := f.Column.Int(); ok {
		doc.Column = &c
	}
	return doc
}

// actions are the two actions of a pair.
func actions(n pomdp.Sizes, pair int) [2]int {
	a, next := n.PairActions(pair)
	return [2]int{a, next}
}

func diagnostics(e *moments.Estimate) *diagnosticsDoc {
	var d diagnosticsDoc
	if e.Spectrum != nil {
		d.SigmaK12, d.SigmaK13 = numberOrNone(e.Spectrum.SigmaK()), numberOrNone(e.Spectrum.SigmaK13())
	}
	if e.Noise != nil {
		d.Noise12, d.Noise13 = numberOrNone(e.Noise.P12.Level), numberOrNone(e.Noise.P13.Level)
		d.NoiseLimit12, d.NoiseLimit13 = numberOrNone(e.Noise.P12.Limit), numberOrNone(e.Noise.P13.Limit)
	}
	if r, ok := chosen(e); ok {
		d.Gap, d.MaxImaginary, d.Condition = numberOrNone(r.Gap), numberOrNone(r.MaxImaginary), numberOrNone(r.Cond)
	}
	if e.Negative != nil {
		d.NegativeMass = numberOrNone(e.Negative.Most())
	}
	if l := e.Likelihood; l != nil {
		iterations := len(l.Trace) - 1
		d.LogLikelihood, d.Iterations, d.Converged = numberOrNone(l.LogLikelihood()), &iterations, &l.Converged
	}
	if d == (diagnosticsDoc{}) {
		return nil
	}
	return &d
}

// chosen is the rotation that the estimate was made with.
func chosen(e *moments.Estimate) (moments.Rotation, bool) {
	if e.Eigen == nil {
		return moments.Rotation{}, false
	}
	return e.Eigen.Used, true
}

func newHMMDoc(e *moments.Estimate) *hmmDoc {
	if e.O == nil {
		return nil
	}
	doc := &hmmDoc{O: dense(e.O), T: dense(e.T)}
	if e.W != nil {
		doc.W = numbers(e.W)
	}
	return doc
}

func labelPairs(e *moments.Estimate) [][2]int {
	var labels [][2]int
	for _, l := range e.Labels {
		pair := [2]int{-1, -1}
		if l.Pair >= 0 {
			pair = actions(e.Sizes, l.Pair)
		}
		labels = append(labels, pair)
	}
	return labels
}

func permutations(n pomdp.Sizes, order pomdp.Order) []permutationDoc {
	var docs []permutationDoc
	for pair, states := range order {
		if states != nil {
			docs = append(docs, permutationDoc{actions(n, pair), states})
		}
	}
	return docs
}

func pairDocs(p *pomdp.PairParameters) []pairDoc {
	if p == nil {
		return nil
	}
	var docs []pairDoc
	for pair := range p.Sizes.Pairs() {
		docs = append(docs, pairDoc{
			Pair: actions(p.Sizes, pair), Initial: numbers(p.Initial[pair]),
			Observation: rows(p.Observation[pair]), Reward: rows(p.Reward[pair]), Transition: rows3(p.Transition[pair]),
		})
	}
	return docs
}

func newPOMDPDoc(m *pomdp.POMDP) *pomdpDoc {
	if m == nil {
		return nil
	}
	spec := m.Spec()
	return &pomdpDoc{numbers(spec.Initial), rows3(spec.Transition), rows3(spec.Observation), rows3(spec.Reward)}
}

func newErrorsDoc(e *experiment.Estimated) *errorsDoc {
	c := e.Comparison
	doc := &errorsDoc{OMax: Number(c.OMax), O2: Number(c.O2)}
	if e.T != nil {
		t, w := Number(c.T2), Number(c.W2)
		doc.T2, doc.W2 = &t, &w
	}
	if p := c.Parameters; p != nil {
		doc.Parameters = &parameterErrorsDoc{Number(p.Initial), Number(p.Observation), Number(p.Reward), Number(p.Transition), Number(p.RMSE)}
	}
	return doc
}

func newAgainstBoundDoc(e *experiment.AgainstBound) *againstBoundDoc {
	if e == nil {
		return nil
	}
	return &againstBoundDoc{Number(e.RMSE), Number(e.CramerRao), Number(e.Ratio()), e.Samples}
}

func newPolicyDoc(o *experiment.Outcome) *policyDoc {
	p := o.Planned
	if p == nil {
		return nil
	}
	regret := o.Regret()
	doc := &policyDoc{
		ValueEstimated: Number(p.Value), ValueTrue: numberOrNone(p.ValueTrue), Regret: numberOrNone(regret.Low),
		ValueLevelled: numberOrNone(p.Levelled),
		ValueUpper:    Number(p.Upper), RegretUpper: numberOrNone(regret.High),
		Mass: Number(p.Mass), Planner: string(p.Planner), FirstAction: p.First[1],
	}
	if o.Optimal != nil {
		doc.Optimal, doc.OptimalUpper = numberOrNone(o.Optimal.Value), numberOrNone(o.Optimal.Upper)
	}
	return doc
}
