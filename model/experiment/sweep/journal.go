package sweep

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// Journal is a file to which a sweep writes each row as soon as it is there, so
// that a process that was killed loses the trials under way and no other.
type Journal struct {
	file *os.File
	path string
}

// ErrOtherSweep says that a journal is that of another sweep.
var ErrOtherSweep = errors.New("found the rows of another sweep")

// OpenJournal opens the journal at path for the sweep of this ID and returns
// the rows it holds already. A last line that was cut off is dropped.
func OpenJournal(path, id string) (*Journal, []Row, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	header := fmt.Sprintf("{\"sweep\":%q}\n", id)
	if begun := text[:min(len(text), len(header))]; !strings.HasPrefix(header, string(begun)) {
		return nil, nil, fmt.Errorf("%s: %w, expected those of this one; remove the file to begin anew", path, ErrOtherSweep)
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	rows, err := readJSONL(bufio.NewReader(bytes.NewReader(text[min(len(text), len(header)):])), path, 2)
	if err != nil {
		return nil, nil, err
	}
	rows, err = Merge(rows) // two processes at once may have done one trial twice
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, nil, err
	}
	err = f.Truncate(int64(len(text)))
	if err == nil && len(text) == 0 {
		_, err = f.WriteString(header)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return &Journal{f, path}, rows, nil
}

// Add writes a row, in one piece.
func (j *Journal) Add(r Row) error {
	_, err := j.file.Write(append(r.json(), '\n'))
	return err
}

// Close keeps the journal for another time.
func (j *Journal) Close() error { return j.file.Close() }

// Remove ends the journal, whose rows stand elsewhere now.
func (j *Journal) Remove() error {
	return errors.Join(j.file.Close(), os.Remove(j.path))
}
