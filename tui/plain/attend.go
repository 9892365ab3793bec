package plain

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"eeporl/tui"
	"eeporl/tui/class"
)

// Attend follows a class in lines of text: a beat is a sentence, a question is read out and answered by
// its number, and q leaves.
func Attend(ctx context.Context, seat *class.Seat, rw io.ReadWriter) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stages, lines := make(chan class.Stage), make(chan string)
	go seat.Follow(ctx, func(x any) {
		select {
		case stages <- x.(class.Stage):
		case <-ctx.Done():
		}
	})
	go func() {
		defer cancel()
		in := bufio.NewScanner(rw)
		in.Buffer(nil, maxLine)
		for in.Scan() {
			select {
			case lines <- strings.TrimSpace(in.Text()):
			case <-ctx.Done():
				return
			}
		}
	}()
	say := func(format string, a ...any) { fmt.Fprintf(rw, format+"\r\n", a...) }
	say("You follow the presenter as %s. A number answers a question, q leaves.", seat.Name())
	var before class.Stage
	told, caption := "", ""
	for {
		select {
		case <-ctx.Done():
			return
		case s := <-stages:
			if shown, ok := s.Shown.(tui.Shown); ok && shown.Caption() != caption {
				if caption = shown.Caption(); caption != "" {
					say("Caption: %s", caption)
				}
			}
			told = follow(s, before, told, say)
			before = s
		case line := <-lines:
			n, err := strconv.Atoi(line)
			switch t := before.Tally; {
			case line == "q" || line == "quit":
				return
			case !t.Open:
				say("Nothing is asked now. q leaves.")
			case err != nil || n < 1 || n > len(t.Choices):
				say("found %q, expected a number from 1 to %d", line, len(t.Choices))
			case seat.Vote(t.Number, n-1):
				say("You answer %d.", n)
			default:
				say("You have answered already.")
			}
		}
	}
}

// follow tells what a stage has that the one before had not, and returns the sentence that was told last.
func follow(s, before class.Stage, told string, say func(string, ...any)) string {
	shown, ok := s.Shown.(tui.Shown)
	if !ok {
		return told
	}
	if sentence := shown.Sentence(); sentence != told {
		say("%s", sentence)
		told = sentence
	}
	t, last := s.Tally, before.Tally
	if t.Number == 0 {
		return told
	}
	if t.Number != last.Number {
		say("Question: %s", t.Ask)
		for i, choice := range t.Choices {
			say("  %d: %s", i+1, choice)
		}
	}
	if last.Open && !t.Open && t.Right < 0 {
		say("The question is taken back.")
	}
	if t.Right >= 0 && (t.Number != last.Number || last.Right < 0) {
		say("It is %d: %s. %d of %d said so. %s", t.Right+1, t.Choices[t.Right], t.Counts[t.Right], t.Answered(), shown.Why())
	}
	return told
}
