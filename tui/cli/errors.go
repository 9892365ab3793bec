package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/pomdp/printable"
	"eeporl/scenarios"
	"eeporl/scenarios/fault"
)

// failure is an error of the work itself. All other errors that a command
// returns are about how it was asked.
type failure struct{ err error }

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

func isFailure(err error) bool {
	var f *failure
	return errors.As(err, &f)
}

// failed turns an error of the work on a file or model called name into a failure; nil stays nil.
// The message begins with the name; errors of readers do so already.
func failed(name string, err error) error {
	var (
		path  *fs.PathError
		fault *fault.FileError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &fault):
		return &failure{err} // it names the file itself, which may be one of several
	case errors.As(err, &path) && (path.Op == "write" || path.Op == "sync" || path.Op == "truncate"):
		if path.Path == os.Stdout.Name() {
			return failedToWrite("stdout", err)
		}
		return failedToWrite(path.Path, err)
	case errors.As(err, &path):
		return &failure{fmt.Errorf("%s: found %s, expected a readable file", name, unreadable(path.Err))}
	case strings.HasPrefix(err.Error(), name+":"):
		return &failure{err}
	}
	return &failure{fmt.Errorf("%s: %w", name, err)}
}

// failedToWrite is failed for a file, or for stdout, that was to be written.
func failedToWrite(name string, err error) error {
	var path *fs.PathError
	if !errors.As(err, &path) {
		return failed(name, err)
	}
	return &failure{fmt.Errorf("%s: found %s, expected a file to write", name, unwritable(path.Err))}
}

// unwritable says in words why a file cannot be written.
func unwritable(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such directory"
	case errors.Is(err, fs.ErrPermission):
		return "no permission to write it"
	}
	return unreadable(err)
}

// unreadable says in words why a file cannot be read.
func unreadable(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case errors.Is(err, fs.ErrPermission):
		return "no permission to read it"
	case errors.Is(err, syscall.EISDIR):
		return "a directory"
	}
	return err.Error()
}

// flagError words pflag's errors like the others: found …, expected ….
func flagError(cmd *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	switch {
	case errors.As(err, &unknown):
		name, hint := "-"+unknown.GetSpecifiedName(), ""
		if unknown.GetSpecifiedShortnames() == "" {
			name = "-" + name
			if near := scenarios.Nearest(unknown.GetSpecifiedName(), flagNames(cmd)); near != "" {
				hint = " (did you mean --" + near + "?)"
			}
		}
		return fmt.Errorf("found the flag %s, which %s does not have%s, expected one that its help lists", name, cmd.CommandPath(), hint)
	case errors.As(err, &missing):
		return fmt.Errorf("--%s: found no value, expected %s", missing.GetFlag().Name, missing.GetFlag().Value.Type())
	case errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == "bool":
		return fmt.Errorf("--%s: found %q, expected true or false", invalid.GetFlag().Name, invalid.GetValue())
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s: found %q, expected %w", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	return err
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// baseName is a file's name for an answer: without where it lies, and as text.
func baseName(path string) string { return printable.Clean(filepath.Base(path)) }
