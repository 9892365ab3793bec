package logs

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"eeporl/scenarios/logs/coded"
)

// written is a file of that content.
func written(b *testing.B, content string) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "log")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkCount counts generated files that are warm; -cpu 1,2 says what
// one core and two do.
func BenchmarkCount(b *testing.B) {
	const rows = 1_000_000
	rng := rand.New(rand.NewPCG(1, 2))
	table := drawTable(rng, rows, false)
	var entries []int8
	for _, c := range []byte(table[len(tableHead):]) {
		if c >= '0' && c <= '9' {
			entries = append(entries, int8(c-'0'))
		}
	}
	long := longText(drawEpisodes(rng, rows/5), 1)
	declared := Declared{Actions: []string{"offer-tea", "offer-coffee"}, Observations: []string{"smile", "frown", "shrug"}}
	for _, c := range []struct {
		name, content string
		rows          int
		o             Options
	}{
		{"table", table, rows, Options{}},
		{"large", wideTable(rng, rows), rows, Options{}},
		{"fractions", drawTable(rng, rows, true), rows, Options{}},
		{"names", namedTable(rng, rows, declared), rows, Options{Declared: declared}},
		{"long", long, strings.Count(long, "\n") - 1, Options{Windows: true}},
		{"npy", npy(1, npyHeader("|i1", int64(rows), coded.Slots), entries), rows, Options{}},
		{"gzip", gzipped(b, table), rows, Options{}},
		{"zstd", zstandard(b, table), rows, Options{}},
	} {
		path := written(b, c.content)
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.content)))
			for b.Loop() {
				if _, err := Count(context.Background(), c.o, Source{Name: path}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(c.rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// wideTable has more symbols than an array of counts has room for.
func wideTable(rng *rand.Rand, rows int) string {
	var b strings.Builder
	b.WriteString(tableHead + "\n")
	for range rows {
		fmt.Fprintf(&b, "%d,%d,0,%d,0,0,0,%d,1,0\n", rng.IntN(12), rng.IntN(20), rng.IntN(12), rng.IntN(20))
	}
	return b.String()
}

func namedTable(rng *rand.Rand, rows int, d Declared) string {
	var b strings.Builder
	b.WriteString(tableHead + "\n")
	name := func(names []string) string { return names[rng.IntN(len(names))] }
	for range rows {
		b.WriteString(name(d.Actions))
		for range 3 {
			fmt.Fprintf(&b, ",%s,%d,%s", name(d.Observations), rng.IntN(2), name(d.Actions))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// endless repeats a chunk of rows after a header, so often.
type endless struct {
	head, chunk string
	times       int
	rest        string
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		switch {
		case e.head != "":
			e.rest, e.head = e.head, ""
		case e.times > 0:
			e.rest = e.chunk
			e.times--
		default:
			return 0, io.EOF
		}
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// Ten times the rows ask for no more memory, even counting what was freed.
func TestMemoryIsFlat(t *testing.T) {
	const chunk = 10_000
	text := drawTable(rand.New(rand.NewPCG(1, 2)), chunk, false)
	head, rows, _ := strings.Cut(text, "\n")
	allocated := func(chunks int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		log, err := Count(context.Background(), Options{}, Source{Name: "log", In: &endless{head: head + "\n", chunk: rows, times: chunks}})
		if err != nil || log.Rows != chunks*chunk {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(10)
	if few, many := allocated(20), allocated(200); many > few+few/4+1<<20 {
		t.Errorf("2·10⁵ rows allocate %d bytes, 2·10⁶ rows %d", few, many)
	}
}
