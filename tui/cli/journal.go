package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/model/journal"
	"eeporl/scenarios"
	"eeporl/tui"
	"eeporl/tui/recording"
)

// stateFolder is where the program keeps what it needs to remember, "" where
// the system has no such place.
func stateFolder(getenv func(string) string) string {
	base := getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(base) { // a relative one is to be ignored, says the specification
		home := getenv("HOME")
		if home == "" {
			return ""
		}
		base = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(base, "eeporl")
}

// journals is the folder of the journals, "" for none.
func (a *app) journals() string {
	if a.env.State == "" {
		return ""
	}
	return filepath.Join(a.env.State, "journals")
}

// journalFlag is for the commands that open the explorer.
func journalFlag(f *pflag.FlagSet, off *bool) {
	f.BoolVar(off, "no-journal", false, "write nothing ahead: a session that is cut off is lost")
}

// recordFlag is for the commands that write scripts.
func recordFlag(f *pflag.FlagSet, path *string) {
	f.StringVar(path, "record", "", "new `FILE` for a script ('eeporl play') of what is done, with its pauses")
}

// noJournals says why sessions are not written ahead here; "" where they are.
func (a *app) noJournals() string {
	folder := a.journals()
	if folder == "" {
		return "there is no home folder for it, and XDG_STATE_HOME names none"
	}
	if err := journal.Ready(folder); err != nil {
		return fmt.Sprintf("%s: %s; XDG_STATE_HOME may name another place", a.env.State, unwritable(err))
	}
	return ""
}

// ahead is what writes a session's journal; a nil writer writes none, and why says so where it was meant to.
type ahead struct {
	writer *journal.Writer
	why    string
}

// ahead is what writes the journal of a new session.
func (a *app) ahead(off bool) ahead {
	if off {
		return ahead{}
	}
	if why := a.noJournals(); why != "" {
		return ahead{why: why}
	}
	return ahead{writer: &journal.Writer{Folder: a.journals(), Remarks: remarks}}
}

// remarks say where a model file is, whatever folder one recovers from.
func remarks(s model.Session) []string {
	name := s.Config().Scenario
	if s.Config().Record != nil || scenarios.Known(name) {
		return nil
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return nil
	}
	return []string{journal.Remark("file", path)}
}

// show opens the explorer on a session.
func (a *app) show(ctx context.Context, command string, s model.Session, o tui.Options, w ahead) error {
	return a.journalled(ctx, command, o, w, func(ctx context.Context, o tui.Options) error { return a.env.Explore(ctx, s, o) })
}

// journalled opens a screen with a journal. The journal is removed when the user leaves, and kept
// if the screen ends with an error.
func (a *app) journalled(ctx context.Context, command string, o tui.Options, j ahead, open func(context.Context, tui.Options) error) error {
	o = a.shownOn(o)
	w := j.writer
	if w == nil {
		if j.why != "" {
			o.Note = "this session is not written ahead: " + j.why
		}
		return failed(command, open(ctx, o))
	}
	o.Recorders = append(slices.Clip(o.Recorders), recording.Journalled(w))
	err := open(ctx, o)
	switch {
	case errors.Is(err, tui.ErrRecover):
		return errors.Join(err, w.Remove())
	case err != nil:
		_ = w.Close()
		return failed(command, err)
	}
	return failed("the journal", w.Remove())
}

// sought is what a session that was cut off must be about for explore to offer it:
// the model or log that was named, or "" for any.
func sought(c model.Config, args []string) string {
	switch {
	case c.Record != nil:
		return c.Record.Words
	case len(args) > 0:
		return c.Scenario
	}
	return ""
}

// cutOff finds the newest journal that no process has open, that was not declined and that is about
// the given model or log ("" for any), and describes it in words; "" if there is none.
func (a *app) cutOff(about string) (path, words string) {
	folder := a.journals()
	if folder == "" {
		return "", ""
	}
	now := a.env.Now()
	_ = journal.Prune(folder, now) // what cannot be removed does no harm
	left, _ := journal.List(folder)
	for _, l := range left {
		content, err := journal.Read(l.Path)
		if l.Declined || err != nil || about != "" && content.Field("scenario") != about {
			continue // `recover --list` tells of all
		}
		if _, lesson := lastLesson(content.Screen); content.Steps == 0 && lesson == "" {
			continue // nothing was done in it
		}
		return l.Path, describe(content, now.Sub(l.Written))
	}
	return "", ""
}

// offered opens the explorer on session s and offers there to go on with one that was cut off. Each
// is offered once: when the user leaves, it is marked as declined.
func (a *app) offered(ctx context.Context, s model.Session, o tui.Options, about string, off bool) error {
	path := ""
	fresh := o
	if !off {
		path, o.CutOff = a.cutOff(about)
	}
	err := a.show(ctx, "explore", s, o, a.ahead(off))
	switch {
	case errors.Is(err, tui.ErrRecover):
		return a.goOn(ctx, path, &fresh)
	case err == nil && path != "":
		if j, _, open := journal.Open(path); open == nil {
			_ = j.Decline()
		}
	}
	return err
}

// describe says in a few words what a journal holds.
func describe(c journal.Content, ago time.Duration) string {
	steps := fmt.Sprintf("%d steps", c.Steps)
	if c.Steps == 1 {
		steps = "1 step"
	}
	if _, lesson := lastLesson(c.Screen); lesson != "" {
		steps += ", in the lesson " + lesson
	}
	return fmt.Sprintf("%s, seed %s, %s, %s ago", c.Field("scenario"), c.Field("seed"), steps, span(ago))
}

// lastLesson replaces the commands that led through lessons by the last one, which leads to where
// the learner was. lesson is its name and step, "" outside of lessons.
func lastLesson(screen []string) (commands []string, lesson string) {
	for _, command := range screen {
		if place, ok := strings.CutPrefix(command, "tour "); ok {
			lesson = place
			continue
		}
		commands = append(commands, command)
	}
	if lesson == "off" || lesson == "" {
		return commands, ""
	}
	return append(commands, "tour "+lesson), strings.Replace(lesson, " ", ", step ", 1)
}

// span is a time in its largest unit.
func span(d time.Duration) string {
	for _, unit := range []struct {
		length time.Duration
		name   string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		if n := d / unit.length; n == 1 {
			return "1 " + unit.name
		} else if n > 1 {
			return fmt.Sprintf("%d %ss", n, unit.name)
		}
	}
	return "less than a minute"
}

// goOn opens the explorer where a journal ends.
func (a *app) goOn(ctx context.Context, path string, screen *tui.Options) error {
	j, content, err := journal.Open(path)
	if err != nil {
		return failed(path, err)
	}
	s, err := a.reopen(ctx, path, content)
	if err != nil {
		_ = j.Close()
		return &failure{fmt.Errorf("%w; the journal is kept", err)}
	}
	if content.Dropped != "" {
		fmt.Fprintf(a.stderr, "%s: %s; the session goes on before that\n", path, content.Dropped)
	}
	commands, _ := lastLesson(content.Screen)
	screen.Screen = commands
	return a.show(ctx, "recover", s, *screen, ahead{writer: journal.Resume(a.journals(), remarks, j, s)})
}

// reopen does again what a journal says.
func (a *app) reopen(ctx context.Context, path string, c journal.Content) (model.Session, error) {
	line := a.progress()
	line.say("doing again what %s says", path)
	defer line.done()
	s, err := replayed(ctx, strings.NewReader(c.Session), path, c.Note("file"))
	return s.Session, err
}

// replayed reads a session file and replays it. modelFile, if not "", is the path of the model's
// file at the time of writing and is used in place of the name in the session.
func replayed(ctx context.Context, r io.Reader, path, modelFile string) (model.Saved, error) {
	return model.Replay(ctx, r, path, func(name string, levels []float64) (model.Subject, error) {
		if strings.HasPrefix(name, "--") {
			return recorded(ctx, name)
		}
		if modelFile != "" {
			name = modelFile
		}
		return loadModel(name, levels)
	})
}

// loadModel finds a model by the name that a file gives it.
func loadModel(name string, levels []float64) (model.Subject, error) {
	if model.IsRecorded(name) {
		return model.Find(name)
	}
	w, err := load(name, 0, levels)
	return model.Subject{Model: w.Model, Story: w.story()}, err
}
