package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"eeporl/scenarios/plaintext"

	"github.com/spf13/cobra"
)

// mostModel bounds a model that comes from stdin.
const mostModel = 64 << 20

// fromStdin lets the commands that take a model read it from stdin, for "-", or from a pipe.
func (a *app) fromStdin(root *cobra.Command) {
	for _, c := range root.Commands() {
		if !strings.Contains(c.Use, " SCENARIO|MODEL") { // the explorer's is in brackets: there stdin is the keyboard
			continue
		}
		run := c.RunE
		c.RunE = func(cmd *cobra.Command, args []string) error {
			from, name := a.stdin, "stdin"
			switch {
			case args[0] == "-" && len(args) > 1 && args[1] == "-":
				return errStdinTwice
			case args[0] == "-":
			case isPipe(args[0]):
				f, err := os.Open(args[0])
				if err != nil {
					return failed(args[0], err)
				}
				defer f.Close()
				from, name = f, args[0]
			default:
				return run(cmd, args)
			}
			path, done, err := modelFile(from)
			if err != nil {
				return failed(name, err)
			}
			defer done()
			args[0] = path
			if err = run(cmd, args); err == nil {
				return nil
			}
			return &renamed{err, strings.ReplaceAll(err.Error(), path, name)}
		}
	}
}

// isPipe says whether a name is that of a pipe, as a shell makes one of <(COMMAND): it can be read once.
func isPipe(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode()&os.ModeNamedPipe != 0
}

// modelFile keeps a model in a file until done. What it holds tells which format it is in.
func modelFile(in io.Reader) (path string, done func(), err error) {
	text, err := plaintext.AtMost(in, mostModel, "a model that is no larger")
	if err != nil {
		return "", nil, err
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
