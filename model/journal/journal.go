// Package journal writes down what is done in a session before the screen shows it, so
// that a killed process, a lost connection or a power cut loses one step at most.
//
// A journal is text with one step on a line. Each line begins with a CRC-32 of itself and
// all lines before it, which shows whether a line is torn, changed or missing. The lines
// are those of a session file, with the commands for the screen (": view recovery") among
// them.
package journal

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// header begins a journal; the number is the format's version.
const header = "eeporl journal 1"

// extension is that of a journal that the next start offers; kept, of one that
// was declined; unfinished, of one whose head is not written yet.
const (
	extension  = ".journal"
	kept       = ".kept"
	unfinished = ".new"
)

// Journal is a file that is open and locked by this process.
type Journal struct {
	file *os.File
	path string
	sum  uint32
	sync chan struct{}
	done chan struct{}
}

// Ready makes the folder of journals and says whether one can be written there.
func Ready(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, ".ready-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Create makes a new journal that begins with lines.
func Create(folder string, lines []string) (*Journal, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	f, err := create(folder)
	if err != nil {
		return nil, err
	}
	j := begin(f, 0)
	err = j.Append(append([]string{header}, lines...)...)
	if err == nil {
		err = j.rename(extension)
	}
	if err != nil {
		return nil, errors.Join(err, j.Remove())
	}
	return j, nil
}

// rename gives the journal another extension.
func (j *Journal) rename(to string) error {
	path := strings.TrimSuffix(j.path, filepath.Ext(j.path)) + to
	if err := os.Rename(j.path, path); err != nil {
		return err
	}
	j.path = path
	return nil
}

// create makes a file of a new name that nobody else can read, and locks it.
func create(folder string) (*os.File, error) {
	f, err := os.CreateTemp(folder, fmt.Sprintf("%d-*%s", os.Getpid(), unfinished)) // permissions 0600
	if err != nil {
		return nil, err
	}
	if err := insist(f); err != nil {
		f.Close()
		return nil, errors.Join(err, os.Remove(f.Name()))
	}
	return f, nil
}

// insist locks a file that another process may be looking at for a moment, to
// see whether it is in use.
func insist(f *os.File) error {
	const attempts = 20
	err := lock(f)
	for i := 1; i < attempts && errors.Is(err, ErrInUse); i++ {
		time.Sleep(5 * time.Millisecond)
		err = lock(f)
	}
	return err
}

// begin makes a journal of a locked file, to be written to from the file's present
// position on; sum is the checksum of the lines before that.
func begin(f *os.File, sum uint32) *Journal {
	j := &Journal{file: f, path: f.Name(), sum: sum, sync: make(chan struct{}, 1), done: make(chan struct{})}
	go j.flush()
	return j
}

// flush syncs to disk what was written, in its own goroutine, because that is too slow for
// a key press. A write that is not synced survives the end of the process, but not a power
// cut.
func (j *Journal) flush() {
	defer close(j.done)
	for range j.sync {
		_ = j.file.Sync() // not every file system can
	}
}

// Append adds lines, in one piece.
func (j *Journal) Append(lines ...string) error {
	var b strings.Builder
	sum := j.sum
	for _, line := range lines {
		sum = chain(sum, line)
		fmt.Fprintf(&b, "%08x %s\n", sum, line)
	}
	if _, err := j.file.WriteString(b.String()); err != nil {
		return err
	}
	j.sum = sum
	select {
	case j.sync <- struct{}{}:
	default: // the disk is behind already
	}
	return nil
}

// chain is the checksum of a line that follows others.
func chain(sum uint32, line string) uint32 {
	return crc32.Update(sum, crc32.IEEETable, []byte(line+"\n"))
}

// Path is the journal's file.
func (j *Journal) Path() string { return j.path }

// Close leaves the journal for another time.
func (j *Journal) Close() error {
	close(j.sync)
	<-j.done
	return j.file.Close()
}

// Remove ends a journal that is no longer needed.
func (j *Journal) Remove() error {
	// Removed while it is locked: nobody else may take it up in between.
	return errors.Join(os.Remove(j.path), j.Close())
}

// Decline keeps a journal but has it offered no longer.
func (j *Journal) Decline() error { return errors.Join(j.rename(kept), j.Close()) }
