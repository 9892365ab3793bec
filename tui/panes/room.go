package panes

import (
	"fmt"

	"eeporl/tui/canvas"
)

// room is what draws a view, and what tells in sentences what its pictures show.
type room struct {
	draw func(canvas.Area, Scene)
	told func(Scene) []string
}

func roomOf(v View) room {
	return [...]room{
		Episode:    {drawEpisode, Scene.toldStates},
		Moments:    {drawMoments, Scene.toldMoments},
		Recovery:   {drawRecovery, Scene.toldRecovery},
		Parameters: {drawParameters, Scene.toldParameters},
		Plan:       {drawPlan, Scene.toldTree},
		Theory:     {drawTheory, Scene.toldLemmas},
		Compare:    {drawCompare, nil},
	}[v]
}

// Draw draws a view with its title on the first row.
func Draw(v View, a canvas.Area, s Scene) { roomOf(v).draw(a, s) }

// mostSentences is how many lines a front end without pictures is told at once.
const mostSentences = 40

// Sentences tell what a view shows in its pictures: for a front end that draws none.
func Sentences(v View, s Scene) []string {
	told := roomOf(v).told
	if told == nil {
		return nil
	}
	out := told(s)
	if left := len(out) - mostSentences; left > 0 {
		out = append(out[:mostSentences], fmt.Sprintf("and %d more", left))
	}
	return out
}
