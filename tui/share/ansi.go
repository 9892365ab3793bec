package share

import (
	"io"
	"strings"
)

// WriteANSI writes a picture as lines with colours, for cat in a terminal.
func WriteANSI(w io.Writer, p *Picture) error {
	_, err := w.Write(append(p.Canvas.Encode(nil, p.Palette), '\n'))
	return err
}

// WriteText writes the characters of a picture alone.
func WriteText(w io.Writer, p *Picture) error {
	var b strings.Builder
	for line := range strings.SplitSeq(p.Canvas.Plain(), "\n") {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
