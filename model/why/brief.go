package why

import (
	"math"

	"eeporl/model"
	"eeporl/pomdp/figure"
)

// ExplainBriefly is Explain without what takes time: it does not search for the
// beats that raised a moment's count, nor walk through a large policy tree.
func ExplainBriefly(s model.Session, t Target, veiled bool) Explanation {
	return explain(s, t, veiled, true)
}

// Brief writes an explanation in short: what it is, and its figures, the most telling first.
func Brief(e Explanation) (subject string, figures []string) {
	subject = e.Title
	if e.Subject != "" {
		subject += ": " + e.Subject
	}
	add := func(name, text string) { figures = append(figures, name+" "+text) }
	for _, f := range []struct {
		name, word string
		value      float64
	}{{"", e.Word, e.Value}, {"truth", e.TrueWord, e.Truth}, {"error", "", e.Error}} {
		text := f.word
		if !math.IsNaN(f.value) {
			number := figure.Precise(f.value)
			if f.name == "error" {
				if number = figure.Number(f.value); f.value > 0 {
					number = "+" + number
				}
			}
			if text = number; f.word != "" {
				text = f.word + ", " + number
			}
		}
		switch {
		case text == "":
		case f.name == "":
			figures = append(figures, text)
		default:
			add(f.name, text)
		}
	}
	if !math.IsNaN(e.Low) && !math.IsNaN(e.High) {
		add("in", figure.Number(e.Low)+"–"+figure.Number(e.High))
	}
	if !math.IsNaN(e.Bound) {
		add("bound", figure.Number(e.Bound))
	}
	if math.IsNaN(e.Value) && e.Word == "" {
		for _, u := range e.Unknown {
			if u.Name == "value" {
				add("value unknown:", u.Value)
			}
		}
	}
	return subject, figures
}
