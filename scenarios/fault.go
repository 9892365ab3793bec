package scenarios

import (
	"fmt"
	"strings"
)

// Fault is one thing wrong with a file.
type Fault struct {
	File  string
	Line  int    // from 1
	Place string // where on the line, in words; may be empty
	Found string
	Want  string
}

func (f Fault) String() string {
	place := ""
	if f.Place != "" {
		place = f.Place + ": "
	}
	return fmt.Sprintf("%s:%d: %sfound %s, expected %s", f.File, f.Line, place, f.Found, f.Want)
}

// FileError is the error of a bad file: every fault found in it, in the order
// of the lines.
type FileError struct {
	Faults []Fault
}

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
