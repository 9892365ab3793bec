package tabular

import "strings"

// Shape is what one line of a log holds.
type Shape int

const (
	TripleTable Shape = iota // one triple, perhaps with a count
	LongLog                  // one step of an episode
)

// TableColumns are the names of a triple table's columns in the order of
// writing: a triple's slots, then the count.
func TableColumns() []string {
	return []string{"a1", "z2", "r2", "a2", "z3", "r3", "a3", "z4", "r4", "a4", "count"}
}

// Count is the place of the count in a triple table, after the ten entries of a triple.
const Count = 10

// LongColumns are the names of a long log's columns.
func LongColumns() []string {
	return []string{"episode", "step", "action", "reward", "observation"}
}

// Columns of a long log that are read where somebody says what the log calls them.
const (
	ProbabilityColumn = "probability" // of the row's action
	EndColumn         = "end"         // true in the last row of an episode
	BeginColumn       = "begin"       // true in the first row of an episode
	BeforeColumn      = "before"      // what was seen before the row's action, in place of an observation after it
	EarnedColumn      = "earned"      // what the row above earned, in place of a reward
	PauseColumn       = "pause"       // no column: how long nothing happens where an episode ends
)

// Columns are the names of all columns that a log may have.
func Columns() []string {
	return append(append(LongColumns(), ProbabilityColumn, EndColumn, BeginColumn, BeforeColumn, EarnedColumn, PauseColumn), TableColumns()...)
}

// The columns of a long log, by their place in LongColumns, and of those that are read where somebody names them.
const (
	Episode = iota
	Step
	Action
	Reward
	Observation
	Probability
	End
	Begin
)

// MaxColumns is the largest number of columns of a shape.
const MaxColumns = Count + 1

// Columns are the names of a shape's columns.
func (s Shape) Columns() []string {
	if s == LongLog {
		return LongColumns()
	}
	return TableColumns()
}

// WantHeader says which headers a log may have.
func WantHeader() string {
	return "the header " + strings.Join(TableColumns()[:Count], ",") + " and optionally count, or the header " + strings.Join(LongColumns(), ",")
}

// NoColumn stands in Declared.Columns for a column that a log does not have, and Join between the
// names of columns that are one here.
const (
	NoColumn = "none"
	Join     = "+"
	Minus    = "-" // before a column that is taken away from the reward
)

// Events are those that say what happened in a step.
var Events = []int{Action, Reward, Observation}
