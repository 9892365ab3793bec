package predict

import (
	"context"

	"eeporl/model"
)

// Posed is a question at the place of a session where it can be asked.
type Posed struct {
	Question
	Session model.Session
}

// Quiz poses n questions along the story of a session that has just begun: an episode, an
// estimate of each action alone, one of all together, a plan, an episode that follows it.
// Every kind that can be asked comes once before any comes twice; fewer than n come where
// the story has no more.
func Quiz(ctx context.Context, s model.Session, n int) ([]Posed, error) {
	met := map[string][]Posed{}
	var order []Posed
	look := func() {
		for _, q := range Questions(s) {
			x := Posed{q, s}
			met[q.Kind] = append(met[q.Kind], x)
			order = append(order, x)
		}
	}
	var err error
	next := func(i model.Intent) bool {
		if err != nil || s.Refusal(i) != "" {
			return false
		}
		if s, err = model.Settle(ctx, model.Update(s, i)); err == nil {
			look()
		}
		return err == nil
	}
	beats := func(i model.Intent, most int) {
		if !next(i) {
			return
		}
		for kind := s.Now().Kind; most > 0 && s.Now().Kind == kind && !(kind == model.Estimate && s.Now().Whole) && next(model.Intent{Verb: model.Forward}); most-- {
		}
	}
	const oneEpisode, oneStage = 40, 12 // beats at most
	for range oneEpisode {
		if s.Now().N >= 1 || !next(model.Intent{Verb: model.Forward}) {
			break
		}
	}
	next(model.Intent{Verb: model.LeapBy, N: 99_999})
	for _, estimator := range []string{"naive", "full"} {
		next(choose(estimator))
		beats(model.Intent{Verb: model.RunEstimate}, oneStage)
	}
	beats(model.Intent{Verb: model.RunPlan}, oneStage)
	beats(model.Intent{Verb: model.RunPolicy}, oneEpisode)
	if err != nil {
		return nil, err
	}
	chosen := map[int]bool{}
	taken := map[string]int{}
	for len(chosen) < min(n, len(order)) {
		least := -1
		for _, places := range met {
			if k := taken[places[0].Kind]; k < len(places) && (least < 0 || k < least) {
				least = k
			}
		}
		var fair []int // of each kind that came least often, the next place
		seen := map[string]bool{}
		for i, x := range order {
			if !chosen[i] && taken[x.Kind] == least && !seen[x.Kind] {
				fair, seen[x.Kind] = append(fair, i), true
			}
		}
		room := min(n-len(chosen), len(fair))
		for k := range room { // where there is no room for all, from the whole story and not its beginning alone
			i := fair[(2*k+1)*len(fair)/(2*room)]
			chosen[i] = true
			taken[order[i].Kind]++
		}
	}
	var out []Posed
	for i, x := range order {
		if chosen[i] {
			out = append(out, x)
		}
	}
	return out, nil
}

// choose makes an estimator the next one.
func choose(estimator string) model.Intent {
	return model.Intent{Verb: model.Choose, N: model.Estimator(estimator)}
}
