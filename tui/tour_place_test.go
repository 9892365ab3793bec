package tui

import (
	"slices"
	"testing"

	"eeporl/model/journal"
	"eeporl/tui/recording"
)

// A process that is killed in a lesson goes on at its step, beside the session
// that the tour was begun from; one that is killed after it was left does not.
func TestLessonsAreWrittenAhead(t *testing.T) {
	folder := t.TempDir()
	w := &journal.Writer{Folder: folder}
	a := start(t, "tea", 120, 40, Options{Recorders: []recording.Recorder{recording.Journalled(w)}})
	a = press(t, a, "right", "L", "enter", "]", "]")
	if at := a.tour.Run.At(); at != 2 {
		t.Fatalf("two skips lead to step %d", at+1)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	back, content := recovered(t, folder)
	if last := content.Screen[len(content.Screen)-1]; last != "tour hidden 3" {
		t.Fatalf("found %q at the journal's end, expected the lesson's step", last)
	}
	if !back.tour.Open || back.tour.Run.Lesson().Name != "hidden" || back.tour.Run.At() != 2 {
		t.Fatalf("recovered at %q", back.tour.place())
	}
	if own := press(t, back, "esc"); own.tour.Open || own.session.Place() != 1 {
		t.Errorf("the session of one's own stands at beat %d, expected 2", own.session.Place()+1)
	}
}

func TestLeftLessonsAreNotTakenUp(t *testing.T) {
	folder := t.TempDir()
	w := &journal.Writer{Folder: folder}
	a := start(t, "tea", 120, 40, Options{Recorders: []recording.Recorder{recording.Journalled(w)}})
	press(t, a, "L", "enter", "]", "esc", "right")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	back, content := recovered(t, folder)
	if !slices.Contains(content.Screen, "tour off") || back.tour.Open || back.session.Place() != 1 {
		t.Errorf("recovered at %q, beat %d, by %q", back.tour.place(), back.session.Place()+1, content.Screen)
	}
}

func TestTourGoesToAStep(t *testing.T) {
	a := start(t, "tea", 120, 40, Options{})
	for command, want := range map[string]string{
		"tour pairs": "tour pairs 1", "tour pairs 3": "tour pairs 3", "tour 2 4": "tour hmm 4", "tour off": "tour off",
	} {
		next, _, err := a.Do(command)
		if err != nil || next.tour.place() != want {
			t.Errorf("%s leads to %q, %v; expected %q", command, next.tour.place(), err, want)
		}
	}
	for _, command := range []string{"tour pairs 0", "tour pairs 99", "tour pairs x"} {
		if next, _, err := a.Do(command); err == nil || next.tour.Open {
			t.Errorf("%s: %v, at %q", command, err, next.tour.place())
		}
	}
}
