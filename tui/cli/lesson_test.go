package cli

import (
	"slices"
	"testing"
)

// Of the lessons that a journal went through the last step is taken up, unless
// the lesson was left.
func TestLastLesson(t *testing.T) {
	for _, x := range []struct {
		screen, commands []string
		lesson           string
	}{
		{[]string{"view moments", "tour"}, []string{"view moments", "tour"}, ""},
		{[]string{"tour pairs 1", "tour pairs 2"}, []string{"tour pairs 2"}, "pairs, step 2"},
		{[]string{"zoom on", "tour pairs 2", "tour off", "veil off"}, []string{"zoom on", "veil off"}, ""},
	} {
		if commands, lesson := lastLesson(x.screen); !slices.Equal(commands, x.commands) || lesson != x.lesson {
			t.Errorf("%q: found %q and %q, expected %q and %q", x.screen, commands, lesson, x.commands, x.lesson)
		}
	}
}
