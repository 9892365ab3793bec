//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package journal

import (
	"errors"
	"os"
)

// lock fails: without locks two processes could write one journal.
func lock(*os.File) error { return errors.ErrUnsupported }
