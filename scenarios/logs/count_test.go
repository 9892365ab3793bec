package logs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"eeporl/scenarios/counts"
	"eeporl/scenarios/fault"

	"pgregory.net/rapid"
)

func drawAny(t *rapid.T, rng *rand.Rand) string {
	text := ""
	switch rapid.IntRange(0, 3).Draw(t, "format") {
	case 0:
		text = drawTable(rng, rng.IntN(60), false)
	case 1:
		text = drawTable(rng, rng.IntN(60), true)
	case 2:
		text = longText(drawEpisodes(rng, rng.IntN(20)), rng.IntN(2))
	case 3:
		text = longJSON(drawEpisodes(rng, rng.IntN(20)))
	}
	if rapid.Bool().Draw(t, "spoilt") && strings.Count(text, "\n") > 1 {
		text = spoil(rng, text, 1+rng.IntN(8))
	}
	return text
}

// Neither workers nor the size of blocks leave a trace, in results or errors.
func TestWorkersLeaveNoTrace(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1))
		text := drawAny(r, rng)
		o := Options{SkipBad: rapid.Bool().Draw(r, "skip"), Windows: rapid.Bool().Draw(r, "windows"), Workers: 1}
		want := outcome(t, o, text)
		o.Workers, o.block = rapid.IntRange(1, 4).Draw(r, "workers"), rapid.IntRange(1, 300).Draw(r, "block")
		if got := outcome(t, o, text); got != want {
			r.Fatalf("%+v: got\n%s\nwant\n%s\nfor\n%s", o, got, want, text)
		}
	})
}

// Tables of the parts of a log merge into the whole's, to the last byte.
func TestPartsMergeIntoTheWhole(t *testing.T) {
	declared := Declared{Actions: []string{"u", "v"}, Observations: []string{"x", "y", "z"}, Rewards: []float64{0, 1, 2, 3}}
	rapid.Check(t, func(r *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 2))
		lines := strings.SplitAfter(drawTable(rng, 1+rng.IntN(60), true), "\n")
		head, rows := lines[0], lines[1:len(lines)-1]
		o := Options{Declared: declared, Workers: 2, block: 64}
		want := outcome(t, o, head+strings.Join(rows, ""))
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		cut := rng.IntN(len(rows))
		var parts []counts.Named
		var texts []string
		for i, part := range [][]string{rows[:cut], rows[cut:]} {
			if len(part) == 0 {
				continue
			}
			texts = append(texts, head+strings.Join(part, ""))
			log, err := Count(context.Background(), o, Source{Name: "part", In: strings.NewReader(texts[len(texts)-1])})
			if err != nil {
				r.Fatal(err)
			}
			parts = append(parts, counts.Named{File: fmt.Sprint(i), Table: log.Table()})
		}
		merged, err := counts.Merge(parts...)
		if err != nil {
			r.Fatal(err)
		}
		if got := tableText(t, merged); got != want {
			r.Fatalf("got\n%s\nwant\n%s", got, want)
		}
		if got := outcome(t, o, texts...); got != want {
			r.Fatalf("several sources: got\n%s\nwant\n%s", got, want)
		}
	})
}

// The rows one by one are those that are counted.
func TestRowsAreWhatIsCounted(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 3))
		text, o := drawAny(r, rng), Options{SkipBad: true, Windows: rapid.Bool().Draw(r, "windows")}
		log, err := Count(context.Background(), o, Source{Name: "log", In: strings.NewReader(text)})
		if err != nil {
			return
		}
		var entries []counts.Entry
		for row, err := range log.Triples(strings.NewReader(text), "log", o) {
			if err == nil {
				e := counts.Entry{Cell: log.Sizes(0).CellIndex(row.Cell)}
				e.Count.Add(row.Count)
				entries = append(entries, e)
			}
		}
		table, err := counts.New(log.Table().Header, entries)
		if err != nil || tableText(t, table) != tableText(t, log.Table()) {
			r.Fatalf("other counts (%v)", err)
		}
	})
}

func TestManySymbols(t *testing.T) {
	var b strings.Builder
	b.WriteString(tableHead + ",count\n")
	const rows = 3000
	for i := range rows {
		fmt.Fprintf(&b, "%d,1,0,%d,0,0,0,0,%d,0,%d\n0,0,0,0,0,0,0,0,0,0,0.5\n", i%40, i%7, i%30, 1+i%2)
	}
	text := b.String()
	want := outcome(t, Options{Workers: 1}, text)
	if !strings.Contains(want, "\n0 1500\n") || !strings.Contains(want, `"a":40,"z":2,"r":30`) {
		t.Errorf("%.300s", want)
	}
	for _, o := range []Options{{Workers: 3, block: 999}, {Workers: 2, MaxTriples: 841}} {
		if got := outcome(t, o, text); got != want {
			t.Errorf("%+v: got %.300s, want %.300s", o, got, want)
		}
	}
	if got := outcome(t, Options{Workers: 2, MaxTriples: 800}, text); !strings.Contains(got, "found more than 800 different triples") {
		t.Errorf("%.200s", got)
	}
}

func TestLargeCounts(t *testing.T) {
	const rows = 5000
	text := tableHead + ",count\n" + strings.Repeat("0,0,0,0,0,0,0,0,0,0,9007199254740991\n0,0,0,0,0,0,0,0,0,0,1048575\n", rows)
	// 5000·(2⁵³−1) + 5000·(2²⁰−1) is beyond what 64 bits hold.
	var want counts.Sum
	for range rows {
		want.AddCount(1<<53 - 1)
		want.AddCount(1<<20 - 1)
	}
	parts := want.Parts()
	if len(parts) != 2 {
		t.Fatal(parts)
	}
	line := fmt.Sprintf("\n0 %s %d\n", strconv.FormatFloat(parts[0], 'g', -1, 64), int(parts[1]))
	if got := outcome(t, Options{Workers: 2, block: 1000}, text); !strings.Contains(got, line) {
		t.Errorf("%s, want it with %s", got, line)
	}
}

func TestSkipBad(t *testing.T) {
	text := tableHead + "\n" + strings.Repeat("0,0,0,0,0,0,0,0,0,0\n0,0,0\n", 30)
	log, err := Count(context.Background(), Options{SkipBad: true, block: 100}, Source{Name: "log.csv", In: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	if log.Rows != 30 || log.Table().Skipped != 30 || len(log.Bad) != badShown || log.Bad[1].String() != "log.csv:5: found 3 fields, expected 10, as in the header; --skip-bad leaves such rows out" {
		t.Errorf("%d rows, %d skipped, %v", log.Rows, log.Table().Skipped, log.Bad)
	}
	if !slices.IsSortedFunc(log.Bad, BadRow.compare) {
		t.Error("bad rows are not in order")
	}
	for text, want := range map[string]string{
		"\n" + tableHead + strings.Repeat("\n", 999):             "log0:2: found no row, expected at least one episode",
		tableHead + "\nx\nx\n":                                   "log0: found no row, 2 bad rows, expected at least one episode",
		"episode,step,action,reward,observation\n1,1,0,0,0\nx\n": "log0: found no triple in 1 good rows, 0 episodes of less than four steps, 1 bad rows, expected",
	} {
		if got := outcome(t, Options{SkipBad: true, block: 50}, text); !strings.Contains(got, want) {
			t.Errorf("%s, want one with %s", got, want)
		}
	}
}

func TestCountFails(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Count(canceled, Options{}, Source{Name: "log", In: strings.NewReader(drawTable(rand.New(rand.NewPCG(1, 1)), 9, false))}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := Count(context.Background(), Options{}); err == nil {
		t.Error("no log was counted")
	}
	if _, err := Count(context.Background(), Options{}, Source{Name: "/no/such/log"}); err == nil || !strings.Contains(err.Error(), "/no/such/log") {
		t.Errorf("error %v", err)
	}
	// A bad row before the position where the file cannot be read comes first.
	good, bad := "0,0,0,0,0,0,0,0,0,0\n", "0,0\n"
	broken := iotest.ErrReader(io.ErrClosedPipe)
	_, err := ReadLog(io.MultiReader(strings.NewReader(tableHead+"\n"+good+bad+good), broken), "log", Declared{})
	var fileError *fault.FileError
	if !errors.As(err, &fileError) {
		t.Errorf("error %v", err)
	}
	_, err = ReadLog(io.MultiReader(strings.NewReader(tableHead+"\n"+good), broken), "log", Declared{})
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v", err)
	}
	// Two files of one log: what does not fit names both.
	d := Declared{Rewards: []float64{-1, 5}}
	got := outcome(t, Options{Declared: d}, tableHead+"\n"+strings.Replace(good, "0,0,0", "0,0,1", 1), tableHead+"\n0,0,-1,0,0,-1,0,0,-1,0\n")
	if want := `log0:2: found reward level 0, expected one of -1, 5: line 2 of log1 has "-1", so all reward levels are names`; !strings.Contains(got, want) {
		t.Errorf("%s, want one with %s", got, want)
	}
}
