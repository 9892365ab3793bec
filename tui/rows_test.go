package tui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"eeporl/model"
)

// lineWith is the first line of a frame that holds a text; after \n, that
// begins with it.
func lineWith(a App, part string) string {
	lines := strings.Split(ansi.Strip(a.Frame()), "\n")
	if at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains("\n"+l, part) }); at >= 0 {
		return lines[at]
	}
	return ""
}

// Why there is no Cramér–Rao limit ends before the optimum that stands in the
// same row.
func TestReasonsLeaveTheFiguresOfTheirRow(t *testing.T) {
	a := press(t, start(t, "tiger", 80, 24, Options{}), "enter", "enter", "C", "z")
	a = a.update(model.Intent{Verb: model.CompareAll})
	for _, job := range a.session.Jobs() {
		if job.Kind == model.InformationJob {
			a = finish(a, job)
		}
	}
	for _, width := range []int{80, 100, 120} {
		a = send(a, tea.WindowSizeMsg{Width: width, Height: 24})
		words := strings.Fields(lineWith(a, "Cramér–Rao none"))
		if len(words) < 3 || words[len(words)-1] != "2.4213" {
			t.Errorf("%d wide: %q, expected to end in 2.4213", width, words)
		}
	}
}

// Only the last stage of an estimate hands its parameters over.
func TestParametersAreThereWhenTheyAre(t *testing.T) {
	a := press(t, start(t, "tea", 80, 24, Options{}), "enter", "enter", "e", "P")
	if got := lineWith(a, "The parameters are there"); got != "" {
		t.Errorf("at the first stage: %q", got)
	}
	if lineWith(press(t, a, "G"), "The parameters are there") == "" {
		t.Error("at the last stage the parameters are not there")
	}
}

// A branch's figures stand apart from each other, and its number is none of
// how many there are once one was given up.
func TestBranchesHaveRoomForTheirFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	a := press(t, start(t, "tea", 80, 24, Options{}), "enter", "enter", "e", "G")
	for _, setting := range []string{"N=1e6", "estimator=em"} {
		next, _, err := a.Do(setting)
		if err != nil {
			t.Fatal(err)
		}
		if a = settled(t, next); setting == "N=1e6" {
			a = press(t, a, "u")
		}
	}
	if got := lineWith(a, "eeporl tea"); strings.Contains(got, "branch 3/") || !strings.Contains(got, "branch 3 ") {
		t.Errorf("%q, expected branch 3", got)
	}
	words := strings.Fields(strings.Trim(lineWith(press(t, a, "B"), "│ 3 "), "│ "))
	if len(words) != 8 || words[3] != "8" || words[7] != "em" {
		t.Errorf("%q, expected a branch, N, σ_k, 8 labels, the error, no regret, findings, em", words)
	}
}
