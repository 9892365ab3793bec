package panel

import (
	"fmt"

	"eeporl/model"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// DrawHints says what to press next: the proposal, or a note or a typed count in its
// place, and below it the row of keys.
func DrawHints(b canvas.Area, g Glance) {
	if g.Covered {
		if g.Note != "" { // the layer's own keys stand in its picture, or here
			drawNote(b, g.Note, canvas.Style{})
		}
		return
	}
	message, style := g.Note, canvas.Style{}
	if g.Typed > 0 {
		message, style = fmt.Sprintf("%d %s (a count for the next key)", g.Typed, g.pick("…", "...")), Mark
	}
	wide := canvas.Width(message)
	if wide > b.W()-2 { // what it says counts more than what Enter does
		drawNote(b, message, style)
		return
	}
	x, room := drawProposal(b.Rows(0, 1), g)
	switch {
	case message == "":
		drawKeys(b.Rows(1, 1), g)
	case x+5+wide <= room.W(): // beside the proposal
		room.Right(room.W()-2, 0, message, style)
		drawKeys(b.Rows(1, 1), g)
	default:
		b.Text(1, 1, message, style)
	}
}

// drawNote writes a note, over both rows if it takes them.
func drawNote(b canvas.Area, note string, style canvas.Style) {
	for y, words := range kit.Lines(note, b.W()-2) {
		if y < b.H() {
			b.Rows(y, 1).Fill(' ', canvas.Style{})
			b.Text(1, y, words, style)
		}
	}
}

// drawProposal says what Enter does now, and returns the column after it, and the room that is left beside.
func drawProposal(b canvas.Area, g Glance) (x int, room canvas.Area) {
	intent, why := g.Session.Proposal()
	if words := g.Tour.Leads(g.Focus.On); words != "" {
		intent, why = model.Intent{Verb: model.Continue}, words
	}
	x, room = 1, drawHelpKeys(b, g)
	if intent.Verb != "" {
		x = room.Text(x, 0, "Enter ", Key)
	}
	x = room.Text(x, 0, why, Bold)
	if at, of := g.Session.Now().Unit(); intent.Verb == model.Forward && at < of-1 && g.Session.Refusal(model.Intent{Verb: model.Last}) == "" {
		if end, ok := g.named("last"); ok && x+4+len(end.label(g.ASCII))+canvas.Width(end.Does) <= room.W() {
			x = room.Text(room.Text(x+3, 0, end.label(g.ASCII)+" ", Key), 0, end.Does, Dim)
		}
	}
	if lessons := [][2]string{g.lessonsKey()}; !g.namesLessons() && !g.Tour.Open && g.Note == "" && g.Typed == 0 && x+3+keyRowWidth(lessons) <= room.W() {
		KeyRow(room, room.W()-keyRowWidth(lessons)+1, lessons)
	}
	return x, room
}

// drawKeys names the keys of the moment; those that can do nothing are dim.
func drawKeys(b canvas.Area, g Glance) {
	if g.Banner.Mode == Yours {
		b = b.Sub(0, 0, b.W()-YoursRoom, 1)
	}
	x := 1
	for _, h := range g.Keys {
		if h.Hint == "" {
			continue
		}
		label, style := h.label(g.ASCII), Key
		if g.Off(h) != "" {
			style = Dim
		}
		if x+canvas.Width(label)+1+canvas.Width(h.Hint) > b.W()-3 {
			b.Text(x, 0, g.pick("…", ".."), Dim) // ? lists them all
			break
		}
		x = b.Text(x, 0, label, style)
		x = b.Text(x+1, 0, h.Hint, Dim) + 2
	}
}
