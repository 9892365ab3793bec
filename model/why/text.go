package why

import (
	"fmt"
	"math"
	"strings"

	"eeporl/pomdp/figure"
)

// Text writes an explanation as lines of plain text, one thing a line; who
// prints them wraps them.
func Text(e Explanation) []string {
	lines := []string{e.Title}
	if e.Subject != "" {
		lines[0] += ": " + e.Subject
	}
	add := func(name, value string) { lines = append(lines, name+": "+value) }
	if e.Account != "" {
		lines = append(lines, e.Account)
	}
	if e.Formula != "" {
		add("formula", e.Formula)
	}
	for _, l := range e.Inputs {
		lines = append(lines, "  "+l.Name+": "+l.Value)
	}
	for _, f := range []struct {
		name, word string
		value      float64
	}{{"value", e.Word, e.Value}, {"truth", e.TrueWord, e.Truth}, {"error", "", e.Error}} {
		switch number := figure.Number(f.value); {
		case f.word != "" && !math.IsNaN(f.value):
			add(f.name, f.word+", "+number)
		case f.word != "":
			add(f.name, f.word)
		case !math.IsNaN(f.value):
			add(f.name, number)
		}
	}
	if !math.IsNaN(e.Bound) {
		add("bound", with(figure.Number(e.Bound), e.BoundIs))
	}
	if !math.IsNaN(e.Low) && !math.IsNaN(e.High) {
		add("interval", with(figure.Number(e.Low)+" to "+figure.Number(e.High), e.IntervalIs))
	}
	lines = append(lines, e.reasons()...)
	return append(lines, e.Origin.text()...)
}

func with(figure, what string) string {
	if what == "" {
		return figure
	}
	return figure + ", " + what
}

// NotKnown begins the line that says which figures are unknown.
const NotKnown = "unknown"

// reasons writes in a line which figures are unknown, equal reasons once and those that say nothing left out.
func (e Explanation) reasons() []string {
	var whys []string
	names := map[string]string{}
	for _, u := range e.Unknown {
		if u.Value == noneKnown && u.Name == "interval" { // few figures have one
			continue
		}
		if names[u.Value] == "" {
			whys = append(whys, u.Value)
			names[u.Value] = u.Name
			continue
		}
		names[u.Value] += ", " + u.Name
	}
	for i, why := range whys {
		if whys[i] = names[why]; why != noneKnown {
			whys[i] += " (" + why + ")"
		}
	}
	if len(whys) == 0 {
		return nil
	}
	return []string{NotKnown + ": " + strings.Join(whys, "; ")}
}

// SourceLine is the index in Text(e) of the line that names the origin; the lines of the
// further sources follow it. Without a known origin it is len(Text(e)).
func SourceLine(e Explanation) int { return len(Text(e)) - len(e.Origin.text()) }

func (o Origin) text() []string {
	if !o.Known {
		return nil
	}
	lines := []string{fmt.Sprintf("made at beat %d: %s", o.Place+1, o.What)}
	for i, s := range o.Sources {
		if i == 0 {
			continue // it is the origin itself
		}
		lines = append(lines, fmt.Sprintf("  beat %d: %s", s.Place+1, s.What))
	}
	switch {
	case o.More > 0:
		lines = append(lines, "  and "+figure.Count(float64(o.More))+" more before")
	case o.More < 0:
		lines = append(lines, "  and more before")
	}
	return lines
}
