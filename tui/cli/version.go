package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is what the build says of itself.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown, " + runtime.Version()
	}
	of := map[string]string{}
	for _, s := range info.Settings {
		of[s.Key] = s.Value
	}
	text := info.Main.Version
	if commit := of["vcs.revision"]; len(commit) >= 12 {
		text = "commit " + commit[:12]
		if of["vcs.modified"] == "true" {
			text += ", changed since"
		}
		if when := of["vcs.time"]; when != "" {
			text += ", " + when
		}
	}
	return text + ", " + info.GoVersion
}

func (a *app) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print what this program was built from",
		Long: `version prints the commit that this program was built from, as far as the build knows it, and the
version of Go that built it; --version does the same.`,
		Example: `  eeporl version
  eeporl --version`,
		Args: noArgument,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintln(&a.out, "eeporl "+version())
			return nil
		},
	}
}
