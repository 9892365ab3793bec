package panel

import (
	"fmt"
	"slices"

	"eeporl/model"
	"eeporl/model/quantity"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes"
	"eeporl/tui/panes/kit"
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
	here, there := fmt.Sprintf("branch %d, where keys act: %s", g.Session.Branch(), Where(g.Session.Now())), caption(t, number)
	other := own
	other.Session, other.Now, other.Spots = &t.Session, t.Session.Now(), nil
	b = b.Below(drawOrders(b, own, other, g.Session.Branch(), number))
	switch w, h := (b.W()-1)/2, b.H()/2; {
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
		picture(b, there+"; | goes on to the difference", g.InHand, other)
	}
}

// drawOrders draws in which order each pair's states came back, a row for each branch, pair under pair and those
// that differ marked. It returns the rows: none where nothing came back, nobody knows, none differs or there is no
// room.
func drawOrders(b canvas.Area, own, other kit.Scene, branches ...int) int {
	rows := []kit.Scene{own, other}
	for _, s := range rows {
		e := s.Now.Estimate
		if e == nil || e.Comparison == nil || len(e.Comparison.Order) == 0 || slices.ContainsFunc(e.Comparison.Order, func(order []int) bool { return order == nil }) {
			return 0
		}
	}
	const heading = len("branch 10  ")
	pairs, states := own.Sizes().Pairs(), own.Sizes().S
	here, there := own.Now.Estimate.Comparison.Order, other.Now.Estimate.Comparison.Order
	if own.Sizes() != other.Sizes() || slices.EqualFunc(here, there, slices.Equal) || 1+heading+pairs*(states+len("12 !  ")) > b.W() {
		return 0
	}
	for y, s := range rows {
		b.Text(1, y, fmt.Sprintf("branch %d", branches[y]), canvas.Style{})
		x := 1 + heading
		for pair, order := range s.Now.Estimate.Comparison.Order {
			x = b.Text(s.Pair(b, x, y, pair), y, " ", canvas.Style{})
			for _, state := range order {
				x = s.State(b, x, y, state, true)
			}
			if !slices.Equal(order, here[pair]) {
				b.Set(x, y, own.Glyph('≠', '!'), Mark)
			}
			x += 3
		}
	}
	return len(rows)
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
