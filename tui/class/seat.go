package class

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// Seat is a guest's place in the class.
type Seat struct {
	room   *Room
	name   string
	key    string // by which the guest was let in, "" for none
	wake   chan struct{}
	place  string // where the guest is, "" for beside the presenter; room.mu guards it
	behind bool   // and this
}

// Sit gives a guest a seat. The name is the wished one as far as it can be shown, and nobody else's. Whoever has several
// seats by one key has one answer.
func (r *Room) Sit(wish, key string) *Seat {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &Seat{room: r, name: r.free(Printable(wish)), key: key, wake: make(chan struct{}, 1)}
	s.wake <- struct{}{} // there is something to see already
	r.seats = append(r.seats, s)
	r.stir()
	return s
}

// Leave gives the seat up.
func (s *Seat) Leave() {
	r := s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seats = slices.DeleteFunc(r.seats, func(x *Seat) bool { return x == s })
	if r.stage.Hand == s.name {
		r.stage.Hand = ""
		r.wake()
	}
	r.stir()
}

// whose says whose the seat's answers are.
func (s *Seat) whose() string { return cmp.Or(s.key, s.name) }

// Name is the guest's.
func (s *Seat) Name() string { return s.name }

// Follow sends the guest the newest stage whenever it has changed, until ctx ends. send may take its time:
// nobody but this guest waits for it.
func (s *Seat) Follow(ctx context.Context, send func(any)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
			send(s.room.Stage())
		}
	}
}

// At says where the guest is, "" for beside the presenter. Stuck says whether the guest's terminal takes
// no frames.
func (s *Seat) At(place string)   { note(s, &s.place, place) }
func (s *Seat) Stuck(behind bool) { note(s, &s.behind, behind) }

// note sets something of a seat, and tells the presenter where that is new.
func note[T comparable](s *Seat, of *T, value T) {
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	if *of != value {
		*of = value
		s.room.stir()
	}
}

// Press hands a key to the presenter's explorer. What comes faster than it can be taken is dropped.
func (s *Seat) Press(message any) {
	select {
	case s.room.keys <- Key{s.name, message}:
	default:
	}
}

// free is a name that nobody in the class has. r.mu is held.
func (r *Room) free(name string) string {
	taken := func(n string) bool {
		return strings.EqualFold(strings.Trim(n, "._-"), presenterName) || slices.ContainsFunc(r.seats, func(s *Seat) bool { return strings.EqualFold(s.name, n) })
	}
	out := name
	for i := 2; taken(out); i++ {
		end := fmt.Sprintf("-%d", i)
		out = ansi.Truncate(name, longestName-len(end), "") + end
	}
	return out
}

// phonetic begins the letters of phonetics, small capitals among them, which look like others.
const phonetic = '\u0250'

// longestName is how many cells a name takes at most.
const longestName = 20

// Printable is a name that a terminal can show and that does not look like another one's: letters, Latin ones
// or others but not both, digits, dots, dashes and underscores.
func Printable(wish string) string {
	if len(wish) > 200 {
		wish = wish[:200]
	}
	wish = norm.NFKC.String(strings.ToValidUTF8(wish, ""))
	latin := strings.ContainsFunc(wish, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
	name := strings.Map(func(r rune) rune {
		switch {
		case r == '-', r == '_', r == '.', r >= '0' && r <= '9', unicode.Is(unicode.Latin, r) && r < phonetic:
			return r
		case !latin && unicode.IsLetter(r) && ansi.StringWidth(string(r)) > 0 && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			return r // one script: letters of two look alike
		}
		return -1
	}, wish)
	name = strings.TrimLeft(name, "-") // a table would take it for a formula
	if name = ansi.Truncate(name, longestName, ""); name == "" {
		return "guest"
	}
	return name
}
