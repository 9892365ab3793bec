package logs

import "eeporl/pomdp"

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
