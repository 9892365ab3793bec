package canvas

import "strings"

// Line is the text of one row, its combining marks included.
func (a Area) Line(y int) string {
	var b strings.Builder
	for x := range a.w {
		if !a.inside(x, y) {
			break
		}
		c := a.at(x, y)
		if c.r == continuation {
			continue
		}
		b.WriteRune(c.r)
		if c.mark != 0 {
			b.WriteRune(c.mark)
		}
	}
	return b.String()
}

// EachWord calls back for every run of a row's cells that belong to words, with its first
// column and its width.
func (a Area) EachWord(y int, inWord func(rune) bool, yield func(x, n int, word string)) {
	var word strings.Builder
	from := 0
	for x := 0; x <= a.w; x++ {
		if x < a.w && a.inside(x, y) && inWord(a.at(x, y).r) {
			if word.Len() == 0 {
				from = x
			}
			c := a.at(x, y)
			word.WriteRune(c.r)
			if c.mark != 0 {
				word.WriteRune(c.mark)
			}
			continue
		}
		if word.Len() > 0 {
			yield(from, x-from, word.String())
			word.Reset()
		}
	}
}
