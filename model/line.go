package model

import (
	"fmt"
	"strings"

	"eeporl/pomdp/printable"
)

// Line is a line of what leads to a session and to its screen, as session files,
// journals and scripts have it. The zero Line is a remark, or blank.
type Line struct {
	Command    string // after >, of the session; in a script of the screen too
	Screen     string // after :, of the screen
	Word, Rest string // else: a setting with its value, or what a script says besides
}

// oldScreen began the lines of the screen in older session files.
const oldScreen = "#screen "

// ReadLine reads a line. The error says what was found and expected.
func ReadLine(text string) (x Line, err error) {
	text = strings.TrimSpace(text)
	if bad := printable.LineFault(text); bad != "" {
		return x, fmt.Errorf("found %s, expected printable text", bad)
	}
	if command, ok := strings.CutPrefix(text, oldScreen); ok {
		text = ":" + command
	}
	switch {
	case text == "" || text[0] == '#':
	case text[0] == '>':
		x.Command = strings.TrimSpace(text[1:])
		if x.Command == "" {
			return x, fmt.Errorf("found no command after >, expected one such as forward 5")
		}
	case text[0] == ':':
		x.Screen = strings.TrimSpace(text[1:])
	default:
		x.Word, x.Rest, _ = strings.Cut(text, " ")
		x.Rest = strings.TrimSpace(x.Rest)
	}
	return x, nil
}

// String is the line as ReadLine reads it.
func (x Line) String() string {
	switch {
	case x.Command != "":
		return "> " + x.Command
	case x.Screen != "":
		return ": " + x.Screen
	}
	return strings.TrimSpace(x.Word + " " + x.Rest)
}
