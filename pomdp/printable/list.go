package printable

import (
	"fmt"
	"strings"
)

// Names is how many names a message lists; Paths is how many of the longer ones.
const (
	Names = 12
	Paths = 3
)

// List writes names with commas between them: of more than most the first of them and how many there are, each
// called by a noun unless that is "".
func List(names []string, most int, noun string) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	if noun != "" {
		noun = " " + noun
	}
	return fmt.Sprintf("%s, … (%d%s)", strings.Join(names[:most], ", "), len(names), noun)
}

// Or writes alternatives: "a, b or c".
func Or(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " or " + items[last]
}
