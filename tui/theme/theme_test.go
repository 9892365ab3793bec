package theme

import "testing"

// Every look comes by turns; on a known background only those that can be read.
func TestNextPassesOverTheOtherBackground(t *testing.T) {
	for _, test := range []struct {
		from         Look
		known, light bool
		want         []Look
	}{
		{Dark, false, false, []Look{Light, Contrast, Ink, Mono, Dark}},
		{Dark, true, false, []Look{Contrast, Mono, Dark}},
		{Light, true, true, []Look{Ink, Light}},
		{Dark, true, true, []Look{Light, Ink, Light}},
	} {
		look := test.from
		for i, want := range test.want {
			if look = look.Next(test.known, test.light); look != want {
				t.Errorf("step %d from %s, known %t, light %t: %s, want %s", i+1, test.from, test.known, test.light, look, want)
			}
		}
	}
}
