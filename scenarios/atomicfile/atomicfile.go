// Package atomicfile writes files whole or not at all: a reader, a crash or a
// full disk never meets half of one.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// WriteFile replaces the content of the file at path by what fill writes. The bytes go to a
// temporary file in the same folder, which is synced and then renamed. If anything fails or fill
// panics, the temporary file is removed and the file at path stays as it was. An existing file
// keeps its permissions, a new one gets 0666 less the umask. A symbolic link is followed if its
// target exists. Anything but a regular file (a pipe, a terminal, /dev/null) is written directly.
func WriteFile(path string, fill func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0)
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return &fs.PathError{Op: "write", Path: path, Err: errors.New("a directory")}
	case err == nil && !info.Mode().IsRegular():
		return writeDirectly(path, fill)
	case err == nil:
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	f, err := create(path)
	if err != nil {
		return err
	}
	kept := false
	defer func() {
		if !kept {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if mode != 0 {
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	if err := buffered(f, fill); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	kept = true
	syncFolder(filepath.Dir(path))
	return nil
}

// create makes a new file beside path. os.CreateTemp would give it permissions
// 0600, which a file that others shall read must not keep.
func create(path string) (*os.File, error) {
	const attempts = 100
	folder, base := filepath.Split(path)
	for range attempts {
		f, err := os.OpenFile(fmt.Sprintf("%s.%s.%08x.tmp", folder, base, rand.Uint32()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		var of *fs.PathError
		if errors.As(err, &of) && !errors.Is(err, fs.ErrExist) {
			return nil, &fs.PathError{Op: "write", Path: path, Err: of.Err} // by the name that its user knows
		}
		if err == nil {
			return f, nil
		}
	}
	return nil, &fs.PathError{Op: "write", Path: path, Err: errors.New("found no free name for a temporary file beside it")}
}

func writeDirectly(path string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := buffered(f, fill); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func buffered(w io.Writer, fill func(io.Writer) error) error {
	const size = 1 << 16
	b := bufio.NewWriterSize(w, size)
	if err := fill(b); err != nil {
		return err
	}
	return b.Flush()
}

// syncFolder makes the rename itself durable. Not every system can sync a
// folder, and the file is whole in any case: so its error is no failure.
func syncFolder(path string) {
	if d, err := os.Open(path); err == nil {
		_ = d.Sync()
		d.Close()
	}
}
