// Package predict asks what will happen next on a timeline. The answer is not
// written down anywhere: the session itself is run on, and what it then shows
// is the answer.
package predict

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"eeporl/model"
)

// Question is one prediction that can be made at a beat.
type Question struct {
	Kind    string   // its name in Kinds
	Ask     string   // one or two sentences
	Choices []string // at least two, all different
	// steps are what a session does until it shows the answer.
	steps []step
	// read finds in the session after the steps which choice came true, and why.
	read func(ctx context.Context, after model.Session) (choice int, why string, ok bool)
}

// Answer is what the session came to.
type Answer struct {
	Right int          // index into Choices
	Why   string       // with the figures of this very run
	Steps []model.Step // from where the question was asked to Session
	// Session is the one that was run on, as it shows the answer.
	Session model.Session
}

// step is an intent; with search set it is repeated until a beat of the kind until.
type step struct {
	intent model.Intent
	until  model.BeatKind
	search bool
}

func do(i model.Intent) step { return step{intent: i} }

// on goes forward to the next beat of a kind.
func on(kind model.BeatKind) step {
	return step{model.Intent{Verb: model.Forward}, kind, true}
}

// searchLimit bounds the beats that one step goes forward: no episode, estimate
// or plan within reach of a question is longer.
const searchLimit = 200

// maker makes a question of a session, where it can be asked.
type maker struct {
	name, does string
	make       func(s model.Session) (Question, bool)
}

func makers() []maker {
	return []maker{
		{"symbol", "which symbol the induced HMM emits", symbol},
		{"cell", "which entries of the moments a triple raises", cell},
		{"turned", "at which angles turned factors fit pairs, and triples", turned},
		{"sigma", "whether σ_k clears the noise at a hundred times the episodes", sigma},
		{"labels", "how many columns get the right label", labels},
		{"bug", "which figure of your own program's departs first", bug},
		{"winner", "which estimator comes nearest to the truth", winner},
		{"foretold", "whether states, operators or histories tell best what is seen next", foretold},
		{"numbers", "how many numbers say all that may come, where no states are learned", numbers},
		{"seen", "how many of all histories the episodes have been through", seen},
		{"breaks", "what becomes of σ_k if a probability becomes .5", breaks},
		{"mixed", "whether actions that are learned one by one come back in one order of the states", mixed},
		{"orders", "whether all pairs come back in one order of the states", orders},
		{"negative", "whether normalising has to remove negative mass", negative},
		{"gamma", "how many β-vectors the definition asks for", gamma},
		{"carried", "which number of the next pair's β comes first in another order", carried},
		{"value", "whether FindPolicy promises too much", value},
		{"branch", "which action is next on this branch", branch},
		{"optimal", "whether an optimal policy does the same here", optimal},
		{"state", "which hidden state was entered", state},
	}
}

// Kinds names the questions there are.
func Kinds() []string {
	var names []string
	for _, m := range makers() {
		names = append(names, m.name)
	}
	return names
}

// Questions are those that can be asked at the session's beat.
func Questions(s model.Session) []Question {
	var out []Question
	for _, m := range makers() {
		if q, ok := m.ask(s); ok {
			out = append(out, q)
		}
	}
	return out
}

// Any says whether there is a question at the session's beat.
func Any(s model.Session) bool {
	return slices.ContainsFunc(makers(), func(m maker) bool { _, ok := m.ask(s); return ok })
}

// Find is the question of a kind, if it can be asked at the session's beat.
func Find(s model.Session, kind string) (Question, bool) {
	for _, m := range makers() {
		if m.name == kind {
			return m.ask(s)
		}
	}
	return Question{}, false
}

func (m maker) ask(s model.Session) (Question, bool) {
	if s.Now().Pending || s.Now().Failed != nil {
		return Question{}, false
	}
	q, ok := m.make(s)
	q.Kind = m.name
	return q, ok && len(q.Choices) > 1
}

// Answer runs a copy of the session on to where it shows the answer. The error
// says why it never does: the work was cancelled or came to nothing.
func (q Question) Answer(ctx context.Context, s model.Session) (Answer, error) {
	var done []model.Step
	for _, step := range q.steps {
		for range searchLimit {
			if why := s.Refusal(step.intent); why != "" {
				return Answer{}, fmt.Errorf("the session cannot go on to the answer: %s", why)
			}
			next, did, _ := model.Do(s, step.intent)
			next, err := model.Settle(ctx, next)
			if err != nil {
				return Answer{}, err
			}
			s, done = next, append(done, did)
			if !step.search || s.Now().Beat.Kind == step.until {
				break
			}
		}
		if step.search && s.Now().Beat.Kind != step.until {
			return Answer{}, fmt.Errorf("the session does not come to the answer within %d beats", searchLimit)
		}
	}
	s, err := model.Settle(ctx, s)
	if err != nil {
		return Answer{}, err
	}
	choice, why, ok := q.read(ctx, s)
	if !ok {
		return Answer{}, fmt.Errorf("the work came to nothing, so nobody was right")
	}
	return Answer{Right: choice, Why: why, Steps: done, Session: s}, nil
}

// shuffle puts choices into an order that depends on the seed and the beat only, so that
// the place of a choice gives nothing away, and drops repeated ones. place[i] is where
// choice i went, -1 if it was dropped.
func shuffle(s model.Session, choices []string) (mixed []string, place []int) {
	place = make([]int, len(choices))
	seen := map[string]int{}
	var first []int
	for i, c := range choices {
		place[i] = -1
		if _, ok := seen[c]; !ok {
			seen[c] = i
			first = append(first, i)
		}
	}
	bits := dice(s)
	for len(first) > 0 {
		i := int(bits % uint64(len(first)))
		bits /= uint64(len(first))
		place[first[i]] = len(mixed)
		mixed = append(mixed, choices[first[i]])
		first = append(first[:i], first[i+1:]...)
	}
	return mixed, place
}

// dice is a number that depends on the seed and the beat alone.
func dice(s model.Session) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %d", s.Config().Seed, s.Place())
	return h.Sum64()
}

var yesNo = []string{"yes", "no"}

// no is an index into yesNo: that of "yes" if x is true, otherwise that of "no".
func no(x bool) int {
	if x {
		return 0
	}
	return 1
}
