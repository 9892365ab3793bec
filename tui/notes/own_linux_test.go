package notes

import "testing"

func TestOnlyOnesOwnUserIsTrusted(t *testing.T) {
	for _, c := range []struct {
		peer uint32
		self int
		want bool
	}{{1000, 1000, true}, {1001, 1000, false}, {0, 1000, false}, {4294967295, -1, false}} {
		if trusted(c.peer, c.self) != c.want {
			t.Errorf("%+v", c)
		}
	}
}
