// Package class holds what terminals that follow one explorer share: who is there, what the presenter
// shows, what was asked and answered; and the SSH server that lets guests in. It knows nothing of how an
// explorer looks: what is shown is a value that it hands on.
package class

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Room is a class. Its methods may be called from any goroutine, and none waits for a guest.
type Room struct {
	mu      sync.Mutex
	stage   Stage
	seats   []*Seat
	votes   map[string]ballot // of the open question, by whose they are: who comes in again has answered
	closed  []Vote            // of all questions that were answered
	asked   int               // so many of them
	changed chan struct{}     // wakes the presenter
	keys    chan Key          // of the guest who has the keyboard
	waking  bool              // guests are to be told soon
	notice  Notice
	note    any             // what the speaker wants to know
	readers []chan struct{} // of notes
	register
}

// Stage is what a class sees now. A guest who is slow misses stages and sees the newest.
type Stage struct {
	Shown  any    // what the presenter's explorer shows
	Recall int    // how often the presenter has called all back
	Hand   string // the guest who has the presenter's keyboard, "" for the presenter
	Tally  Tally  // of the question that was asked last
}

// Notice is how guests come in.
type Notice struct {
	Join        []string // lines that a guest types, the best first
	Address     string   // of the server as a link, for a QR code
	Fingerprint string   // of the host's key
	Terms       string   // who may come in, and what the class may take
}

// Key is a key press of the guest who has the keyboard.
type Key struct {
	Name    string
	Message any
}

// Status is what the presenter sees of the class.
type Status struct {
	Guests []Guest
	Tally  Tally
	Hand   string
	Notice Notice
}

// Guest is a line of the roster.
type Guest struct {
	Name   string
	Place  string // where the guest is, "" for beside the presenter
	Voted  bool   // in the open question
	Behind bool   // the guest's terminal takes no frames
}

// Following and Wandering count the guests beside the presenter and elsewhere.
func (s Status) Following() int { return len(s.Guests) - s.Wandering() }

// Wandering counts the guests who are not beside the presenter.
func (s Status) Wandering() int {
	n := 0
	for _, g := range s.Guests {
		if g.Place != "" {
			n++
		}
	}
	return n
}

// NewRoom makes an empty class.
func NewRoom() *Room {
	return &Room{votes: map[string]ballot{}, changed: make(chan struct{}, 1), keys: make(chan Key, 64)}
}

// Announce sets how guests come in.
func (r *Room) Announce(n Notice) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.notice = n
	r.stir()
}

// Present shows the class something, and asks or ends a question: asked is nil where none is open.
func (r *Room) Present(shown any, asked *Question) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stage.Shown = shown
	r.ask(asked)
	if !r.waking {
		r.waking = true
		time.AfterFunc(presenterFirst, func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.waking = false
			r.wake()
		})
	}
}

// presenterFirst is how long the presenter's own frame has before those of all others are drawn.
const presenterFirst = 15 * time.Millisecond

// Stage is what the class sees now.
func (r *Room) Stage() Stage {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stage
}

// Recall calls all guests back to the presenter.
func (r *Room) Recall() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stage.Recall++
	r.wake()
}

// HandTo gives the presenter's keyboard to a guest, and takes it back for "". It says whether there is
// such a guest.
func (r *Room) HandTo(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if name != "" && !slices.ContainsFunc(r.seats, func(s *Seat) bool { return s.name == name }) {
		return false
	}
	r.stage.Hand = name
	r.wake()
	r.stir()
	return true
}

// Status is the class as the presenter sees it.
func (r *Room) Status() Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := Status{Tally: r.stage.Tally, Hand: r.stage.Hand, Notice: r.notice}
	for _, seat := range r.seats {
		_, voted := r.votes[seat.whose()]
		s.Guests = append(s.Guests, Guest{Name: seat.name, Place: seat.place, Voted: voted, Behind: seat.behind})
	}
	return s
}

// wake tells every guest that the stage has changed. stir tells the presenter that the class has. r.mu is held.
func (r *Room) wake() {
	for _, s := range r.seats {
		select {
		case s.wake <- struct{}{}:
		default: // it is told already
		}
	}
}

func (r *Room) stir() {
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// Rest is how long the presenter is left alone between two reports of the class.
const rest = 100 * time.Millisecond

// Watch sends the presenter a Status when the class has changed, ten times a second at most, and a Key
// when the guest who has the keyboard presses one, until ctx ends.
func (r *Room) Watch(ctx context.Context, send func(any)) {
	var ready <-chan time.Time
	dirty := true
	for {
		if dirty && ready == nil {
			send(r.Status())
			dirty, ready = false, time.After(rest)
		}
		select {
		case <-ctx.Done():
			return
		case k := <-r.keys:
			if r.Stage().Hand == k.Name {
				send(k)
			}
		case <-r.changed:
			dirty = true
		case <-ready:
			ready = nil
		}
	}
}

// Lines are the notice as text.
func (n Notice) Lines() []string {
	var out []string
	for i, join := range n.Join {
		lead := "Guests type  "
		if i > 0 {
			lead = "         or  "
		}
		out = append(out, lead+join)
	}
	return append(out, "The key is   "+n.Fingerprint, "Let in is    "+n.Terms)
}

// Note is what the speaker wants to know now.
func (r *Room) Note(note any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.note = note
	for _, c := range r.readers {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// FollowNotes sends a speaker the newest note whenever it has changed, until ctx ends.
func (r *Room) FollowNotes(ctx context.Context, send func(any)) {
	wake := make(chan struct{}, 1)
	wake <- struct{}{}
	r.mu.Lock()
	r.readers = append(r.readers, wake)
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.readers = slices.DeleteFunc(r.readers, func(c chan struct{}) bool { return c == wake })
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
			r.mu.Lock()
			note := r.note
			r.mu.Unlock()
			if note != nil {
				send(note)
			}
		}
	}
}
