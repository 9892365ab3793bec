package cli

import (
	_ "embed"

	"github.com/spf13/cobra"
)

//go:embed SCHEMA.md
var schemaText string

func (a *app) schema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print what the fields of all JSON answers mean",
		Long: `schema prints the page that says of every field in the answers of --json, and of every column of a
sweep's rows, what it means and in which unit it is. Names stay as they are within a version.`,
		Example: `  eeporl schema
  eeporl schema > SCHEMA.md`,
		Args: noArgument,
		RunE: func(*cobra.Command, []string) error {
			a.out.WriteString(schemaText)
			return nil
		},
	}
}
