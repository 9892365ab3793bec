package tui

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// spots are where figures stand in the view in hand. It draws the views to find out.
func (a App) spots() []kit.Spot {
	if a.width < minWidth || a.height < minHeight {
		return nil
	}
	a.focus.on = true
	return a.drawViews(canvas.New(a.width, a.height).All(), a.layout())
}

// startFocus puts the focus on a figure of the view in hand: one that this beat has
// changed, else the one that it was on last if it is still there, else the first.
func (a App) startFocus() App {
	spots := a.spots()
	if len(spots) == 0 {
		a.note = "there is nothing to ask about on " + a.view.String() + " yet"
		a.focus.on = false
		return a
	}
	a.focus.on, a.overlay = true, noOverlay
	for _, changed := range a.changed() { // what is new is what one asks about
		if i := slices.IndexFunc(spots, func(s kit.Spot) bool { return s.Ref.Target == changed }); i >= 0 {
			return a.focusOn(spots[i])
		}
	}
	if i := a.focus.find(spots); i >= 0 {
		return a.focusOn(spots[i])
	}
	return a.focusOn(inOrder(spots)[0])
}

// changed is what the beat at the cursor has changed, as far as a figure shows it.
func (a App) changed() []why.Target {
	n := a.session.Now()
	t := n.Beat.T
	switch n.Beat.Kind {
	case model.BeatAction:
		return []why.Target{{Kind: why.Action, I: t}}
	case model.BeatReward:
		return []why.Target{{Kind: why.Earned, I: t}}
	case model.BeatMove:
		return []why.Target{{Kind: why.State, I: t + 1}}
	case model.BeatObserve:
		return []why.Target{{Kind: why.Seen, I: t + 1}}
	case model.BeatSymbol:
		return []why.Target{{Kind: why.Symbol, I: t}}
	case model.BeatCount:
		x := n.Touch.Triple
		return []why.Target{{Kind: why.P123, I: x[0], J: x[1], K: x[2]}, {Kind: why.P12, I: x[0], J: x[1]}, {Kind: why.P13, I: x[0], J: x[2]}}
	case model.BeatBranch:
		return []why.Target{{Kind: why.Node, I: n.Node}}
	}
	return nil
}

// inOrder sorts figures as they are read.
func inOrder(spots []kit.Spot) []kit.Spot {
	out := slices.Clone(spots)
	slices.SortStableFunc(out, func(x, y kit.Spot) int { return cmp.Or(cmp.Compare(x.Y, y.Y), cmp.Compare(x.X, y.X)) })
	return out
}

// stepFocus goes a number of figures on in reading order, and from the last on to the first;
// toFirst and toLast go to the ends.
func (a App) stepFocus(by int) App {
	all := inOrder(a.spots())
	if len(all) == 0 {
		return a
	}
	at := a.focus.find(all) + by
	switch by {
	case toFirst:
		at = 0
	case toLast:
		at = len(all) - 1
	}
	return a.focusOn(all[(at%len(all)+len(all))%len(all)])
}

const toFirst, toLast = -1 << 20, 1 << 20

func (a App) focusOn(s kit.Spot) App {
	a.focus = focus{on: true, ref: s.Ref, x: s.X + s.W/2, y: s.Y}
	return a
}

// find is the index of the focused figure's spot, of the nearest one where the figure stands
// twice; else that of another figure of the same target; -1 for none.
func (f focus) find(spots []kit.Spot) int {
	best, least := -1, 0
	for i, s := range spots {
		if s.Ref.Target != f.ref.Target {
			continue
		}
		far := apartness(s.X, s.W, f.x) + apartness(s.Y, s.H, f.y)
		if s.Ref != f.ref {
			far += 1 << 20
		}
		if best < 0 || far < least {
			best, least = i, far
		}
	}
	return best
}

// apartness is how far a point is from an interval, 0 inside.
func apartness(from, length, at int) int {
	return max(from-at, at-(from+length-1), 0)
}

// spotAt is the figure at a cell of the screen, the smallest where they lie over
// each other; of two halves the one that is not focused.
func (a App) spotAt(x, y int) (found kit.Spot, ok bool) {
	for _, s := range a.spots() {
		inside := x >= s.X && x < s.X+s.W && 2*y+1 >= s.Y && 2*y < s.Y+s.H
		if inside && (!ok || s.W*s.H < found.W*found.H || s.H == 1 && found.Ref == a.focus.ref) {
			found, ok = s, true
		}
	}
	return found, ok
}

// moveFocus puts the focus on the nearest figure to one side: along the row or the
// column first.
func (a App) moveFocus(dx, dy int) App { return a.moveAmong(a.spots(), dx, dy) }

// moveAmong is moveFocus, where the figures of the view in hand are known.
func (a App) moveAmong(spots []kit.Spot, dx, dy int) App {
	f := a.focus
	from := kit.Spot{X: f.x, Y: f.y, W: 1, H: 1}
	at := f.find(spots)
	if at >= 0 {
		from = spots[at]
	}
	best, least := -1, 0
	for i, s := range spots {
		if i == at {
			continue
		}
		if far, ok := towards(from, s, dx, dy, f.x); ok && (best < 0 || far < least) {
			best, least = i, far
		}
	}
	if best < 0 {
		return a.crossPane(from, dx, dy)
	}
	next := a.focusOn(spots[best])
	if dx == 0 { // keep the column while rows pass
		next.focus.x = min(max(f.x, spots[best].X), spots[best].X+spots[best].W-1)
	}
	return next
}

// crossPane goes on to the nearest figure of another pane that lies that way.
func (a App) crossPane(from kit.Spot, dx, dy int) App {
	least, found, ok := 0, a, false
	for _, p := range a.layout().panes {
		if p.view == a.view {
			continue
		}
		next := a
		next.view, next.more = p.view, 0
		for _, s := range next.spots() {
			if far, that := towards(from, s, dx, dy, a.focus.x); that && (!ok || far < least) {
				least, ok, found = far, true, next.focusOn(s)
			}
		}
	}
	if !ok {
		found.note = "no figure further that way"
	}
	return found
}

// towards is how far a spot is in a direction, and whether it lies that way at
// all. A step across counts more than one along.
func towards(from, to kit.Spot, dx, dy, x int) (far int, ok bool) {
	gapX := max(to.X-(from.X+from.W), from.X-(to.X+to.W), -1) + 1
	gapY := max(to.Y-(from.Y+from.H), from.Y-(to.Y+to.H), -1) + 1
	switch {
	case dx > 0:
		return gapX + 16*gapY, to.X >= from.X+from.W
	case dx < 0:
		return gapX + 16*gapY, to.X+to.W <= from.X
	case dy > 0:
		return 8*gapY + 2*apartness(to.X, to.W, x), to.Y >= from.Y+from.H
	}
	return 8*gapY + 2*apartness(to.X, to.W, x), to.Y+to.H <= from.Y
}

// focusKey answers a key while a figure is focused; false for keys that do what
// they always do.
func (a App) focusKey(key string) (tea.Model, tea.Cmd, bool) {
	count := max(a.typed, 1)
	move := func(dx, dy int) (tea.Model, tea.Cmd, bool) {
		for range min(count, 100) {
			a = a.moveFocus(dx, dy)
		}
		a.typed = 0
		return a, nil, true
	}
	switch key {
	case "right", "l":
		return move(1, 0)
	case "left", "h":
		return move(-1, 0)
	case "down", "j":
		return move(0, 1)
	case "up", "k":
		return move(0, -1)
	case "enter":
		a.question, a.scroll = question{open: true}, 0
	case "tab", "w":
		a = a.stepFocus(count)
	case "shift+tab":
		a = a.stepFocus(-count)
	case "home":
		a = a.stepFocus(toFirst)
	case "end":
		a = a.stepFocus(toLast)
	case "esc":
		a.focus.on = false
	case "y":
		return a.copyFigure()
	case "Y":
		return a.copyPath()
	default:
		if b, ok := lookup(a.table, key); ok && b.verb != "" {
			a.note = keyLabel(key, a.ascii) + " runs the session: Esc leaves the figures first"
			break
		}
		return a, nil, false
	}
	a.typed = 0
	return a, nil, true
}

// copyFigure copies the focused figure in full precision.
func (a App) copyFigure() (tea.Model, tea.Cmd, bool) {
	number, text := why.ExplainBriefly(a.session, a.focus.ref.Target, a.veiled).Of(a.focus.ref.Part)
	if !math.IsNaN(number) {
		text = strconv.FormatFloat(number, 'g', -1, 64)
	}
	a.typed = 0
	if text == "" {
		a.note = "y: the " + a.focus.ref.Part.String() + " is unknown"
		return a, nil, true
	}
	a.note = "copied " + text
	return a, tea.SetClipboard(text), true
}

// copyPath copies the name by which the focused figure is found again.
func (a App) copyPath() (tea.Model, tea.Cmd, bool) {
	path := a.focusPath()
	a.note, a.typed = "copied "+path, 0
	return a, tea.SetClipboard(path), true
}

// focusPath is the view in hand and the figure that is focused on it.
func (a App) focusPath() string { return a.view.Word() + "." + why.Path(a.session, a.focus.ref) }

// focusAt puts the focus on the figure that a path names; of a view alone it takes that in hand.
func (a App) focusAt(path string) (App, error) {
	if a.question = (question{}); path == "off" {
		a.focus.on = false
		return a, nil
	}
	if v, alone := kit.Named(path); alone {
		a.focus.on = false
		return a.turn(v), nil
	}
	v, ok := kit.Named(beforeDot(path))
	if ok {
		path = path[len(beforeDot(path))+1:]
	}
	ref, err := why.Find(a.session, path)
	if err != nil {
		return a, err
	}
	switch {
	case ok && v != a.view:
		a = a.turn(v)
	case !ok:
		a = a.showing(ref)
	}
	a.focus, a.overlay = focus{on: true, ref: ref}, noOverlay
	spots := a.spots()
	if i := a.focus.find(spots); i >= 0 {
		spot := spots[i]
		a.focus.x, a.focus.y = spot.X+spot.W/2, spot.Y
	}
	return a, nil
}

// mostPages is how many pages of each view showing looks through for a figure.
const mostPages = 6

// showing turns to a view that shows a figure, if the one in hand does not.
func (a App) showing(ref why.Ref) App {
	has := func(a App) bool {
		return slices.ContainsFunc(a.spots(), func(s kit.Spot) bool { return s.Ref == ref })
	}
	if has(a) {
		return a
	}
	for v := range kit.Views {
		for page := range mostPages {
			next := a
			if next.view, next.more = v, page; has(next) {
				next = a.turn(v)
				next.more = page
				return next
			}
		}
	}
	return a
}

func beforeDot(path string) string {
	for i, r := range path {
		if r == '.' {
			return path[:i]
		}
		if r == '[' {
			break
		}
	}
	return ""
}
