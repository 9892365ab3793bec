package cli

import (
	"fmt"
	"os"
	"reflect"

	"github.com/spf13/pflag"

	"eeporl/scenarios/counts"
)

// Counting the same data twice doubles N and makes every statement about
// uncertainty too sure; only a person can know that it is meant.

func allowRepeatsFlag(f *pflag.FlagSet, allowed *bool) {
	f.BoolVar(allowed, "allow-repeats", false, "say nothing where the same data are counted twice")
}

// repeats says which of the sources are one file, or hold the very same counts.
func repeats(paths []string, tables []counts.Named) []string {
	var out []string
	for i, path := range paths {
		for _, other := range paths[:i] {
			if sameFile(path, other) {
				out = append(out, fmt.Sprintf("the files %s and %s are one, which is counted twice", baseName(other), baseName(path)))
			}
		}
	}
	for i, t := range tables {
		for _, other := range tables[:i] {
			if t.Table.Total() > 0 && reflect.DeepEqual(t.Table, other.Table) && !sameFile(t.File, other.File) {
				out = append(out, fmt.Sprintf("%s and %s hold the very same counts, and both are counted", baseName(other.File), baseName(t.File)))
			}
		}
	}
	return out
}

func sameFile(x, y string) bool {
	if x == "-" || y == "-" {
		return false
	}
	if x == y {
		return true
	}
	a, errA := os.Stat(x)
	b, errB := os.Stat(y)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// warnOfRepeats says so on stderr.
func (a *app) warnOfRepeats(found []string) {
	if a.quiet {
		return
	}
	for _, line := range found {
		fmt.Fprintf(a.stderr, "repeated-data: %s; --allow-repeats if that is intended\n", line)
	}
}
