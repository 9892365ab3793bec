package tui

import (
	"fmt"

	"eeporl/model"
	"eeporl/tui/canvas"
)

// drawHints says what to press next: the proposal, or a note or a typed count in its
// place, and below it the row of keys.
func (a App) drawHints(b canvas.Area) {
	if a.alone() {
		if a.note != "" { // the layer's own keys stand in its picture, or here
			b.Rows(0, 1).Fill(' ', canvas.Style{})
			b.Text(1, 0, a.note, canvas.Style{})
		}
		return
	}
	message, style := a.note, canvas.Style{}
	if a.typed > 0 {
		message, style = fmt.Sprintf("%d %s (a count for the next key)", a.typed, a.pick("…", "...")), mark
	}
	x, room := a.drawProposal(b.Rows(0, 1))
	switch wide := canvas.Width(message); {
	case message == "":
		a.drawKeys(b.Rows(1, 1))
	case x+5+wide <= room.W(): // beside the proposal
		room.Right(room.W()-2, 0, message, style)
		a.drawKeys(b.Rows(1, 1))
	default:
		b.Text(1, 1, message, style)
	}
}

// drawProposal says what Enter does now, and returns the column after it, and the room that is left beside.
func (a App) drawProposal(b canvas.Area) (x int, room canvas.Area) {
	intent, why := a.session.Proposal()
	if a.tour.open && a.tour.run.Done() {
		intent, why = model.Intent{Verb: model.Continue}, "go on with the lesson"
		if a.tour.run.Last() {
			why = "end the lesson"
		}
	} else if a.tasked() {
		intent, why = model.Intent{Verb: model.Continue}, "do what the lesson asks"
	}
	x, room = 1, a.drawHelpKeys(b)
	if intent.Verb != "" {
		x = room.Text(x, 0, "Enter ", key)
	}
	x = room.Text(x, 0, why, bold)
	if at, of := a.session.Now().Unit(); intent.Verb == model.Forward && at < of-1 && a.session.Refusal(model.Intent{Verb: model.Last}) == "" {
		if end, ok := named(a.table, "last"); ok && x+4+len(keyLabel(end.keys[0], a.ascii))+canvas.Width(end.does) <= room.W() {
			x = room.Text(room.Text(x+3, 0, keyLabel(end.keys[0], a.ascii)+" ", key), 0, end.does, dim)
		}
	}
	return x, room
}

// drawKeys names the keys of the moment; those that can do nothing are dim.
func (a App) drawKeys(b canvas.Area) {
	if a.banner.mode == yours {
		b = b.Sub(0, 0, b.W()-yoursRoom, 1)
	}
	x := 1
	for _, h := range a.table {
		if h.hint == "" {
			continue
		}
		label, style := keyLabel(h.keys[0], a.ascii), key
		if h.off(a) != "" {
			style = dim
		}
		if x+canvas.Width(label)+1+canvas.Width(h.hint) > b.W()-3 {
			b.Text(x, 0, a.pick("…", ".."), dim) // ? lists them all
			break
		}
		x = b.Text(x, 0, label, style)
		x = b.Text(x+1, 0, h.hint, dim) + 2
	}
}
