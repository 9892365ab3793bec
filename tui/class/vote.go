package class

import (
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Question is what a presenter asks a class.
type Question struct {
	ID      any // the same as long as it is the same question
	Kind    string
	Ask     string
	Choices []string
	Right   int // index into Choices, -1 as long as nobody knows
}

// Tally is how a question was answered so far.
type Tally struct {
	Question
	Number int   // of the question in this class, from 1; 0 for none yet
	Open   bool  // answers are still taken
	Counts []int // answers for each choice
}

// Answered counts the answers.
func (t Tally) Answered() int {
	n := 0
	for _, c := range t.Counts {
		n += c
	}
	return n
}

// Vote is one guest's answer to a question that was closed.
type Vote struct {
	Number int // of the question among those that were closed, from 1
	Kind   string
	Ask    string
	Name   string
	Choice int // from 0
	Right  int // from 0
}

// ballot is an answer to the open question.
type ballot struct {
	name   string
	choice int
}

// ask opens a question, or ends the open one: with its answer it is kept, without it was taken back.
// r.mu is held.
func (r *Room) ask(q *Question) {
	t := &r.stage.Tally
	switch {
	case q == nil:
		if t.Open {
			t.Open = false
			clear(r.votes)
			r.stir()
		}
		return
	case t.Number == 0 || q.ID != t.ID:
		clear(r.votes)
		*t = Tally{Question: *q, Number: t.Number + 1, Open: q.Right < 0, Counts: make([]int, len(q.Choices))}
		r.stir()
		return
	}
	if t.Right = q.Right; t.Right >= 0 && t.Open {
		t.Open = false
		r.asked++
		for _, b := range slices.SortedFunc(maps.Values(r.votes), func(a, b ballot) int { return strings.Compare(a.name, b.name) }) {
			r.closed = append(r.closed, Vote{r.asked, t.Kind, t.Ask, b.name, b.choice, t.Right})
			r.register.add(r.closed[len(r.closed)-1])
		}
		r.register.flush()
		r.stir()
	}
}

// Vote answers the open question; a guest has one answer, and the first counts. It says whether it was taken.
func (s *Seat) Vote(number, choice int) bool {
	r := s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	t := &r.stage.Tally
	if _, voted := r.votes[s.whose()]; voted || !t.Open || t.Number != number || choice < 0 || choice >= len(t.Choices) {
		return false
	}
	r.votes[s.whose()] = ballot{s.name, choice}
	t.Counts = r.counted()
	r.stir()
	return true
}

// counted are the answers to the open question by choice; of a closed one they stay. r.mu is held.
func (r *Room) counted() []int {
	t := r.stage.Tally
	if !t.Open {
		return t.Counts
	}
	counts := make([]int, len(t.Choices))
	for _, b := range r.votes {
		counts[b.choice]++
	}
	return counts
}

// Votes are the answers to all questions that were closed.
func (r *Room) Votes() []Vote {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.closed)
}

// register writes answers as CSV, a line each, as soon as their question is closed: a class may end in a power cut.
type register struct {
	out   *csv.Writer // nil for nowhere
	names bool
}

// Register begins to write all answers that are given from now on, with names only where they are asked for.
func (r *Room) Register(w io.Writer, names bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.register = register{csv.NewWriter(w), names}
	r.register.row("name", "question", "kind", "asked", "answer", "right")
	r.register.flush()
	return r.register.out.Error()
}

// Registered says what went wrong with the writing.
func (r *Room) Registered() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.register.out == nil {
		return nil
	}
	return r.register.out.Error()
}

func (g register) add(v Vote) {
	g.row(v.Name, strconv.Itoa(v.Number), v.Kind, v.Ask, strconv.Itoa(v.Choice+1), strconv.Itoa(v.Right+1))
}

func (g register) row(name string, cells ...string) {
	if g.out == nil {
		return
	}
	if g.names {
		cells = append(cells, name)
	}
	_ = g.out.Write(cells) // Registered has the error
}

func (g register) flush() {
	if g.out != nil {
		g.out.Flush()
	}
}

// Score is how one kind of question was answered.
type Score struct {
	Kind        string
	Ask         string // the first of its questions
	Asked       int    // questions of the kind
	Made, Right int    // answers
}

// Scores sums answers up by kind, in the order in which they were asked first.
func Scores(votes []Vote) []Score {
	var out []Score
	last := 0
	for _, v := range votes {
		i := slices.IndexFunc(out, func(s Score) bool { return s.Kind == v.Kind })
		if i < 0 {
			i = len(out)
			out = append(out, Score{Kind: v.Kind, Ask: v.Ask})
		}
		if v.Number != last {
			out[i].Asked++
			last = v.Number
		}
		out[i].Made++
		if v.Choice == v.Right {
			out[i].Right++
		}
	}
	return out
}
