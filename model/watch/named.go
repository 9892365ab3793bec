package watch

import (
	"strings"
)

// named makes a term of the name t, whose arguments, if it takes any, come next. A word
// that is no name becomes a bare term.
func (p *parser) named(t token, depth int) (term, error) {
	out := term{column: t.column, word: t.text, kind: Text, bare: true}
	switch t.text {
	case "inf", "infinity":
		return term{node: constant{Of(inf)}, kind: Number, column: t.column}, nil
	case "was", "known":
		return p.about(t, depth)
	}
	n, ok := p.find(t.text)
	if !ok {
		return out, nil
	}
	args, err := p.arguments(n, depth)
	if err != nil {
		return out, err
	}
	out.node, out.kind, out.bare = named{n.Name, n.Kind, args}, n.Kind, false
	if n.Kind == Text {
		out.values = n.Values
	}
	return out, nil
}

func (p *parser) find(name string) (Name, bool) {
	for _, n := range p.more {
		if n.Name == name {
			return n, true
		}
	}
	f, ok := find(name)
	return f.Name, ok
}

// about reads was(x) and known(x).
func (p *parser) about(t token, depth int) (term, error) {
	if err := p.closed("("); err != nil {
		return term{}, err
	}
	x, err := p.either(depth + 1)
	if err == nil && x.bare {
		err = p.strange(x)
	}
	if err == nil {
		err = p.closed(")")
	}
	if err != nil {
		return term{}, err
	}
	if t.text == "known" {
		return term{node: known{x.node}, kind: Truth, column: t.column}, nil
	}
	return term{node: past{x.node, x.kind}, kind: x.kind, column: t.column, values: x.values, word: "was"}, nil
}

// arguments reads [x, y] or (x, y).
func (p *parser) arguments(n Name, depth int) ([]node, error) {
	if len(n.Takes) == 0 {
		return nil, nil
	}
	end := map[string]string{"(": ")", "[": "]"}[p.ahead.text]
	if p.ahead.kind != signToken || end == "" {
		return nil, p.unexpected("the arguments of " + n.Usage())
	}
	var args []node
	for i := range n.Takes {
		if err := p.advance(); err != nil {
			return nil, err
		}
		x, err := p.argument(n, depth)
		if err != nil {
			return nil, err
		}
		args = append(args, x)
		if i < len(n.Takes)-1 && !p.at(signToken, ",") {
			return nil, p.unexpected("a comma: " + n.Usage())
		}
	}
	return args, p.closed(end)
}

// Usage is the name with its arguments.
func (n Name) Usage() string {
	if len(n.Takes) == 0 {
		return n.Name
	}
	return n.Name + "(" + strings.Join(n.Takes, ", ") + ")"
}

// argument reads a word where the name lists words, a number elsewhere.
func (p *parser) argument(n Name, depth int) (node, error) {
	x, err := p.either(depth + 1)
	if err != nil {
		return nil, err
	}
	if n.Kind == Text || n.Values == nil {
		return x.node, p.must(x, Number)
	}
	if x, err = p.literal(x, term{kind: Text, values: n.Values, word: n.Name}); err != nil {
		return nil, err
	}
	return x.node, p.must(x, Text)
}
