package seek

import (
	"context"

	"eeporl/model"
)

// byEpisodes steps on over new episodes: of phase 2 after a plan, else of phase 1.
func (r *run) byEpisodes(ctx context.Context) error {
	r.do(model.Intent{Verb: model.Last})
	if r.Session.Now().Kind == model.Estimate {
		if !r.do(model.Intent{Verb: model.LeapBy, N: 1}) {
			return nil
		}
		if ok, err := r.holds(ctx); ok || err != nil {
			return err
		}
	}
	number, seen := r.Session.Now().Number, 0.0
	at := len(r.Intents)
	for beats := uint64(0); seen <= r.To; {
		if beats%256 == 0 {
			r.report(int(seen), int(r.To))
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		place := r.Session.Place()
		if r.Session = model.Update(r.Session, model.Intent{Verb: model.Forward}); r.Session.Place() == place {
			return nil
		}
		beats++
		if n := r.Session.Now().Number; n != number {
			number = n
			if seen++; seen > r.To {
				return nil
			}
		}
		r.Intents = append(r.Intents[:at], model.Intent{Verb: model.Forward, N: float64(beats)})
		if ok, err := r.holds(ctx); ok || err != nil {
			return err
		}
	}
	return nil
}

// byLeaps goes on to powers of ten.
func (r *run) byLeaps(ctx context.Context) error {
	r.do(model.Intent{Verb: model.Last})
	for r.Session.Now().N < r.To {
		if !r.do(model.Intent{Verb: model.Grow}) {
			return nil
		}
		if err := r.settle(ctx); err != nil || r.Session.Now().N > r.To {
			return err
		}
		if ok, err := r.holds(ctx); ok || err != nil {
			return err
		}
		if r.Beyond == Leaps {
			continue
		}
		if err := r.estimate(ctx); err != nil || r.OK {
			return err
		}
	}
	return nil
}

// estimate makes one and looks at its stages.
func (r *run) estimate(ctx context.Context) error {
	if !r.do(model.Intent{Verb: model.RunEstimate}) {
		return nil
	}
	if err := r.settle(ctx); err != nil {
		return err
	}
	_, stages := r.Session.Now().Unit()
	for i := range stages {
		if i > 0 {
			r.do(model.Intent{Verb: model.Forward})
		}
		if ok, err := r.holds(ctx); ok || err != nil {
			return err
		}
	}
	return nil
}

func (r *run) settle(ctx context.Context) (err error) {
	r.Session, err = model.Settle(ctx, r.Session)
	return err
}
