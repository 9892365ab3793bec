package cassandra

import "fmt"

type kind int

const (
	end kind = iota
	name
	reserved
	integer // a whole number by its spelling: 1.0 is not one
	decimal
	sign
	colon
	star
	stray
)

// token is one word of the file with its place, counted from 1.
type token struct {
	kind         kind
	text         string
	line, column int
}

func (t token) String() string {
	if t.kind == end {
		return "the end of the file"
	}
	return fmt.Sprintf("%q", t.text)
}

// words may not be used as names; case matters.
var words = map[string]bool{
	"discount": true, "values": true, "states": true, "actions": true, "observations": true,
	"T": true, "O": true, "R": true, "uniform": true, "identity": true, "reward": true, "cost": true,
	"start": true, "include": true, "exclude": true, "reset": true,
}

// lexer cuts free-form text into tokens: no line structure, white space is
// blank, tab, CR and LF only, # starts a comment anywhere.
type lexer struct {
	text         []byte
	at           int
	line, column int
}

func newLexer(text []byte) *lexer { return &lexer{text: text, line: 1, column: 1} }

func (l *lexer) peek(ahead int) byte {
	if l.at+ahead < len(l.text) {
		return l.text[l.at+ahead]
	}
	return 0
}

func (l *lexer) skip() {
	if l.text[l.at] == '\n' {
		l.line, l.column = l.line+1, 0
	}
	l.at++
	l.column++
}

func (l *lexer) next() token {
	comment := false
	for l.at < len(l.text) {
		c := l.text[l.at]
		comment = (comment || c == '#') && c != '\n'
		if !comment && c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			break
		}
		l.skip()
	}
	t := token{kind: end, line: l.line, column: l.column}
	if l.at == len(l.text) {
		return t
	}
	length := 1
	switch c := l.text[l.at]; {
	case letter(c):
		for letter(l.peek(length)) || digit(l.peek(length)) || l.peek(length) == '-' || l.peek(length) == '_' {
			length++
		}
		t.kind = name
		if words[string(l.text[l.at:l.at+length])] {
			t.kind = reserved
		}
	case digit(c):
		t.kind, length = l.number()
	case c == ':':
		t.kind = colon
	case c == '*':
		t.kind = star
	case c == '+' || c == '-':
		t.kind = sign
	case c == '.' && digit(l.peek(1)):
		t.kind = stray
		for length = 2; digit(l.peek(length)); {
			length++
		}
	default:
		t.kind = stray
		for length < 4 && l.peek(length)&0xC0 == 0x80 { // the rest of a UTF-8 letter
			length++
		}
	}
	t.text = string(l.text[l.at : l.at+length])
	l.at += length
	l.column += length
	return t
}

// beginsEntry says whether a colon follows, or a number and a colon: no name in a list stands before those.
func (l *lexer) beginsEntry() bool {
	ahead := *l
	next := ahead.next().kind
	return next == colon || next == integer && ahead.next().kind == colon
}

// number measures digits [. digits*] [exponent].
func (l *lexer) number() (kind, int) {
	k, length := integer, 1
	for digit(l.peek(length)) {
		length++
	}
	if l.peek(length) == '.' {
		k = decimal
		length++
		for digit(l.peek(length)) {
			length++
		}
	}
	if c := l.peek(length); c == 'e' || c == 'E' {
		e := length + 1
		if c := l.peek(e); c == '+' || c == '-' {
			e++
		}
		if digit(l.peek(e)) {
			k = decimal
			for digit(l.peek(e)) {
				e++
			}
			length = e
		}
	}
	return k, length
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }
