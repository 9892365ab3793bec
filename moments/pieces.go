package moments

// Pieces shares long work out among processes: its parts do not depend on each other, such as the
// numbers of states that ChooseStates tries and the replicates that Bootstrap draws.
type Pieces interface {
	// Take fills a pointer with what is kept of a part; false where nobody has done it yet.
	Take(kind string, number int, part any) bool
	// Mine says whether this process is to do such a part.
	Mine(number int) bool
	// Keep is told what was done, from any goroutine.
	Keep(kind string, number int, part any)
}

// piece takes a part that was done, or does it; false where it is left to another process, or do
// says that it was not done to its end. nil does all.
func piece[T any](p Pieces, kind string, number int, do func() (T, bool)) (part T, ok bool) {
	switch {
	case p == nil:
		return do()
	case p.Take(kind, number, &part):
		return part, true
	case !p.Mine(number):
		return part, false
	}
	if part, ok = do(); ok {
		p.Keep(kind, number, part)
	}
	return part, ok
}
