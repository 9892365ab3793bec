package watch

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Error says where an expression could not be read.
type Error struct {
	Column          int // in characters, from 1
	Found, Expected string
}

func (e *Error) Error() string {
	return fmt.Sprintf("column %d: found %s, expected %s", e.Column, e.Found, e.Expected)
}

// token is one word, number, string or sign.
type token struct {
	kind   tokenKind
	text   string // of a string without its quotes
	number float64
	column int
}

type tokenKind int

const (
	endToken tokenKind = iota
	nameToken
	numberToken
	stringToken
	signToken
)

func (t token) String() string {
	switch t.kind {
	case endToken:
		return "the end"
	case stringToken:
		return strconv.Quote(t.text)
	}
	return t.text
}

// Limits on an expression, in characters and in levels. Nobody needs more.
const (
	maxLength = 2000
	maxDepth  = 50
)

// lexer cuts a text into tokens.
type lexer struct {
	rest   string
	column int
}

// spelled are the other ways to write a sign.
var spelled = map[string]string{
	"==": "=", "≠": "!=", "≤": "<=", "≥": ">=", "−": "-", "·": "*", "×": "*",
}

func (l *lexer) next() (token, error) {
	for l.rest != "" {
		if r, _ := utf8.DecodeRuneInString(l.rest); !unicode.IsSpace(r) {
			break
		}
		l.take(1)
	}
	t := token{column: l.column + 1}
	if l.rest == "" {
		return t, nil
	}
	switch r, _ := utf8.DecodeRuneInString(l.rest); {
	case r == '"':
		return l.quoted(t)
	case unicode.IsDigit(r), r == '.':
		return l.number(t)
	case r == '∞':
		t.kind, t.text = numberToken, l.take(1)
		t.number, _ = strconv.ParseFloat("inf", 64)
		return t, nil
	case letter(r):
		t.kind, t.text = nameToken, l.take(l.wordLength())
		return t, nil
	}
	return l.sign(t)
}

// take removes n characters and returns them.
func (l *lexer) take(n int) string {
	bytes := 0
	for range n {
		_, size := utf8.DecodeRuneInString(l.rest[bytes:])
		bytes += size
	}
	taken := l.rest[:bytes]
	l.rest, l.column = l.rest[bytes:], l.column+n
	return taken
}

func letter(r rune) bool { return r == '_' || unicode.IsLetter(r) }

// wordLength is how many characters the word ahead has. A hyphen between
// letters belongs to it (offer-tea): a minus between names has spaces around.
func (l *lexer) wordLength() int {
	runes := []rune(l.rest)
	for i, r := range runes {
		hyphen := r == '-' && i+1 < len(runes) && unicode.IsLetter(runes[i+1])
		if !letter(r) && !unicode.IsDigit(r) && !hyphen {
			return i
		}
	}
	return len(runes)
}

func (l *lexer) quoted(t token) (token, error) {
	for i, r := range []rune(l.rest) {
		if i > 0 && r == '"' {
			text := l.take(i + 1)
			t.kind, t.text = stringToken, text[1:len(text)-1]
			return t, nil
		}
	}
	return t, &Error{t.column, "a word in quotes without their end", `another "`}
}

// number reads 12, .5, 1e5 and 10^5.
func (l *lexer) number(t token) (token, error) {
	n := 0
	runes := []rune(l.rest)
	for n < len(runes) {
		r := runes[n]
		signed := (r == '-' || r == '+') && n > 0 && (runes[n-1] == 'e' || runes[n-1] == 'E')
		if !unicode.IsDigit(r) && !unicode.IsLetter(r) && r != '.' && r != '_' && !signed {
			break
		}
		n++
	}
	t.kind, t.text = numberToken, l.take(n)
	var err error
	if t.number, err = strconv.ParseFloat(t.text, 64); err != nil {
		return t, &Error{t.column, strconv.Quote(t.text), "a number such as 1000, 1e5 or 10^5"}
	}
	if t.text == "10" && len(l.rest) > 1 && l.rest[0] == '^' {
		l.take(1)
		exponent, err := l.number(token{column: l.column + 1})
		if err != nil || exponent.number != float64(int(exponent.number)) {
			return t, &Error{t.column, `"10^` + exponent.text + `"`, "a whole exponent"}
		}
		t.text += "^" + exponent.text
		t.number, err = strconv.ParseFloat("1e"+strconv.Itoa(int(exponent.number)), 64)
		if err != nil {
			return t, &Error{t.column, t.text, "a number below 10^308"}
		}
	}
	return t, nil
}

func (l *lexer) sign(t token) (token, error) {
	t.kind = signToken
	for _, two := range []string{"==", "!=", "<=", ">="} {
		if len(l.rest) >= 2 && l.rest[:2] == two {
			t.text = l.take(2)
			break
		}
	}
	if t.text == "" {
		t.text = l.take(1)
	}
	if same, ok := spelled[t.text]; ok {
		t.text = same
	}
	switch t.text {
	case "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "(", ")", "[", "]", ",":
		return t, nil
	}
	return t, &Error{t.column, strconv.Quote(t.text), "a name, a number or one of = != < <= > >= + - * / ( )"}
}
