package vectors

import (
	"errors"
	"testing"
)

// TestParallelPanics: a panic of a part is one of the goroutine that asked for
// the plan, on one processor and on several, so that a screen can be restored.
func TestParallelPanics(t *testing.T) {
	broken := errors.New("broken")
	for _, cost := range []int{0, Worthwhile} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !errors.Is(err, broken) {
					t.Errorf("cost %d: found %v, expected the part's panic", cost, err)
				}
			}()
			_ = Parallel(t.Context(), 100, cost, func(i int) error {
				if i == 50 {
					panic(broken)
				}
				return nil
			})
			t.Errorf("cost %d: found no panic", cost)
		}()
	}
}
