// Package printable keeps text from outside from acting on a terminal: names in
// models, logs and sessions, and the names of files, are text and nothing else.
package printable

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bad reports whether a rune must not stand in a line of text: control characters (C0, C1), format
// characters such as bidirectional overrides, separators of lines and paragraphs, private-use
// characters, and utf8.RuneError, which stands for invalid UTF-8.
func Bad(r rune) bool {
	switch {
	case r < ' ', r == utf8.RuneError:
		return true
	case r < 0x7f, 0xae <= r && r < 0x600, 0x2070 <= r && r < 0xd800:
		return false // most of all text, and what screens are drawn with
	}
	return r < 0xa0 || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs)
}

// Fault describes the first Bad character of a line of text, such as "the control
// character U+001B at character 3"; "" if there is none.
func Fault(line string) string {
	at := 0
	for i, r := range line {
		at++
		if !Bad(r) {
			continue
		}
		kind := "control"
		switch {
		case r == utf8.RuneError:
			if _, size := utf8.DecodeRuneInString(line[i:]); size > 1 {
				kind = "replacement"
				break
			}
			return fmt.Sprintf("the byte %#x at character %d, which is no UTF-8", line[i], at)
		case r >= 0xa0:
			kind = "format"
		}
		return fmt.Sprintf("the %s character %U at character %d", kind, r, at)
	}
	return ""
}

// LineFault is Fault for a line of a file, in which a tab is a blank.
func LineFault(line string) string { return Fault(strings.ReplaceAll(line, "\t", " ")) }

// Clean returns a line of text with every Bad character replaced by U+FFFD.
func Clean(line string) string {
	if !strings.ContainsFunc(line, Bad) {
		return line
	}
	return strings.Map(func(r rune) rune {
		if Bad(r) {
			return utf8.RuneError
		}
		return r
	}, line)
}

// Clip keeps what a message quotes short.
func Clip(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// NewWriter returns a writer that replaces Bad characters on the way to w. Line feeds and tabs pass.
// A rune that is cut off at the end of the last write is dropped.
func NewWriter(w io.Writer) io.Writer { return &writer{to: w} }

type writer struct {
	to   io.Writer
	rest []byte // the start of a rune that the last write cut
	out  []byte
}

func (w *writer) Write(p []byte) (int, error) {
	text := p
	if len(w.rest) > 0 {
		text = append(w.rest, p...)
		w.rest = nil
	}
	clean := 0
	for clean < len(text) && (text[clean] >= ' ' && text[clean] < 0x7f || text[clean] == '\n' || text[clean] == '\t') {
		clean++
	}
	if clean == len(text) { // nearly always
		if _, err := w.to.Write(text); err != nil {
			return 0, err
		}
		return len(p), nil
	}
	w.out = append(w.out[:0], text[:clean]...)
	for text = text[clean:]; len(text) > 0; {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 && !utf8.FullRune(text) {
			w.rest = append([]byte(nil), text...)
			break
		}
		if r == '\n' || r == '\t' || !Bad(r) || r == utf8.RuneError && size > 1 {
			w.out = append(w.out, text[:size]...)
		} else {
			w.out = utf8.AppendRune(w.out, utf8.RuneError)
		}
		text = text[size:]
	}
	if _, err := w.to.Write(w.out); err != nil {
		return 0, err
	}
	return len(p), nil
}
