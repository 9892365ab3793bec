// Package panes knows what draws each of the explorer's views. What a view is called and does stands in kit, beside
// what views share; each view has a room of its own.
package panes

import (
	"fmt"

	"eeporl/tui/canvas"
	"eeporl/tui/panes/compare"
	"eeporl/tui/panes/episode"
	"eeporl/tui/panes/kit"
	"eeporl/tui/panes/moments"
	"eeporl/tui/panes/parameters"
	"eeporl/tui/panes/plan"
	"eeporl/tui/panes/recovery"
	"eeporl/tui/panes/theory"
)

// room is what draws a view, and what tells in sentences what its pictures show.
type room struct {
	draw func(canvas.Area, kit.Scene)
	told func(kit.Scene) []string
}

func roomOf(v kit.View) room {
	return [...]room{
		kit.Episode:    {episode.Draw, episode.Told},
		kit.Moments:    {moments.Draw, moments.Told},
		kit.Recovery:   {recovery.Draw, recovery.Told},
		kit.Parameters: {parameters.Draw, parameters.Told},
		kit.Plan:       {plan.Draw, plan.Told},
		kit.Theory:     {theory.Draw, theory.Told},
		kit.Compare:    {compare.Draw, nil},
	}[v]
}

// Draw draws a view with its title on the first row.
func Draw(v kit.View, a canvas.Area, s kit.Scene) { roomOf(v).draw(a, s) }

// Sentences tell what a view shows in its pictures: for a front end that draws none.
func Sentences(v kit.View, s kit.Scene) []string {
	told := roomOf(v).told
	if told == nil {
		return nil
	}
	out := told(s)
	if left := len(out) - kit.MostSentences; left > 0 {
		out = append(out[:kit.MostSentences], fmt.Sprintf("and %d more", left))
	}
	return out
}
