package panes

import (
	"fmt"
	"math"

	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// Moment is one of the moments that the Moments view can show.
type Moment int

// The moments.
const (
	Whole Moment = iota // P̂₁₂₃ at every x₂
	P12
	P13     // x₁ and x₃
	Slice   // P̂₁₂₃ at one x₃: see slicedAt
	momentN // how many there are
)

func drawMoments(a canvas.Area, s Scene) {
	n := s.Now
	s.momentsHead(a)
	if s.tooLarge(a) {
		return
	}
	y, pages := 1, turnedPage+1
	if n.N == 0 {
		y, pages = s.noTriple(a), turnedPage // nothing to turn
	}
	if !s.Large {
		y += s.spectrumLine(a, y)
	}
	y += s.touched(a, y)
	page := s.page(pages)
	if page == turnedPage {
		if s.Focused {
			s.drawTurned(a.Below(y))
			return
		}
		page = 0
	}
	room := a.H() - 1 // the last row says what m turns to
	shown := momentN
	if s.Large {
		shown = 1
	}
	for i := range shown {
		y += s.moment(a.Rows(y, room-y), (Moment(page)+i)%momentN)
	}
	s.morePages(a.Rows(y, 1), page, pages)
}

// morePages says what m turns to from a page on.
func (s Scene) morePages(a canvas.Area, page, pages int) {
	names := []string{"P̂₁₂₃ whole", "P̂₁₂", "P̂₁₃", "P̂₁₂₃ at one x₃", "why pairs are not enough"}
	s.turn(a, 1, 0, Moments, fmt.Sprintf("shows %s first (%d of %d)", names[(page+1)%pages], page+1, pages))
}

// slicedAt is the x₃ at which P̂₁₂₃ is cut: that of the triple counted last, or,
// where all were drawn at once, the symbol that x₂ took most often.
func (s Scene) slicedAt() int {
	if t := s.Now.Touch; t.OK {
		return t.Triple[2]
	}
	most := 0
	for x := range s.sizes().D() {
		if s.Now.Counts.P2(x) > s.Now.Counts.P2(most) {
			most = x
		}
	}
	return most
}

// clearOfNext is how many times as large as the next singular value σ_k must be for the
// title to be green. This is no test: a test needs an estimate, which simulates the noise.
const clearOfNext = 2

func (s Scene) momentsHead(a canvas.Area) {
	n := s.Now
	switch {
	case n.N == 0:
		s.head(a, Moments, "nothing counted yet", dim)
	case n.Spectrum() == nil:
		s.head(a, Moments, "N = "+figure.Count(n.N), text, alone(why.Episodes))
	default:
		k := s.sizes().K()
		style := warn
		if n.Spectrum().SigmaK() > clearOfNext*n.Spectrum().SigmaNext() {
			style = good
		}
		answer := fmt.Sprintf("σ%s(P̂₁₂) = %s", figure.Sub(k), figure.Number(n.Spectrum().SigmaK()))
		if next, sigma := n.Spectrum().SigmaNext(), n.Spectrum().SigmaK(); 0 < sigma && sigma < rounding*n.Spectrum().P12[0] {
			answer, style = answer+", a rounding error", warn
		} else if next > 0 {
			answer += fmt.Sprintf(", %s × the next, σ%s", figure.Number(n.Spectrum().SigmaK()/next), figure.Sub(k+1))
		} else if len(n.Spectrum().P12) <= k {
			style = text
		}
		s.head(a, Moments, answer, style, of(why.LiveSigma, k-1).Value(), alone(why.SigmaRatio))
	}
}

// spectrumLine draws the singular values of P̂₁₂ as a row of bars on a logarithmic scale,
// with a line between the k that the method keeps and the rest, and returns its rows.
func (s Scene) spectrumLine(a canvas.Area, y int) int {
	sp := s.Now.Spectrum()
	if sp == nil || a.H() < 8 {
		return 0
	}
	x := a.Text(1, y, "σ(P̂₁₂) ", dim)
	bars := []rune("▁▂▃▄▅▆▇█")
	if s.Theme.ASCII {
		bars = []rune("_.:-=+*#")
	}
	top, floor := math.Log10(sp.P12[0]), math.Log10(sp.P12[0])-5
	for i, v := range sp.P12 {
		if i == s.sizes().K() {
			x = a.Text(x, y, " | ", rule)
		}
		if i >= s.sizes().K()+8 || x > a.W()-24 {
			x = a.Text(x, y, "…", dim)
			break
		}
		share := 0.0
		if v > 0 {
			share = (math.Log10(v) - floor) / (top - floor)
		}
		style := canvas.FG(theme.Curve)
		if i >= s.sizes().K() {
			style = dim
		}
		a.Set(x, y, bars[min(max(int(share*8), 0), 7)], style)
		s.spot(a, x, y, 1, 1, of(why.LiveSigma, i).Value())
		x++
	}
	a.Text(x+1, y, firstThatFits([]string{"the k largest | the rest, on a log scale", "the k largest | the rest, log scale", "the k largest | the rest, log", "the k largest | the rest"}, a.W()-x-1), dim)
	return 1
}

// touched says in words which triple was counted last.
func (s Scene) touched(a canvas.Area, y int) int {
	t := s.Now.Touch
	if !t.OK || a.H() < 14 {
		return 0
	}
	style, when := canvas.FG(theme.Recent), "counted last"
	if t.Fresh {
		style, when = fresh, "counted now"
	}
	prefix, wide := rewardPrefix, 1+3*canvas.Width(" x₁=")+s.tupleWidth(t.Triple[:]...)
	if wide+canvas.Width(when) > a.W() {
		prefix, when = "", when[len("counted "):]
	}
	x := a.Text(1, y, when, style)
	for i, symbol := range t.Triple {
		name := "x" + figure.Sub(i+1) + "="
		if x+canvas.Width(name)+2 > a.W() {
			a.Set(min(x, a.W()-1), y, '…', style)
			x = a.W()
			break
		}
		x = s.tuple(a, a.Text(x+1, y, name, style), y, symbol, prefix, style)
	}
	s.spot(a, 1, y, x-1, 1, of(why.P123, t.Triple[0], t.Triple[1], t.Triple[2]).Value())
	return 1
}
