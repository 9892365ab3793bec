package share

import "strings"

// screenLine begins the lines of a session's text that say how it was looked
// at. They are comments to all other readers.
const screenLine = "#screen "

// WithScreen adds the commands that lead to a screen to a session's text.
func WithScreen(session string, commands []string) string {
	var b strings.Builder
	b.WriteString(session)
	for _, command := range commands {
		b.WriteString(screenLine + command + "\n")
	}
	return b.String()
}

// Screen finds them again, a line each.
func Screen(session string) string {
	var b strings.Builder
	for line := range strings.Lines(session) {
		if command, ok := strings.CutPrefix(line, screenLine); ok {
			b.WriteString(command)
		}
	}
	return b.String()
}
