package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// outputFile is a file that a flag of the command line names, to be written.
type outputFile struct{ flag, path string }

// filesWritten lists them.
func filesWritten(f *pflag.FlagSet) (list []outputFile) {
	for _, name := range []string{"out", "model", "policy", "parameters", "arrays", "report"} {
		flag := f.Lookup(name)
		if flag == nil || !flag.Changed {
			continue
		}
		paths := []string{flag.Value.String()}
		switch v := flag.Value.(type) {
		case pflag.SliceValue:
			paths = v.GetSlice()
		case *value[[]string]:
			paths = *v.target
		}
		for _, path := range paths {
			list = append(list, outputFile{name, path})
		}
	}
	return list
}

// checkWritten refuses a file that is to be written and is read, or is to be written twice: one of the two would be lost without a
// word. A picture may be drawn anew over itself.
func checkWritten(cmd *cobra.Command, args []string) error {
	read := args
	for _, name := range []string{"like", "log"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed {
			read = append(slices.Clone(read), f.Value.String())
		}
	}
	list := filesWritten(cmd.Flags())
	for i, x := range list {
		if x.path == "" || x.path == "-" {
			continue
		}
		if !(cmd.Name() == "export" && pictures(ending(x.path))) && slices.ContainsFunc(read, func(other string) bool { return sameFile(x.path, other) }) {
			return fmt.Errorf("--%s: found %s, which is read, expected another file", x.flag, x.path)
		}
		for _, other := range list[:i] {
			if filepath.Clean(x.path) == filepath.Clean(other.path) || sameFile(x.path, other.path) {
				return fmt.Errorf("--%s: found %s, which --%s names, too, expected a file of its own", x.flag, x.path, other.flag)
			}
		}
	}
	return nil
}

// pictures says whether a file of that ending is a picture, which holds the session that it was drawn of.
func pictures(ending string) bool { return slices.Contains([]string{".svg", ".png", ".html"}, ending) }

// sameFile says whether two names are of one file that there is.
func sameFile(one, other string) bool {
	a, err := os.Stat(one)
	if err != nil || !a.Mode().IsRegular() {
		return false
	}
	b, err := os.Stat(other)
	return err == nil && os.SameFile(a, b)
}
