package lesson

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"eeporl/model/watch"
	"eeporl/pomdp/printable"
	"eeporl/scenarios"
)

// Env is what a lesson's file is checked against. A check whose field is nil is left out.
type Env struct {
	Names   []watch.Name                   // what the screen can be asked beside the session
	Key     func(name string) bool         // whether a command has a key
	Model   func(name string) error        // whether a model can be opened
	Command func(model, line string) error // whether a command means something on a model
	Predict []string                       // the kinds of prediction
}

// The limits of a file: what is longer is no lesson, and does not fit the panel.
const (
	maxLine     = 2000
	maxSteps    = 100
	maxText     = 230 // characters of a step's prose
	maxTask     = 76  // of a task, a hint, what is said when it is done
	maxWait     = 1000
	maxSentence = 150 // of a gist or a moral
)

// reader reads a file line by line.
type reader struct {
	env    Env
	file   string
	line   int
	lesson Lesson
	said   map[string]bool // keywords of the present step
	text   string          // its prose so far
	textAt int
}

// found is an error at the present line. args are those of the format found, then those
// of expected.
func (r *reader) found(found, expected string, args ...any) error {
	n := strings.Count(found, "%")
	return fmt.Errorf("%s:%d: found %s, expected %s", r.file, r.line, fmt.Sprintf(found, args[:n]...), fmt.Sprintf(expected, args[n:]...))
}

// wrong passes an error of a condition on, with its place.
func (r *reader) wrong(where string, err error) error {
	var e *watch.Error
	if errors.As(err, &e) {
		return r.found("%s in %s at its column %d", "%s", e.Found, printable.Clip(where), e.Column, e.Expected)
	}
	return fmt.Errorf("%s:%d: %w", r.file, r.line, err)
}

// Read reads a lesson: lines of a keyword and what it is given, # for comments.
// Errors begin with file:line.
func Read(from io.Reader, file string, env Env) (Lesson, error) {
	r := &reader{env: env, file: file, lesson: Lesson{Seed: 1}, said: map[string]bool{}}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 4*maxLine)
	for lines.Scan() {
		r.line++
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		switch {
		case printable.LineFault(line) != "":
			return Lesson{}, r.found("%s", "printable text", printable.LineFault(line))
		case utf8.RuneCountInString(line) > maxLine:
			return Lesson{}, r.found("a line of %d characters", "at most %d", utf8.RuneCountInString(line), maxLine)
		case line == "" || line[0] == '#':
			continue
		}
		keyword, rest, _ := strings.Cut(line, " ")
		if err := r.take(keyword, strings.TrimSpace(rest)); err != nil {
			return Lesson{}, err
		}
	}
	if err := lines.Err(); err != nil {
		r.line++
		return Lesson{}, r.found("a line that cannot be read (%v)", "lines of at most %d characters", err, maxLine)
	}
	return r.finish()
}

// finish checks what only the end can tell.
func (r *reader) finish() (Lesson, error) {
	if err := r.endStep(); err != nil {
		return Lesson{}, err
	}
	l := r.lesson
	for _, need := range []struct{ name, value string }{{"lesson", l.Name}, {"title", l.Title}, {"model", l.Model}} {
		if need.value == "" {
			return Lesson{}, r.found("the end without a line %s", "one, before the first step", need.name)
		}
	}
	if len(l.Steps) == 0 {
		return Lesson{}, r.found("the end", "a step")
	}
	return l, nil
}

// take answers one line.
func (r *reader) take(keyword, rest string) error {
	if rest == "" && keyword != "onward" && keyword != "step" && keyword != "fresh" && keyword != "core" {
		return r.found("%s alone", "%s and what it is given", keyword, keyword)
	}
	if keyword == "step" {
		return r.beginStep(rest)
	}
	if len(r.lesson.Steps) == 0 {
		return r.head(keyword, rest)
	}
	return r.inStep(keyword, rest)
}

var (
	headWords = []string{"lesson", "title", "model", "seed", "minutes", "gist", "moral", "core", "step"}
	stepWords = []string{"step", "fresh", "open", "do", "text", "task", "until", "done", "hint", "patience", "onward", "predict", "try"}
)

// unknown is the error of a keyword that is none.
func (r *reader) unknown(keyword string, words []string) error {
	return r.found("%q", "%s", printable.Clip(keyword), oneOf(keyword, words))
}

// oneOf lists alternatives, the nearest first where one is near.
func oneOf(typed string, words []string) string {
	if near := scenarios.Nearest(typed, words); near != "" {
		return near + " (or another of " + strings.Join(words, ", ") + ")"
	}
	return "one of " + strings.Join(words, ", ")
}

// head reads what stands before the first step.
func (r *reader) head(keyword, rest string) (err error) {
	l := &r.lesson
	if r.said[keyword] {
		return r.found("a second line %s", "one", keyword)
	}
	switch keyword {
	case "lesson":
		if !isName(rest) {
			return r.found("the name %q", "small letters, digits and hyphens", printable.Clip(rest))
		}
		l.Name = rest
	case "title":
		if n := utf8.RuneCountInString(rest); n > 50 {
			return r.found("a title of %d characters", "at most 50", n)
		}
		l.Title = rest
	case "minutes":
		if l.Minutes, err = strconv.Atoi(rest); err != nil || l.Minutes < 1 || l.Minutes > 60 {
			return r.found("minutes %q", "a whole number from 1 to 60", printable.Clip(rest))
		}
	case "gist":
		l.Gist, err = r.sentence(rest)
	case "moral":
		l.Moral, err = r.sentence(rest)
	case "core":
		l.Core = true
	case "model":
		l.Model = rest
		err = r.model(rest)
	case "seed":
		if l.Seed, err = strconv.ParseUint(rest, 10, 64); err != nil {
			return r.found("the seed %q", "a whole number", printable.Clip(rest))
		}
	default:
		return r.unknown(keyword, headWords)
	}
	r.said[keyword] = true
	return err
}

// sentence is one of the lesson's own, which has a row of a list.
func (r *reader) sentence(text string) (string, error) {
	if n := utf8.RuneCountInString(text); n > maxSentence {
		return "", r.found("%d characters", "at most %d: one sentence", n, maxSentence)
	}
	return text, nil
}

func isName(text string) bool {
	for _, c := range text {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return len(text) <= 30
}

func (r *reader) model(name string) error {
	if r.env.Model == nil {
		return nil
	}
	if err := r.env.Model(name); err != nil {
		return fmt.Errorf("%s:%d: %w", r.file, r.line, err)
	}
	return nil
}

func (r *reader) beginStep(title string) error {
	if err := r.endStep(); err != nil {
		return err
	}
	if len(r.lesson.Steps) == maxSteps {
		return r.found("another step", "at most %d", maxSteps)
	}
	if n := utf8.RuneCountInString(title); n > 50 {
		return r.found("a title of %d characters", "at most 50", n)
	}
	r.lesson.Steps = append(r.lesson.Steps, Step{Title: title, Patience: DefaultPatience, Line: r.line})
	r.said = map[string]bool{}
	return nil
}

// endStep checks what only a step's end can tell.
func (r *reader) endStep() (err error) {
	if len(r.lesson.Steps) == 0 {
		return nil
	}
	s := &r.lesson.Steps[len(r.lesson.Steps)-1]
	at := r.line
	defer func() { r.line = at }()
	r.line = s.Line
	switch {
	case r.text == "":
		return r.found("a step without text", "a line text")
	case s.Asks() != (s.Task != nil):
		return r.found("a step with one of task and until", "both, or none to go on by Enter")
	}
	r.line = r.textAt
	if n := utf8.RuneCountInString(r.text); n > maxText {
		return r.found("%d characters of text", "at most %d: three sentences", n, maxText)
	}
	s.Text, err = r.prose(r.text)
	r.text = ""
	return err
}

// inStep reads a line of a step.
func (r *reader) inStep(keyword, rest string) (err error) {
	s := &r.lesson.Steps[len(r.lesson.Steps)-1]
	switch keyword {
	case "task", "until", "done", "patience", "onward", "predict", "try":
		if r.said[keyword] {
			return r.found("a second line %s", "one a step", keyword)
		}
	}
	r.said[keyword] = true
	switch keyword {
	case "text":
		if r.text == "" {
			r.textAt = r.line
		}
		r.text = strings.TrimSpace(r.text + " " + rest)
	case "task":
		s.Task, err = r.short(rest)
	case "done":
		s.Done, err = r.short(rest)
	case "hint":
		var hint Prose
		hint, err = r.short(rest)
		s.Hints = append(s.Hints, hint)
	case "until":
		s.Until, err = r.condition(rest)
	case "fresh", "open", "do":
		var c Command
		c, err = r.command(keyword, rest)
		s.Scene = append(s.Scene, c)
	case "patience":
		n, bad := strconv.Atoi(rest)
		if bad != nil || n < 1 || n > maxWait {
			return r.found("the patience %q", "1 to %d actions", printable.Clip(rest), maxWait)
		}
		s.Patience = n
	case "onward":
		if rest != "" {
			return r.found("%q after onward", "nothing", printable.Clip(rest))
		}
		s.Onward = true
	case "predict":
		s.Predict = rest
		return r.question(rest)
	case "try":
		s.Try, err = r.tries(rest)
	default:
		return r.unknown(keyword, stepWords)
	}
	return err
}

// values stand in braces in prose: each is about as wide as 14.9438.
var values = regexp.MustCompile(`\{[^}]*\}`)

// short reads prose that has one row.
func (r *reader) short(text string) (Prose, error) {
	if n := utf8.RuneCountInString(values.ReplaceAllLiteralString(text, "14.9438")); n > maxTask {
		return nil, r.found("%d characters", "at most %d: one row", n, maxTask)
	}
	return r.prose(text)
}

func (r *reader) condition(text string) (watch.Expr, error) {
	e, err := watch.Condition(text, r.env.Names...)
	if err != nil {
		return e, r.wrong(text, err)
	}
	return e, nil
}

// command reads `do LINE`, `open MODEL` or `fresh`, each with `if CONDITION`
// after it or without.
func (r *reader) command(keyword, text string) (c Command, err error) {
	c.Line = text
	if i := strings.LastIndex(" "+text, " if "); i >= 0 {
		c.Line = strings.TrimSpace(text[:i])
		if c.If, err = r.condition(strings.TrimSpace(text[i+3:])); err != nil {
			return c, err
		}
	}
	switch c.open = keyword != "do"; {
	case keyword == "fresh" && c.Line != "":
		return c, r.found("%q after fresh", "nothing, or if and a condition", printable.Clip(c.Line))
	case keyword == "fresh":
		return c, nil
	case keyword == "open":
		return c, r.model(c.Line)
	}
	return c, r.known(c.Line)
}

func (r *reader) known(line string) error {
	if r.env.Command == nil {
		return nil
	}
	if err := r.env.Command(r.modelAt(), line); err != nil {
		return fmt.Errorf("%s:%d: %w", r.file, r.line, err)
	}
	return nil
}

// modelAt is the model that is open at the present line.
func (r *reader) modelAt() string {
	open := r.lesson.Model
	for _, s := range r.lesson.Steps {
		for _, c := range s.Scene {
			if m, ok := c.Opens(); ok && m != "" {
				open = m
			} else if ok {
				open = r.lesson.Model
			}
		}
	}
	return open
}

func (r *reader) question(kind string) error {
	if r.env.Predict == nil || slices.Contains(r.env.Predict, kind) {
		return nil
	}
	return r.found("the prediction %q", "%s", printable.Clip(kind), oneOf(kind, r.env.Predict))
}

// tries reads names of keys and commands, separated by semicolons.
func (r *reader) tries(text string) ([]string, error) {
	var out []string
	for _, item := range strings.Split(text, ";") {
		item = strings.TrimSpace(item)
		if item == "" {
			return nil, r.found("an empty try", "names of keys and commands, separated by ;")
		}
		if r.env.Key == nil || !r.env.Key(item) {
			if err := r.known(item); err != nil {
				return nil, err
			}
		}
		out = append(out, item)
	}
	return out, nil
}
