package watch

import (
	"math"
	"slices"
	"sync"

	"eeporl/model"
	"eeporl/model/quantity"
	"eeporl/planning"
)

var inf = math.Inf(1)

// figureOf is a name together with how it is read off a session.
type figureOf struct {
	Name
	of func(s model.Session, n *model.Now, args []Value) Value
}

// numbers are the quantities; each is known by its name.
func numbers() []figureOf {
	var out []figureOf
	for _, q := range quantity.All() {
		out = append(out, figureOf{Name{Name: q.Name, Kind: Number, Does: q.Is, Detail: q.Detail}, func(s model.Session, n *model.Now, _ []Value) Value {
			x := q.Number(s, n)
			return Written(x, q.Written(planning.Exactly(x)))
		}})
	}
	return out
}

// word declares a name whose value is a word, "" for an unknown one.
func word(name, does string, values []string, of func(s model.Session, n *model.Now) string) figureOf {
	return figureOf{Name{Name: name, Kind: Text, Values: values, Does: does}, func(s model.Session, n *model.Now, _ []Value) Value {
		if text := of(s, n); text != "" {
			return Word(text)
		}
		return Unknown(Text)
	}}
}

func truth(name, does string, of func(s model.Session, n *model.Now) bool) figureOf {
	return figureOf{Name{Name: name, Kind: Truth, Does: does}, func(s model.Session, n *model.Now, _ []Value) Value { return Is(of(s, n)) }}
}

// Names lists what can be asked of a session, in the order in which it is told.
func Names() []Name {
	var out []Name
	for _, f := range figures() {
		out = append(out, f.Name)
	}
	return out
}

// Session looks names up in a session.
func Session(s model.Session) Lookup {
	return func(name string, args []Value) (Value, bool) {
		f, ok := find(name)
		if !ok {
			return Value{}, false
		}
		if len(args) != len(f.Takes) {
			return Unknown(f.Kind), true
		}
		return f.of(s, s.Now(), args), true
	}
}

func find(name string) (figureOf, bool) {
	f, ok := byName()[name]
	return f, ok
}

// byName is the table that never changes.
var byName = sync.OnceValue(func() map[string]figureOf {
	table := map[string]figureOf{}
	for _, f := range figures() {
		table[f.Name.Name] = f
	}
	return table
})

// figures are all names, by what they speak of.
func figures() []figureOf {
	return slices.Concat(words(), numbers(), truths(), lists())
}
