package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"eeporl/model"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/plaintext"
)

// maxSize is the largest journal, in bytes, that is read: as large as a session file may
// be, so that Replay takes what it holds.
const maxSize = model.MaxSessionFile

// Content is what a journal holds.
type Content struct {
	Session string   // a session file with the same line numbers
	Screen  []string // the commands that concern the screen, in order
	Steps   int      // intents
	Dropped string   // what was wrong with the journal's end, "" for nothing
	whole   int64    // bytes up to there
	sum     uint32
}

// Field is the value of a setting in the journal's head, "" if there is none.
func (c Content) Field(name string) string {
	for line := range strings.Lines(c.Session) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// Note is a remark in the journal's head, as Remark wrote it.
func (c Content) Note(name string) string { return c.Field("# " + name) }

// Remark is a line for Note.
func Remark(name, value string) string { return "# " + name + " " + value }

// ErrForeign says that a file is no journal.
var ErrForeign = errors.New("found no journal of this version")

// parse reads a journal. The first line that is not whole and all that follows are
// dropped.
func parse(text []byte) (Content, error) {
	var c Content
	var b strings.Builder
	number := 0
	for rest := text; len(rest) > 0; {
		line, after, ended := bytes.Cut(rest, []byte("\n"))
		words, ok := whole(c.sum, line)
		if !ended || !ok {
			c.Dropped = fmt.Sprintf("line %d and what follows were torn (%d bytes)", number+1, len(rest))
			break
		}
		if number == 0 && words != header {
			return c, fmt.Errorf("%w: its first line is %q, expected %q", ErrForeign, printable.Clip(words), header)
		}
		rest, number = after, number+1
		c.sum = chain(c.sum, words)
		c.whole = int64(len(text) - len(rest))
		if number == 1 {
			words = model.FileHeader
		}
		b.WriteString(words + "\n")
		switch x, _ := model.ReadLine(words); {
		case x.Screen != "":
			c.Screen = append(c.Screen, x.Screen)
		case x.Command != "":
			c.Steps++
		}
	}
	c.Session = b.String()
	if number == 0 {
		return c, fmt.Errorf("%w: its first line is not whole", ErrForeign)
	}
	if number == 1 {
		return c, errors.New("found a journal that was torn after its first line, expected a session: nothing of one was saved yet")
	}
	return c, nil
}

// whole cuts the checksum off a line and says whether it is right.
func whole(before uint32, line []byte) (words string, ok bool) {
	if len(line) < 9 || line[8] != ' ' {
		return "", false
	}
	sum, err := strconv.ParseUint(string(line[:8]), 16, 32)
	words = string(line[9:])
	return words, err == nil && uint32(sum) == chain(before, words)
}

// Read is what a journal holds, whoever has it open.
func Read(path string) (Content, error) {
	f, err := os.Open(path)
	if err != nil {
		return Content{}, err
	}
	defer f.Close()
	return read(f)
}

func read(f *os.File) (Content, error) {
	text, err := plaintext.AtMost(f, maxSize, "a journal")
	if err != nil {
		return Content{}, fmt.Errorf("%s: %w", f.Name(), err)
	}
	c, err := parse(text)
	if err != nil {
		return c, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return c, nil
}

// ErrInUse says that another process has the journal open.
var ErrInUse = errors.New("found it in use by a running eeporl")

// Open opens a journal whose process is gone, to write to it from its last whole line on.
// The rest is cut off. The error is ErrInUse if a process has it open.
func Open(path string) (*Journal, Content, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, Content{}, err
	}
	fail := func(err error) (*Journal, Content, error) { return nil, Content{}, errors.Join(err, f.Close()) }
	if err := insist(f); err != nil {
		return fail(fmt.Errorf("%s: %w", path, err))
	}
	if _, err := os.Stat(path); err != nil {
		return fail(err) // whoever had it open has removed it meanwhile
	}
	c, err := read(f)
	if err == nil {
		err = f.Truncate(c.whole)
	}
	if err == nil {
		_, err = f.Seek(c.whole, io.SeekStart)
	}
	if err != nil {
		return fail(err)
	}
	return begin(f, c.sum), c, nil
}

// Left is a journal whose process is gone.
type Left struct {
	Path     string
	Written  time.Time // last
	Declined bool
}

// List finds the journals whose processes are gone, the latest first.
func List(folder string) ([]Left, error) { return list(folder, extension, kept) }

// list finds those with one of some extensions.
func list(folder string, extensions ...string) ([]Left, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Left
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !slices.Contains(extensions, ext) {
			continue
		}
		path := filepath.Join(folder, e.Name())
		if !unused(path) {
			continue
		}
		out = append(out, Left{path, info.ModTime(), ext == kept})
	}
	slices.SortStableFunc(out, func(a, b Left) int { return b.Written.Compare(a.Written) })
	return out, nil
}

// unused says whether no process has the journal open.
func unused(path string) bool {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close() // which unlocks it
	return lock(f) == nil
}

// How many journals are kept and for how long.
const (
	keepAtMost = 20
	keepFor    = 30 * 24 * time.Hour
)

// Prune removes the journals that nobody has open and that are older than keepFor, or
// beyond the keepAtMost latest, and unfinished ones after an hour.
func Prune(folder string, now time.Time) error {
	left, err := list(folder, extension, kept, unfinished)
	for i, l := range left {
		stale := filepath.Ext(l.Path) == unfinished && now.Sub(l.Written) > time.Hour
		if i >= keepAtMost || stale || now.Sub(l.Written) > keepFor {
			err = errors.Join(err, discard(l.Path))
		}
	}
	return err
}

// discard removes a journal unless somebody has taken it up meanwhile.
func discard(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if lock(f) != nil {
		return nil
	}
	return os.Remove(path)
}
