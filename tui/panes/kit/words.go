package kit

import (
	"strings"

	"eeporl/tui/canvas"
)

// Wrap draws text word by word from (x, y) in lines of a width and returns the
// row after the last one.
func Wrap(a canvas.Area, x, y, width int, words string, style canvas.Style) int {
	for _, line := range Lines(words, width) {
		a.Text(x, y, line, style)
		y++
	}
	return y
}

// Lines cuts text at spaces into lines of at most width columns; a longer word has a line
// of its own. Runs of white space become one space.
func Lines(words string, width int) []string {
	words = strings.Join(strings.Fields(words), " ")
	var out []string
	start, end, used := 0, 0, 0 // the line so far and its columns
	for at := 0; at < len(words); {
		next := len(words)
		if n := strings.IndexByte(words[at:], ' '); n >= 0 {
			next = at + n
		}
		wide := canvas.Width(words[at:next])
		if at > start && used+1+wide > width {
			out = append(out, words[start:end])
			start = at
		}
		if at > start {
			used++
		} else {
			used = 0
		}
		used, end, at = used+wide, next, next+1
	}
	if end > start {
		out = append(out, words[start:end])
	}
	return out
}

// TwoColumns is the width from which pictures stand at the left and tables at the right.
const TwoColumns = 150

// Apart is how many blank rows stand between the words about an empty pane and what the
// pane can already show: one where there is room.
func Apart(a canvas.Area) int {
	if a.H() < 20 {
		return 0
	}
	return 1
}

// FirstThatFits is the first text that fits a width, or the last one.
func FirstThatFits(texts []string, width int) string {
	for _, t := range texts {
		if canvas.Width(t) <= width {
			return t
		}
	}
	return texts[len(texts)-1]
}

// Seen is an observation's name in so many columns. What does not fit goes from the end, or from
// the beginning where the ends tell the observations apart.
func (s Scene) Seen(words string, width int) string {
	name := []rune(words)
	if len(name) <= width || width < 2 {
		return words
	}
	dots := string(s.Glyph('…', '~'))
	for z := range s.Sizes().Z {
		if other := s.Truth().ObservationName(z); other != words && strings.HasPrefix(other, string(name[:width-1])) {
			return dots + string(name[len(name)-width+1:])
		}
	}
	return string(name[:width-1]) + dots
}
