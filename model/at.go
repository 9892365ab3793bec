package model

import (
	"context"
	"strings"
)

// Commands lead from a fresh session to this one; Follow reads them. They are the steps,
// except that consecutive moves over beats that existed already become one go-to.
func (s Session) Commands() []string {
	var entries []*entry
	for e := s.log; e != nil; e = e.before {
		entries = append(entries, e)
	}
	var out []string
	for i := len(entries) - 1; i >= 0; {
		e := entries[i]
		last := i
		for last >= 0 && entries[last].walks() {
			last--
		}
		if last == i {
			step := e.step
			step.Placed = false // the place depends on the version
			out = append(out, step.String())
			i--
			continue
		}
		if end := entries[last+1]; e.before.place != end.place {
			out = append(out, Intent{Verb: GoTo, N: float64(end.place) + 1}.String())
		}
		i = last
	}
	return out
}

// walks says whether a step only moved over beats that were laid down before.
func (e *entry) walks() bool {
	switch e.step.Intent.Verb {
	case Forward, Back, NextUnit, PreviousUnit, First, Last, GoTo, NextMark, PreviousMark:
		return e.before != nil && e.before.beats == e.beats && e.before.branch == e.branch && e.step.Waiting == 0 && !e.waits && !e.before.waits
	}
	return false
}

// Follow carries out commands, and before each the work that it waits for. It stops
// before the first that is no command of a session and returns that one and the rest.
// The error is ctx's, or that of a command that can do nothing where it stands.
func Follow(ctx context.Context, s Session, commands []string) (Session, []string, error) {
	var each []string
	for _, line := range commands {
		each = append(each, CommandsIn(line)...)
	}
	for n, command := range each {
		step, err := readStep(command)
		if err != nil {
			return s, each[n:], nil
		}
		if s, err = s.take(ctx, step, results{}); err != nil {
			return s, nil, err
		}
	}
	return s, nil, nil
}

// SplitCommands cuts a line at its semicolons, but not inside double quotes.
func SplitCommands(line string) []string {
	var out []string
	quoted, from := false, 0
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			out = append(out, text)
		}
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == ';' && !quoted:
			add(line[from:i])
			from = i + 1
		}
	}
	add(line[from:])
	return out
}
