package logs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"eeporl/pomdp"
	"eeporl/scenarios"
	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs"
)

const head = "a1,z2,r2,a2,z3,r3,a3,z4,r4,a4"

// cellsOf reads a log into the text "a₁a₂a₃a₄ z₂r₂ z₃r₃ z₄r₄: count", one line a triple.
func cellsOf(t *testing.T, text string, d logs.Declared) string {
	t.Helper()
	log, err := logs.ReadLog(strings.NewReader(text), "log.csv", d)
	if err != nil {
		t.Fatal(err)
	}
	n := log.Sizes(2)
	var b strings.Builder
	for c, count := range log.Cells() {
		for _, a := range c.Actions {
			fmt.Fprint(&b, a)
		}
		for _, o := range c.Outcomes {
			z, r := n.OutcomeAt(o)
			fmt.Fprintf(&b, " %d%d", z, r)
		}
		fmt.Fprintf(&b, ": %g\n", count)
	}
	return b.String()
}

func load(t testing.TB, name string) *pomdp.POMDP {
	t.Helper()
	s, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return s.Model
}

func TestReadLog(t *testing.T) {
	tea, tiger := load(t, "tea"), load(t, "tiger")
	for _, c := range []struct {
		name, text string
		declared   logs.Declared
		want       string
	}{
		{"indices", head + "\n0,1,1,1,0,0,0,1,0,1\n0,1,1,1,0,0,0,1,0,1\n", logs.Declared{}, "0101 11 00 10: 2\n"},
		{"order of the columns", "a4,a3,a2,a1,z4,z3,z2,r4,r3,r2\n1,0,1,0,1,0,1,0,0,1\n", logs.Declared{}, "0101 11 00 10: 1\n"},
		{"counts", head + ",count\n0,0,0,0,0,0,0,0,0,0,2.5\n0,0,0,0,0,0,0,0,0,0,1e2\n1,0,0,0,0,0,0,0,0,0,0\n", logs.Declared{}, "0000 00 00 00: 102.5\n"},
		{"BOM, CRLF, blanks, blank lines", "\ufeff" + head + "\r\n\r\n 0 ,1,\t1,1,0,0,0,1,0,1\r\n \n", logs.Declared{}, "0101 11 00 10: 1\n"},
		{"no last line end", head + "\n0,0,0,0,0,0,0,0,0,1", logs.Declared{}, "0001 00 00 00: 1\n"},
		{"names", head + "\noffer-tea,frown,1,offer-coffee,smile,0,offer-tea,frown,0,\"offer-coffee\"\n", logs.Declared{Like: tea}, "0101 11 00 10: 1\n"},
		{"lists", head + "\nx,u,5,y,u,5.0,y,\"v,\"\"w\",5,x\n", logs.Declared{Actions: []string{"x", "y"}, Observations: []string{"u", `v,"w`}, Rewards: []float64{3, 5}}, "0110 01 01 11: 1\n"},
		// −100, −1, 10 are the values of levels 0, 1, 2: once one entry can
		// only be a value, all are values, even those before it.
		{"reward values", head + "\n0,0,10,0,0,10,0,0,10,0\n0,0,-1,0,0,-100.0,0,0,1e1,0\n", logs.Declared{Like: tiger}, "0000 01 00 02: 1\n0000 02 02 02: 1\n"},
		{"reward indices", head + "\n0,0,1,0,0,2,0,0,0,0\n", logs.Declared{Like: tiger}, "0000 01 02 00: 1\n"},
		{"integers as names", head + "\n1,0,0,0,0,0,0,0,0,0\nx,0,0,0,0,0,0,0,0,99999\n", logs.Declared{Actions: []string{"x", "1", "0", "99999"}}, "0223 00 00 00: 1\n1222 00 00 00: 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := cellsOf(t, c.text, c.declared); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestLogSymbols(t *testing.T) {
	row := "0,1,1,1,0,0,0,1,0,1\n"
	for _, c := range []struct {
		name     string
		declared logs.Declared
		want     logs.Symbols
		sizes    pomdp.Sizes
	}{
		{"undeclared", logs.Declared{}, logs.Symbols{Rewards: []float64{0, 1}, RewardsAssumed: true}, pomdp.Sizes{A: 2, Z: 2, R: 2}},
		{"model", logs.Declared{Like: load(t, "tiger")}, logs.Symbols{
			Actions: []string{"listen", "open-left", "open-right"}, Observations: []string{"growl-left", "growl-right"},
			Rewards: []float64{-100, -1, 10}}, pomdp.Sizes{A: 3, Z: 2, R: 3}},
		{"list before model", logs.Declared{Like: load(t, "tiger"), Rewards: []float64{7, 8}}, logs.Symbols{
			Actions: []string{"listen", "open-left", "open-right"}, Observations: []string{"growl-left", "growl-right"},
			Rewards: []float64{7, 8}}, pomdp.Sizes{A: 3, Z: 2, R: 2}},
	} {
		log, err := logs.ReadLog(strings.NewReader(head+"\n"+row), "log.csv", c.declared)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := logs.Symbols{Actions: log.Actions, Observations: log.Observations, Rewards: log.Rewards, RewardsAssumed: log.RewardsAssumed}
		if !reflect.DeepEqual(got, c.want) || log.Rows != 1 || log.Total != 1 {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if c.sizes.S = 5; log.Sizes(5) != c.sizes {
			t.Errorf("%s: sizes %+v, want %+v", c.name, log.Sizes(5), c.sizes)
		}
	}
}

func TestReadLogErrors(t *testing.T) {
	tea, tiger := load(t, "tea"), load(t, "tiger")
	for _, c := range []struct {
		text     string
		declared logs.Declared
		want     string
	}{
		{"", logs.Declared{}, `log.csv:1: found an empty file, expected the header a1,z2,r2,a2,z3,r3,a3,z4,r4,a4 and optionally count`},
		{head + "\n", logs.Declared{}, `log.csv:1: found no row, expected at least one episode`},
		{"0,1,1,1,0,0,0,1,0,1\n", logs.Declared{}, `log.csv:1: column 1: found "0", "1", "1", "1", "0", "0", "0", "1", "0", "1", expected the header`},
		{"a1,z2,a1\n", logs.Declared{}, `log.csv:1: column 3: found "a1" again, expected every column once`},
		{"a1,z2,r2,a2,z3,r3,a3,z4,r4\n", logs.Declared{}, `log.csv:1: found no column a4, expected the header`},
		{"\"a1\n", logs.Declared{}, `log.csv:1: found a quote that is not closed, expected the header`},
		{head + "\n0,1,1\n", logs.Declared{}, `log.csv:2: found 3 fields, expected 10, as in the header`},
		{head + "\n0,1,much,1,0,0,0,1,0,0\n", logs.Declared{}, `log.csv:2: column 3 (r2): found "much", expected a number, or nothing or NA where it is not known`},
		{head + "\n0,1,0,1,,0,0,1,0,0\n", logs.Declared{Like: tea}, `log.csv: found no triple in 1 good rows, 0 episodes of less than four steps and 1 of whose first four steps something is missing`},
		{head + "\n\n0,1,0,1,sm\x00ile,0,0,1,0,0\n", logs.Declared{Like: tea}, `log.csv:3: column 5 (z3): found "sm\x00ile", expected one of smile, frown, or an index 0 to 1`},
		{head + "\n0,1,0,1,2,0,0,1,0,0\n", logs.Declared{Like: tea}, `log.csv:2: column 5 (z3): found "2", expected one of`},
		{head + ",count\n0,1,0,1,0,0,0,1,0,0,-1\n", logs.Declared{}, `log.csv:2: column 11 (count): found "-1", expected a number of episodes, finite and not negative`},
		{head + ",count\n0,1,0,1,0,0,0,1,0,0,NaN\n", logs.Declared{}, `found "NaN", expected a number of episodes`},
		{head + ",count\n0,1,0,1,0,0,0,1,0,0,1e999\n", logs.Declared{}, `found "1e999", expected a number of episodes`},
		{head + ",count\n0,1,0,1,0,0,0,1,0,0,1e308\n0,1,0,1,0,0,0,1,0,0,1e308\n", logs.Declared{}, `found counts that sum to more than the largest number`},
		{head + "\n0,1,0,1,\"0\"x,0,0,1,0,0\n", logs.Declared{}, `log.csv:2: column 5: found text after a closing quote, expected a field`},
		{head + "\n0,1,0,1,x\"0,0,0,1,0,0\n", logs.Declared{}, `log.csv:2: column 5: found a quote inside a field that does not begin with one, expected a field`},
		{head + "\n0,1,0,1,\"0,0,0,1,0,0\n0,", logs.Declared{}, `log.csv:2: column 5: found a quote that is not closed, expected a field`},
		{head + "\n" + strings.Repeat("0", 1<<20+1) + "\n", logs.Declared{}, `log.csv:2: found a line of more than 1048576 bytes, expected one episode`},
		// 10 as an index is out of range, as a value it is level 2.
		{head + "\n0,0,10,0,0,1,0,0,1,0\n", logs.Declared{Like: tiger}, `log.csv:2: found reward level 1, expected one of -100, -1, 10: line 2 has "10", so all reward levels are names`},
		{head + "\n0,0,0,0,0,0,0,0,0,0\n0,0,-1,0,0,-1,0,0,-1,0\n", logs.Declared{Like: tiger}, `log.csv:2: found reward level 0, expected one of -100, -1, 10: line 3 has "-1", so all reward levels are names`},
		{head + "\n0,0,-1,0,0,0,0,0,0,0\n", logs.Declared{Rewards: []float64{-1, -1}}, `log.csv:2: column 3 (r2): found "-1", expected one of -1, -1, or an index 0 to 1`},
	} {
		_, err := logs.ReadLog(strings.NewReader(c.text), "log.csv", c.declared)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: error\n%v, want one with\n%s", c.text, err, c.want)
		}
	}
	_, err := logs.ReadLog(io.MultiReader(strings.NewReader(head+"\n0,"), iotest.ErrReader(io.ErrUnexpectedEOF)), "log.csv", logs.Declared{})
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a read error came back as %v", err)
	}
}

// A consumer may go on after a bad row: it leaves no trace.
func TestBadRowsCanBeSkipped(t *testing.T) {
	text := head + "\n0,0,0,0,0,0,0,0,0,0\n7,0,x,0,0,0,0,0,0,0\n" + strings.Repeat("0,", 1<<16) + "\n1,0,0,0,0,0,0,0,0,0\n"
	o := logs.Options{SkipBad: true}
	log, err := logs.Count(context.Background(), o, logs.Source{Name: "log.csv", In: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	var lines, bad []int
	for row, err := range log.Triples(strings.NewReader(text), "log.csv", o) {
		var fault *fault.FileError
		if errors.As(err, &fault) {
			bad = append(bad, fault.Faults[0].Line)
			continue
		}
		lines = append(lines, row.Line)
	}
	if !reflect.DeepEqual(lines, []int{2, 5}) || !reflect.DeepEqual(bad, []int{3, 4}) || log.Sizes(0).A != 2 {
		t.Errorf("rows of lines %v, faults on lines %v, %d actions", lines, bad, log.Sizes(0).A)
	}
}

func FuzzReadLog(f *testing.F) {
	f.Add([]byte(head+"\n0,1,1,1,0,0,0,1,0,1\n"), false)
	f.Add([]byte("\ufeff"+head+",count\r\n\"offer-tea\",frown,1,offer-coffee,smile,0,offer-tea,frown,0,offer-tea,2.5\r\n"), true)
	f.Add([]byte(head+"\n0,0,10,0,0,10,0,0,10,0\n0,0,-1,0,0,-100.0,0,0,1e1,0\n\"\"\"\","), true)
	tea, err := scenarios.Load("tea")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte, like bool) {
		declared := logs.Declared{}
		if like {
			declared.Like = tea.Model
		}
		log, err := logs.ReadLog(bytes.NewReader(data), "log.csv", declared)
		if err != nil {
			return
		}
		n := log.Sizes(1)
		sum := 0.0
		for cell, count := range log.Cells() {
			if got := n.CellAt(n.CellIndex(cell)); got != cell {
				t.Fatalf("cell %+v is outside sizes %+v", cell, n)
			}
			sum += count
		}
		if math.Abs(sum-log.Total) > 1e-9*log.Total {
			t.Fatalf("cells sum to %g, rows to %g", sum, log.Total)
		}
	})
}

func BenchmarkReadLog(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var text bytes.Buffer
	m := load(b, "tea")
	w, _ := logs.NewWriter(&text, m, logs.WriteOptions{Names: false})
	const rows = 100_000
	for range rows {
		w.Write(m.Sizes().CellAt(rng.IntN(m.Sizes().Cells())))
	}
	w.Flush()
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, err := logs.ReadLog(bytes.NewReader(text.Bytes()), "log.csv", logs.Declared{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
