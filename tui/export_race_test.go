package tui

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"eeporl/model"
	"eeporl/model/walk"
	"eeporl/tui/panel"
)

// Files are written on goroutines of their own while keys go on being answered:
// what those change they do not share (the race detector sees to it).
func TestExportsShareNothingWithTheLoop(t *testing.T) {
	t.Chdir(t.TempDir())
	a := start(t, "tea", 100, 30, Options{})
	a = settled(t, a.update(model.Intent{Verb: model.LeapBy, N: 2000}).update(model.Intent{Verb: model.RunEstimate}))
	keys := []string{"right", "left", "tab", "z", "w", "down", "up", "esc", "v", "m", "|", "b", "?", "t", "E", "R", "A"}
	rng := rand.New(rand.NewPCG(walk.Seed(t), 5))
	rounds := 12
	if testing.Short() {
		rounds = 1
	}
	var writing sync.WaitGroup
	for i := range rounds {
		for _, f := range forms() {
			_, cmd := a.export(fmt.Sprintf("x%d%s", i, f.extension))
			writing.Go(func() {
				if msg, ok := cmd().(savedMsg); !ok || msg.err != nil {
					t.Errorf("%s: %+v", f.extension, msg)
				}
			})
		}
		for range 20 {
			next, _ := a.Update(panel.KeyPress(keys[rng.IntN(len(keys))]))
			a = next.(App)
			_ = a.View()
		}
	}
	writing.Wait()
}
