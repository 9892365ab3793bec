package plain

import (
	"strings"

	"eeporl/model"
	"eeporl/model/watch"
)

// said are the names of what the beat's sentence tells already.
var said = map[string]bool{"beat": true, "place": true, "beats": true, "pending": true, "step": true}

// changes tells the numbers that are not what they were; what is not known any
// more goes without saying.
func (e *Explorer) changes(before model.Session) {
	was, is := watch.Session(before), watch.Session(e.session)
	var out []string
	for _, n := range watch.Names() {
		if len(n.Takes) > 0 || n.Detail || said[n.Name] {
			continue
		}
		a, _ := was(n.Name, nil)
		b, _ := is(n.Name, nil)
		if b.Unknown || a.String() == b.String() {
			continue
		}
		text := n.Name + " " + b.String()
		if !a.Unknown && n.Kind == watch.Number {
			text += " (was " + a.String() + ")"
		}
		out = append(out, text)
	}
	if len(out) > 0 {
		e.say("  %s", strings.Join(out, "; "))
	}
}
