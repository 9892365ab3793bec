package model

// entry is one intent that changed a session, and where it led. The list grows
// at its head, so sessions share what they have in common.
type entry struct {
	before *entry
	intent Intent
	cursor Cursor
	waits  bool // it led onto work that was not done, where repetitions stop
}

// merges are the verbs whose repetitions are one intent with a larger count.
func merges(v Verb) bool {
	return v == Forward || v == Back || v == NextUnit || v == PreviousUnit
}

// logged notes an intent that was answered.
func (s Session) logged(i Intent) Session {
	switch last := s.log; {
	case i.Verb == Cancel && last != nil:
		s.log = last.before // what was given up never happened
		return s
	case last != nil && !last.waits && last.intent.Verb == i.Verb && merges(i.Verb):
		i.N = float64(last.intent.count() + i.count())
		s.log = &entry{last.before, i, s.cursor, s.now.Pending}
		return s
	}
	s.log = &entry{s.log, i, s.cursor, s.now.Pending}
	return s
}

// Intents are the intents that led here, oldest first, each with the cursor
// that it led to. (A beat's number on the whole timeline would not do: it
// depends on how many stages the estimates before it turn out to have.)
func (s Session) Intents() (intents []Intent, cursors []Cursor) {
	n := 0
	for e := s.log; e != nil; e = e.before {
		n++
	}
	intents, cursors = make([]Intent, n), make([]Cursor, n)
	for e := s.log; e != nil; e = e.before {
		n--
		intents[n], cursors[n] = e.intent, e.cursor
	}
	return intents, cursors
}
