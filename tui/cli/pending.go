package cli

import (
	"bytes"
	"io"
	"os"
)

// mostInMemory is how many bytes of an answer are kept in memory.
const mostInMemory = 4 << 20

// pendingAnswer is what goes to stdout or into a file once its command has succeeded, so that none is left half: what grows
// beyond memory waits in a file, or in memory all the same where there is no room for one.
type pendingAnswer struct {
	bytes.Buffer          // the end of it
	begin        *os.File // what stands before, nil for nothing
	full         bool     // no room for a file
}

func (x *pendingAnswer) Write(p []byte) (int, error) {
	n, err := x.Buffer.Write(p)
	x.spill()
	return n, err
}

func (x *pendingAnswer) WriteString(s string) (int, error) {
	n, err := x.Buffer.WriteString(s)
	x.spill()
	return n, err
}

func (x *pendingAnswer) spill() {
	if x.Len() < mostInMemory || x.full {
		return
	}
	if x.begin == nil {
		x.begin, _ = os.CreateTemp("", "eeporl")
	}
	if x.begin == nil {
		x.full = true
		return
	}
	n, err := x.begin.Write(x.Bytes())
	x.Next(n)
	x.full = err != nil
}

// WriteTo writes all of it.
func (x *pendingAnswer) WriteTo(w io.Writer) (int64, error) {
	n := int64(0)
	if x.begin != nil {
		if _, err := x.begin.Seek(0, io.SeekStart); err != nil {
			return 0, err
		}
		var err error
		if n, err = io.Copy(w, x.begin); err != nil {
			return n, err
		}
	}
	last, err := x.Buffer.WriteTo(w)
	return n + last, err
}

// close lets go of the file.
func (x *pendingAnswer) close() {
	if x.begin != nil {
		x.begin.Close()
		_ = os.Remove(x.begin.Name())
	}
}
