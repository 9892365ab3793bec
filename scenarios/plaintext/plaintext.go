// Package plaintext reads text files as other systems write them.
package plaintext

import (
	"bufio"
	"bytes"
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// peeked is how many bytes of a file tell how its text is written.
const peeked = 1 << 12

// Reader reads a text as lines of UTF-8, however it is written: with a byte order mark, in UTF-16, or
// with a carriage return alone at the end of a line. A byte that is no UTF-8 is one of Windows-1252, in which
// spreadsheets of the West write.
func Reader(r io.Reader) *bufio.Reader {
	in := bufio.NewReaderSize(r, peeked)
	head, _ := in.Peek(peeked)
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")):
		in = wide(in, unicode.BigEndian, unicode.ExpectBOM)
	case len(head) > 3 && head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0:
		in = wide(in, unicode.LittleEndian, unicode.IgnoreBOM)
	case len(head) > 3 && head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0:
		in = wide(in, unicode.BigEndian, unicode.IgnoreBOM)
	case bytes.HasPrefix(head, mark):
		_, _ = in.Discard(len(mark))
	}
	in = bufio.NewReaderSize(&western{in: in}, peeked)
	head, _ = in.Peek(peeked)
	if bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0 {
		in = bufio.NewReaderSize(returns{in}, peeked)
	}
	return in
}

// mark is the byte order mark of UTF-8.
var mark = []byte("\xef\xbb\xbf")

func wide(in io.Reader, end unicode.Endianness, policy unicode.BOMPolicy) *bufio.Reader {
	return bufio.NewReaderSize(transform.NewReader(in, unicode.UTF16(end, policy).NewDecoder()), peeked)
}

// returns reads a carriage return as the end of a line.
type returns struct{ io.Reader }

func (r returns) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	for i, c := range b[:n] {
		if c == '\r' {
			b[i] = '\n'
		}
	}
	return n, err
}
