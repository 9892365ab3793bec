package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/quantity"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// pair goes on from the branch alone to both pictures, to their difference, and back.
func (a App) pair() App {
	if len(a.session.Others()) == 0 {
		a.note = "no other branch yet; a setting starts one (:c=.2), and so does acting earlier"
		return a
	}
	a.twin.pairing = (a.twin.pairing + 1) % (difference + 1)
	a.overlay = noOverlay
	return a
}

// pairNext puts the next branch beside the active one.
func (a App) pairNext() App {
	others := a.session.Others()
	if len(others) == 0 {
		return a.pair()
	}
	i := slices.Index(others, a.twinNumber())
	a.twin.branch, a.overlay = others[(i+1)%len(others)], noOverlay
	if a.twin.pairing == alone {
		a.twin.pairing = pictures
	}
	return a
}

// twinNumber is the branch beside the active one: the chosen one, else the one
// started last; 0 where there is none.
func (a App) twinNumber() int {
	if slices.Contains(a.session.Others(), a.twin.branch) {
		return a.twin.branch
	}
	n, _ := a.session.Other("") // 0 where there is none
	return n
}

// paired is the other branch, and whether it is to be shown.
func (a App) paired() (model.Twin, bool) {
	if a.twin.pairing == alone {
		return model.Twin{}, false
	}
	return a.session.Twin(a.twinNumber(), a.twin.near)
}

// besideTwin keeps where the other branch stands, and starts what it waits for.
func (a App) besideTwin() (App, tea.Cmd) {
	t, ok := a.paired()
	if !ok {
		a.twin.near = nil
		return a, nil
	}
	a.twin.near = t.Session.Now()
	return a, a.work.start(t.Session.Jobs())
}

// together keeps two branches paired when the user goes over to another one: the branch that was
// left becomes the twin, and the cursor goes to the beat that corresponds to the one that was left.
func (a App) together(before App) App {
	if len(a.steps) == 0 || a.twin.pairing == alone || a.session.Branch() == before.session.Branch() || a.session.Branches() != before.session.Branches() {
		return a
	}
	a.twin.branch = before.session.Branch()
	if t, ok := before.session.Twin(a.session.Branch(), nil); ok {
		if place := t.Session.Place(); place != a.session.Place() {
			a = a.update(model.Intent{Verb: model.GoTo, N: float64(place) + 1})
		}
	}
	return a
}

// twinCommand reads the number of the branch that is to stand beside.
func twinCommand(p pairing) func(App, string) (App, error) {
	return func(a App, number string) (App, error) {
		if number == "" && slices.Contains(a.session.Others(), a.twin.branch) {
			number = strconv.Itoa(a.twin.branch)
		}
		n, err := a.session.Other(number)
		if err != nil {
			return a, err
		}
		a.twin, a.overlay = twin{pairing: p, branch: n}, noOverlay
		return a, nil
	}
}

func (a App) twinCommands() []string {
	switch n := a.twinNumber(); {
	case n == 0:
	case a.twin.pairing == pictures:
		return []string{fmt.Sprintf("beside %d", n)}
	case a.twin.pairing == difference:
		return []string{fmt.Sprintf("difference %d", n)}
	}
	return []string{"alone"}
}

// The least size of each picture where two are shown.
const (
	halfWidth  = 59
	halfHeight = 16
)

// drawPair shows the view in hand of two branches, beside each other or one above the
// other. Where there is room for one only, that is the other branch's: | leads from this
// branch to it.
func (a App) drawPair(b canvas.Area, t model.Twin, spots *kit.Spots) {
	w, h := (b.W()-1)/2, b.H()/2
	here, there := a.caption(), caption(t, a.twinNumber())
	switch {
	case w >= halfWidth:
		b.Sub(w, 0, 1, b.H()).Fill(a.glyph('│', '|'), rule)
		left := a.picture(b.Sub(0, 0, w, b.H()), here, a.scene(a.view, spots))
		right := a.picture(b.Sub(w+1, 0, w, b.H()), there, a.twinScene(t))
		differ(right, left)
	case h >= halfHeight:
		upper := a.picture(b.Rows(0, h), here, a.scene(a.view, spots))
		lower := a.picture(b.Rows(h, h), there, a.twinScene(t))
		differ(lower, upper)
	default:
		if text := ordersText(t.Session, a.twinNumber()); text != "" {
			if text = ordersText(a.session, a.session.Branch()) + " · " + text; canvas.Width(text) <= b.W()-2 {
				b.Text(1, 0, text, canvas.Style{})
				b = b.Below(1)
			}
		}
		a.picture(b, there+"; | goes on to the difference", a.twinScene(t))
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

func (a App) twinScene(t model.Twin) kit.Scene {
	s := a.scene(a.view, nil)
	s.Session, s.Now = &t.Session, t.Session.Now()
	return s
}

// picture draws a view under a branch's caption and returns its area.
func (a App) picture(b canvas.Area, caption string, s kit.Scene) canvas.Area {
	b.Text(1, 0, caption, mark)
	panes.Draw(a.view, b.Below(1), s)
	return b.Below(1)
}

func (a App) caption() string {
	return fmt.Sprintf("branch %d, where keys act: %s", a.session.Branch(), where(a.session.Now()))
}

// caption says which branch the twin is and what differs.
func caption(t model.Twin, number int) string {
	out := fmt.Sprintf("branch %d: %s", number, where(t.Session.Now()))
	if t.Differs != "" {
		out += ", " + t.Differs
	}
	if t.How != "" {
		out += "; " + t.How
	}
	return out
}

// drawDifference sets the figures of both branches at this beat beside each
// other, with the signed difference.
func (a App) drawDifference(b canvas.Area, t model.Twin) {
	b.Repeat(0, 0, b.W(), a.glyph('─', '-'), rule)
	b.Text(1, 0, " Difference at this beat. | goes back to one branch. ", bold)
	y := kit.Wrap(b, 1, 1, b.W()-2, caption(t, a.twinNumber())+a.sizes(t), mark)
	columns := []int{36, 50, 66}
	for i, title := range []string{fmt.Sprintf("branch %d", a.session.Branch()), fmt.Sprintf("branch %d", a.twinNumber()), fmt.Sprintf("%d − %d", a.twinNumber(), a.session.Branch())} {
		b.Right(columns[i], y, title, bold)
	}
	all, rows, rest := quantity.Differences(a.session, t.Session), max(b.H()-y-1, 1), ""
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
			style = mark
		}
		b.Text(1, y, d.Name, canvas.Style{})
		b.Right(columns[0], y, d.Here, canvas.Style{})
		b.Right(columns[1], y, d.There, canvas.Style{})
		b.Right(columns[2], y, d.Off, style)
	}
	if left := len(all) - len(shown); left > 0 {
		b.Text(1, y+1, "and "+figure.Counted(left, "more figure", "more figures")+rest, dim)
	}
}

// sizes says how the models' sizes differ, "" where they do not.
func (a App) sizes(t model.Twin) string {
	x, y := a.session.Config().Model.Sizes(), t.Session.Config().Model.Sizes()
	if x == y {
		return ""
	}
	return fmt.Sprintf(". The models differ in size: |S|, |A|, |Z|, |R| are %d, %d, %d, %d here and %d, %d, %d, %d there", x.S, x.A, x.Z, x.R, y.S, y.A, y.Z, y.R)
}
