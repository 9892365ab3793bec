package script

import (
	"strconv"
	"strings"
	"time"
)

// Line is an item as it stands in a file.
func Line(i Item) string {
	switch i.Kind {
	case Begin:
		return "scenario " + i.Text
	case Command:
		return "> " + i.Text
	case Wait:
		return "wait " + strconv.FormatFloat(i.Pause.Seconds(), 'f', -1, 64)
	case Caption:
		return strings.TrimSpace("caption " + i.Text)
	case Note:
		return strings.TrimSpace("note " + i.Text)
	case Until:
		return "until " + i.Text
	}
	return "stop"
}

// Pause writes a measured pause as a line of a script, rounded to tenths of a second, which is
// what an audience notices; false where that leaves none.
func Pause(d time.Duration) (line string, ok bool) {
	d = min(d.Round(100*time.Millisecond), maxPause*time.Second)
	return Line(Item{Kind: Wait, Pause: d}), d > 0
}
