package panel

import (
	"fmt"
	"strings"

	"eeporl/tui/canvas"
	"eeporl/tui/class"
	"eeporl/tui/theme"
)

// Class is what an explorer has to do with a class; it is zero outside of one.
type Class struct {
	Room   *class.Room  // the presenter's own
	Status class.Status // of the presenter's class, as last told
	Bars   bool         // the presenter sees the answers as they come
	Tally  class.Tally  // of the question that the class is asked
	Guest  bool         // the keyboard is a guest's: no file is written, nobody is handed anything
	Hand   bool         // the guest has the presenter's keyboard
	Where  whereabouts  // of a guest
	Alone  bool         // nobody presents
	Look   bool         // the guest looks in a way of their own, and not just under something that is open
}

// whereabouts is where a guest is.
type whereabouts int

// Where a guest may be.
const (
	Beside  whereabouts = iota
	Looking             // at the presenter's beat, in a way of one's own
	Away                // on a copy of the session, from the beat at which the guest left
)

// Line is the strip's row: of the presenter, who is there; of a guest, where they are. It is "" for
// a guest beside the presenter, whose screen is that of an explorer.
func (t Class) Line(k Ink) string {
	switch {
	case t.Room != nil:
		s := t.Status
		parts := []string{fmt.Sprintf("class: %d follow", s.Following())}
		if n := s.Wandering(); n > 0 {
			parts = append(parts, fmt.Sprintf("%d on their own", n))
		}
		if s.Tally.Open && len(s.Guests) > 0 {
			parts = append(parts, fmt.Sprintf("%d of %d answered", s.Tally.Answered(), len(s.Guests)))
		}
		if s.Hand != "" {
			parts = append(parts, s.Hand+" has the keyboard")
		}
		return strings.Join(append(parts, ":class"), k.pick(" · ", " - "))
	case t.Hand && t.Where == Away:
		return "you have the presenter's keyboard: Ctrl+G goes back to it from this copy"
	case t.Hand:
		return "you have the presenter's keyboard: all see what you do; Ctrl+C leaves"
	case t.Alone:
	case t.Where == Away && t.Tally.Open:
		return "the class is asked: Ctrl+G, back to the presenter"
	case t.Where == Looking && t.Look:
		return "a view of your own: Ctrl+G, the presenter's"
	case t.Where == Away:
		return "a copy of your own: Ctrl+G, back to the presenter"
	}
	return ""
}

// Draw says how guests come in, and lists them.
func (t Class) Draw(b canvas.Area, g Glance) {
	s := t.Status
	var lines []line
	for i, join := range s.Notice.Join {
		lead := "Guests type"
		if i > 0 {
			lead = "or"
		}
		lines = append(lines, line{lead: lead, leadStyle: Dim, rest: join, restStyle: Key, at: 14})
	}
	if s.Notice.Fingerprint != "" {
		lines = append(lines, line{lead: "The key is", leadStyle: Dim, rest: s.Notice.Fingerprint, at: 14})
	}
	if s.Notice.Terms != "" {
		lines = append(lines, line{lead: "Let in is", leadStyle: Dim, rest: s.Notice.Terms, at: 14})
	}
	code := class.QR(s.Notice.Address, g.ASCII)
	if need := len(lines) + len(code) + 6; need > b.H()-2 {
		code = nil // it is whole or it is of no use
	}
	if len(code) > 0 {
		lines = append(lines, line{})
		for _, row := range code {
			lines = append(lines, line{rest: row, restStyle: canvas.FG(theme.Title), at: 14})
		}
	}
	lines = append(lines, line{}, line{lead: fmt.Sprintf("%d here", len(s.Guests)), leadStyle: Bold})
	for _, guest := range s.Guests {
		place := "follows"
		switch {
		case guest.Name == s.Hand:
			place = "has your keyboard"
		case guest.Place != "":
			place = "on their own: " + guest.Place
		}
		if guest.Behind {
			place += ", whose terminal takes no frames"
		}
		if s.Tally.Open && guest.Voted {
			place += ", has answered"
		}
		lines = append(lines, line{lead: guest.Name, leadStyle: Key, rest: place, at: 23})
	}
	lines = append(lines, line{}, line{lead: ":class back calls all back; hand NAME gives the keyboard, take takes it", leadStyle: Dim})
	g.drawLines(b, "The class", lines)
}

// answers is the bar that says how many of the class chose something, "" where it is not shown.
func (t Class) answers(choice int, p Prediction, k Ink) string {
	tally := t.Tally
	shown := tally.Number > 0 && choice < len(tally.Counts) && p.Open && tally.Ask == p.Questions[p.At].Ask
	if !shown || tally.Answered() == 0 || t.Room == nil && tally.Open || t.Room != nil && !t.Bars {
		return ""
	}
	all, n := tally.Answered(), tally.Counts[choice]
	bar := strings.Repeat(k.pick("▇", "#"), (n*barLength+all-1)/all)
	return strings.TrimRight(k.pick(" · ", " - ")+bar, " ") + fmt.Sprintf(" %d of %d", n, all)
}

// barLength is the length of the bar of a choice that all make.
const barLength = 12
