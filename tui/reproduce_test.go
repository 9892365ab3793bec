package tui

import (
	"context"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"eeporl/model"
	"eeporl/scenarios"
	"eeporl/tui/panel"
)

// startedByLine starts as the line says.
func startedByLine(t testing.TB, a App) App {
	t.Helper()
	_, quoted, _ := strings.Cut(a.Line(), " --at ")
	commands := model.SplitCommands(strings.ReplaceAll(quoted[1:len(quoted)-1], `'\''`, "'"))
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: "tea", Story: scenarios.StoryOf(sc), Model: sc.Model, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, screen, err := model.Follow(context.Background(), s, commands)
	if err != nil {
		t.Fatalf("%v: %s", err, a.Line())
	}
	for _, command := range screen {
		if !IsScreenCommand(command) {
			t.Fatalf("%q is nobody's command: %s", command, a.Line())
		}
	}
	b := NewApp(s, Options{Screen: screen})
	return settled(t, send(b, tea.WindowSizeMsg{Width: a.Width, Height: a.Height}))
}

// TestLineReproducesTheScreen: to the byte, wherever a walk has led.
func TestLineReproducesTheScreen(t *testing.T) {
	keys := strings.Fields("right left down up end home tab E M R A P z m v f B b | u t e p x w j l + + a enter enter enter")
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 9))
		a := start(t, "tea", 200, 60, Options{})
		for i := range 60 {
			a = press(t, a, keys[rng.IntN(len(keys))])
			if i%4 > 0 {
				continue
			}
			b := startedByLine(t, a)
			c := a
			c.note, b.note, c.scroll, c.picker.Chosen, b.picker.Chosen = "", "", panel.Scroll{}, 0, 0
			if c.Frame() != b.Frame() {
				t.Fatalf("seed %d, step %d: %s shows another frame:\n%s\n%s", seed, i, c.Line(), ansi.Strip(c.Frame()), ansi.Strip(b.Frame()))
			}
		}
	}
}

func TestQuoteIsForPOSIXShells(t *testing.T) {
	for _, word := range []string{"tea", "a b", "it's", `"$HOME"; rm`, "", "a\\b", "π*"} {
		out, err := exec.Command("sh", "-c", "printf %s "+Quote(word)).Output()
		if err != nil || string(out) != word {
			t.Errorf("%q came through the shell as %q, %v", word, out, err)
		}
	}
}

func TestLineIsShown(t *testing.T) {
	a := press(t, start(t, "tea", 80, 24, Options{}), "enter", "enter", "y")
	text := strings.Join(strings.Fields(strings.ReplaceAll(ansi.Strip(a.Frame()), "│", " ")), "")
	if !strings.Contains(text, "--at'next-episode;leap99999;viewmoments") {
		t.Errorf("the line is not shown:\n%s", ansi.Strip(a.Frame()))
	}
}
