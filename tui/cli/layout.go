package cli

import (
	"bytes"
	"strings"
)

// jsonWidth is how wide an array or object may be to stand on one line.
const jsonWidth = 100

// layout rewrites compact JSON for people. A list of numbers or names, such as a row of a matrix,
// and anything short stand on one line; other arrays and objects have one line per entry.
type layout struct {
	in  []byte
	at  int
	out bytes.Buffer
}

// value writes the value that begins at l.at, and moves l.at behind it.
func (l *layout) value(depth int) {
	end := valueEnd(l.in, l.at)
	open := l.in[l.at]
	if depth > 0 && end-l.at <= jsonWidth-2*depth || !nested(l.in[l.at:end]) {
		l.inline(end)
		return
	}
	l.copy(1)
	for {
		l.newline(depth + 1)
		if open == '{' {
			l.copy(valueEnd(l.in, l.at) - l.at) // the key
			l.copy(1)                           // its colon
			l.out.WriteByte(' ')
		}
		l.value(depth + 1)
		if l.in[l.at] != ',' {
			break
		}
		l.copy(1)
	}
	l.newline(depth)
	l.copy(1)
}

// inline copies up to end, with a blank after each comma and colon that is not
// part of a string.
func (l *layout) inline(end int) {
	for l.at < end {
		switch l.in[l.at] {
		case '"':
			l.copy(valueEnd(l.in, l.at) - l.at)
		case ',', ':':
			l.copy(1)
			l.out.WriteByte(' ')
		default:
			l.copy(1)
		}
	}
}

// nested says whether a value has parts worth lines of their own: an object's
// fields, or an array's arrays and objects.
func nested(value []byte) bool {
	switch {
	case len(value) <= len("{}"):
		return false
	case value[0] == '[':
		return value[1] == '[' || value[1] == '{'
	}
	return value[0] == '{'
}

func (l *layout) copy(n int) {
	l.out.Write(l.in[l.at : l.at+n])
	l.at += n
}

func (l *layout) newline(depth int) {
	l.out.WriteString("\n" + strings.Repeat("  ", depth))
}

// valueEnd is where the value that begins at i ends.
func valueEnd(in []byte, i int) int {
	depth := 0
	for ; i < len(in); i++ {
		switch in[i] {
		case '"':
			for i++; in[i] != '"'; i++ {
				if in[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			depth++
			continue
		case ']', '}':
			depth--
		case ',', ':':
			if depth == 0 {
				return i
			}
			continue
		default:
			if depth > 0 || i+1 < len(in) && !bytes.ContainsRune([]byte(",:]}"), rune(in[i+1])) {
				continue
			}
		}
		if depth == 0 {
			return i + 1
		}
	}
	return i
}
