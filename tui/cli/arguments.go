package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
)

// noArgument accepts none.
func noArgument(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("found %q, expected flags alone", args[0])
	}
	return nil
}

// optionalArgument accepts one argument, called what, or none.
func optionalArgument(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return oneArgument(what)(cmd, args)
	}
}

// oneArgument accepts exactly one argument, called what.
func oneArgument(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch len(args) {
		case 0:
			return fmt.Errorf("found no argument, expected %s", what)
		case 1:
			return nil
		}
		return fmt.Errorf("found %q after %q, expected one %s", args[1], args[0], what)
	}
}

// someArguments accepts at least one argument, called what.
func someArguments(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("found no argument, expected %s", what)
		}
		if i := slices.Index(args, "-"); i >= 0 && slices.Contains(args[i+1:], "-") {
			return errStdinTwice
		}
		return nil
	}
}

var errStdinTwice = errors.New("found - twice, expected it once: there is one stdin")
