package scenarios

import (
	"io"

	"eeporl/pomdp"
	"eeporl/scenarios/logs"
)

// The names that most programs need of package logs.
type (
	// Log is a whole log, counted.
	Log = logs.Log
	// Declared is what is known of a log's symbols beforehand.
	Declared = logs.Declared
	// Symbols says what the entries of a log mean.
	Symbols = logs.Symbols
	// Row is what a log says about one triple.
	Row = logs.Row
	// LogRow is one triple of a log.
	LogRow = logs.LogRow
	// LogReader streams a log's triples.
	LogReader = logs.LogReader
	// LogWriter writes a log: a triple table or a long log.
	LogWriter = logs.LogWriter
)

// ReadLog is logs.ReadLog.
func ReadLog(r io.Reader, file string, declared Declared) (*Log, error) {
	return logs.ReadLog(r, file, declared)
}

// NewLogWriter is logs.NewLogWriter.
func NewLogWriter(w io.Writer, m *pomdp.POMDP, names bool) (*LogWriter, error) {
	return logs.NewLogWriter(w, m, names)
}
