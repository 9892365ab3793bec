// Package logs reads logs of episodes: triple tables and long logs, written as
// CSV, TSV, JSON Lines or npy arrays, packed or not, of any size. It also
// writes triple tables.
package logs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/counts"
	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs/coded"
)

// Declared is what is known of a log's symbols beforehand. The lists take precedence over the names
// of the model Like; without either, entries are indices. A name that is not declared is an error,
// never a new symbol.
type Declared struct {
	Like         *pomdp.POMDP
	Actions      []string
	Observations []string
	Rewards      []float64 // value of each reward level
	// Columns are what the log calls the columns that have another name here: episode → student.
	// Columns that are one here stand with Join between them, and NoColumn for one that there is not.
	Columns map[string]string
	// Missing are texts that say of an action, a reward or an observation that it is not known, beside NA and its like: of one
	// of them with its column before, as in action=-1, of all three without.
	Missing []string
	// Blank is what a row earned that says nothing of a reward; nil where that is not known.
	Blank *float64
	// Idle is what was done in a row that says nothing of an action; "" where that is not known.
	Idle string
	// Worth says what words in the column of rewards are worth: WORD=NUMBER.
	Worth []string
	// Only says which rows count: COLUMN=VALUE, COLUMN!=VALUE, several values with | between them, or AllRows; "" where nobody
	// said so.
	Only string
	// Settled says that the log was read before with all that is declared: nothing is asked about what it may mean.
	Settled bool
	// EpisodePerFile takes the rows of a long log for one episode.
	EpisodePerFile bool
	// Bins are what numbers that are no symbols fall into.
	Bins BinSet
	// Unsorted says that the rows of a long log stand in any order: the log is read whole and sorted,
	// and lines in errors are those of the sorted log.
	Unsorted bool
	// Absorbing adds rows to episodes that are shorter than the longest: an end is a state, in which nothing
	// is earned any more and Ended is seen.
	Absorbing bool
}

// title is what errors call a log.
func (d Declared) title(file string) string {
	if d.Unsorted {
		return file + sortedTitle
	}
	return file
}

// WithModel fills in the names of Like where no others are given.
func (d Declared) WithModel() Declared {
	if d.Like == nil {
		return d
	}
	spec := d.Like.Spec()
	if d.Actions == nil {
		d.Actions = spec.Actions
	}
	if d.Observations == nil {
		d.Observations = spec.Observations
	}
	if d.Rewards == nil {
		d.Rewards = spec.Rewards
	}
	return d
}

// Log is a whole log, counted.
type Log struct {
	Symbols
	Rows  int     // good rows read: triples of a table, steps of a long log
	Total float64 // the number of triples: episodes, or windows where asked for
	// Bad are the first bad rows that were skipped, in order; Skipped of the
	// table's header is the number of all.
	Bad []BadRow
	// Comments are the lines that begin with # after the header.
	Comments uint64
	// Nobodys are rewards other than 0 in rows without an action, which count nowhere; Earning is the column of rewards.
	Nobodys uint64
	// Fillers are rows of which nothing is read, so many that they are no steps.
	Fillers uint64
	// Timed says that moments stood in place of steps' numbers: the rows of each episode were put in their order.
	Timed bool
	// RanOn says that steps are numbered through all episodes: the rows of each count in their order.
	RanOn bool
	// Added is how many rows Declared.Absorbing has added after the ends of episodes.
	Added int
	// Back is how many rows lay, by their moments, before the row above, and Midnights how often a clock was taken to go on
	// over midnight. Tied is how many have the moment of the row before them in their order.
	Back, Midnights, Tied int
	// Uneven is how many times as far as the nearest tenth of rows the farthest tenth lie apart in time, at least; 0 where
	// that is unknown.
	Uneven float64
	// Places says that steps' numbers are not next to each other, but those that episodes share: rows count by their places.
	Places bool
	// Slashed says which of day and month was taken to stand first where slashes are between them, and either may; "" elsewhere.
	Slashed string
	Taken

	table *counts.Table
}

// Taken is how the columns of the first log were taken.
type Taken struct {
	// Long says that a row is a step, and no triple.
	Long bool
	// Unused are those that have no meaning here, GoesWith those of them that what is earned or seen goes with.
	Unused   []string
	GoesWith []GoesWith
	// Endings are those that say where episodes end, where nothing else does and they are not used; "" for none.
	Endings string
	// Resets says that the first row of each episode holds what was seen before any action.
	Resets bool
	// SeenFirst is the one of observations if it stands before that of actions: it may hold what was seen before them.
	SeenFirst string
	// Before says that observations were taken as seen before their row's action.
	Before bool
	// Earned says that a row's reward was taken for what the row above earned.
	Earned bool
	// EarnedAbove is the column of rewards where it may be so: no episode's first row has one, and observations stand
	// before their row's action.
	EarnedAbove string
	// Elsewhere says that observations go with the action of another row than the one that they are taken to follow from; nil if not.
	Elsewhere *Elsewhere
	// Mixed is one that may tell episodes apart, beside Episodes, and changes within them; "" for none. InTurns says that
	// what it held comes again in one.
	Mixed, Episodes string
	InTurns         bool
	// Dummies says that an episode's last row was taken to tell what was seen at its end alone.
	Dummies bool
	// Losses are those that were taken away from the reward though nobody said so.
	Losses []string
	// Loss is one that is not used and may have to be taken away from Earning, the column of the reward; "" for none.
	Loss, Earning string
	// LeftOut is one that is not used and may say which rows are no data.
	LeftOut string
	// OtherOrder is one that by its name holds steps, is not used, and says another order than that of the rows; "" for none.
	OtherOrder string
	// Alphabetical is one that by its name holds steps, is not used, and has words that stand in the order of the alphabet in all
	// episodes; "" for none.
	Alphabetical string
	// GoesOn is one that is not used and says that an episode ends at rows that are not its last.
	GoesOn string
	// Padded is what is done and seen in rows that stand below each other at the ends of episodes alone, and may fill them up.
	Padded string
	// Spelt are two episodes whose names differ in nothing but how they are written; nil for none.
	Spelt []string
	// Codes are two sets of actions of which no episode has some of both; nil for none.
	Codes [][]string
	// Strange is a file that has none of the actions of those before it; "" for none.
	Strange string
	// Constant is a column that is not used and holds numbers that change, by its name rewards, where the reward never does; "" for none.
	Constant string
	// Unnumbered says that rows were sorted by their episodes alone: no column has their steps.
	Unnumbered bool
	// Unfolded says that each row was taken for an episode of several steps.
	Unfolded bool
	// Twofold says that what is seen tells what is earned in the same row.
	Twofold bool
	// Totals says that the reward is the same in all rows of an episode.
	Totals bool
}

// BadRow is a row that was skipped.
type BadRow struct {
	fault.Fault
	at coded.Position
}

func (b BadRow) compare(other BadRow) int { return b.at.Compare(other.at) }

// ReadLog reads and counts one log from r. file is its name in errors. The
// first bad row ends it with a *fault.FileError.
func ReadLog(r io.Reader, file string, declared Declared) (*Log, error) {
	return Count(context.Background(), Options{Declared: declared}, Source{Name: file, In: r})
}

// Table is the log's counts: what a counts file holds.
func (l *Log) Table() *counts.Table { return l.table }

// Cells yields every triple that occurred and how often, in the order of
// pomdp.Sizes.CellIndex.
func (l *Log) Cells() iter.Seq2[pomdp.Cell, float64] {
	return func(yield func(pomdp.Cell, float64) bool) {
		for i, count := range l.table.Cells() {
			if !yield(l.sizes.CellAt(i), count) {
				return
			}
		}
	}
}

// noTriples is the error of logs without a single triple.
func noTriples(files []string, h counts.Header, line int, comments uint64) error {
	f := fault.Fault{File: printable.List(files, printable.Paths, "files"), Line: line, Found: "no row", Want: "at least one episode"}
	if h.Rows == 0 && comments > 0 {
		f.Line, f.Found = 0, "no row, but "+figure.Counted(comments, "comment", "comments")+" (lines with #)"
		f.Want += "; where these are rows, sed 's/^#//' FILE > log.csv takes the mark away"
	}
	if h.Short > 0 || h.Rows > 0 {
		f.Line, f.Found, f.Want = 0, fmt.Sprintf("no triple in %d good rows, %d episodes of less than four steps", h.Rows, h.Short), "at least one episode with four good rows; whole episodes need none (estimate, count --whole)"
		if h.Incomplete > 0 {
			f.Found += fmt.Sprintf(" and %d of whose first four steps something is missing", h.Incomplete)
		}
	}
	if h.Skipped > 0 {
		f.Line, f.Found = 0, fmt.Sprintf("%s, %d bad rows", f.Found, h.Skipped)
	}
	return fault.New(f)
}

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
