package plaintext

import (
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// western reads UTF-8. A byte that is none is one of Windows-1252.
type western struct {
	in    io.Reader
	cut   []byte // the beginning of a letter
	ready []byte // what comes next
	err   error
}

func (w *western) Read(b []byte) (int, error) {
	const least = 2 * utf8.UTFMax // bytes that hold a letter beside the beginning of another
	for len(w.ready) == 0 && w.err == nil {
		into := b
		if len(b) < least {
			into = make([]byte, least)
		}
		text, read := w.next(into)
		good := utf8.Valid(text)
		switch {
		case read == 0 && w.err == nil:
			return 0, nil
		case good && len(b) >= least && len(text) > 0:
			return len(text), nil
		case good:
			w.ready = append(w.ready[:0], text...)
		default:
			w.ready = decoded(w.ready[:0], text)
		}
	}
	n := copy(b, w.ready)
	if w.ready = w.ready[n:]; n > 0 {
		return n, nil
	}
	return 0, w.err
}

// next reads whole letters into b.
func (w *western) next(b []byte) (text []byte, read int) {
	had := copy(b, w.cut)
	read, w.err = w.in.Read(b[had:])
	text = b[:had+read]
	end := len(text)
	if w.err == nil {
		end -= partial(text)
	}
	w.cut = append(w.cut[:0], text[end:]...)
	return text[:end], read
}

// decoded appends text as UTF-8.
func decoded(to, text []byte) []byte {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			r = charmap.Windows1252.DecodeByte(text[0])
		}
		to = utf8.AppendRune(to, r)
		text = text[size:]
	}
	return to
}

// partial is how many bytes at the end of a text may begin a letter.
func partial(text []byte) int {
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if c := text[len(text)-back]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(text[len(text)-back:]) {
				return back
			}
			return 0
		}
	}
	return 0
}
