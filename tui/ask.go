package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Answer is what the user wants of a question that Enter and Esc answer.
type Answer int

// The answers.
const (
	Leave Answer = iota
	Yes
	No
)

// Ask puts a question below what stands in the terminal already and waits for
// Enter, Esc or q.
func Ask(ctx context.Context, lines []string) (Answer, error) {
	last, err := newProgram(ctx, asking{lines: lines}, Options{}).Run()
	if err != nil {
		return Leave, err
	}
	return last.(asking).answer, nil
}

type asking struct {
	lines  []string
	answer Answer
}

func (a asking) Init() tea.Cmd { return nil }

func (a asking) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "enter", "y":
			a.answer = Yes
			return a, tea.Quit
		case "esc", "n":
			a.answer = No
			return a, tea.Quit
		case "q", "ctrl+c", "ctrl+d":
			return a, tea.Quit
		}
	}
	return a, nil
}

func (a asking) View() tea.View { return tea.NewView(strings.Join(a.lines, "\n") + "\n") }
