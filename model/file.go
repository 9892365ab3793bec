package model

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
)

// fileHeader begins a session file; the number is the format's version.
const fileHeader = "eeporl session 1"

// Save writes a session as text: its first settings and its intents, each with
// the segment and beat that it led to. Read makes the same session of it.
func Save(w io.Writer, s Session) error {
	c := s.first()
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, fileHeader)
	fmt.Fprintf(b, "scenario %s\n", c.Scenario)
	fmt.Fprintf(b, "seed %d\n", c.Seed)
	fmt.Fprintf(b, "c %s\n", strconv.FormatFloat(c.C, 'g', -1, 64))
	fmt.Fprintf(b, "horizon %d\n", c.Model.Horizon())
	fmt.Fprintf(b, "estimator %s\n", c.Method)
	fmt.Fprintf(b, "normalize %s\n", c.Estimator.Normalization)
	fmt.Fprintf(b, "rotations %d\n", c.Estimator.Rotations)
	fmt.Fprintf(b, "planner %s\n", c.Planner)
	fmt.Fprintf(b, "observe %s\n", c.Observe)
	intents, cursors := s.Intents()
	for i, intent := range intents {
		fmt.Fprintf(b, "> %s @%d.%d\n", intent, cursors[i].Segment+1, cursors[i].Beat+1)
	}
	return b.Flush()
}

// first is the configuration of the first branch, from which the intents start.
func (s Session) first() Config {
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

// Restore reads a session file and replays it, doing its work on the spot. load
// finds a scenario's model by name. A file that this version replays
// differently is refused with the first intent that differs.
func Restore(ctx context.Context, r io.Reader, file string, load func(name string) (*pomdp.POMDP, error)) (Session, error) {
	lines := bufio.NewScanner(io.LimitReader(r, maxSessionFile))
	number := 0
	fail := func(found, want string) (Session, error) {
		return Session{}, fmt.Errorf("%s:%d: found %s, expected %s", file, number, found, want)
	}
	var config Config
	horizon := 0
	var s Session
	started := false
	for lines.Scan() {
		number++
		line := strings.TrimSpace(lines.Text())
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
			if err := config.read(name, value, &horizon); err != nil {
				return fail(err.Error(), "a setting of a session")
			}
			continue
		}
		if !started {
			var err error
			if s, err = begin(ctx, config, horizon, load); err != nil {
				return Session{}, fmt.Errorf("%s:%d: %w", file, number, err)
			}
			started = true
		}
		intent, cursor, err := parseIntent(line[1:])
		if err != nil {
			return fail(err.Error(), "an intent such as > forward 5 @1.6")
		}
		if why := s.Refusal(intent); why != "" {
			return fail(string(intent.Verb)+", which can do nothing here: "+why, "an intent that can be replayed")
		}
		if s, err = Settle(ctx, Update(s, intent)); err != nil {
			return Session{}, err
		}
		if s.cursor != cursor {
			return fail(fmt.Sprintf("%s leading to beat %d of segment %d", intent.Verb, s.cursor.Beat+1, s.cursor.Segment+1),
				fmt.Sprintf("beat %d of segment %d: the file was written by a version that computes otherwise", cursor.Beat+1, cursor.Segment+1))
		}
	}
	if err := lines.Err(); err != nil {
		return Session{}, fmt.Errorf("%s:%d: %w", file, number+1, err)
	}
	if number == 0 {
		return fail("an empty file", strconv.Quote(fileHeader))
	}
	if !started {
		return begin(ctx, config, horizon, load)
	}
	return s, nil
}

// maxSessionFile bounds what is read of a session file.
const maxSessionFile = 16 << 20

func clip(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}

func begin(ctx context.Context, config Config, horizon int, load func(string) (*pomdp.POMDP, error)) (Session, error) {
	m, err := load(config.Scenario)
	if err != nil {
		return Session{}, err
	}
	if horizon > 0 && horizon != m.Horizon() {
		if m, err = m.WithHorizon(horizon); err != nil {
			return Session{}, err
		}
	}
	config.Model = m
	s, err := New(config)
	if err != nil {
		return Session{}, err
	}
	return Settle(ctx, s)
}

func (c *Config) read(name, value string, horizon *int) (err error) {
	switch name {
	case "scenario":
		c.Scenario = value
	case "seed":
		c.Seed, err = strconv.ParseUint(value, 10, 64)
	case "c":
		c.C, err = strconv.ParseFloat(value, 64)
	case "horizon":
		if *horizon, err = strconv.Atoi(value); err == nil && (*horizon < 1 || *horizon > maxHorizon) {
			err = fmt.Errorf("horizon %s", value)
		}
	case "estimator":
		c.Method = value
	case "normalize":
		c.Estimator.Normalization = moments.Normalization(value)
	case "rotations":
		if c.Estimator.Rotations, err = strconv.Atoi(value); err == nil && (c.Estimator.Rotations < 1 || c.Estimator.Rotations > 10_000) {
			err = fmt.Errorf("rotations %s", value)
		}
	case "planner":
		c.Planner = planning.Planner(value)
	case "observe":
		c.Observe = planning.Observe(value)
	default:
		err = fmt.Errorf("%q", clip(name))
	}
	return err
}

// parseIntent reads `verb [number] ["argument"] @segment.beat`.
func parseIntent(line string) (i Intent, cursor Cursor, err error) {
	line = strings.TrimSpace(line)
	at := strings.LastIndex(line, "@")
	if at < 0 {
		return i, cursor, fmt.Errorf("%q without @ and a place", clip(line))
	}
	var beat uint64
	if n, err := fmt.Sscanf(line[at+1:], "%d.%d", &cursor.Segment, &beat); n != 2 || cursor.Segment < 1 || beat < 1 {
		return i, cursor, fmt.Errorf("the place %q (%v)", clip(line[at+1:]), err)
	}
	cursor = Cursor{Segment: cursor.Segment - 1, Beat: beat - 1}
	i, err = ParseIntent(line[:at])
	if err == nil && (i.Verb == Continue || i.Verb == Cancel) { // logged as what they came to
		err = fmt.Errorf("the verb %q", i.Verb)
	}
	return i, cursor, err
}
