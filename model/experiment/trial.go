package experiment

import (
	"cmp"
	"context"
	"math"
	"time"

	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
)

// Trial is one estimator on one data set in a few figures; those that were not
// reached are NaN.
type Trial struct {
	Estimator  string
	Seed       uint64
	Episodes   float64
	OK         bool // it reached parameters
	Labels     moments.Labelling
	RMSE       float64             // over all entries of b, T_a, Z_a, R_a
	Value      float64             // what its policy is truly worth
	Expected   float64             // what it believes its policy is worth
	Upper      float64             // no policy is worth more than this, by its parameters
	Prediction planning.Prediction // how far off what is seen next is told; NaN where that is not known
	LogLoss    float64             // of triples kept back, where no truth is known; NaN otherwise
	Stopped    string              // the finding that stopped it
	Took       time.Duration       // by the estimate alone; 0 unless ctx has a clock (see Timed)
}

// Try runs an estimator on data, looking for that many states, plans with what it found unless plan is nil, and says how
// well that predicts. truth may be nil. If planning fails, the values are NaN; the error is ctx's.
func Try(ctx context.Context, by moments.Estimator, data moments.Data, states int, o moments.Options, plan *planning.Options, truth *Truth) (Trial, error) {
	t, e, err := score(ctx, by, data, states, o, plan, truth)
	if truth == nil && e.OK() {
		t.LogLoss = LogLoss(ctx, by, data, states, o)
	}
	if p := Predict(e.Learned, truth); p != nil {
		t.Prediction = *p
	}
	return t, cmp.Or(err, ctx.Err())
}

// Score is Try without predictions, which may cost more than all the rest.
func Score(ctx context.Context, by moments.Estimator, data moments.Data, states int, o moments.Options, plan *planning.Options, truth *Truth) (Trial, error) {
	t, _, err := score(ctx, by, data, states, o, plan, truth)
	return t, err
}

func score(ctx context.Context, by moments.Estimator, data moments.Data, states int, o moments.Options, plan *planning.Options, truth *Truth) (Trial, *Estimated, error) {
	took := timer(ctx)
	e := Estimate(ctx, by.Run, data, states, o, truth)
	t := Trial{
		Estimator: by.Name, Seed: o.Seed, Episodes: data.Counts.Total(), OK: e.OK(),
		RMSE: math.NaN(), Value: math.NaN(), Expected: math.NaN(), Upper: math.NaN(), Took: took(),
		LogLoss: math.NaN(), Prediction: planning.Prediction{TV: math.NaN(), KL: math.NaN()},
	}
	if f, ok := e.Stopped(); ok {
		t.Stopped = string(f.Code)
	}
	t.Labels = e.Labelling(e.Comparison)
	if c := e.Comparison; c != nil {
		if c.Parameters != nil {
			t.RMSE = c.Parameters.RMSE
		}
	}
	if plan != nil && e.OK() {
		t.plan(ctx, e.Learned, *plan, truth)
	}
	return t, e, ctx.Err()
}

// plan fills in what the policy for what was learned is worth, and keeps nothing of it.
func (t *Trial) plan(ctx context.Context, learned pomdp.Learned, o planning.Options, truth *Truth) {
	defer o.Turn()()
	plan, _, err := solve(ctx, learned, o)
	if err != nil {
		return
	}
	plan = plan.WithoutSets()
	if truth != nil {
		if _, t.Value, err = planning.Evaluate(truth.Model, plan.Tree); err != nil {
			t.Value = math.NaN()
			return
		}
	}
	t.Expected, t.Upper = plan.Value, plan.Upper
}
