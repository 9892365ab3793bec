package watch

// Name is something that an expression can ask about.
type Name struct {
	Name   string
	Kind   Kind
	Takes  []string // its arguments: name[x1, x2] or name(x1, x2)
	Values []string // the words that the value can be, nil for any; if the name takes a word, what that can be
	Does   string   // one line
	Detail bool     // shown when asked for only: --plain does not tell each change of it
}

// Expr is an expression that was read. It is a value.
type Expr struct {
	text string
	kind Kind
	root node
}

// String is the expression as it was written.
func (e Expr) String() string { return e.text }

// Kind is what the expression comes to.
func (e Expr) Kind() Kind { return e.kind }

// Eval is the expression's value.
func (e Expr) Eval(look Lookup) Value {
	if e.root == nil {
		return Unknown(Truth)
	}
	return e.root.eval(look)
}

// Holds says whether a condition is true; one that is unknown is not.
func (e Expr) Holds(look Lookup) bool {
	v := e.Eval(look)
	return v.Kind == Truth && v.Truth
}

// Freeze fixes what was(…) stands for: the values at the time of this call.
// Before it every was(…) is unknown.
func (e Expr) Freeze(look Lookup) Expr {
	if e.root != nil {
		e.root = e.root.frozen(look)
	}
	return e
}
