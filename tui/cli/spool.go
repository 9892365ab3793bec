package cli

import (
	"io"
	"os"
)

// mostSpooled bounds what is kept of stdin to be read twice.
const mostSpooled = 1 << 30

// spool keeps stdin in a file, a.spooled, until done; one that is too large stays as it was.
func (a *app) spool() (done func(), err error) {
	file, err := os.CreateTemp("", "eeporl")
	if err != nil {
		return nil, err
	}
	done = func() {
		file.Close()
		_ = os.Remove(file.Name())
		a.spooled = ""
	}
	n, err := io.Copy(file, io.LimitReader(a.stdin, mostSpooled+1))
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	switch {
	case err != nil:
		done()
		return nil, err
	case n > mostSpooled:
		a.stdin = io.MultiReader(file, a.stdin)
	default:
		a.spooled = file.Name()
	}
	return done, nil
}
