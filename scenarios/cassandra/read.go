package cassandra

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"eeporl/scenarios/plaintext"
)

// SumTolerance is how far from 1 a row may sum and still be used as written.
const SumTolerance = 1e-5

// maxCells bounds |A||S|(|S|+|Z|+16), so that a header cannot ask for more memory
// than a machine has: 2²⁵ numbers take 268 MB. maxBytes bounds the file.
const (
	maxCells = 1 << 25
	maxBytes = 1 << 27
)

// SyntaxError says where a file is not a .POMDP file. Its text begins
// file:line:column.
type SyntaxError struct {
	File         string
	Line, Column int
	Found, Want  string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: found %s, expected %s", e.File, e.Line, e.Column, e.Found, e.Want)
}

// Read reads a .POMDP file; file is its name in errors. A file that does not follow the format is
// a *SyntaxError. Three things that real files have are accepted although the grammar refuses
// them, each with a notice: "values: rewards", no discount line (then it is 1), and several states
// after "start:" (then "start include:").
func Read(r io.Reader, file string) (*Model, error) {
	text, err := io.ReadAll(io.LimitReader(plaintext.Reader(r), maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(text) > maxBytes {
		return nil, &SyntaxError{file, 1, 1, fmt.Sprintf("more than %d bytes", maxBytes), "a smaller file"}
	}
	return read(text, file, maxCells)
}

func read(text []byte, file string, cells int) (m *Model, err error) {
	p := &parser{lexer: newLexer(text), file: file, cells: cells, model: &Model{}}
	defer func() {
		if r := recover(); r != nil {
			syntax, ours := r.(*SyntaxError)
			if !ours {
				panic(r)
			}
			m, err = nil, syntax
		}
	}()
	p.advance()
	if p.token.text == "<" {
		p.fail(p.token, "XML, as POMDPX is", "Cassandra's own format, of which pomdpconvert makes POMDPX: discount, values, states, actions, observations")
	}
	p.preamble()
	p.start()
	p.statements()
	p.finish()
	return p.model, nil
}

// parser holds one token of look-ahead. Its methods panic with a *SyntaxError,
// which read turns into an error.
type parser struct {
	lexer *lexer
	token token
	above token // the one before it
	file  string
	cells int   // bound on the model's size, see maxCells
	work  int64 // cells written so far, overwriting included
	model *Model

	transitionAt, observationAt []token // [a·|S|+s] the statement that wrote the row last
	states, actions, sights     map[string]int
}

func (p *parser) advance() { p.above, p.token = p.token, p.lexer.next() }

func (p *parser) fail(at token, found, want string) {
	panic(&SyntaxError{p.file, at.line, at.column, found, want})
}

func (p *parser) unexpected(want string) {
	switch t := p.token.text; {
	case p.token.kind == reserved:
		want += fmt.Sprintf("; %s is a word of the format, and no name: %[1]s_1 is one", t)
	case p.token.kind != stray:
	case p.above.line == p.token.line && p.above.column+len(p.above.text) == p.token.column && (p.above.kind == name || p.above.kind == integer),
		t[0] >= utf8.RuneSelf, strings.Contains("(){}[]'\"/", t):
		want += "; " + nameRule
	case len(t) > 1 && t[0] == '.':
		want += "; a number begins with a digit: 0" + t
	}
	p.fail(p.token, p.token.String(), want)
}

// nameRule says what names are.
const nameRule = "a name begins with a letter, and has letters, digits, - and _ alone"

// entry fails at a word that stands where an entry begins and is none.
func (p *parser) entry() {
	if p.token.kind != name || !p.lexer.beginsEntry() {
		return
	}
	p.fail(p.token, fmt.Sprintf("%q, which is not an entry of this format (discount, values, states, actions, observations, start)", p.token.text+":"), "one of these, or T, O or R")
}

func (p *parser) notice(at token, format string, args ...interface{}) {
	p.model.Notices = append(p.model.Notices, fmt.Sprintf("line %d: ", at.line)+fmt.Sprintf(format, args...))
}

func (p *parser) is(word string) bool { return p.token.kind == reserved && p.token.text == word }

func (p *parser) colon(after string) {
	if p.token.kind != colon {
		p.unexpected("a colon after " + after)
	}
	p.advance()
}

func (p *parser) numeric() bool { return p.token.kind == integer || p.token.kind == decimal }

// number reads an unsigned number.
func (p *parser) number(want string) float64 {
	if !p.numeric() {
		p.unexpected(want)
	}
	x, err := strconv.ParseFloat(p.token.text, 64)
	if err != nil {
		p.unexpected("a number within the range of double precision")
	}
	p.advance()
	return x
}

// signed reads a number that may have a sign, with blanks after it.
func (p *parser) signed(want string) float64 {
	negative := false
	if p.token.kind == sign {
		negative = p.token.text == "-"
		p.advance()
	}
	x := p.number(want)
	if negative {
		return 0 - x
	}
	return x
}

// probability reads a number in [0, 1].
func (p *parser) probability(want string) float64 {
	at := p.token
	x := p.number(want)
	if x > 1 {
		p.fail(at, at.text, "a probability from 0 to 1")
	}
	return x
}

func (p *parser) finish() {
	m := p.model
	p.checkSum(p.token, "start", m.Initial)
	for a := range m.Actions.N {
		for s := range m.States.N {
			i := a*m.States.N + s
			p.checkSum(p.transitionAt[i], fmt.Sprintf("T row of action %s, state %s", m.Actions.Name(a), m.States.Name(s)), m.Transition[a][s])
			p.checkSum(p.observationAt[i], fmt.Sprintf("O row of action %s, state %s", m.Actions.Name(a), m.States.Name(s)), m.Observation[a][s])
		}
	}
}

func (p *parser) checkSum(at token, what string, row []float64) {
	sum := 0.0
	for _, x := range row {
		sum += x
	}
	off := math.Abs(sum - 1)
	if at.line == 0 {
		at = p.token
		if sum == 0 {
			p.fail(at, "no "+what, "a distribution that sums to 1")
		}
	}
	if off > SumTolerance {
		p.fail(at, fmt.Sprintf("a sum of %s in the %s", strconv.FormatFloat(sum, 'g', 10, 64), what), "1 within 1e-5")
	}
	const most = 20
	if off > 1e-9 && len(p.model.Notices) < most {
		p.notice(at, "the %s sums to %s; it is used as written", what, strconv.FormatFloat(sum, 'g', 10, 64))
		if len(p.model.Notices) == most {
			p.model.Notices = append(p.model.Notices, "and so on")
		}
	}
}
