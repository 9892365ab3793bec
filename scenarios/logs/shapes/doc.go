// Package shapes reads texts that are no table with a row for each step as if they were one: packed files, JSON in all its
// forms, lines of pairs, framed tables, and tables with a row for each episode. It also says what a file of another kind is.
package shapes
