package kit

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"eeporl/tui/canvas"
)

// TestFlowShowsOrCountsEveryEntry: entries keep to the area, do not touch, and
// those without room are counted.
func TestFlowShowsOrCountsEveryEntry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(20, 60).Draw(t, "width"), rapid.IntRange(1, 4).Draw(t, "height")
		sizes := rapid.SliceOfN(rapid.IntRange(1, 12), 1, 40).Draw(t, "sizes")
		f := Flow{rapid.IntRange(0, 4).Draw(t, "left"), len(sizes), func(i int) int { return sizes[i] }}
		c := canvas.New(width, height)
		c.Watch = func(fault canvas.Fault, text string) { t.Fatalf("%s: %q", fault, text) }
		drawn := 0
		took := f.Draw(c.All(), func(x, y, i int) {
			if i != drawn || x+sizes[i] > width || y >= height {
				t.Fatalf("entry %d at (%d, %d), %d wide, after %d others", i, x, y, sizes[i], drawn)
			}
			c.All().Text(x, y, strings.Repeat("x", sizes[i]), Plain)
			drawn++
		})
		var left int
		if at := strings.Index(c.Plain(), "… "); at >= 0 {
			for _, r := range c.Plain()[at+len("… "):] {
				if r < '0' || r > '9' {
					break
				}
				left = 10*left + int(r-'0')
			}
		}
		if drawn+left != len(sizes) {
			t.Fatalf("%d entries drawn and %d counted, expected %d:\n%s", drawn, left, len(sizes), c.Plain())
		}
		if need := f.Rows(width); took != min(need, height) || need <= height && left > 0 {
			t.Fatalf("took %d rows and left out %d, expected to need %d of %d", took, left, need, height)
		}
	})
}
