package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Stdout is the process's stdout, or, where it was started with none (`eeporl plan tea >&-`), a writer that fails.
//
// Go's runtime opens /dev/null in the place of a closed stdout, for reading and writing. So does Python for output that
// is to be thrown away, which is no error. What tells them apart is the parent: a shell opens no file in this way, and
// a parent without a stdout has none to give. Where /proc does not say, stdout counts as open.
func Stdout() io.Writer {
	if stdoutClosed("/proc") {
		return closedStdout{}
	}
	return os.Stdout
}

// closedStdout accepts nothing.
type closedStdout struct{}

func (closedStdout) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "stdout", Err: errors.New("it closed")}
}

// shells are the programs for which a user writes `>&-`.
var shells = []string{"ash", "bash", "busybox", "dash", "fish", "ksh", "mksh", "sh", "zsh"}

// stdoutClosed says whether this process was started without a stdout, by what proc, the folder /proc, tells.
func stdoutClosed(proc string) bool {
	const null = "/dev/null"
	if at, err := os.Readlink(filepath.Join(proc, "self/fd/1")); err != nil || at != null {
		return false
	}
	info, err := os.ReadFile(filepath.Join(proc, "self/fdinfo/1"))
	var position, flags int
	if err != nil {
		return false
	}
	if _, err := fmt.Sscanf(string(info), "pos: %d\nflags: %o", &position, &flags); err != nil || flags&3 != os.O_RDWR {
		return false
	}
	parent := filepath.Join(proc, strconv.Itoa(os.Getppid()))
	name, err := os.ReadFile(filepath.Join(parent, "comm"))
	if err != nil {
		return false
	}
	theirs, err := os.Readlink(filepath.Join(parent, "fd/1"))
	if err != nil {
		return os.IsNotExist(err)
	}
	return theirs != null && slices.Contains(shells, strings.TrimSpace(string(name)))
}
