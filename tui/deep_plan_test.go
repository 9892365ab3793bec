package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A frame of a plan with tens of thousands of β-vectors.
func BenchmarkDeepPlan(b *testing.B) {
	a := start(b, "tea", 200, 60, Options{})
	for _, line := range []string{"horizon=9", "leap 1e10", "estimate", "last", "plan", "last", "view plan"} {
		next, _, err := a.Do(line)
		if err != nil {
			b.Fatal(err)
		}
		a = settled(b, next)
	}
	for b.Loop() {
		a = send(a, tea.WindowSizeMsg{Width: 200, Height: 60})
		a.Frame()
	}
}
