package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"eeporl/model"
)

// Run shows a session in the terminal until the user leaves. The caller has
// made sure that both ends are terminals.
func Run(ctx context.Context, s model.Session, o Options) error {
	options := []tea.ProgramOption{tea.WithContext(ctx)}
	if o.NoColor {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	_, err := tea.NewProgram(NewApp(s, o), options...).Run()
	if errors.Is(err, tea.ErrInterrupted) {
		return nil
	}
	return err
}
