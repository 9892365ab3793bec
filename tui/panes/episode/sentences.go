package episode

import (
	"strings"

	"eeporl/model"
	"eeporl/pomdp/figure"
	"eeporl/tui/panes/kit"
)

// Told are the hidden states of the episode so far, where they are shown.
func Told(scene kit.Scene) []string {
	s := pane{scene}
	n := s.Now
	if n.Episode == nil || s.Veiled {
		return nil
	}
	var states []string
	for t, step := range n.Episode.Steps {
		if t > 0 && !n.Drawn(model.BeatMove, t) || step.State < 0 {
			break
		}
		states = append(states, "s"+figure.Sub(t+1)+" "+s.Truth().StateName(step.State))
	}
	if len(states) == 0 {
		return nil
	}
	return []string{"in truth: " + strings.Join(states, ", ")}
}
