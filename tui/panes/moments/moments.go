// Package moments draws the tables that grow.
package moments

import (
	"fmt"
	"math"
	"strings"

	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
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

// pane is the scene that this view draws from, with what it draws.
type pane struct{ kit.Scene }

// Draw draws the view, its title on the first row.
func Draw(a canvas.Area, scene kit.Scene) {
	s := pane{scene}
	n := s.Now
	s.momentsHead(a)
	if s.TooLarge(a) {
		return
	}
	y, pages := 1, pagesOfMoments
	if n.N == 0 {
		y, pages = s.noTriple(a), factoredPage // nothing to take apart
	}
	page := s.Page(pages)
	roomy := a.H() >= 14 // else the tables come first
	if roomy && !s.Large {
		y += s.spectrumLine(a, y)
	}
	if roomy {
		y += s.touched(a, y)
	}
	if page >= factoredPage {
		if s.Focused {
			s.drawWhy(a.Below(y), page)
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
	if !roomy && y < room {
		y += s.touched(a, y)
	}
	s.morePages(a.Rows(y, 1), page, pages)
}

// morePages says what m turns to from a page on.
func (s pane) morePages(a canvas.Area, page, pages int) {
	names := []string{"P̂₁₂₃ whole", "P̂₁₂", "P̂₁₃", "P̂₁₂₃ at one x₃", "the factors of P₁₂", "why pairs are not enough", "what triples settle", "the factors of a slice", "a slice divided", "a mix of slices divided", "a row of G"}
	s.Turn(a, 1, 0, kit.Moments, fmt.Sprintf("goes on to %s (%d of %d)", names[(page+1)%pages], page+1, pages))
}

// drawWhy draws a page that is no moment: what pairs are made of, and what they leave open.
func (s pane) drawWhy(a canvas.Area, page int) {
	if page == turnedPage || page == settledPage {
		s.drawTurned(a, page == settledPage)
		return
	}
	s.drawFactored(a.Rows(0, a.H()-1), page)
	s.morePages(a.Rows(a.H()-1, 1), page, pagesOfMoments)
}

// slicedAt is the x₃ at which P̂₁₂₃ is cut: that of the triple counted last, or,
// where all were drawn at once, the symbol that x₂ took most often.
func (s pane) slicedAt() int {
	if t := s.Now.Touch; t.OK {
		return t.Triple[2]
	}
	most := 0
	for x := range s.Sizes().D() {
		if s.Now.Counts.P2(x) > s.Now.Counts.P2(most) {
			most = x
		}
	}
	return most
}

// clearOfNext is how many times as large as the next singular value σ_k must be for the
// title to be green. This is no test: a test needs an estimate, which simulates the noise.
const clearOfNext = 2

// mostSymbols bounds the tables that are gone through for a title.
const mostSymbols = 100

// farthest is the entry of P̂₁₂ that is farthest from the truth's, and how far; 0 where that is not known.
func (s pane) farthest() (i, j int, off float64) {
	truth, d := s.Session.Truth().Exact(), s.Sizes().D()
	if s.Unknown() != "" || truth == nil || d > mostSymbols {
		return 0, 0, 0
	}
	for x := range d {
		for y := range d {
			if e := math.Abs(s.Now.Counts.P12(x, y) - truth.P12(x, y)); e > off {
				i, j, off = x, y, e
			}
		}
	}
	return i, j, off
}

func (s pane) momentsHead(a canvas.Area) {
	n := s.Now
	switch {
	case n.N == 0:
		s.Head(a, kit.Moments, "nothing counted yet", kit.Dim)
	case n.Spectrum() == nil:
		s.Head(a, kit.Moments, "N = "+figure.Count(n.N), kit.Plain, kit.Alone(why.Episodes))
	default:
		k := s.Sizes().K()
		style := kit.Warn
		if n.Spectrum().SigmaK() > clearOfNext*n.Spectrum().SigmaNext() {
			style = kit.Good
		}
		answer := fmt.Sprintf("σ%s(P̂₁₂) = %s", figure.Sub(k), figure.Number(n.Spectrum().SigmaK()))
		if next, sigma := n.Spectrum().SigmaNext(), n.Spectrum().SigmaK(); 0 < sigma && sigma < kit.Rounding*n.Spectrum().P12[0] {
			answer, style = answer+", a rounding error", kit.Warn
		} else if next > 0 {
			answer += fmt.Sprintf(", %s × σ%s", figure.Number(n.Spectrum().SigmaK()/next), figure.Sub(k+1))
		} else if len(n.Spectrum().P12) <= k {
			style = kit.Plain
		}
		refs := []why.Ref{kit.FigureAt(why.LiveSigma, k-1).Value()}
		if strings.Contains(answer, " × ") {
			refs = append(refs, kit.Alone(why.SigmaRatio))
		}
		if i, j, off := s.farthest(); off > 0 {
			answer, refs = answer+"; P̂₁₂ is off by at most "+figure.Number(off), append(refs, kit.FigureAt(why.P12, i, j).Error())
		}
		s.Head(a, kit.Moments, answer, style, refs...)
	}
}

// spectrumLine draws the singular values of P̂₁₂ as a row of bars on a logarithmic scale,
// with a line between the k that the method keeps and the rest, and returns its rows.
func (s pane) spectrumLine(a canvas.Area, y int) int {
	sp := s.Now.Spectrum()
	if sp == nil || a.H() < 8 {
		return 0
	}
	x := a.Text(1, y, "σ(P̂₁₂) ", kit.Dim)
	bars := []rune("▁▂▃▄▅▆▇█")
	if s.Theme.ASCII {
		bars = []rune("_.:-=+*#")
	}
	top, floor := math.Log10(sp.P12[0]), math.Log10(sp.P12[0])-5
	for i, v := range sp.P12 {
		if i == s.Sizes().K() {
			x = a.Text(x, y, " | ", kit.Rule)
		}
		if i >= s.Sizes().K()+8 || x > a.W()-24 {
			x = a.Text(x, y, "…", kit.Dim)
			break
		}
		share := 0.0
		if v > 0 {
			share = (math.Log10(v) - floor) / (top - floor)
		}
		style := canvas.FG(theme.Curve)
		if i >= s.Sizes().K() {
			style = kit.Dim
		}
		a.Set(x, y, bars[min(max(int(share*8), 0), 7)], style)
		s.Spot(a, x, y, 1, 1, kit.FigureAt(why.LiveSigma, i).Value())
		x++
	}
	a.Text(x+1, y, kit.FirstThatFits([]string{"the k largest | the rest, on a log scale", "the k largest | the rest, log scale", "the k largest | the rest, log", "the k largest | the rest", "the k | the rest", ""}, a.W()-x-1), kit.Dim)
	return 1
}

// touched says in words which triple was counted last.
func (s pane) touched(a canvas.Area, y int) int {
	t := s.Now.Touch
	if !t.OK {
		return 0
	}
	style, when := canvas.FG(theme.Recent), "counted last"
	if t.Fresh {
		style, when = kit.Fresh, "counted now"
	}
	prefix, wide := kit.RewardPrefix, 1+3*canvas.Width(" x₁=")+s.TupleWidth(t.Triple[:]...)
	if wide+canvas.Width(when) > a.W() {
		prefix, when = "", when[len("counted "):]
	}
	x := a.Text(1, y, when, style)
	for i, symbol := range t.Triple {
		name := "x" + figure.Sub(i+1) + "="
		if x+canvas.Width(name)+s.TupleWidth(symbol)-canvas.Width(kit.RewardPrefix)+canvas.Width(prefix) >= a.W() {
			a.Set(min(x, a.W()-1), y, '…', style)
			x = a.W()
			break
		}
		x = s.Tuple(a, a.Text(x+1, y, name, style), y, symbol, prefix, style)
	}
	s.Spot(a, 1, y, x-1, 1, kit.FigureAt(why.P123, t.Triple[0], t.Triple[1], t.Triple[2]).Value())
	return 1
}
