package cli

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"eeporl/pomdp/figure"
	"eeporl/scenarios/counts"
	"eeporl/scenarios/logs/shapes"
)

// Counting the same data twice doubles N and makes every statement about
// uncertainty too sure; only a person can know that it is meant.

func allowRepeatsFlag(f *pflag.FlagSet, allowed *bool) {
	f.BoolVar(allowed, "allow-repeats", false, "say nothing where the same data are counted twice")
}

// repeats notices which of many sources are one file, or hold the very same counts. What it keeps of
// a source is its name and a hash.
type repeats struct {
	files  map[string][]knownFile // by what one file has in common with itself
	counts map[string]string      // a hash, to the first file that has it
	found  []string
	more   int // that are not among those found
}

type knownFile struct {
	path string
	info os.FileInfo
}

// repeatsTold is how many repeated sources are named.
const repeatsTold = 10

func newRepeats() *repeats {
	return &repeats{files: map[string][]knownFile{}, counts: map[string]string{}}
}

// file notes a source by its path and says whether it, or one that holds the same, came before.
func (r *repeats) file(path string) bool {
	info, err := os.Stat(path)
	if path == "-" || err != nil || !info.Mode().IsRegular() {
		return false
	}
	key := fmt.Sprintf("%x", sha256.Sum256(beginning(path)))
	for _, known := range r.files[key] {
		switch {
		case os.SameFile(known.info, info):
			r.tell(known.path, path, "the files %s and %s are one, which is counted twice")
			return true
		case info.Size() > 0 && sameContent(known.path, path):
			r.tell(known.path, path, "the files %s and %s hold the very same, and both are counted")
			return true
		}
	}
	r.files[key] = append(r.files[key], knownFile{path, info})
	return false
}

// block is how much of a file is looked at at once.
const block = 1 << 16

// beginning is the first block of what a file holds, packed or not, as far as it can be read.
func beginning(path string) []byte {
	f, err := unpacked(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, block)
	n, _ := io.ReadFull(f, head)
	return head[:n]
}

// unpackedFile is what a file holds, which may be packed.
type unpackedFile struct {
	io.Reader
	close func()
}

func (u unpackedFile) Close() { u.close() }

func unpacked(path string) (u unpackedFile, err error) {
	f, err := os.Open(path)
	if err != nil {
		return u, err
	}
	in, release, err := shapes.Unpack(f, path)
	if err != nil {
		f.Close()
		return u, err
	}
	return unpackedFile{in, func() { release(); f.Close() }}, nil
}

// sameContent says whether two files hold the same bytes, packed or not.
func sameContent(one, other string) bool {
	a, err := unpacked(one)
	if err != nil {
		return false
	}
	defer a.Close()
	b, err := unpacked(other)
	if err != nil {
		return false
	}
	defer b.Close()
	x, y := make([]byte, block), make([]byte, block)
	for {
		n, errA := io.ReadFull(a, x)
		m, errB := io.ReadFull(b, y)
		if n != m || !bytes.Equal(x[:n], y[:m]) {
			return false
		}
		if errA != nil || errB != nil {
			return errA == errB
		}
	}
}

// table notes what a counts file holds.
func (r *repeats) table(t counts.Named) {
	hash := sha256.New()
	if !(t.Total() > 0) || counts.Write(hash, t.Table) != nil {
		return
	}
	key := string(hash.Sum(nil))
	if first, twice := r.counts[key]; twice {
		r.tell(first, t.File, "the files %s and %s hold the very same counts, and both are counted")
	} else {
		r.counts[key] = t.File
	}
}

func (r *repeats) tell(first, again, words string) {
	if len(r.found) < repeatsTold {
		r.found = append(r.found, fmt.Sprintf(words, baseName(first), baseName(again)))
	} else {
		r.more++
	}
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
