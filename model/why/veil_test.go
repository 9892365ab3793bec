package why_test

import (
	"fmt"
	"strings"
	"testing"

	"eeporl/model/why"
)

// TestVeil changes every hidden state of the episode under way, with the
// probabilities that depend on them, and leaves what an agent sees: behind the
// veil no explanation may change, without it some must.
func TestVeil(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "tiger"} {
		for _, b := range beats(t, name, "") {
			e := b.Now().Episode
			if e == nil {
				continue
			}
			kept := *e
			kept.Steps = append(kept.Steps[:0:0], e.Steps...)
			var targets []why.Target
			for _, view := range views {
				targets = append(targets, some(why.Targets(b.Session, view), 8)...)
			}
			tell := func(veiled bool) []string {
				var all []string
				for _, target := range targets {
					all = append(all, fmt.Sprintf("%+v", why.Explain(b.Session, target, veiled)))
				}
				return all
			}
			veiled, open := tell(true), tell(false)
			states := b.Truth().Model.Sizes().S
			e.Initial.Value = (e.Initial.Value + 1) % states
			e.Initial.Probability /= 7
			for i := range e.Steps {
				step := &e.Steps[i]
				step.State, step.Next.Value = (step.State+1)%states, (step.Next.Value+1)%states
				step.Reward.Probability, step.Next.Probability, step.Observation.Probability = .123, .456, .789
			}
			veiled2, open2 := tell(true), tell(false)
			*e = kept
			differ := 0
			for i, target := range targets {
				if veiled[i] != veiled2[i] {
					t.Errorf("%s %v gives a hidden state away:\n%s\n%s", b.name, target, veiled[i], veiled2[i])
				}
				if open[i] != open2[i] {
					differ++
				}
			}
			if differ == 0 {
				t.Errorf("%s: without the veil nothing shows the hidden states", b.name)
			}
		}
	}
}

// TestVeiledNames: no explanation of a variable of the episode names a state.
func TestVeiledNames(t *testing.T) {
	for _, b := range beats(t, "noisy-tiger", "") {
		m := b.Truth().Model
		for _, target := range why.Targets(b.Session, "Episode") {
			if target.Kind == why.Belief {
				continue
			}
			text := strings.Join(why.Text(why.Explain(b.Session, target, true)), "\n")
			for s := range m.Sizes().S {
				if strings.Contains(text, m.StateName(s)) {
					t.Errorf("%s %v names %s: %s", b.name, target, m.StateName(s), text)
				}
			}
		}
	}
}
