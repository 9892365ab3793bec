package watch

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"eeporl/scenarios"
)

// Condition reads an expression that is true or false.
func Condition(text string, more ...Name) (Expr, error) {
	e, err := Parse(text, more...)
	if err == nil && e.kind != Truth {
		return e, &Error{1, e.kind.String() + ", " + e.text, "a condition such as N >= 1000"}
	}
	return e, err
}

// Parse reads an expression over Names and the further names in more, which the lookup
// has to know. The error is an *Error.
func Parse(text string, more ...Name) (Expr, error) {
	if n := utf8.RuneCountInString(text); n > maxLength {
		return Expr{}, &Error{1, fmt.Sprintf("%d characters", n), fmt.Sprintf("at most %d", maxLength)}
	}
	if !utf8.ValidString(text) {
		return Expr{}, &Error{1, "bytes that are no UTF-8", "text"}
	}
	p := &parser{lexer: lexer{rest: text}, more: more}
	if err := p.advance(); err != nil {
		return Expr{}, err
	}
	t, err := p.either(0)
	if err != nil {
		return Expr{}, err
	}
	if p.ahead.kind != endToken {
		return Expr{}, p.unexpected("and, or, a comparison or the end")
	}
	if t.bare {
		return Expr{}, p.strange(t)
	}
	return Expr{strings.TrimSpace(text), t.kind, t.node}, nil
}

// parser reads by recursive descent.
type parser struct {
	lexer
	ahead token
	more  []Name
}

// term is a part that was read, with what a comparison has to know of it.
type term struct {
	node
	kind   Kind
	column int
	values []string // what a word can be
	bare   bool     // a word that is no name: only a comparison makes sense of it
	word   string   // as written
}

func (p *parser) advance() (err error) {
	p.ahead, err = p.lexer.next()
	return err
}

func (p *parser) unexpected(expected string) error {
	return &Error{p.ahead.column, p.ahead.String(), expected}
}

func (p *parser) at(kind tokenKind, text string) bool {
	return p.ahead.kind == kind && p.ahead.text == text
}

func (p *parser) accept(kind tokenKind, text string) (bool, error) {
	if !p.at(kind, text) {
		return false, nil
	}
	return true, p.advance()
}

// chain reads parts that signs join.
func (p *parser) chain(depth int, part func(int) (term, error), signs []string, kind tokenKind, join func(sign string, x, y term) (term, error)) (term, error) {
	x, err := part(depth)
	for err == nil && p.ahead.kind == kind && slices.Contains(signs, p.ahead.text) {
		sign := p.ahead.text
		if err = p.advance(); err != nil {
			break
		}
		var y term
		if y, err = part(depth); err == nil {
			x, err = join(sign, x, y)
		}
	}
	return x, err
}

func (p *parser) either(depth int) (term, error) {
	return p.chain(depth, p.all, []string{"or"}, nameToken, p.join)
}

func (p *parser) all(depth int) (term, error) {
	return p.chain(depth, p.not, []string{"and"}, nameToken, p.join)
}

func (p *parser) join(sign string, x, y term) (term, error) {
	for _, t := range []term{x, y} {
		if err := p.must(t, Truth); err != nil {
			return term{}, err
		}
	}
	return term{node: both{sign == "or", x.node, y.node}, kind: Truth, column: x.column}, nil
}

// must is nil for a term of that kind, otherwise an error at the term's column.
func (p *parser) must(t term, kind Kind) error {
	switch {
	case t.bare:
		return p.strange(t)
	case t.kind != kind:
		return &Error{t.column, t.kind.String(), kind.String()}
	}
	return nil
}

// strange is the error of a word that is no name.
func (p *parser) strange(t term) error {
	expected := "a name that is known, such as N, regret or sigma_k"
	if near := scenarios.Nearest(t.word, p.names()); near != "" {
		expected = "a name that is known, such as " + near
	}
	return &Error{t.column, fmt.Sprintf("%q", t.word), expected}
}

func (p *parser) names() []string {
	var out []string
	for _, n := range append(slices.Clone(p.more), Names()...) {
		out = append(out, n.Name)
	}
	return out
}

func (p *parser) not(depth int) (term, error) {
	if depth > maxDepth {
		return term{}, &Error{p.ahead.column, "parts within parts", fmt.Sprintf("at most %d levels", maxDepth)}
	}
	column := p.ahead.column
	if yes, err := p.accept(nameToken, "not"); err != nil || !yes {
		if err != nil {
			return term{}, err
		}
		return p.compared(depth)
	}
	t, err := p.not(depth + 1)
	if err == nil {
		err = p.must(t, Truth)
	}
	return term{node: negation{t.node}, kind: Truth, column: column}, err
}

func (p *parser) compared(depth int) (term, error) {
	x, err := p.sum(depth)
	if err != nil || p.ahead.kind != signToken || !slices.Contains([]string{"=", "!=", "<", "<=", ">", ">="}, p.ahead.text) {
		return x, err
	}
	sign := p.ahead.text
	if err = p.advance(); err != nil {
		return x, err
	}
	y, err := p.sum(depth)
	if err != nil {
		return x, err
	}
	if x, y, err = p.matched(x, y); err != nil {
		return x, err
	}
	return term{node: comparison{sign, x.node, y.node}, kind: Truth, column: x.column}, nil
}

// matched makes two sides of a comparison of one kind: a word stands for itself
// beside a name whose values are words.
func (p *parser) matched(x, y term) (term, term, error) {
	var err error
	if x, err = p.literal(x, y); err == nil {
		y, err = p.literal(y, x)
	}
	switch {
	case err != nil:
	case x.bare:
		err = p.strange(x)
	case y.bare:
		err = p.strange(y)
	case x.kind == Truth:
		err = &Error{x.column, "a condition", "a number or a word"}
	case x.kind != y.kind:
		err = &Error{y.column, y.kind.String(), x.kind.String()}
	}
	return x, y, err
}

// literal reads the word t as one of the values of the name beside it.
func (p *parser) literal(t, beside term) (term, error) {
	if t.word == "" || beside.kind != Text || beside.bare || beside.word == "" {
		return t, nil
	}
	quoted := t.node != nil && !t.bare && t.values == nil && t.kind == Text && isConstant(t.node)
	switch {
	case slices.Contains(beside.values, t.word):
	case beside.values == nil && (t.bare || quoted):
	case t.bare || quoted:
		return t, &Error{t.column, fmt.Sprintf("%q", t.word), "one of " + strings.Join(beside.values, ", ")}
	default:
		return t, nil // another name
	}
	t.node, t.kind, t.bare = constant{Word(t.word)}, Text, false
	return t, nil
}

func isConstant(n node) bool { _, ok := n.(constant); return ok }

func (p *parser) sum(depth int) (term, error) {
	return p.chain(depth, p.product, []string{"+", "-"}, signToken, p.reckon)
}

func (p *parser) product(depth int) (term, error) {
	return p.chain(depth, p.signed, []string{"*", "/"}, signToken, p.reckon)
}

func (p *parser) reckon(sign string, x, y term) (term, error) {
	for _, t := range []term{x, y} {
		if err := p.must(t, Number); err != nil {
			return term{}, err
		}
	}
	return term{node: arithmetic{sign, x.node, y.node}, kind: Number, column: x.column}, nil
}

func (p *parser) signed(depth int) (term, error) {
	if depth > maxDepth {
		return term{}, &Error{p.ahead.column, "parts within parts", fmt.Sprintf("at most %d levels", maxDepth)}
	}
	column := p.ahead.column
	if yes, err := p.accept(signToken, "-"); err != nil || !yes {
		if err != nil {
			return term{}, err
		}
		return p.primary(depth)
	}
	t, err := p.signed(depth + 1)
	if err == nil {
		err = p.must(t, Number)
	}
	return term{node: arithmetic{"-", constant{Of(0)}, t.node}, kind: Number, column: column}, err
}

func (p *parser) primary(depth int) (term, error) {
	t := p.ahead
	switch {
	case t.kind == numberToken:
		return term{node: constant{Of(t.number)}, kind: Number, column: t.column}, p.advance()
	case t.kind == stringToken:
		return term{node: constant{Word(t.text)}, kind: Text, column: t.column, word: t.text}, p.advance()
	case t.kind == nameToken && !slices.Contains([]string{"and", "or", "not"}, t.text):
		if err := p.advance(); err != nil {
			return term{}, err
		}
		return p.named(t, depth)
	case p.at(signToken, "("):
		if err := p.advance(); err != nil {
			return term{}, err
		}
		inner, err := p.either(depth + 1)
		if err == nil {
			err = p.closed(")")
		}
		if inner.word != "" && !inner.bare {
			inner.word = ""
		}
		return inner, err
	}
	return term{}, p.unexpected("a name, a number, a word in quotes or (")
}

func (p *parser) closed(sign string) error {
	if !p.at(signToken, sign) {
		return p.unexpected(sign)
	}
	return p.advance()
}
