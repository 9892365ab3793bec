package notes

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// ErrNobody says that nobody serves notes.
var ErrNobody = errors.New("found no script being played, expected one in another terminal: eeporl play")

// Find is the path of the newest socket in a folder that answers; ErrNobody where none does.
func Find(folder string) (string, error) {
	if folder == "" {
		return "", ErrNobody
	}
	paths, _ := filepath.Glob(filepath.Join(folder, "*"+extension))
	made := func(path string) time.Time {
		info, err := os.Stat(path)
		if err != nil {
			return time.Time{}
		}
		return info.ModTime()
	}
	slices.SortStableFunc(paths, func(a, b string) int { return made(b).Compare(made(a)) })
	for _, path := range paths {
		if conn, err := net.DialTimeout("unix", path, time.Second); err == nil {
			conn.Close()
			return path, nil
		}
	}
	return "", ErrNobody
}

// Follow calls each with every state that a socket serves. It returns nil when the server is
// gone, ctx's error when ctx has ended, and another error where it reads no state.
func Follow(ctx context.Context, path string, each func(State)) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", path)
	if err != nil {
		return err
	}
	defer conn.Close()
	if !own(conn.(*net.UnixConn)) {
		return fmt.Errorf("%s: found a socket of another user, expected your own", path)
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	lines := bufio.NewReaderSize(conn, maxLine)
	for {
		line, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return fmt.Errorf("%s: found a line of more than %d KB, expected a state", path, maxLine>>10)
		case err != nil:
			return ctx.Err() // the end, cut off or not
		}
		x, err := parse(line)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		each(x)
	}
}

// parse reads a state's line.
func parse(line []byte) (x State, err error) {
	if err := json.Unmarshal(line, &x); err != nil {
		return State{}, fmt.Errorf("found %w, expected a state", err)
	}
	return x, nil
}
