package watch

import (
	"fmt"
	"slices"
	"strings"

	"eeporl/model"
)

// Watched is an expression that is kept in sight.
type Watched struct {
	Name string
	Expr Expr
}

// List are the watches, the oldest first. It is a value: With and Without leave it
// as it is.
type List []Watched

// mostWatched is what one row and an overlay can hold.
const mostWatched = 20

// With adds an expression, written as "NAME: EXPRESSION", or without a name to be listed
// under its own text. It replaces a watch of the same name.
func (l List) With(text string) (List, error) {
	name, expression, ok := strings.Cut(text, ":")
	if !ok {
		name, expression = text, text
	}
	e, err := Parse(expression)
	if err != nil {
		return l, err
	}
	w := Watched{strings.TrimSpace(name), e}
	out := slices.DeleteFunc(slices.Clone(l), func(x Watched) bool { return x.Name == w.Name })
	if len(out) >= mostWatched {
		return l, fmt.Errorf("there are %d watches, as many as can be kept; unwatch NAME gives one up", mostWatched)
	}
	return append(out, w), nil
}

// Without gives a watch up, or all of them for "".
func (l List) Without(name string) (List, error) {
	left := slices.DeleteFunc(slices.Clone(l), func(x Watched) bool { return x.Name == name || name == "" })
	if name != "" && len(l) == 0 {
		return l, fmt.Errorf("there is no watch; watch sigma_k / noise makes one")
	}
	if name != "" && len(left) == len(l) {
		var names []string
		for _, w := range l {
			names = append(names, w.Name)
		}
		return l, fmt.Errorf("found the watch %q, expected one of %s", name, strings.Join(names, ", "))
	}
	return left, nil
}

// Commands are the commands that turn any list of watches into this one.
func (l List) Commands() []string {
	out := []string{"unwatch"}
	for _, w := range l {
		command := "watch " + w.Expr.String()
		if w.Name != w.Expr.String() {
			command = fmt.Sprintf("watch %s: %s", w.Name, w.Expr)
		}
		out = append(out, command)
	}
	return out
}

// Values are the values of the watches, in order, as they stand on the screen: at the
// session's beat, and at the beat before it (the same beat, if it is the first).
func (l List) Values(s model.Session) (now, before []string) {
	here, there := Session(s), Session(model.Update(s, model.Intent{Verb: model.Back}))
	for _, w := range l {
		now = append(now, w.Expr.Eval(here).String())
		before = append(before, w.Expr.Eval(there).String())
	}
	return now, before
}
