package recovery

import (
	"math"
	"testing"
)

func TestTheWindowHoldsTheBlot(t *testing.T) {
	for _, c := range []struct {
		points [][2]float64
		side   float64
	}{
		{[][2]float64{{.1, .9}, {.9, .1}, {.5, .5}}, 1},
		{[][2]float64{{.8, .3}, {.3, .8}, {.82, .31}}, .05}, // the second is the mirror image of the first
		{[][2]float64{{.995, .004}, {.999, 0}}, .01},
		{[][2]float64{{.8, .3}, {.801, .3}}, .005},
	} {
		centre := c.points[0]
		w := around(centre, c.points)
		if math.Abs(w.side-c.side) > 1e-12 {
			t.Errorf("%v: found the side %v, expected %v", c.points, w.side, c.side)
		}
		if w.across < 0 || w.up < 0 || w.across+w.side > 1+1e-12 || w.up+w.side > 1+1e-12 {
			t.Errorf("%v: the window %v goes beyond the square", c.points, w)
		}
		for _, x := range c.points {
			if x[0] < x[1] != (centre[0] < centre[1]) {
				x[0], x[1] = x[1], x[0]
			}
			if c.side < 1 && (x[0] < w.across || x[0] > w.across+w.side || x[1] < w.up || x[1] > w.up+w.side) {
				t.Errorf("%v: the window %v does not hold %v", c.points, w, x)
			}
		}
	}
}
