package figure

import (
	"bytes"
	"io"
	"regexp"
	"strings"
)

// raised are the digits of exponents.
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹"

var (
	powers  = regexp.MustCompile(`([0-9.]*[0-9])·10([⁻` + raised + `]+)`)
	tens    = regexp.MustCompile(`\b10([⁻` + raised + `]+)`)
	points  = regexp.MustCompile(`(^|[^\pL\pN_.])\.([0-9])`)
	minuses = regexp.MustCompile(`−([0-9.∞])`)
)

// ASCII writes the numbers of a text as other programs read them: 1e5 for 10⁵, 0.0164 for .0164,
// -1 for −1.
func ASCII(text string) string {
	// A search for what has to be there costs little beside an expression.
	if strings.ContainsAny(text, raised) {
		text = powers.ReplaceAllStringFunc(text, func(number string) string {
			mantissa, exponent, _ := strings.Cut(number, "·10")
			return mantissa + "e" + lowered(exponent)
		})
		text = tens.ReplaceAllStringFunc(text, func(number string) string { return "1e" + lowered(number[len("10"):]) })
	}
	if strings.Contains(text, "−") {
		text = minuses.ReplaceAllString(text, "-$1")
	}
	if strings.Contains(text, ".") {
		text = points.ReplaceAllString(text, "${1}0.$2")
	}
	return text
}

// asciiWriter is ASCII of what is written, line by line.
type asciiWriter struct {
	to   io.Writer
	line []byte // the last one, which has no end yet
}

// NewASCIIWriter is a writer of text to w as other programs read it. The last line is written by Close,
// which leaves w open.
func NewASCIIWriter(w io.Writer) io.WriteCloser { return &asciiWriter{to: w} }

func (w *asciiWriter) Write(p []byte) (int, error) {
	end := bytes.LastIndexByte(p, '\n') + 1
	if end > 0 {
		w.line = append(w.line, p[:end]...)
		if err := w.Close(); err != nil {
			return 0, err
		}
	}
	w.line = append(w.line, p[end:]...)
	return len(p), nil
}

// Close writes what is left.
func (w *asciiWriter) Close() error {
	_, err := io.WriteString(w.to, ASCII(string(w.line)))
	w.line = w.line[:0]
	return err
}

// lowered is the whole number that Superscript has raised.
func lowered(exponent string) string {
	return strings.Map(func(r rune) rune {
		for i, d := range []rune(raised) {
			if r == d {
				return '0' + rune(i)
			}
		}
		return '-'
	}, exponent)
}
