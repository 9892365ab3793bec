package panel

import (
	"math"

	"eeporl/model"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// stretch is one segment's place on the scrub bar.
type stretch struct {
	from, to      int    // columns
	first, length uint64 // beats
	segment       model.Segment
}

// stretches lays the timeline out over a width: every segment has room for its name, where there is any for all, and
// what is left over goes to them by the logarithm of their beats.
func stretches(timeline model.Session, width int) []stretch {
	starts, total := timeline.Starts(), timeline.Beats()
	segments := timeline.Timeline()
	weights, sum := make([]float64, len(starts)), 0.0
	out := make([]stretch, len(starts))
	for i, start := range starts {
		end := total
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		out[i].first, out[i].length, out[i].segment = start, end-start, segments[i]
		weights[i] = 1 + math.Log2(1+float64(end-start))
		sum += weights[i]
	}
	named, names := 0, make([]float64, len(out))
	for i, s := range out {
		names[i] = float64(canvas.Width(segmentLetter(s.segment)) + 1)
		named += int(names[i])
	}
	if named > width-2 {
		named = 0
		clear(names)
	}
	const rounding = 1e-9
	at := 0.0
	for i, w := range weights {
		out[i].from = 1 + int(at+rounding)
		at += names[i] + w/sum*float64(width-2-named)
		out[i].to = 1 + int(at+rounding)
	}
	return out
}

// column is where a beat of the stretch stands; label columns are left to the
// segment's name.
func (s stretch) column(beat uint64, label int) int {
	from := s.from + label
	share := float64(beat) / math.Max(float64(s.length-1), 1)
	return from + int(share*math.Max(float64(s.to-from-1), 0))
}

// ScrubPlace is the beat that a column of the bar stands for.
func ScrubPlace(timeline model.Session, x, width int) (uint64, bool) {
	for _, s := range stretches(timeline, width) {
		if x < s.from || x >= s.to {
			continue
		}
		from := s.from + s.labelWidth()
		share := math.Max(float64(x-from), 0) / math.Max(float64(s.to-from-1), 1)
		return s.first + uint64(share*float64(s.length-1)+.5), true
	}
	return 0, false
}

func (s stretch) label() string {
	letter := segmentLetter(s.segment)
	if canvas.Width(letter) >= s.to-s.from {
		letter = letter[:1]
	}
	return letter
}

func (s stretch) labelWidth() int { return canvas.Width(s.label()) }

// DrawScrub draws the timeline with its marks and the cursor.
func DrawScrub(b canvas.Area, g Glance) {
	cursor := g.Session.Cursor()
	bars := stretches(g.Session, b.W())
	for i, s := range bars {
		style := Dim
		if i > cursor.Segment {
			style = Rule
		}
		b.Repeat(s.from, 0, s.to-s.from, g.Glyph('─', '-'), style)
		if i == cursor.Segment {
			style = Mark
		}
		b.Text(s.from, 0, s.label(), style)
	}
	drawMarks(b, bars, g)
	s := bars[cursor.Segment]
	b.Set(min(s.column(cursor.Beat, s.labelWidth()), b.W()-1), 0, g.Glyph('●', '@'), Mark)
}

// markLooks are how the kinds of mark stand on the bar; of several at one beat the
// first in this list stands on it, the others before it.
var markLooks = []struct {
	kind           model.MarkKind
	unicode, ascii rune
	style          canvas.Style
	words          string
}{
	{model.MarkBookmark, '◆', '*', Key, "a bookmark"},
	{model.MarkFinding, '!', '!', Warn, "a finding"},
	{model.MarkPermutation, '×', 'x', canvas.FG(theme.Curve).With(canvas.Bold), "a pair's states came back in another order"},
	{model.MarkLabel, '^', '^', canvas.FG(theme.Good).With(canvas.Bold), "other columns are labelled right"},
}

// drawMarks puts every mark at its beat, or beside it where another one stands.
func drawMarks(b canvas.Area, bars []stretch, g Glance) {
	marks := g.Session.Marks()
	taken := make(map[int]bool, len(marks))
	for _, look := range markLooks {
		i := 0
		for _, m := range marks {
			for i < len(bars)-1 && m.Place >= bars[i].first+bars[i].length {
				i++
			}
			if m.Kind != look.kind {
				continue
			}
			s := bars[i]
			x := s.column(m.Place-s.first, s.labelWidth())
			for taken[x] && x > s.from+s.labelWidth() {
				x--
			}
			if !taken[x] {
				taken[x] = true
				b.Set(x, 0, g.Glyph(look.unicode, look.ascii), look.style)
			}
		}
	}
}

// markLegend explains the scrub bar.
func (k Ink) markLegend(width int) []entry {
	out := []entry{dimmed("On the bar: a name for every stretch, as long as the logarithm of its beats, and", width)}
	for _, look := range markLooks {
		out = append(out, entry{{lead: "  " + string(k.Glyph(look.unicode, look.ascii)), leadStyle: look.style, rest: look.words, restStyle: Dim, at: 5}})
	}
	return append(out, entry{{lead: "  " + string(k.Glyph('●', '@')), leadStyle: Mark, rest: "this beat", restStyle: Dim, at: 5}})
}

func segmentLetter(seg model.Segment) string {
	switch seg.Kind {
	case model.Explore, model.Leap:
		if seg.Leaped {
			return "N=" + figure.Count(seg.Reached())
		}
		return "episodes"
	case model.Estimate:
		return "estimate"
	case model.Plan:
		return "plan"
	}
	return "phase 2"
}
