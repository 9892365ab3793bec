package logs

import "strings"

// shape is what one line of a log holds.
type shape int

const (
	tripleTable shape = iota // one triple, perhaps with a count
	longLog                  // one step of an episode
)

// tableColumns are the names of a triple table's columns in the order of
// writing: a triple's slots, then the count.
func tableColumns() []string {
	return []string{"a1", "z2", "r2", "a2", "z3", "r3", "a3", "z4", "r4", "a4", "count"}
}

const countColumn = 10

// longColumns are the names of a long log's columns.
func longColumns() []string {
	return []string{"episode", "step", "action", "reward", "observation"}
}

// Columns of a long log that are read where somebody says what the log calls them.
const (
	ProbabilityColumn = "probability" // of the row's action
	EndColumn         = "end"         // true in the last row of an episode
	BeginColumn       = "begin"       // true in the first row of an episode
	BeforeColumn      = "before"      // what was seen before the row's action, in place of an observation after it
	EarnedColumn      = "earned"      // what the row above earned, in place of a reward
)

// Columns are the names of all columns that a log may have.
func Columns() []string {
	return append(append(longColumns(), ProbabilityColumn, EndColumn, BeginColumn, BeforeColumn, EarnedColumn), tableColumns()...)
}

const (
	episodeColumn = iota
	stepColumn
	actionColumn
	rewardColumn
	observationColumn
	probabilityColumn
	endColumn
	beginColumn
)

// maxColumns is the largest number of columns of a shape.
const maxColumns = countColumn + 1

func (s shape) columns() []string {
	if s == longLog {
		return longColumns()
	}
	return tableColumns()
}

func wantHeader() string {
	return "the header " + strings.Join(tableColumns()[:countColumn], ",") + " and optionally count, or the header " + strings.Join(longColumns(), ",")
}

// NoColumn stands in Declared.Columns for a column that a log does not have, and Join between the
// names of columns that are one here.
const (
	NoColumn = "none"
	Join     = "+"
	Minus    = "-" // before a column that is taken away from the reward
)

// eventColumns are those that say what happened in a step.
var eventColumns = []int{actionColumn, rewardColumn, observationColumn}
