package logs

import (
	"errors"
	"io"
	"iter"

	"eeporl/pomdp"
	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs/coded"
)

// Triple is one triple of a log.
type Triple struct {
	pomdp.Cell
	Count float64 // how many episodes; 1 where the log has no count
	Line  int     // of the triple, or of its fourth step in a long log; an array's row
}

// Triples yields the triples of a log in their order, for those who want them so. symbols are what
// Count found in it; file is its name in errors. Memory does not grow with the log. A bad row comes
// as a *fault.FileError with one fault; going on after it skips the row. An unreadable header or
// file ends the sequence.
func (s *Symbols) Triples(r io.Reader, file string, o Options) iter.Seq2[Triple, error] {
	o.Declared = o.WithModel()
	return func(yield func(Triple, error) bool) {
		log, err := open(r, file, s.vocabularies(o.Declared), o)
		if err != nil {
			yield(Triple{}, err)
			return
		}
		defer log.close()
		decoder, b, more := log.decoder(&notes{seen: new(coded.Dictionaries)}), new(block), true
		for more {
			if err := log.next(b); err != nil {
				if !errors.Is(err, io.EOF) {
					yield(Triple{}, err)
				}
				return
			}
			decoder.decode(b, func(t *coded.Triple, line int, bad *problem) bool {
				switch {
				case bad == nil:
					var at [coded.Slots]int
					for slot, e := range t.Entries {
						at[slot] = int(e)
					}
					more = yield(Triple{s.cell(&at), t.Count, line}, nil)
				case log.array:
					more = yield(Triple{}, fault.New(bad.arrayFault(file, line)))
				default:
					more = yield(Triple{}, bad.at(file, line))
				}
				return more
			})
		}
	}
}
