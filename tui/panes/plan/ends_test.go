package plan

import (
	"slices"
	"testing"
)

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		n, room, left int
		shown         []int
	}{
		{0, 4, 0, nil},
		{4, 4, 0, []int{0, 1, 2, 3}},
		{5, 4, 2, []int{0, -1, 3, 4}},
		{30, 4, 27, []int{0, -1, 28, 29}},
	} {
		if shown, left := ends(c.n, c.room); !slices.Equal(shown, c.shown) || left != c.left {
			t.Errorf("%d rows in %d: found %v and %d left out, expected %v and %d", c.n, c.room, shown, left, c.shown, c.left)
		}
	}
}
