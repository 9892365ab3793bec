package cli

import (
	"github.com/spf13/cobra"
)

// forPrograms says whether the answer is a text that no terminal shows.
func (a *app) forPrograms(cmd *cobra.Command) bool {
	if f := cmd.Flags().Lookup("format"); f != nil && (f.Value.String() == string(rowsText) || f.Value.String() == string(rowsMarkdown)) {
		return a.env.Piped
	}
	if f := cmd.Flags().Lookup("json"); f == nil || f.Value.String() != "false" {
		return false
	}
	switch ending(a.path) {
	case "", ".txt":
		return a.path != "" && a.path != "-" || a.env.Piped
	}
	return false
}
