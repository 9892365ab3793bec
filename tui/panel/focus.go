package panel

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/tui/panes/kit"
)

// Focus is the figure of the view in hand that is asked about. It stays on its
// figure while beats pass and the screen changes.
type Focus struct {
	On   bool
	Ref  why.Ref
	X, Y int // where it stood last, y in half rows
}

// Focused is the focus on a figure.
func Focused(s kit.Spot) Focus { return Focus{On: true, Ref: s.Ref, X: s.X + s.W/2, Y: s.Y} }

// First is the figure that is asked about where none was chosen: one that this beat has changed, else the one
// that was focused last if it is still there, else the first.
func (f Focus) First(spots []kit.Spot, n *model.Now) Focus {
	for _, c := range changed(n, spots) { // what is new is what one asks about
		if i := slices.IndexFunc(spots, func(s kit.Spot) bool { return s.Ref.Target == c }); i >= 0 {
			return Focused(spots[i])
		}
	}
	if i := f.Find(spots); i >= 0 {
		return Focused(spots[i])
	}
	return Focused(inOrder(spots)[0])
}

// changed is what the beat at the cursor has changed, as far as a figure shows it.
func changed(n *model.Now, spots []kit.Spot) (out []why.Target) {
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
	case model.BeatLevel:
		for _, s := range spots { // a vector that is taken apart
			if s.Ref.Target.Kind == why.Vector {
				out = append(out, s.Ref.Target)
			}
		}
		return append(out, why.Target{Kind: why.Gamma, I: t})
	case model.BeatPolicy:
		return []why.Target{{Kind: why.Scalar, I: why.Expected}}
	}
	return nil
}

// inOrder sorts figures as they are read.
func inOrder(spots []kit.Spot) []kit.Spot {
	out := slices.Clone(spots)
	slices.SortStableFunc(out, func(x, y kit.Spot) int { return cmp.Or(cmp.Compare(x.Y, y.Y), cmp.Compare(x.X, y.X)) })
	return out
}

// Targets lists what can be asked about on the view in hand, in reading order: all that is known of it, of a view of
// which nothing is listed what it draws.
func (g Glance) Targets() []why.Target {
	out := why.Targets(g.Session, g.InHand.String())
	if len(out) > 0 {
		return out
	}
	for _, s := range inOrder(g.Spots()) {
		if !slices.Contains(out, s.Ref.Target) {
			out = append(out, s.Ref.Target)
		}
	}
	return out
}

// step goes a number of figures on in reading order, and from the last on to the first;
// toFirst and toLast go to the ends.
func (f Focus) step(spots []kit.Spot, by int) Focus {
	all := inOrder(spots)
	if len(all) == 0 {
		return f
	}
	at := f.Find(all) + by
	switch by {
	case toFirst:
		at = 0
	case toLast:
		at = len(all) - 1
	}
	return Focused(all[(at%len(all)+len(all))%len(all)])
}

const toFirst, toLast = -1 << 20, 1 << 20

// Find is the index of the focused figure's spot, of the nearest one where the figure stands
// twice; else that of another figure of the same target; -1 for none.
func (f Focus) Find(spots []kit.Spot) int {
	best, least := -1, 0
	for i, s := range spots {
		if s.Ref.Target != f.Ref.Target {
			continue
		}
		far := apartness(s.X, s.W, f.X) + apartness(s.Y, s.H, f.Y)
		if s.Ref != f.Ref {
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

// SpotAt is the figure at a cell of the screen, the smallest where they lie over
// each other; of two halves the one that is not focused.
func (f Focus) SpotAt(spots []kit.Spot, x, y int) (found kit.Spot, ok bool) {
	for _, s := range spots {
		inside := x >= s.X && x < s.X+s.W && 2*y+1 >= s.Y && 2*y < s.Y+s.H
		if inside && (!ok || s.W*s.H < found.W*found.H || s.H == 1 && found.Ref == f.Ref) {
			found, ok = s, true
		}
	}
	return found, ok
}

// At is where the focus stands among figures: its spot, or the cell where it stood last.
func (f Focus) At(spots []kit.Spot) (from kit.Spot, index int) {
	if index = f.Find(spots); index >= 0 {
		return spots[index], index
	}
	return kit.Spot{X: f.X, Y: f.Y, W: 1, H: 1}, index
}

// Move goes to the nearest figure to one side, along the row or the column first; where the row has none that way, to the one with the
// number before or after. It returns false where there is none.
func (f Focus) Move(spots []kit.Spot, dx, dy int) (Focus, bool) {
	from, at := f.At(spots)
	best, least := -1, 0
	for i, s := range spots {
		if i == at {
			continue
		}
		if far, ok := Towards(from, s, dx, dy, f.X); ok && (best < 0 || far < least) {
			best, least = i, far
		}
	}
	if i := f.neighbour(spots, dx); i >= 0 && (best < 0 || !sameRow(from, spots[best])) {
		best = i
	}
	if best < 0 {
		return f, false
	}
	next := Focused(spots[best])
	if dx == 0 { // keep the column while rows pass
		next.X = min(max(f.X, spots[best].X), spots[best].X+spots[best].W-1)
	}
	return next, true
}

// neighbour is the figure of the same kind with the number before or after, where the two stand in one row somewhere, as bars do; -1 for none.
func (f Focus) neighbour(spots []kit.Spot, dx int) int {
	beside := f.Ref
	if beside.Target.I += dx; dx == 0 {
		return -1
	}
	return slices.IndexFunc(spots, func(s kit.Spot) bool {
		return s.Ref == beside && slices.ContainsFunc(spots, func(own kit.Spot) bool { return own.Ref.Target == f.Ref.Target && sameRow(own, s) })
	})
}

// sameRow says whether two spots share a row.
func sameRow(one, other kit.Spot) bool {
	return one.Y < other.Y+other.H && other.Y < one.Y+one.H
}

// Towards is how far a spot is in a direction, and whether it lies that way at
// all. A step across counts more than one along.
func Towards(from, to kit.Spot, dx, dy, x int) (far int, ok bool) {
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

// Key answers a key while a figure is focused; false for keys that do what
// they always do.
func (f Focus) Key(msg tea.KeyPressMsg, g Glance) (Focus, []Ask, bool) {
	count := max(g.Typed, 1)
	move := func(dx, dy int) (Focus, []Ask, bool) { return f, []Ask{Move{dx, dy, min(count, 100)}}, true }
	switch name := msg.String(); name {
	case "right", "l":
		return move(1, 0)
	case "left", "h":
		return move(-1, 0)
	case "down", "j":
		return move(0, 1)
	case "up", "k":
		return move(0, -1)
	case "enter":
		return f, []Ask{Explain{}}, true
	case "tab", "w":
		return f.step(g.Spots(), count), nil, true
	case "shift+tab":
		return f.step(g.Spots(), -count), nil, true
	case "home":
		return f.step(g.Spots(), toFirst), nil, true
	case "end":
		return f.step(g.Spots(), toLast), nil, true
	case "esc":
		f.On = false
	case "y":
		return f, g.copyFigure(), true
	case "Y":
		return f, g.copyPath(), true
	default:
		if k, ok := g.key(name); ok && k.Runs {
			return f, []Ask{Say(KeyLabel(name, g.ASCII) + " runs the session: Esc leaves the figures first")}, true
		}
		return f, nil, false
	}
	return f, nil, true
}

// copyFigure copies the focused figure in full precision.
func (g Glance) copyFigure() []Ask {
	part := g.Focus.Ref.Part
	number, text := why.ExplainBriefly(g.Session, g.Focus.Ref.Target, g.Veiled).Of(part)
	if !math.IsNaN(number) {
		text = strconv.FormatFloat(number, 'g', -1, 64)
	}
	if text == "" {
		return []Ask{Say("y: the " + part.String() + " is unknown")}
	}
	return []Ask{Copy(text)}
}

// copyPath copies the name by which the focused figure is found again.
func (g Glance) copyPath() []Ask {
	return []Ask{Copy(g.Focus.Path(g.InHand, g.Session))}
}

// Path is the view in hand and the figure that is focused on it.
func (f Focus) Path(v kit.View, s model.Session) string { return v.Word() + "." + why.Path(s, f.Ref) }
