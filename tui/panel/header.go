package panel

import (
	"fmt"
	"slices"

	"eeporl/model"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// DrawTooSmall says what size is needed.
func DrawTooSmall(all canvas.Area, g Glance) {
	y := max(all.H()/2-1, 0)
	all.Text(0, y, fmt.Sprintf("eeporl needs %d x %d", MinWidth, MinHeight), Bold)
	all.Text(0, y+1, fmt.Sprintf("this is %d x %d", g.Width, g.Height), canvas.Style{})
	all.Text(0, y+2, "q leaves", Dim)
	if g.Class.Guest {
		all.Text(0, y+3, "ssh ... plain follows in lines", Dim)
	}
}

// DrawHeader says what is explored and where the session stands; the number of findings keeps its
// place at the right when the rest is too long.
func DrawHeader(h canvas.Area, g Glance) {
	s, n, c := g.Session, g.Session.Now(), g.Session.Config()
	if found := len(s.Findings()); found > 0 {
		text := fmt.Sprintf("! %d findings", found)
		if found == 1 {
			text = "! 1 finding"
		}
		h.Right(h.W()-3, 0, text, Warn)
		h.Text(h.W()-2, 0, "f", Key)
		h = h.Sub(0, 0, h.W()-canvas.Width(text)-4, 1)
	}
	type part struct {
		text  string
		style canvas.Style
	}
	name := []part{{"eeporl ", Bold}, {c.Called(), canvas.Style{}}}
	if s.Edited() {
		name = append(name, part{" (edited)", Mark})
	}
	seed := part{fmt.Sprintf("  seed %d", c.Seed), Dim}
	drawn := []part{seed, {explored(c), Dim}}
	made, next := s.Methods()
	stands := []part{{"  " + made, canvas.Style{}}, {"  N = " + figure.Count(n.N), Bold}, {"  " + Where(n), canvas.Style{}}}
	if at, of := n.Unit(); of > 1 {
		stands = append(stands, part{fmt.Sprintf(" %d/%d", at+1, of), Dim})
	}
	switch { // branches that were given up leave gaps in the numbers
	case s.Branch() > s.Branches():
		stands = append(stands, part{fmt.Sprintf("  branch %d", s.Branch()), Mark})
	case s.Branches() > 1:
		stands = append(stands, part{fmt.Sprintf("  branch %d/%d", s.Branch(), s.Branches()), Mark})
	}
	if next != made {
		stands = append(stands, part{"  next " + next, Mark})
	}
	var parts []part
	for _, drawn := range [][]part{drawn, {seed}, nil} { // how the episodes were drawn gives way: Settings tells it too
		parts = slices.Concat(name, drawn, stands)
		wide := 1
		for _, p := range parts {
			wide += canvas.Width(p.text)
		}
		if wide <= h.W() {
			break
		}
	}
	x := 1
	for _, p := range parts {
		x = h.Text(x, 0, p.text, p.style)
	}
}

// explored is how the episodes were drawn, where that is known.
func explored(c model.Config) string {
	if c.Record != nil {
		return "  log"
	}
	return "  c " + figure.Number(c.C)
}

// Where says in words which part of the story a beat belongs to.
func Where(n *model.Now) string {
	switch n.Kind {
	case model.Explore:
		return fmt.Sprintf("phase 1 episode %d", n.Number)
	case model.Leap:
		return "phase 1 leap"
	case model.Estimate:
		return "estimate"
	case model.Plan:
		return "plan"
	}
	return fmt.Sprintf("phase 2 episode %d", n.Number)
}

// tab is one view's name on the second row.
type tab struct {
	View     kit.View
	From, To int
}

// Tabs are the views' names with their columns.
func Tabs() []tab {
	var out []tab
	x := 1
	for v := range kit.Views {
		w := canvas.Width(v.String()) + 2
		out = append(out, tab{v, x, x + w})
		x += w
	}
	return out
}

// DrawTabs names the views with their keys; the one in hand is lit.
func DrawTabs(t canvas.Area, shown []kit.View, g Glance) {
	for _, b := range Tabs() {
		style := Dim
		if slices.Contains(shown, b.View) {
			style = canvas.Style{}
		}
		if b.View == g.InHand {
			style = g.Theme.Lit()
		}
		_, at := b.View.Key()
		t.Text(b.From, 0, " "+b.View.String()+" ", style)
		t.Restyle(b.From+1+at, 0, 1, style.With(canvas.Underline|canvas.Bold))
	}
	tabs := Tabs()
	room := t.W() - 2 - tabs[len(tabs)-1].To // beside the last one
	if g.Session.Truth().Unknown != "" {
		t.Right(t.W()-1, 0, kit.FirstThatFits([]string{"truth unknown", "no truth", ""}, room), Dim)
		return
	}
	veil := "veiled"
	if !g.Veiled {
		veil = "shown"
	}
	switch {
	case t.W() >= wideWindow:
		veil = "episode's states " + veil
	case g.InHand == kit.Episode:
		veil = kit.FirstThatFits([]string{"state " + veil, veil, ""}, room-len(" v"))
	default: // what stands on the screen does not depend on it
		return
	}
	t.Right(t.W()-3, 0, veil, Dim)
	t.Text(t.W()-2, 0, "v", Key)
}
