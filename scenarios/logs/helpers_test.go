package logs

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"eeporl/pomdp/npz"
	"eeporl/scenarios/counts"
	"eeporl/scenarios/logs/coded"
)

const tableHead = "a1,z2,r2,a2,z3,r3,a3,z4,r4,a4"

// outcome is all that is seen of a count: the counts file and the bad rows, or
// the error.
func outcome(t testing.TB, o Options, sources ...string) string {
	t.Helper()
	var in []Source
	for i, text := range sources {
		in = append(in, Source{Name: fmt.Sprintf("log%d", i), In: strings.NewReader(text)})
	}
	log, err := Count(context.Background(), o, in...)
	if err != nil {
		return "error: " + err.Error()
	}
	var b strings.Builder
	b.WriteString(tableText(t, log.Table()))
	for _, bad := range log.Bad {
		fmt.Fprintln(&b, bad)
	}
	return b.String()
}

func tableText(t testing.TB, table *counts.Table) string {
	t.Helper()
	var b bytes.Buffer
	if err := counts.Write(&b, table); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// cells is the lines of the cells of an outcome, without what depends on how
// they were read.
func cells(outcome string) string {
	lines := strings.SplitAfter(outcome, "\n")
	if len(lines) < 4 {
		return outcome
	}
	return strings.Join(lines[2:len(lines)-2], "")
}

// drawTable is a triple table of some rows, sometimes with counts.
func drawTable(rng *rand.Rand, rows int, counted bool) string {
	var b strings.Builder
	b.WriteString(tableHead)
	if counted {
		b.WriteString(",count")
	}
	b.WriteByte('\n')
	for range rows {
		for i := range coded.Slots {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprint(&b, rng.IntN(2+i%3))
		}
		if counted {
			fmt.Fprintf(&b, ",%v", []any{1, 0, 7, .1, .3, 1e17, rng.Float64()}[rng.IntN(7)])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// spoil changes some bytes.
func spoil(rng *rand.Rand, text string, n int) string {
	b := []byte(text)
	for range n {
		i := strings.IndexByte(text, '\n') + 1
		b[i+rng.IntN(len(b)-i)] = []byte{',', '\n', 'x', '"', '9', ' ', 0, '\r'}[rng.IntN(8)]
	}
	return string(b)
}

func gzipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zstandard(t testing.TB, text string) string {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(z.EncodeAll([]byte(text), nil))
}

// npy is an array file as numpy writes it.
func npy(version byte, header string, entries any) string {
	var b bytes.Buffer
	b.WriteString(npz.Magic)
	b.Write([]byte{version, 0})
	var err error
	if version == 1 {
		err = binary.Write(&b, binary.LittleEndian, uint16(len(header)))
	} else {
		err = binary.Write(&b, binary.LittleEndian, uint32(len(header)))
	}
	if err != nil {
		panic(err)
	}
	b.WriteString(header)
	if err := binary.Write(&b, binary.LittleEndian, entries); err != nil {
		panic(err)
	}
	return b.String()
}

func npyHeader(descr string, rows int64, columns int) string {
	return fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }          \n", descr, rows, columns)
}
