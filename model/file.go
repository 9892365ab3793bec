package model

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"eeporl/pomdp"
	"eeporl/pomdp/printable"
)

// FileHeader begins a session file; the number is the format's version.
const FileHeader = "eeporl session 1"

// Save writes a session as text: its first settings, its steps, and the commands, if
// any, that restore its screen. Replay reads it back. A name that is not printable is an
// error.
func Save(w io.Writer, s Session, screen ...string) error {
	c := s.First()
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, FileHeader)
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
	for _, x := range s.answers.lines() {
		fmt.Fprintln(b, x)
	}
	for _, step := range s.Steps() {
		fmt.Fprintln(b, Line{Command: step.String()})
	}
	for _, command := range screen {
		fmt.Fprintln(b, Line{Screen: command})
	}
	return b.Flush()
}

// First is the configuration of the first branch, from which the intents start.
func (s Session) First() Config {
	return s.first().config
}

// Subject is what a session is about: a model, or a log.
type Subject struct {
	Name   string // of a log, for the screen
	Story  string // see Config
	Model  *pomdp.POMDP
	Record *Record
}

// Loader finds the subject of a saved session by its name: a scenario or a model file,
// loaded with the reward levels if they were given, or a log, whose name is Record.Words:
// a RecordedCall, or flags, which begin with a dash.
type Loader func(name string, levels []float64) (Subject, error)

// Saved is what a session file holds: a session, and the commands that restore its
// screen.
type Saved struct {
	Session
	Screen []string
}

// Replay reads a session file and takes its steps again; the work that the last step
// asked for is left for the caller. file is the name for errors, which begin with
// file:line. A file that this version replays differently is refused at the first step
// that differs.
func Replay(ctx context.Context, r io.Reader, file string, load Loader) (Saved, error) {
	limited := &io.LimitedReader{R: r, N: MaxSessionFile + 1}
	ending := &lastByte{r: limited}
	lines := bufio.NewScanner(ending)
	lines.Buffer(nil, maxLine)
	p := replayer{load: load}
	number, last := 0, ""
	fail := func(err error) (Saved, error) { return Saved{}, fmt.Errorf("%s:%d: %w", file, max(number, 1), err) }
	for lines.Scan() {
		number, last = number+1, lines.Text()
		if err := ctx.Err(); err != nil {
			return Saved{}, err
		}
		if number == 1 {
			if lines.Text() != FileHeader {
				return fail(fmt.Errorf("found %q, expected %q", printable.Clip(lines.Text()), FileHeader))
			}
			continue
		}
		x, err := ReadLine(lines.Text())
		if err == nil {
			err = p.line(ctx, x)
		}
		switch {
		case ctx.Err() != nil:
			return Saved{}, ctx.Err()
		case err != nil:
			return fail(err)
		}
	}
	switch err := lines.Err(); {
	case limited.N <= 0:
		return fail(fmt.Errorf("found more than %d MiB, expected a session file that is no larger", MaxSessionFile>>20))
	case errors.Is(err, bufio.ErrTooLong):
		number++
		return fail(fmt.Errorf("found a line of more than %d MiB, expected a line of a session", maxLine>>20))
	case err != nil:
		number++
		return fail(err)
	case number == 0:
		return fail(fmt.Errorf("found an empty file, expected %q", FileHeader))
	case ending.b != '\n' && strings.HasPrefix(last, "> ") && !strings.Contains(last, " @"): // leap 1000 may have been leap 100000
		return fail(fmt.Errorf("found a step without its end, %q, expected the beat that it led to, as in @2.1: the file was cut off here", printable.Clip(last)))
	}
	if err := p.begin(); err != nil {
		return fail(err)
	}
	return p.saved, nil
}

// lastByte remembers the last byte that was read.
type lastByte struct {
	r io.Reader
	b byte
}

func (l *lastByte) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if n > 0 {
		l.b = p[n-1]
	}
	return n, err
}

// replayer does the lines of a session file.
type replayer struct {
	load  Loader
	head  Head
	begun bool
	saved Saved
}

func (p *replayer) line(ctx context.Context, x Line) error {
	switch {
	case x.Command != "":
		step, err := readStep(x.Command)
		if err != nil {
			return err
		}
		if err := p.begin(); err != nil {
			return err
		}
		p.saved.Session, err = p.saved.take(ctx, step, results{})
		return err
	case x.Screen != "":
		p.saved.Screen = append(p.saved.Screen, x.Screen)
	case x.Word != "" && p.begun:
		return fmt.Errorf("found %q, expected a step, which begins with >", printable.Clip(x.String()))
	case x.Word != "":
		return p.head.Read(x.Word, x.Rest)
	}
	return nil
}

// begin starts the session of the settings read so far, once.
func (p *replayer) begin() (err error) {
	if !p.begun {
		p.begun = true
		switch {
		case p.head.scenario == "":
			return errors.New("found no line with the scenario, expected one before the first step")
		case !slices.ContainsFunc(p.head.settings, func(a Assignment) bool { return a.Name == "seed" }):
			return errors.New("found no line with the seed, expected one before the first step")
		}
		p.saved.Session, err = p.head.Begin(p.load)
	}
	return err
}

// maxLine is a little more than an answer may take.
const maxLine = mostAnswer + 1<<20

// MaxSessionFile bounds what is read of a session file, or of a journal.
const MaxSessionFile = 64 << 20

// Head is the head of a session file: the settings before the first step.
type Head struct {
	scenario string
	model    string // the model's fingerprint, "" where the file has none
	settings []Assignment
	answers  answers
}

// HeadNames lists the settings that Read takes, the scenario first.
func HeadNames() []string {
	return append([]string{"scenario", "model", answerWord}, settingNames()...)
}

// Read takes a setting by its name. The error says what was found and expected.
func (h *Head) Read(name, value string) (err error) {
	switch x, ok := FindSetting(name); {
	case name == answerWord:
		h.answers, err = h.answers.read(value)
		return err
	case name == "model":
		h.model = value
	case name == "scenario":
		h.scenario = value
	case !ok:
		return fmt.Errorf("found %q, expected a setting of a session", printable.Clip(name))
	case name == "c" && value == "0": // older files of logs
	default:
		if err := x.Check(value); err != nil {
			return fmt.Errorf("found %s %q, expected %w", name, printable.Clip(value), err)
		}
		if slices.ContainsFunc(h.settings, func(a Assignment) bool { return a.Name == name }) {
			return fmt.Errorf("found %s %s after another %s, expected one", name, printable.Clip(value), name)
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
	c, what := subject.Config(h.scenario), "model"
	if c.Record != nil {
		what = "log"
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
	c.Answers = h.answers
	return New(c)
}

// fingerprint is a short name for everything that a model says.
func fingerprint(m *pomdp.POMDP) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%+v", m.Spec())
	return fmt.Sprintf("%016x", h.Sum64())
}
