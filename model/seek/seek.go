// Package seek runs a session until a condition holds: on and back along its
// timeline and, as far as the user says, beyond its end. It works on copies and
// tells by which intents a session gets there.
package seek

import (
	"context"
	"fmt"
	"regexp"
	"slices"
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
	Session model.Session  // the copy that was run on, with the results that came in on the way
	Unknown []string       // names in the condition that were unknown at every beat, in the order they were met
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

// Limits on how far a search may be asked to go, in episodes.
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

// Run looks at every beat after the cursor, or before it if Back is set. The work that a
// beat or a name in the condition waits for is done before the condition is evaluated.
// was(…) gives values at the cursor's beat in s. report is told of the progress along the
// timeline and of such work. The error is ctx's; Found.OK is false if the condition holds
// nowhere.
func (x Search) Run(ctx context.Context, s model.Session, report func(done, total int)) (Found, error) {
	r := run{x, report, Found{Session: s}, map[string]bool{}}
	if err := r.ready(ctx); err != nil {
		return r.Found, err
	}
	r.Condition = r.Condition.Freeze(watch.Session(r.Found.Session))
	err := r.walk(ctx)
	if err == nil && !r.OK && !x.Back {
		r.Intents = nil
		switch x.Beyond {
		case Episodes:
			err = r.byEpisodes(ctx)
		case Leaps, Estimates:
			err = r.byLeaps(ctx)
		}
	}
	r.Found.Unknown = slices.DeleteFunc(r.Found.Unknown, func(name string) bool { return r.told[name] })
	return r.Found, err
}

// run is a search under way.
type run struct {
	Search
	report func(done, total int)
	Found
	told map[string]bool // the names of the condition that were known at some beat
}

// do takes a step and notes it.
func (r *run) do(i model.Intent) bool {
	next, step, ok := model.Do(r.Session, i)
	if r.Session = next; ok {
		r.Intents = append(r.Intents, step.Intent)
	}
	return ok
}

// walk looks along the timeline that is there, which grows where an estimate on
// it comes in.
func (r *run) walk(ctx context.Context) error {
	verb, left := model.Forward, func() uint64 { return r.Session.Beats() - 1 - r.Session.Place() }
	if r.Back {
		verb, left = model.Back, func() uint64 { return r.Session.Place() }
	}
	for i := uint64(0); left() > 0; i++ {
		if err := r.pulse(ctx, i, i+left()); err != nil {
			return err
		}
		r.Session = model.Update(r.Session, model.Intent{Verb: verb})
		if ok, err := r.holds(ctx); ok || err != nil {
			r.Intents = []model.Intent{{Verb: model.GoTo, N: float64(r.Place) + 1}}
			return err
		}
	}
	return nil
}

// pulse reports progress and checks ctx, at every 256th beat.
func (r *run) pulse(ctx context.Context, i, total uint64) error {
	if i%256 != 0 {
		return nil
	}
	r.report(int(i), int(total))
	return ctx.Err()
}
