package panel

import (
	"fmt"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/quantity"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// The least size of each picture where two are shown.
const (
	halfWidth  = 59
	halfHeight = 16
)

// DrawPair shows the view in hand of two branches, beside each other or one above the
// other. Where there is room for one only, that is the other branch's: | leads from this
// branch to it.
func DrawPair(b canvas.Area, own kit.Scene, t model.Twin, number int, g Glance) {
	w, h := (b.W()-1)/2, b.H()/2
	here, there := fmt.Sprintf("branch %d, where keys act: %s", g.Session.Branch(), Where(g.Session.Now())), caption(t, number)
	other := own
	other.Session, other.Now, other.Spots = &t.Session, t.Session.Now(), nil
	switch {
	case w >= halfWidth:
		b.Sub(w, 0, 1, b.H()).Fill(g.Glyph('│', '|'), Rule)
		left := picture(b.Sub(0, 0, w, b.H()), here, g.InHand, own)
		right := picture(b.Sub(w+1, 0, w, b.H()), there, g.InHand, other)
		differ(right, left)
	case h >= halfHeight:
		upper := picture(b.Rows(0, h), here, g.InHand, own)
		lower := picture(b.Rows(h, h), there, g.InHand, other)
		differ(lower, upper)
	default:
		if text := ordersText(t.Session, number); text != "" {
			if text = ordersText(g.Session, g.Session.Branch()) + " · " + text; canvas.Width(text) <= b.W()-2 {
				b.Text(1, 0, text, canvas.Style{})
				b = b.Below(1)
			}
		}
		picture(b, there+"; | goes on to the difference", g.InHand, other)
	}
}

// ordersText says in which order each pair's states came back on a branch; "" where nothing did, or nobody knows.
func ordersText(s model.Session, branch int) string {
	e := s.Now().Estimate
	if e == nil || e.Comparison == nil {
		return ""
	}
	words := []string{fmt.Sprintf("branch %d:", branch)}
	for pair, order := range e.Comparison.Order {
		from, to := e.Sizes.PairActions(pair)
		word := fmt.Sprintf("%d%d", from+1, to+1)
		for i, state := range order {
			if i == 0 {
				word += ":"
			}
			word += theme.StateLetter(state)
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// differ underlines what is different in the twin's picture.
func differ(twin, here canvas.Area) {
	twin.Differing(here, func(s canvas.Style) canvas.Style { return s.With(canvas.Underline) })
}

// picture draws a view under a branch's caption and returns its area.
func picture(b canvas.Area, caption string, v kit.View, s kit.Scene) canvas.Area {
	b.Text(1, 0, caption, Mark)
	panes.Draw(v, b.Below(1), s)
	return b.Below(1)
}

// caption says which branch the twin is and what differs.
func caption(t model.Twin, number int) string {
	out := fmt.Sprintf("branch %d: %s", number, Where(t.Session.Now()))
	if t.Differs != "" {
		out += ", " + t.Differs
	}
	if t.How != "" {
		out += "; " + t.How
	}
	return out
}

// DrawDifference sets the figures of both branches at this beat beside each
// other, with the signed difference.
func DrawDifference(b canvas.Area, t model.Twin, number int, g Glance) {
	b.Repeat(0, 0, b.W(), g.Glyph('─', '-'), Rule)
	b.Text(1, 0, " Difference at this beat. | goes back to one branch. ", Bold)
	y := kit.Wrap(b, 1, 1, b.W()-2, caption(t, number)+sizesApart(g.Session, t), Mark)
	columns := []int{36, 50, 66}
	for i, title := range []string{fmt.Sprintf("branch %d", g.Session.Branch()), fmt.Sprintf("branch %d", number), fmt.Sprintf("%d − %d", number, g.Session.Branch())} {
		b.Right(columns[i], y, title, Bold)
	}
	all, rows, rest := quantity.Differences(g.Session, t.Session), max(b.H()-y-1, 1), ""
	shown := slices.Clone(all)
	if len(shown) > rows { // figures that are equal say least
		shown = slices.DeleteFunc(shown, func(d quantity.Difference) bool { return d.Equal() })
		rest = " that are equal"
	}
	if len(shown) >= rows && rest != "" {
		shown, rest = shown[:rows-1], ""
	}
	for _, d := range shown {
		y++
		style := canvas.Style{}
		if !d.Equal() && d.Off != "" {
			style = Mark
		}
		b.Text(1, y, d.Name, canvas.Style{})
		b.Right(columns[0], y, d.Here, canvas.Style{})
		b.Right(columns[1], y, d.There, canvas.Style{})
		b.Right(columns[2], y, d.Off, style)
	}
	if left := len(all) - len(shown); left > 0 {
		b.Text(1, y+1, "and "+figure.Counted(left, "more figure", "more figures")+rest, Dim)
	}
}

// sizesApart says how the models' sizes differ, "" where they do not.
func sizesApart(here model.Session, t model.Twin) string {
	x, y := here.Config().Model.Sizes(), t.Session.Config().Model.Sizes()
	if x == y {
		return ""
	}
	return fmt.Sprintf(". The models differ in size: |S|, |A|, |Z|, |R| are %d, %d, %d, %d here and %d, %d, %d, %d there", x.S, x.A, x.Z, x.R, y.S, y.A, y.Z, y.R)
}
