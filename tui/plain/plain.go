// Package plain is the explorer as lines of text, for screen readers, braille
// displays and pipes: commands are typed as words; each beat is one sentence,
// then the numbers that it changed.
package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/predict"
	"eeporl/model/watch"
	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/panes"
)

// Explorer obeys words. It is not safe for concurrent use.
type Explorer struct {
	session model.Session
	veiled  bool
	out     io.Writer
	save    func(path string, s model.Session) error

	watches  watch.List
	question *predict.Question
	made     int // predictions
	right    int
	targets  []why.Target // as they were listed last
	screen   screen
	tour     tour
}

// New starts at a session. save writes a session to a file.
func New(s model.Session, veiled bool, out io.Writer, save func(path string, s model.Session) error) *Explorer {
	return &Explorer{session: s, veiled: veiled, out: out, save: save, screen: screen{view: panes.Of(s.Now().Kind), list: "none"}}
}

// Session is where the words have led to.
func (e *Explorer) Session() model.Session { return e.session }

// errQuit ends the reading of words.
var errQuit = errors.New("quit")

// maxLine bounds a line of words, maxLines their number: a session keeps what was
// done in it.
const (
	maxLine  = 64 << 10
	maxLines = 1_000_000
)

// Run obeys line by line until the words or the lines end. With a prompt a
// line that cannot be obeyed says why and the next is asked for; without, it
// ends the run with an error that names the file and the line.
func (e *Explorer) Run(ctx context.Context, in io.Reader, file string, prompt bool) error {
	var err error
	if e.session, err = model.Settle(ctx, e.session); err != nil {
		return err
	}
	if !e.tour.open {
		e.where()
		e.beat()
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
		case prompt:
			e.say("%v", err)
		default:
			return fmt.Errorf("%s:%d: %w", file, number, err)
		}
	}
}

// Obey does what one line asks for. The error says why it cannot, or what was
// found and expected.
func (e *Explorer) Obey(ctx context.Context, line string) error {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#") {
		return nil
	}
	err := e.command(ctx, e.meant(line))
	if err == errQuit || ctx.Err() != nil {
		return err
	}
	return errors.Join(err, e.notice(ctx))
}

// meant is what an empty line stands for: what comes next.
func (e *Explorer) meant(line string) string {
	switch {
	case line != "" && line != string(model.Continue):
		return line
	case e.tour.open && e.tour.run.Done():
		return "next"
	case e.screen.asked:
		return "why 1"
	}
	return string(model.Continue)
}

// command does what one line asks for, whatever a lesson makes of it.
func (e *Explorer) command(ctx context.Context, line string) error {
	e.screen.passed()
	if e.question != nil && strings.Trim(line, "0123456789") == "" {
		line = "answer " + line
	}
	name, argument, _ := strings.Cut(line, " ")
	for _, w := range words() {
		if w.name == name {
			return w.obey(e, ctx, strings.TrimSpace(argument))
		}
	}
	if slices.Contains(looks(), name) {
		return fmt.Errorf("%s: lines of text have no looks", name)
	}
	i, err := model.ParseCommand(line)
	if err != nil {
		return fmt.Errorf("%w; help lists them", err)
	}
	return e.intend(ctx, i)
}

// told is how many beats of one command are told one by one.
const told = 50

// intend hands an intent to the session and tells what it did.
func (e *Explorer) intend(ctx context.Context, i model.Intent) error {
	if why := e.session.Refusal(i); why != "" {
		return errors.New(why)
	}
	if i.Verb == model.Continue {
		var what string
		if i, what = e.session.Proposal(); i.Verb == "" {
			return errors.New(what)
		}
	}
	steps := []model.Intent{i}
	if i.Verb == model.Forward && i.N > 1 && i.N <= told {
		steps = make([]model.Intent, int(i.N))
		for j := range steps {
			steps[j] = model.Intent{Verb: model.Forward}
		}
	}
	for _, step := range steps {
		if why := e.session.Refusal(step); why != "" {
			return errors.New(why)
		}
		before := e.session
		next, err := e.settle(ctx, model.Update(before, step))
		if err != nil {
			return err
		}
		e.moved(next)
		if step.Verb == model.Set {
			e.say("branch %d: %s; undo gives it up", next.Branch(), step.Arg)
		}
	}
	return nil
}

// settle does the work that somebody waits for; in a lesson that may be a
// condition.
func (e *Explorer) settle(ctx context.Context, s model.Session) (model.Session, error) {
	if e.tour.open {
		return model.SettleFor(ctx, s, model.JobKind.Asked)
	}
	return model.Settle(ctx, s)
}

// moved tells where the session was led to, and what that changed.
func (e *Explorer) moved(to model.Session) {
	before := e.session
	watched, _ := e.watches.Values(before)
	e.session, e.question, e.targets = to, nil, nil
	if kind := to.Now().Kind; kind != before.Now().Kind {
		e.screen.turn(panes.Of(kind))
	}
	e.beat()
	e.changes(before)
	if watched != nil {
		e.watched(watched)
	}
}

// beat tells the beat at the cursor in one sentence.
func (e *Explorer) beat() {
	sentence, equation := e.session.Account(e.veiled)
	if equation != "" {
		equation = " [" + equation + "]"
	}
	e.say("beat %d: %s%s", e.session.Place()+1, sentence, equation)
}

// where says what is looked at.
func (e *Explorer) where() {
	c, n := e.session.Config(), e.session.Now()
	veil := "hidden states are veiled"
	if !e.veiled {
		veil = "hidden states are shown"
	}
	branch := fmt.Sprintf("branch %d of %d", e.session.Branch(), e.session.Branches())
	if e.session.Branch() > e.session.Branches() { // numbers outlive branches that were given up
		branch = fmt.Sprintf("branch %d, %d in all", e.session.Branch(), e.session.Branches())
	}
	e.say("%s, seed %d, c = %s, H = %d, N = %s, beat %d of %d, %s; %s.", c.Scenario, c.Seed, figure.Number(c.C), c.Model.Horizon(),
		figure.Count(n.N), e.session.Place()+1, e.session.Beats(), branch, veil)
}

func (e *Explorer) say(format string, args ...any) { fmt.Fprintf(e.out, format+"\n", args...) }
