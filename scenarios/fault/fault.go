// Package fault says what is wrong with a file: where, what was found there
// and what was expected.
package fault

import (
	"fmt"
	"strconv"
	"strings"

	"eeporl/pomdp/printable"
)

// Fault is one thing wrong with a file.
type Fault struct {
	File  string
	Line  int    // from 1; 0 where a file has no lines
	Place string // where on the line, in words; may be empty
	Found string
	Want  string
}

func (f Fault) String() string {
	at := printable.Clean(f.File)
	if f.Line > 0 {
		at += ":" + strconv.Itoa(f.Line)
	}
	if f.Place != "" {
		at += ": " + f.Place
	}
	return fmt.Sprintf("%s: found %s, expected %s", at, f.Found, f.Want)
}

// FileError is the error of a bad file: every fault found in it, in the order
// of the lines.
type FileError struct {
	Faults []Fault
}

// New is the error of a file with one fault.
func New(f Fault) error { return &FileError{[]Fault{f}} }

// faultsShown is how many faults an error message spells out.
const faultsShown = 20

func (e *FileError) Error() string {
	var lines []string
	for i, f := range e.Faults {
		if i == faultsShown {
			lines = append(lines, fmt.Sprintf("%s: and %d more", f.File, len(e.Faults)-i))
			break
		}
		lines = append(lines, f.String())
	}
	return strings.Join(lines, "\n")
}
