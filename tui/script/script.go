// Package script reads and writes scripts for a talk: what the explorer does by
// itself, what it says meanwhile, and where it waits.
package script

import (
	"time"

	"eeporl/model"
	"eeporl/model/watch"
)

// Kind is what an item of a script does.
type Kind int

// The kinds of item.
const (
	Begin   Kind = iota // a session starts
	Command             // the explorer does a command
	Wait                // a pause
	Caption             // words over the bottom rows, until the next ones
	Note                // words for the speaker
	Stop                // waits for a key
	Until               // waits for a condition
)

// Item is one step of a script.
type Item struct {
	Kind  Kind
	Line  int    // in its file, from 1
	Text  string // of all kinds but Wait and Stop, as written
	Pause time.Duration
	Words []Part     // of a Caption or a Note
	When  watch.Expr // of Until
	Start model.Head // of Begin
}

// Part is a piece of a caption: words, or an expression that stands for its
// value at that moment.
type Part struct {
	Words string
	Value watch.Expr
	Is    bool // a value
}

// Script is a whole script.
type Script struct {
	File    string // where it was read
	Title   string
	Minutes float64 // how long the talk is meant to take, 0 for not said
	Items   []Item
}

// Planned is how long the talk takes: the minutes that the script says, or else the sum of its
// pauses.
func (s Script) Planned() time.Duration {
	if s.Minutes > 0 {
		return time.Duration(s.Minutes * float64(time.Minute))
	}
	var sum time.Duration
	for _, i := range s.Items {
		sum += i.Pause
	}
	return sum
}

// Say writes out a caption or a note, with its values as look finds them.
func Say(parts []Part, look watch.Lookup) string {
	text := ""
	for _, p := range parts {
		if p.Is {
			text += p.Value.Eval(look).String()
		} else {
			text += p.Words
		}
	}
	return text
}

// Help is the format in words, with an example.
const Help = `A script is plain text, a step a line; # begins a comment.
  title WORDS      what the talk is called
  minutes M        how long it is meant to take, for the countdown
  scenario NAME    starts a session; seed, c, horizon, estimator, normalize, rotations, planner
                   and observe may follow, each with its value
  > COMMAND        what keys do, by name: leap 1e5, estimate, forward 3, view recovery, c=.2
  pace S           from here on a pause of S seconds after each command
  wait S           a pause
  caption WORDS    shown large over the bottom rows, until the next one; {N} or {100*rmse} stand
                   for values of the session at that moment
  note WORDS       for the speaker's second terminal
  stop             waits for a key
  until CONDITION  waits until it holds: until labels_right = k
A line that begins with blanks goes on with the caption or note above. Each command waits for the
work that it asked for. An example:
  title Ten seconds of EEPORL
  scenario tea
  seed 5
  caption One episode: the state is hidden.
  pace 0.5
  > forward 6
  caption {N} episodes are counted at once.
  > leap 1e5
  stop
  > estimate
  > last
  caption {labels_right} of {k} columns carry the right label.
  note Say why a label is needed at all.
  stop`
