package moments

// Pieces shares long work out among processes. Its pieces do not depend on each other: the
// numbers of states that ChooseStates tries, the replicates that Bootstrap draws.
type Pieces interface {
	// Take fills a pointer with what is kept of a piece; false where nobody has done it yet.
	Take(kind string, number int, piece any) bool
	// Mine says whether this process is to do such a piece.
	Mine(number int) bool
	// Keep is told what was done, from any goroutine.
	Keep(kind string, number int, piece any)
}

// Piece takes one that was done, or does it; false where it is left to another process, or do
// says that it was not done to its end. nil does all.
func Piece[T any](p Pieces, kind string, number int, do func() (T, bool)) (done T, ok bool) {
	switch {
	case p == nil:
		return do()
	case p.Take(kind, number, &done):
		return done, true
	case !p.Mine(number):
		return done, false
	}
	if done, ok = do(); ok {
		p.Keep(kind, number, done)
	}
	return done, ok
}
