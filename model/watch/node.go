package watch

import "math"

// node is a part of an expression.
type node interface {
	eval(Lookup) Value
	// frozen is the node with every was(…) in it replaced by its value.
	frozen(Lookup) node
}

type constant struct{ value Value }

func (c constant) eval(Lookup) Value  { return c.value }
func (c constant) frozen(Lookup) node { return c }

// named is a name with its arguments.
type named struct {
	name string
	kind Kind
	args []node
}

func (n named) eval(look Lookup) Value {
	args := make([]Value, len(n.args))
	for i, a := range n.args {
		if args[i] = a.eval(look); args[i].Unknown {
			return Unknown(n.kind)
		}
	}
	v, ok := look(n.name, args)
	if !ok || v.Kind != n.kind {
		return Unknown(n.kind)
	}
	return v
}

func (n named) frozen(look Lookup) node {
	args := make([]node, len(n.args))
	for i, a := range n.args {
		args[i] = a.frozen(look)
	}
	return named{n.name, n.kind, args}
}

// past is was(x): unknown until it is frozen.
type past struct {
	of   node
	kind Kind
}

func (p past) eval(Lookup) Value       { return Unknown(p.kind) }
func (p past) frozen(look Lookup) node { return constant{p.of.frozen(look).eval(look)} }

// known is known(x).
type known struct{ of node }

func (k known) eval(look Lookup) Value  { return Is(!k.of.eval(look).Unknown) }
func (k known) frozen(look Lookup) node { return known{k.of.frozen(look)} }

type negation struct{ of node }

func (n negation) eval(look Lookup) Value {
	v := n.of.eval(look)
	return Is(!v.Truth)
}
func (n negation) frozen(look Lookup) node { return negation{n.of.frozen(look)} }

// both is `and`, or `or` where either suffices.
type both struct {
	either bool
	x, y   node
}

func (b both) eval(look Lookup) Value {
	if b.x.eval(look).Truth == b.either {
		return Is(b.either)
	}
	return Is(b.y.eval(look).Truth)
}
func (b both) frozen(look Lookup) node { return both{b.either, b.x.frozen(look), b.y.frozen(look)} }

// comparison holds two numbers or two words against each other.
type comparison struct {
	sign string
	x, y node
}

func (c comparison) eval(look Lookup) Value {
	x, y := c.x.eval(look), c.y.eval(look)
	if x.Unknown || y.Unknown {
		return Is(false)
	}
	less, equal := x.Number < y.Number, x.Number == y.Number
	if x.Kind == Text {
		less, equal = x.Text < y.Text, x.Text == y.Text
	}
	switch c.sign {
	case "=":
		return Is(equal)
	case "!=":
		return Is(!equal)
	case "<":
		return Is(less)
	case "<=":
		return Is(less || equal)
	case ">":
		return Is(!less && !equal)
	}
	return Is(!less)
}
func (c comparison) frozen(look Lookup) node {
	return comparison{c.sign, c.x.frozen(look), c.y.frozen(look)}
}

// arithmetic is + − * /; what comes out undefined is unknown.
type arithmetic struct {
	sign string
	x, y node
}

func (a arithmetic) eval(look Lookup) Value {
	x, y := a.x.eval(look), a.y.eval(look)
	if x.Unknown || y.Unknown {
		return Unknown(Number)
	}
	switch a.sign {
	case "+":
		return Of(x.Number + y.Number)
	case "-":
		return Of(x.Number - y.Number)
	case "*":
		return Of(x.Number * y.Number)
	}
	if y.Number == 0 {
		return Of(math.NaN())
	}
	return Of(x.Number / y.Number)
}
func (a arithmetic) frozen(look Lookup) node {
	return arithmetic{a.sign, a.x.frozen(look), a.y.frozen(look)}
}
