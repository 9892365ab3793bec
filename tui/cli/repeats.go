package cli

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"eeporl/pomdp/figure"
	"eeporl/scenarios/counts"
)

// Counting the same data twice doubles N and makes every statement about
// uncertainty too sure; only a person can know that it is meant.

func allowRepeatsFlag(f *pflag.FlagSet, allowed *bool) {
	f.BoolVar(allowed, "allow-repeats", false, "say nothing where the same data are counted twice")
}

// repeats notices which of many sources are one file, or hold the very same counts. What it keeps of
// a source is its name and a hash.
type repeats struct {
	files, counts map[string]string // what tells a source, to the first one that had it
	found         []string
	more          int // that are not among those found
}

// repeatsTold is how many repeated sources are named.
const repeatsTold = 10

func newRepeats() *repeats { return &repeats{map[string]string{}, map[string]string{}, nil, 0} }

// file notes a source by its path and says whether it came before.
func (r *repeats) file(path string) bool {
	if path == "-" {
		return false
	}
	key := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		key = real
	}
	if whole, err := filepath.Abs(key); err == nil {
		key = whole
	}
	return r.tell(r.files, key, path, "the files %s and %s are one, which is counted twice")
}

// table notes what a counts file holds.
func (r *repeats) table(t counts.Named) {
	hash := sha256.New()
	if t.Total() > 0 && counts.Write(hash, t.Table) == nil {
		r.tell(r.counts, string(hash.Sum(nil)), t.File, "%s and %s hold the very same counts, and both are counted")
	}
}

func (r *repeats) tell(seen map[string]string, key, name, words string) bool {
	first, twice := seen[key]
	switch {
	case !twice:
		seen[key] = name
	case len(r.found) < repeatsTold:
		r.found = append(r.found, fmt.Sprintf(words, baseName(first), baseName(name)))
	default:
		r.more++
	}
	return twice
}

// lines say what was found.
func (r *repeats) lines() []string {
	if r.more == 0 {
		return r.found
	}
	return append(slices.Clone(r.found), figure.Counted(r.more, "more file repeats", "more files repeat")+" an earlier one")
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
