package script

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/pomdp/printable"
)

// What is read of a script, at most.
const (
	maxLines = 10_000
	maxLine  = 4096
	maxPause = 3600 // seconds
)

// reader is the state of reading.
type reader struct {
	script Script
	line   int
	open   bool // the last item is a Begin: settings may follow
	more   bool // the last item is a caption or a note: it may go on
	pace   time.Duration
}

// Read reads a script. Its errors say the file, the line, what was found and
// what was expected. Commands are not looked into.
func Read(in io.Reader, file string) (Script, error) {
	r := reader{script: Script{File: file}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine+1)
	for lines.Scan() {
		if r.line++; r.line > maxLines {
			return Script{}, r.fail(fmt.Errorf("found more than %d lines, expected a script", maxLines))
		}
		if err := r.read(lines.Text()); err != nil {
			return Script{}, r.fail(err)
		}
	}
	r.line++
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return Script{}, r.fail(fmt.Errorf("found a line of more than %d bytes, expected a script", maxLine))
	case err != nil:
		return Script{}, fmt.Errorf("%s: %w", file, err)
	}
	if len(r.script.Items) == 0 {
		return Script{}, r.fail(errors.New("found the end of the file, expected a scenario to begin with"))
	}
	return r.script, r.words()
}

func (r *reader) fail(err error) error { return fmt.Errorf("%s:%d: %w", r.script.File, r.line, err) }

// read takes one line.
func (r *reader) read(line string) error {
	text := strings.TrimSpace(line)
	x, err := model.ReadLine(text)
	switch {
	case err != nil:
		return err
	case text == "":
		r.more = false
		return nil
	case x == (model.Line{}): // a remark
		return nil
	case line[0] == ' ' || line[0] == '\t':
		return r.goOn(text)
	}
	r.more = false
	if r.heads(x.Word) {
		return r.head(x.Word, x.Rest)
	}
	r.open = false
	if len(r.script.Items) == 0 && x.Word != "title" && x.Word != "minutes" {
		return fmt.Errorf("found %q, expected a scenario first", printable.Clip(text))
	}
	if command := x.Command + x.Screen; command != "" {
		r.add(Item{Kind: Command, Text: command, Pause: r.pace})
		return nil
	}
	return r.item(x.Word, x.Rest)
}

// heads says whether a word is a setting of a session's start. No other word of a script
// has the name of a setting.
func (r *reader) heads(word string) bool { return slices.Contains(model.HeadNames(), word) }

func (r *reader) head(word, rest string) error {
	if rest == "" {
		return fmt.Errorf("found %s without a value, expected one", word)
	}
	if word == "scenario" {
		r.add(Item{Kind: Begin, Text: rest})
		r.open = true
	}
	if !r.open {
		return fmt.Errorf("found %s, expected it right below a scenario", word)
	}
	return r.script.Items[len(r.script.Items)-1].Start.Read(word, rest)
}

// item takes a line that is no setting.
func (r *reader) item(word, rest string) error {
	switch word {
	case "title":
		r.script.Title = rest
	case "minutes":
		m, err := seconds(rest)
		if err != nil || m == 0 {
			return fmt.Errorf("found minutes %q, expected a number from %g to %d", printable.Clip(rest), 1e-3, maxPause)
		}
		r.script.Minutes = m.Seconds()
	case "pace", "wait":
		d, err := seconds(rest)
		if err != nil {
			return fmt.Errorf("%s: %w", word, err)
		}
		if word == "pace" {
			r.pace = d
		} else {
			r.add(Item{Kind: Wait, Pause: d})
		}
	case "caption", "note":
		r.add(Item{Kind: map[string]Kind{"caption": Caption, "note": Note}[word], Text: rest})
		r.more = true
	case "stop":
		if rest != "" {
			return fmt.Errorf("found %q after stop, expected nothing", printable.Clip(rest))
		}
		r.add(Item{Kind: Stop})
	case "until":
		when, err := watch.Condition(rest)
		if err != nil {
			return err
		}
		r.add(Item{Kind: Until, Text: rest, When: when})
	default:
		return fmt.Errorf("found %q, expected one of scenario, >, wait, pace, caption, note, stop, until, title, minutes", printable.Clip(word))
	}
	return nil
}

func (r *reader) add(i Item) {
	i.Line = r.line
	r.script.Items = append(r.script.Items, i)
}

// goOn adds to the caption or note above.
func (r *reader) goOn(text string) error {
	if !r.more {
		return fmt.Errorf("found %q indented, expected that below a caption or a note only", printable.Clip(text))
	}
	last := &r.script.Items[len(r.script.Items)-1]
	last.Text = strings.TrimSpace(last.Text + " " + text)
	return nil
}

// words reads the values in captions and notes, which may take several lines.
func (r *reader) words() error {
	for k := range r.script.Items {
		i := &r.script.Items[k]
		if i.Kind != Caption && i.Kind != Note {
			continue
		}
		var err error
		if i.Words, err = parts(i.Text); err != nil {
			return fmt.Errorf("%s:%d: %w", r.script.File, i.Line, err)
		}
		if length := measure(i.Words); i.Kind == Caption && length > maxCaption {
			return fmt.Errorf("%s:%d: found a caption of some %d characters, expected at most %d: it would not fit 80 columns", r.script.File, i.Line, length, maxCaption)
		}
	}
	return nil
}

// maxCaption is what three rows of 80 columns hold, cut at words.
const maxCaption = 210

// measure is how long a caption is, with some room for values.
func measure(parts []Part) int {
	const value = 6
	n := 0
	for _, p := range parts {
		n += len([]rune(p.Words))
		if p.Is {
			n += value
		}
	}
	return n
}

// parts cuts a text at {values}; {{ stands for a brace.
func parts(text string) ([]Part, error) {
	var out []Part
	for text != "" {
		words, rest, value := strings.Cut(text, "{")
		if value && strings.HasPrefix(rest, "{") {
			out, text = append(out, Part{Words: words + "{"}), rest[1:]
			continue
		}
		if words != "" {
			out = append(out, Part{Words: words})
		}
		if !value {
			break
		}
		inside, after, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, fmt.Errorf("found %q, expected a } after the value ({{ stands for a brace)", printable.Clip("{"+rest))
		}
		expr, err := watch.Parse(inside)
		if err != nil {
			return nil, fmt.Errorf("{%s}: %w", printable.Clip(inside), err)
		}
		out, text = append(out, Part{Value: expr, Is: true}), after
	}
	return out, nil
}

func seconds(text string) (time.Duration, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= maxPause) {
		return 0, fmt.Errorf("found %q, expected a number from 0 to %d", printable.Clip(text), maxPause)
	}
	return time.Duration(math.Round(x*1e3)) * time.Millisecond, nil
}
