package logs

import (
	"encoding/binary"
	"fmt"
	"math"

	"eeporl/pomdp"
	"eeporl/pomdp/npz"
	"eeporl/scenarios/logs/coded"
)

// beginArray writes the header of an npy file.
func (l *LogWriter) beginArray(o WriteOptions) error {
	switch {
	case o.Long:
		return fmt.Errorf("found an array of steps, expected one of triples")
	case o.Names:
		return fmt.Errorf("found names for an array, expected indices")
	}
	l.due = o.Episodes
	_, err := l.out.Write(npz.AppendHeader(nil, l.entryType(), fmt.Sprintf("%d, %d", o.Episodes, coded.Slots)))
	return err
}

// wide says that entries do not fit a byte.
func (l *LogWriter) wide() bool { return max(l.sizes.A, l.sizes.Z, l.sizes.R) > math.MaxUint8+1 }

func (l *LogWriter) entryType() string {
	if l.wide() {
		return "<u2" // indices are below maxIndex
	}
	return "|u1"
}

func (l *LogWriter) writeRecord(c pomdp.Cell) error {
	entries := [coded.Slots]int{c.Actions[0]}
	for i, outcome := range c.Outcomes {
		z, r := l.sizes.OutcomeAt(outcome)
		entries[3*i+1], entries[3*i+2], entries[3*i+3] = z, r, c.Actions[i+1]
	}
	b := l.row[:0]
	for _, x := range entries {
		if l.wide() {
			b = binary.LittleEndian.AppendUint16(b, uint16(x))
		} else {
			b = append(b, byte(x))
		}
	}
	l.row = b
	l.episodes++
	_, err := l.out.Write(b)
	return err
}
