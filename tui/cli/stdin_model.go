package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// mostModel bounds a model that comes from stdin.
const mostModel = 64 << 20

// fromStdin lets the commands that take a model read it from stdin, for "-".
func (a *app) fromStdin(root *cobra.Command) {
	for _, c := range root.Commands() {
		if !strings.Contains(c.Use, " SCENARIO|MODEL") { // the explorer's is in brackets: there stdin is the keyboard
			continue
		}
		run := c.RunE
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if args[0] != "-" {
				return run(cmd, args)
			}
			if len(args) > 1 && args[1] == "-" {
				return errStdinTwice
			}
			path, done, err := a.modelFile()
			if err != nil {
				return failed("stdin", err)
			}
			defer done()
			args[0] = path
			if err = run(cmd, args); err == nil {
				return nil
			}
			return &renamed{err, strings.ReplaceAll(err.Error(), path, "stdin")}
		}
	}
}

// cassandraLine is one that every .POMDP file has, and no TOML file.
var cassandraLine = regexp.MustCompile(`(?m)^\s*(discount|values|states|actions|observations)\s*:`)

// modelFile keeps stdin in a file until done. What it holds tells which format it is in.
func (a *app) modelFile() (path string, done func(), err error) {
	text, err := io.ReadAll(io.LimitReader(a.stdin, mostModel+1))
	if err != nil {
		return "", nil, err
	}
	if len(text) > mostModel {
		return "", nil, fmt.Errorf("found more than %d MB, expected a model that is no larger", mostModel>>20)
	}
	dir, err := os.MkdirTemp("", "eeporl")
	if err != nil {
		return "", nil, err
	}
	done = func() { _ = os.RemoveAll(dir) }
	path = filepath.Join(dir, "stdin.toml")
	if cassandraLine.Match(text) {
		path = filepath.Join(dir, "stdin"+cassandraExtension)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		done()
		return "", nil, err
	}
	return path, done, nil
}
