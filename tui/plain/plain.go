// Package plain is the explorer as lines of text, for screen readers, braille
// displays and pipes: commands are typed as words; each beat is one sentence,
// then the numbers that it changed. It leads the same explorer as the screen does,
// and tells what each command has changed of what that shows.
package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/tui"
)

// Explorer obeys words. It is not safe for concurrent use.
type Explorer struct {
	app  tui.App
	out  io.Writer
	save func(path string, s model.Session) error

	targets []why.Target // as they were listed last
	asked   bool         // the last line listed figures: an empty one explains the first of them
}

// New starts at what an explorer shows. save writes a session to a file.
func New(a tui.App, out io.Writer, save func(path string, s model.Session) error) *Explorer {
	return &Explorer{app: a.Worded(), out: out, save: save}
}

// Session is where the words have led to.
func (e *Explorer) Session() model.Session { return e.app.Session() }

// errQuit ends the reading of words.
var errQuit = errors.New("quit")

// maxLine bounds a line of words, maxLines their number: a session keeps what was
// done in it.
const (
	maxLine  = 64 << 10
	maxLines = 1_000_000
)

// Run obeys line by line until quit or the end of the input. With a prompt, a line
// that cannot be obeyed is answered with why, and the next one is asked for; without,
// it ends the run with an error that names the file and the line.
func (e *Explorer) Run(ctx context.Context, in io.Reader, file string, prompt bool) error {
	var err error
	if e.app, err = e.app.AtRest(ctx); err != nil {
		return err
	}
	if now := e.app.State(); now.Lesson == nil {
		if s := e.Session(); s.Place() == 0 && s.Config().Story != "" {
			e.say("%s", s.Config().Story)
		}
		e.where()
		e.beat()
	} else {
		e.begin(now)
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for number := 1; ; number++ {
		if number > maxLines {
			return fmt.Errorf("%s:%d: found more than %d lines, expected the commands of one session", file, number, maxLines)
		}
		if prompt {
			fmt.Fprint(e.out, "> ")
		}
		if !lines.Scan() {
			switch err := lines.Err(); {
			case errors.Is(err, bufio.ErrTooLong):
				return fmt.Errorf("%s:%d: found a line of more than %d bytes, expected a command", file, number, maxLine)
			case err != nil:
				return fmt.Errorf("%s:%d: %w", file, number, err)
			}
			return nil
		}
		switch err := e.Obey(ctx, lines.Text()); {
		case err == errQuit:
			return nil
		case err == nil:
		case ctx.Err() != nil:
			return ctx.Err()
		case prompt, e.app.State().Lesson != nil && !strings.HasPrefix(err.Error(), "found "): // what is done already ends no lesson
			e.say("%v", err)
		default:
			return fmt.Errorf("%s:%d: %w", file, number, err)
		}
	}
}

// Obey does what one line asks for, and tells what came of it. The error says why it
// cannot be done, or what was found and expected.
func (e *Explorer) Obey(ctx context.Context, line string) error {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#") {
		return nil
	}
	if before := e.app.State(); line == "" && before.Lesson != nil && before.Asked != nil && before.Asked.Said < 0 {
		e.say("A question is open: type the number of an answer, or close to go on without.")
		return nil
	}
	line = e.meant(line)
	name, argument, _ := strings.Cut(line, " ")
	before := e.app.State()
	_, other := model.ParseCommand(line) // a figure stays in focus until the session goes on
	e.app, e.asked = e.app.Cleared(other != nil), false
	for _, w := range words() {
		if w.name != name {
			continue
		}
		if err := w.obey(e, ctx, strings.TrimSpace(argument)); err != nil {
			return err
		}
		return e.follow(ctx, before, name)
	}
	for range steps(line) - 1 { // each beat is told
		line = string(model.Forward)
		next, _, err := e.app.Do(line)
		if err == nil {
			next, err = next.AtRest(ctx)
		}
		if err != nil {
			return err
		}
		e.app = next
		e.tell(before, name)
		before = next.State()
	}
	return e.lead(ctx, line)
}

// follow tells what a word of this package has changed, and what follows from it.
func (e *Explorer) follow(ctx context.Context, before tui.State, word string) (err error) {
	if e.app, err = e.app.Acted(ctx); err == nil {
		e.tell(before, word)
	}
	return err
}

// lead hands a line to the explorer and tells what it has changed.
func (e *Explorer) lead(ctx context.Context, line string) error {
	before := e.app.State()
	next, err := e.app.Obey(ctx, line)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if e.app = next; err != nil && strings.HasPrefix(err.Error(), "found ") {
		err = fmt.Errorf("%w; help lists them", err)
	}
	word, _, _ := strings.Cut(line, " ")
	if err != nil {
		word = ""
	}
	e.tell(before, word)
	return err
}

// meant writes out what was typed in short: an empty line for what comes next, a number for
// an answer, this package's name of a command for the explorer's.
func (e *Explorer) meant(line string) string {
	now := e.app.State()
	if line == "" {
		line = string(model.Continue)
	}
	name, argument, _ := strings.Cut(line, " ")
	switch {
	case now.Asked != nil && strings.Trim(line, "0123456789") == "":
		return "answer " + line
	case line != string(model.Continue):
		switch {
		case name == "next" && argument != "": // to the next mark
			return line
		case name == "lesson" && argument != "":
			return "tour " + argument
		}
		if other, ok := others[name]; ok {
			return strings.TrimSpace(other + " " + argument)
		}
	case e.asked:
		return "why 1"
	case now.Figure != nil && !now.Why: // as Enter does on a screen
		return "explain"
	}
	return line
}

// others are words that the explorer has another name for.
var others = map[string]string{"next": "next-step", "back-step": "step-back"}

// told is how many beats of one command are told one by one.
const told = 50

// steps is how many beats a line goes on, where each is told; else 1.
func steps(line string) int {
	if i, err := model.ParseCommand(line); err == nil && i.Verb == model.Forward && i.N > 1 && i.N <= told {
		return int(i.N)
	}
	return 1
}

func (e *Explorer) say(format string, args ...any) { fmt.Fprintf(e.out, format+"\n", args...) }

// number reads the number of one of n things.
func number(what, text string, n int) (int, error) {
	i, err := strconv.Atoi(text)
	if err != nil || i < 1 || i > n {
		return 0, fmt.Errorf("found the %s %q, expected 1 to %d", what, text, n)
	}
	return i, nil
}
