package tui

import (
	"fmt"

	"eeporl/model"
	"eeporl/tui/canvas"
)

// drawHints says what to press next: the proposal, or a note or a typed count in its
// place, and below it the row of keys.
func drawHints(b canvas.Area, g glance) {
	if g.covered {
		if g.note != "" { // the layer's own keys stand in its picture, or here
			b.Rows(0, 1).Fill(' ', canvas.Style{})
			b.Text(1, 0, g.note, canvas.Style{})
		}
		return
	}
	message, style := g.note, canvas.Style{}
	if g.typed > 0 {
		message, style = fmt.Sprintf("%d %s (a count for the next key)", g.typed, g.pick("…", "...")), mark
	}
	x, room := drawProposal(b.Rows(0, 1), g)
	switch wide := canvas.Width(message); {
	case message == "":
		drawKeys(b.Rows(1, 1), g)
	case x+5+wide <= room.W(): // beside the proposal
		room.Right(room.W()-2, 0, message, style)
		drawKeys(b.Rows(1, 1), g)
	default:
		b.Text(1, 1, message, style)
	}
}

// drawProposal says what Enter does now, and returns the column after it, and the room that is left beside.
func drawProposal(b canvas.Area, g glance) (x int, room canvas.Area) {
	intent, why := g.session.Proposal()
	if g.tour.open && g.tour.run.Done() {
		intent, why = model.Intent{Verb: model.Continue}, "go on with the lesson"
		if g.tour.run.Last() {
			why = "end the lesson"
		}
	} else if g.tour.tasked(g.focus.on) {
		intent, why = model.Intent{Verb: model.Continue}, "do what the lesson asks"
	}
	x, room = 1, drawHelpKeys(b, g)
	if intent.Verb != "" {
		x = room.Text(x, 0, "Enter ", key)
	}
	x = room.Text(x, 0, why, bold)
	if at, of := g.session.Now().Unit(); intent.Verb == model.Forward && at < of-1 && g.session.Refusal(model.Intent{Verb: model.Last}) == "" {
		if end, ok := g.named("last"); ok && x+4+len(end.label(g.ascii))+canvas.Width(end.does) <= room.W() {
			x = room.Text(room.Text(x+3, 0, end.label(g.ascii)+" ", key), 0, end.does, dim)
		}
	}
	return x, room
}

// drawKeys names the keys of the moment; those that can do nothing are dim.
func drawKeys(b canvas.Area, g glance) {
	if g.banner.mode == yours {
		b = b.Sub(0, 0, b.W()-yoursRoom, 1)
	}
	x := 1
	for _, h := range g.keys {
		if h.hint == "" {
			continue
		}
		label, style := h.label(g.ascii), key
		if g.off(h) != "" {
			style = dim
		}
		if x+canvas.Width(label)+1+canvas.Width(h.hint) > b.W()-3 {
			b.Text(x, 0, g.pick("…", ".."), dim) // ? lists them all
			break
		}
		x = b.Text(x, 0, label, style)
		x = b.Text(x+1, 0, h.hint, dim) + 2
	}
}
