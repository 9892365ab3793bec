package tui

import (
	"slices"
	"testing"
)

// A lesson that sets branches side by side leaves the session it was begun from as it
// was, its place and its pictures.
func TestLessonsLeaveTheSessionAlone(t *testing.T) {
	a := tell(t, start(t, "tea", 120, 40, Options{}), "leap 1000", "c=.2", "beside 1", "switch-branch")
	steps, screen := a.session.Steps(), a.Screen()
	b := tell(t, a, "tour seeds 2", "tour off")
	if got := b.session.Steps(); len(got) != len(steps) || b.session.Place() != a.session.Place() {
		t.Errorf("found the steps %v, expected %v", got, steps)
	}
	if got := b.Screen(); !slices.Equal(got, screen) {
		t.Errorf("found the screen %v, expected %v", got, screen)
	}
}

// A branch that is gone stands beside nothing in what is saved.
func TestNoBranchStandsBesideNothing(t *testing.T) {
	a := tell(t, start(t, "tea", 120, 40, Options{}), "leap 1000", "c=.2", "beside 1", "undo")
	if commands := a.Screen(); slices.Contains(commands, "beside 0") || !slices.Contains(commands, "alone") {
		t.Errorf("found %v", commands)
	}
}
