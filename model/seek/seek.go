// Package seek runs a session until a condition holds: on and back along its
// timeline and, as far as the user says, beyond its end. It works on copies and
// tells by which intents a session gets there.
package seek

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/pomdp/figure"
)

// Beyond is what is laid down where the timeline ends before a condition holds.
type Beyond int

// What can be laid down.
const (
	Nothing   Beyond = iota
	Episodes         // one by one, To of them
	Leaps            // to powers of ten, until N is To
	Estimates        // an estimate after each such leap
)

// Search is what to look for, and how far.
type Search struct {
	Condition watch.Expr
	Back      bool
	Beyond    Beyond
	To        float64
}

// Found is where a search ended.
type Found struct {
	OK      bool           // the condition holds there
	Looked  uint64         // how many beats were looked at
	Place   uint64         // of the beat, from 0
	Intents []model.Intent // what leads there
	Session model.Session  // what came to know the results on the way
}

// beyond reads how a condition is run on beyond the end.
var beyond = regexp.MustCompile(`^(.*\S)\s+by\s+(?:(\S+)\s+(episodes)|(leaps|estimates)\s+to\s+(\S+))$`)

// Parse reads a condition and, after it, how far to go: `by 1000 episodes`,
// `by leaps to 10^9`, `by estimates to 10^9`; without that the timeline alone
// is looked at. The error says what was found and expected.
func Parse(text string) (x Search, err error) {
	number := ""
	if m := beyond.FindStringSubmatch(strings.TrimSpace(text)); m != nil {
		text = m[1]
		switch {
		case m[3] != "":
			x.Beyond, number = Episodes, m[2]
		case m[4] == "leaps":
			x.Beyond, number = Leaps, m[5]
		default:
			x.Beyond, number = Estimates, m[5]
		}
	}
	if number != "" {
		e, err := watch.Parse(number)
		v := e.Eval(func(string, []watch.Value) (watch.Value, bool) { return watch.Value{}, false })
		if err != nil || v.Kind != watch.Number || !(v.Number >= 1 && v.Number <= maxN) {
			return x, fmt.Errorf("found %q, expected a number of episodes such as 1000 or 10^9", number)
		}
		x.To = v.Number
	}
	if x.Beyond == Episodes && x.To > maxEpisodes {
		return x, fmt.Errorf("found %s episodes, expected at most %s one by one: leaps and estimates go further", number, figure.Count(maxEpisodes))
	}
	x.Condition, err = watch.Condition(text)
	return x, err
}

// What is laid down stays within reason.
const (
	maxN        = 1e15
	maxEpisodes = 10_000
)

// String is the search as Parse reads it.
func (x Search) String() string {
	switch x.Beyond {
	case Episodes:
		return fmt.Sprintf("%s by %g episodes", x.Condition, x.To)
	case Leaps:
		return fmt.Sprintf("%s by leaps to %g", x.Condition, x.To)
	case Estimates:
		return fmt.Sprintf("%s by estimates to %g", x.Condition, x.To)
	}
	return x.Condition.String()
}

// Run looks at every beat from the one after the cursor on (or before it, back).
// What was(…) stands for is the cursor's own beat. report is told of the
// progress along the timeline.
func (x Search) Run(ctx context.Context, s model.Session, report func(done, total int)) (Found, error) {
	x.Condition = x.Condition.Freeze(watch.Session(s))
	f := Found{Session: s}
	if err := x.walk(ctx, &f, report); err != nil || f.OK || x.Back {
		return f, err
	}
	f.Intents = nil
	var err error
	switch x.Beyond {
	case Episodes:
		err = x.byEpisodes(ctx, &f, report)
	case Leaps, Estimates:
		err = x.byLeaps(ctx, &f)
	}
	return f, err
}

func (x Search) holds(f *Found) bool {
	f.Looked++
	f.Place = f.Session.Place()
	f.OK = x.Condition.Holds(watch.Session(f.Session))
	return f.OK
}

// do takes a step and notes it.
func (f *Found) do(i model.Intent) bool {
	next, step, ok := model.Do(f.Session, i)
	if f.Session = next; ok {
		f.Intents = append(f.Intents, step.Intent)
	}
	return ok
}

// walk looks along the timeline that is there.
func (x Search) walk(ctx context.Context, f *Found, report func(done, total int)) error {
	verb, total := model.Forward, f.Session.Beats()-1-f.Session.Place()
	if x.Back {
		verb, total = model.Back, f.Session.Place()
	}
	for i := range total {
		if err := pulse(ctx, i, total, report); err != nil {
			return err
		}
		f.Session = model.Update(f.Session, model.Intent{Verb: verb})
		if x.holds(f) {
			f.Intents = []model.Intent{{Verb: model.GoTo, N: float64(f.Place) + 1}}
			return nil
		}
	}
	return nil
}

// pulse reports and asks now and then.
func pulse(ctx context.Context, i, total uint64, report func(done, total int)) error {
	if i%256 != 0 {
		return nil
	}
	report(int(i), int(total))
	return ctx.Err()
}

// byEpisodes steps on over new episodes: of phase 2 after a plan, else of phase 1.
func (x Search) byEpisodes(ctx context.Context, f *Found, report func(done, total int)) error {
	f.do(model.Intent{Verb: model.Last})
	if f.Session.Now().Kind == model.Estimate {
		if !f.do(model.Intent{Verb: model.LeapBy, N: 1}) || x.holds(f) {
			return nil
		}
	}
	number, seen := f.Session.Now().Number, 0.0
	at := len(f.Intents)
	for beats := uint64(0); seen <= x.To; {
		if err := pulse(ctx, beats, beats+1, func(int, int) { report(int(seen), int(x.To)) }); err != nil {
			return err
		}
		place := f.Session.Place()
		if f.Session = model.Update(f.Session, model.Intent{Verb: model.Forward}); f.Session.Place() == place {
			return nil
		}
		beats++
		if n := f.Session.Now().Number; n != number {
			number = n
			if seen++; seen > x.To {
				return nil
			}
		}
		f.Intents = append(f.Intents[:at], model.Intent{Verb: model.Forward, N: float64(beats)})
		if x.holds(f) {
			return nil
		}
	}
	return nil
}

// byLeaps goes on to powers of ten.
func (x Search) byLeaps(ctx context.Context, f *Found) error {
	f.do(model.Intent{Verb: model.Last})
	for f.Session.Now().N < x.To {
		if !f.do(model.Intent{Verb: model.Grow}) || f.Session.Now().N > x.To {
			return nil
		}
		if err := f.settle(ctx); err != nil {
			return err
		}
		if x.holds(f) {
			return nil
		}
		if x.Beyond == Leaps {
			continue
		}
		if err := x.estimate(ctx, f); err != nil || f.OK {
			return err
		}
	}
	return nil
}

// estimate makes one and looks at its stages.
func (x Search) estimate(ctx context.Context, f *Found) error {
	if !f.do(model.Intent{Verb: model.RunEstimate}) {
		return nil
	}
	if err := f.settle(ctx); err != nil {
		return err
	}
	_, stages := f.Session.Now().Unit()
	for i := range stages {
		if i > 0 {
			f.do(model.Intent{Verb: model.Forward})
		}
		if x.holds(f) {
			return nil
		}
	}
	return nil
}

func (f *Found) settle(ctx context.Context) (err error) {
	f.Session, err = model.Settle(ctx, f.Session)
	return err
}
