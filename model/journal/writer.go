package journal

import (
	"bytes"
	"slices"
	"strings"

	"eeporl/model"
)

// Writer writes the journal of one process, which may show one session after another. The
// file is created when there is a first line to write.
type Writer struct {
	Folder string
	// Remarks are further lines for the head of a session's journal.
	Remarks func(model.Session) []string

	journal *Journal
	last    model.Session // as the journal's last line left it
	failed  bool
}

// Resume is a writer that goes on with an opened journal, which led to s.
func Resume(folder string, remarks func(model.Session) []string, j *Journal, s model.Session) *Writer {
	return &Writer{Folder: folder, Remarks: remarks, journal: j, last: s}
}

// Add writes the lines that lead from the session before to the session after. If before
// does not follow the last session (Session.Follows), a new journal replaces this one: it
// begins with the session before and the commands in screen, which restore its screen.
// After an error nothing more is written, and later calls return nil.
func (w *Writer) Add(before, after model.Session, screen, lines []string) error {
	if w.failed {
		return nil
	}
	err := w.add(before, screen, lines)
	w.last, w.failed = after, err != nil
	return err
}

func (w *Writer) add(before model.Session, screen, lines []string) error {
	if w.journal != nil && before.Follows(w.last) {
		return w.journal.Append(lines...)
	}
	all, err := w.head(before, screen)
	if err != nil {
		return err
	}
	j, err := Create(w.Folder, slices.Concat(all, lines))
	if err != nil {
		return err
	}
	old := w.journal
	if w.journal = j; old != nil {
		return old.Remove()
	}
	return nil
}

// head says what the session is and how it came to be as it is.
func (w *Writer) head(s model.Session, screen []string) ([]string, error) {
	var b bytes.Buffer
	if err := model.Save(&b, s, screen...); err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")[1:]
	if w.Remarks != nil {
		lines = append(w.Remarks(s), lines...)
	}
	return lines, nil
}

// Remove ends the journal, if there is one: the user has left.
func (w *Writer) Remove() error {
	if w.journal == nil {
		return nil
	}
	return w.journal.Remove()
}

// Close leaves the journal, if there is one, for the next start.
func (w *Writer) Close() error {
	if w.journal == nil {
		return nil
	}
	return w.journal.Close()
}
