package model

import (
	"fmt"
	"strings"

	"eeporl/pomdp/printable"
)

// Line is one line of a session file, a journal or a script: a step that leads to the
// session, a command for its screen, or a setting. The zero Line is a remark or blank.
type Line struct {
	Command    string // a command for the session, after >; in a script also one for the screen
	Screen     string // a command for the screen, after :
	Word, Rest string // any other line: a setting and its value, or a script's own keyword and its text
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
