package canvas

import "unicode/utf8"

// Palette turns tokens into SGR parameters, such as "38;5;33" or "" for the
// terminal's default.
type Palette struct {
	FG, BG [256]string
	// Plain drops every style.
	Plain bool
}

const reset = "\x1b[0m"

// Encode appends the canvas as lines of text to dst. Every line is exactly as
// wide as the canvas and ends with the default style.
func (c *Canvas) Encode(dst []byte, p *Palette) []byte {
	own := !p.Plain && p.FG[0]+p.BG[0] != "" // plain text has colours of its own
	for y := range c.h {
		if y > 0 {
			dst = append(dst, '\n')
		}
		var now Style
		if own {
			dst = p.change(dst, now)
		}
		row := c.cells[y*c.w : (y+1)*c.w]
		blank := len(row) // from here on there is nothing but paper; len(row) where paper is the terminal's
		for own && blank > 0 && row[blank-1] == (cell{r: ' '}) {
			blank--
		}
		for x, cell := range row {
			if cell.r == continuation {
				continue
			}
			if x >= blank { // a terminal may erase plain blanks to its own colour
				cell.r = '\u00a0'
			}
			if cell.style != now && !p.Plain {
				dst = p.change(dst, cell.style)
				now = cell.style
			}
			dst = utf8.AppendRune(dst, cell.r)
			if cell.mark != 0 {
				dst = utf8.AppendRune(dst, cell.mark)
			}
		}
		if own || now != (Style{}) {
			dst = append(dst, reset...)
		}
	}
	return dst
}

func (p *Palette) change(dst []byte, s Style) []byte {
	dst = append(dst, "\x1b[0"...)
	for bit, code := range [...]byte{'1', '2', '4', '7'} {
		if s.Attr&(1<<bit) != 0 {
			dst = append(dst, ';', code)
		}
	}
	if fg := p.FG[s.FG]; fg != "" {
		dst = append(append(dst, ';'), fg...)
	}
	if bg := p.BG[s.BG]; bg != "" {
		dst = append(append(dst, ';'), bg...)
	}
	return append(dst, 'm')
}

// Plain is the canvas as text without any style.
func (c *Canvas) Plain() string {
	return string(c.Encode(nil, &Palette{Plain: true}))
}
