package model

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp"
	"eeporl/pomdp/printable"
)

// fileHeader begins a session file; the number is the format's version.
const fileHeader = "eeporl session 1"

// Save writes a session as text: its first settings and its steps. Restore makes
// the same session of it.
func Save(w io.Writer, s Session) error {
	c := s.First()
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, fileHeader)
	name, print := c.Scenario, fingerprint(c.Model)
	if c.Record != nil {
		name, print = c.Record.Words, c.Record.fingerprint()
	}
	if bad := printable.Fault(name); bad != "" {
		return fmt.Errorf("found %s of the name %q, expected printable text: no line of a session can hold it", bad, name)
	}
	fmt.Fprintf(b, "scenario %s\n", name)
	fmt.Fprintf(b, "model %s\n", print)
	for _, x := range c.Assignments() {
		fmt.Fprintf(b, "%s %s\n", x.Name, x.Value)
	}
	for _, step := range s.Steps() {
		fmt.Fprintf(b, "> %s\n", step)
	}
	return b.Flush()
}

// First is the configuration of the first branch, from which the intents start.
func (s Session) First() Config {
	if s.branch == 0 {
		return s.config
	}
	for _, b := range s.parked {
		if b.number == 0 {
			return b.config
		}
	}
	return s.config
}

// Subject is what a session is about: a model, or a log.
type Subject struct {
	Name   string // of a log, for the screen
	Model  *pomdp.POMDP
	Record *Record
}

// Loader finds a session's subject again: a scenario or a model file by its
// name, with its reward levels if they were given, a log by the words of
// Record.Words, which begin with a dash.
type Loader func(name string, levels []float64) (Subject, error)

// Restore reads a session file and replays it, doing its work on the spot. load
// finds a scenario's model by name. A file that this version replays
// differently is refused with the first intent that differs.
func Restore(ctx context.Context, r io.Reader, file string, load Loader) (Session, error) {
	s, err := Replay(ctx, r, file, load)
	if err != nil {
		return Session{}, err
	}
	return Settle(ctx, s)
}

// Replay is Restore that leaves undone what the last intent asked for.
func Replay(ctx context.Context, r io.Reader, file string, load Loader) (Session, error) {
	limited := &io.LimitedReader{R: r, N: MaxSessionFile + 1}
	lines := bufio.NewScanner(limited)
	number := 0
	fail := func(found, want string) (Session, error) {
		return Session{}, fmt.Errorf("%s:%d: found %s, expected %s", file, number, found, want)
	}
	var head Head
	var s Session
	started := false
	for lines.Scan() {
		number++
		if err := ctx.Err(); err != nil {
			return Session{}, err
		}
		line := strings.TrimSpace(lines.Text())
		if bad := printable.LineFault(line); bad != "" {
			return fail(bad, "printable text")
		}
		if number == 1 {
			if line != fileHeader {
				return fail(strconv.Quote(clip(line)), strconv.Quote(fileHeader))
			}
			continue
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if !strings.HasPrefix(line, ">") {
			name, value, _ := strings.Cut(line, " ")
			if started {
				return fail(strconv.Quote(clip(line)), "an intent, which begins with >")
			}
			if err := head.Read(name, value); err != nil {
				return Session{}, fmt.Errorf("%s:%d: %w", file, number, err)
			}
			continue
		}
		if !started {
			var err error
			if s, err = head.Begin(load); err != nil {
				return Session{}, fmt.Errorf("%s:%d: %w", file, number, err)
			}
			started = true
		}
		step, err := parseStep(line[1:])
		if err != nil {
			return fail(err.Error(), "an intent such as > forward 5 @1.6")
		}
		if s, err = s.await(ctx, step.Waiting); err != nil {
			return Session{}, err
		}
		if why := s.Refusal(step.Intent); why != "" {
			return fail(string(step.Intent.Verb)+", which can do nothing here: "+why, "an intent that can be replayed")
		}
		if s = Update(s, step.Intent); s.cursor != step.Cursor {
			return fail(fmt.Sprintf("%s leading to beat %d of segment %d", step.Intent.Verb, s.cursor.Beat+1, s.cursor.Segment+1),
				fmt.Sprintf("beat %d of segment %d: the file was written by a version that computes otherwise", step.Cursor.Beat+1, step.Cursor.Segment+1))
		}
	}
	switch err := lines.Err(); {
	case limited.N <= 0:
		return fail(fmt.Sprintf("more than %d MB", MaxSessionFile>>20), "a session file that is no larger")
	case errors.Is(err, bufio.ErrTooLong):
		number++
		return fail("a line of more than 65,536 bytes", "a line of a session")
	case err != nil:
		return Session{}, fmt.Errorf("%s:%d: %w", file, number+1, err)
	}
	if number == 0 {
		number = 1
		return fail("an empty file", strconv.Quote(fileHeader))
	}
	if !started {
		return head.Begin(load)
	}
	return s, nil
}

// MaxSessionFile bounds what is read of a session file, or of a journal.
const MaxSessionFile = 64 << 20

func clip(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}

// Head is what a session starts from, as it stands in a file before the intents.
type Head struct {
	scenario string
	model    string // the model's fingerprint, "" where the file has none
	settings []Assignment
}

// HeadNames lists the settings that Read takes, the scenario first.
func HeadNames() []string { return append([]string{"scenario", "model"}, settingNames()...) }

// Read takes a setting by its name. The error says what was found and expected.
func (h *Head) Read(name, value string) error {
	switch x, ok := FindSetting(name); {
	case name == "model":
		h.model = value
	case name == "scenario":
		h.scenario = value
	case !ok:
		return fmt.Errorf("found %q, expected a setting of a session", clip(name))
	case name == "c" && value == "0": // older files of logs
	default:
		if err := x.Check(value); err != nil {
			return fmt.Errorf("found %s %q, expected %w", name, clip(value), err)
		}
		h.settings = append(h.settings, Assignment{name, value})
	}
	return nil
}

// Begin starts the session. load finds its model or its log.
func (h *Head) Begin(load Loader) (Session, error) {
	first, err := Config{}.With(slices.DeleteFunc(slices.Clone(h.settings), func(x Assignment) bool { return x.Name != levelsSetting })...)
	if err != nil {
		return Session{}, err
	}
	subject, err := load(h.scenario, first.Levels)
	if err != nil {
		return Session{}, err
	}
	c, what := Config{Scenario: h.scenario, Model: subject.Model, Record: subject.Record}, "model"
	if c.Record != nil {
		c.Model, c.Scenario, what = c.Record.Shell, subject.Name, "log"
	}
	if c, err = c.With(h.settings...); err != nil {
		return Session{}, err
	}
	found := fingerprint(c.Model)
	if c.Record != nil {
		found = c.Record.fingerprint()
	}
	if h.model != "" && h.model != found {
		return Session{}, fmt.Errorf("found the %s %s with the fingerprint %s, expected %s: the %s has changed since", what, c.Scenario, found, h.model, what)
	}
	return New(c)
}

// fingerprint is a short name for everything that a model says.
func fingerprint(m *pomdp.POMDP) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%+v", m.Spec())
	return fmt.Sprintf("%016x", h.Sum64())
}

// await does the work of the timeline, in its order, until no more than n
// segments wait for theirs.
func (s Session) await(ctx context.Context, n int) (Session, error) {
	var err error
	for s.waiting() > n && err == nil {
		s, _, err = Work(ctx, s, All, Unheard)
	}
	return s, err
}

// parseStep reads `verb [number] ["argument"] @segment.beat [waiting n]`.
func parseStep(line string) (x Step, err error) {
	line = strings.TrimSpace(line)
	at := strings.LastIndex(line, "@")
	if at < 0 {
		return x, fmt.Errorf("%q without @ and a place", clip(line))
	}
	place, waiting, waits := strings.Cut(line[at+1:], " waiting ")
	first, second, _ := strings.Cut(strings.TrimSpace(place), ".")
	segment, bad := strconv.ParseUint(first, 10, 31)
	beat, worse := strconv.ParseUint(second, 10, 64)
	if bad != nil || worse != nil || segment < 1 || beat < 1 {
		return x, fmt.Errorf("the place %q", clip(line[at+1:]))
	}
	x.Cursor = Cursor{Segment: int(segment) - 1, Beat: beat - 1}
	if waits {
		if x.Waiting, err = strconv.Atoi(waiting); err != nil || x.Waiting < 1 {
			return x, fmt.Errorf("waiting %q", clip(waiting))
		}
	}
	x.Intent, err = ParseIntent(line[:at])
	if err == nil && x.Intent.Verb == Continue { // logged as what it came to
		err = fmt.Errorf("the verb %q", x.Intent.Verb)
	}
	return x, err
}
