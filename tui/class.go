package tui

import (
	"fmt"
	"strings"

	"eeporl/tui/canvas"
	"eeporl/tui/class"
	"eeporl/tui/theme"
)

// attending is what an explorer has to do with a class; it is zero outside of one.
type attending struct {
	room   *class.Room  // the presenter's own
	status class.Status // of the presenter's class, as last told
	bars   bool         // the presenter sees the answers as they come
	tally  class.Tally  // of the question that the class is asked
	guest  bool         // the keyboard is a guest's: no file is written, nobody is handed anything
	hand   bool         // the guest has the presenter's keyboard
	where  whereabouts  // of a guest
	alone  bool         // nobody presents
	look   bool         // the guest looks in a way of their own, and not just under something that is open
}

// whereabouts is where a guest is.
type whereabouts int

const (
	beside  whereabouts = iota
	looking             // at the presenter's beat, in a way of one's own
	away                // on a copy of the session, from the beat at which the guest left
)

// line is the strip's row: of the presenter, who is there; of a guest, where they are. It is "" for
// a guest beside the presenter, whose screen is that of an explorer.
func (t attending) line(k ink) string {
	switch {
	case t.room != nil:
		s := t.status
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
	case t.hand && t.where == away:
		return "you have the presenter's keyboard: Ctrl+G goes back to it from this copy"
	case t.hand:
		return "you have the presenter's keyboard: all see what you do; Ctrl+C leaves"
	case t.alone:
	case t.where == away && t.tally.Open:
		return "the class is asked: Ctrl+G, back to the presenter"
	case t.where == looking && t.look:
		return "a view of your own: Ctrl+G, the presenter's"
	case t.where == away:
		return "a copy of your own: Ctrl+G, back to the presenter"
	}
	return ""
}

// draw says how guests come in, and lists them.
func (t attending) draw(b canvas.Area, g glance) {
	s := t.status
	var lines []line
	for i, join := range s.Notice.Join {
		lead := "Guests type"
		if i > 0 {
			lead = "or"
		}
		lines = append(lines, line{lead: lead, leadStyle: dim, rest: join, restStyle: key, at: 14})
	}
	if s.Notice.Fingerprint != "" {
		lines = append(lines, line{lead: "The key is", leadStyle: dim, rest: s.Notice.Fingerprint, at: 14})
	}
	if s.Notice.Terms != "" {
		lines = append(lines, line{lead: "Let in is", leadStyle: dim, rest: s.Notice.Terms, at: 14})
	}
	code := class.QR(s.Notice.Address, g.ascii)
	if need := len(lines) + len(code) + 6; need > b.H()-2 {
		code = nil // it is whole or it is of no use
	}
	if len(code) > 0 {
		lines = append(lines, line{})
		for _, row := range code {
			lines = append(lines, line{rest: row, restStyle: canvas.FG(theme.Title), at: 14})
		}
	}
	lines = append(lines, line{}, line{lead: fmt.Sprintf("%d here", len(s.Guests)), leadStyle: bold})
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
		lines = append(lines, line{lead: guest.Name, leadStyle: key, rest: place, at: 23})
	}
	lines = append(lines, line{}, line{lead: ":class back calls all back; hand NAME gives the keyboard, take takes it", leadStyle: dim})
	g.drawLines(b, "The class", lines)
}

// answers is the bar that says how many of the class chose something, "" where it is not shown.
func (t attending) answers(choice int, p prediction, k ink) string {
	tally := t.tally
	shown := tally.Number > 0 && choice < len(tally.Counts) && p.open && tally.Ask == p.questions[p.at].Ask
	if !shown || tally.Answered() == 0 || t.room == nil && tally.Open || t.room != nil && !t.bars {
		return ""
	}
	all, n := tally.Answered(), tally.Counts[choice]
	bar := strings.Repeat(k.pick("▇", "#"), (n*barLength+all-1)/all)
	return strings.TrimRight(k.pick(" · ", " - ")+bar, " ") + fmt.Sprintf(" %d of %d", n, all)
}

// barLength is the length of the bar of a choice that all make.
const barLength = 12
