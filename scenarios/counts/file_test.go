package counts

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"eeporl/pomdp"
	"eeporl/scenarios/fault"

	"pgregory.net/rapid"
)

func example() *Table {
	sum := func(xs ...float64) (s Sum) {
		for _, x := range xs {
			s.Add(x)
		}
		return s
	}
	t, err := New(Header{
		Sizes: pomdp.Sizes{A: 2, Z: 3, R: 2}, Actions: []string{"left", "<right>"}, Observations: []string{"", "b", `"c"`},
		Rewards: []float64{-1, 0.1}, Rows: 7, Skipped: 2,
	}, []Entry{{9, sum(3)}, {5, sum(.1, .2)}, {0, sum(1<<53, 1)}, {7, sum(0)}, {9, sum(4)}})
	if err != nil {
		panic(err)
	}
	return t
}

func written(t testing.TB, table *Table) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, table); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The format, to the byte: files outlive programs.
func TestWriteGolden(t *testing.T) {
	const want = `eeporl-counts 1
{"a":2,"z":3,"r":2,"actions":["left","<right>"],"observations":["","b","\"c\""],"rewards":[-1,0.1],"rewards_assumed":false,"windows":false,"rows":7,"skipped":2,"short":0,"cells":3}
0 9007199254740992 1
5 0.30000000000000004 -2.7755575615628914e-17
9 7
sha256 `
	got := string(written(t, example()))
	if !strings.HasPrefix(got, want) || len(got) != len(want)+65 {
		t.Errorf("got\n%s\nwant\n%s…", got, want)
	}
}

func drawTable(t *rapid.T, label string) *Table {
	h := Header{Sizes: pomdp.Sizes{A: 2, Z: 2, R: 1}, Actions: []string{"u", "v"}, Rewards: []float64{.1}, Rows: uint64(rapid.IntRange(0, 9).Draw(t, label+" rows"))}
	entries := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) (e Entry) {
		e.Cell = rapid.IntRange(0, h.Sizes.Cells()-1).Draw(t, "cell")
		for range rapid.IntRange(0, 4).Draw(t, "n") {
			e.Count.Add(rapid.OneOf(rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{.1, .7, 1, 1e17})).Draw(t, "x"))
		}
		return e
	}), 0, 20).Draw(t, label)
	table, err := New(h, entries)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func drawWhole(t *rapid.T, label string) *Table {
	episodes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) (e Episode) {
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			e.Acts = append(e.Acts, pomdp.Act{Action: rapid.IntRange(0, 1).Draw(t, "a"), Reward: rapid.IntRange(-1, 0).Draw(t, "r"), Observation: rapid.IntRange(-1, 1).Draw(t, "z")})
		}
		e.Count.Add(rapid.SampledFrom([]float64{.1, .7, 1, 1e17}).Draw(t, "x"))
		return e
	}), 0, 20).Draw(t, label+" episodes")
	table, err := drawTable(t, label).WithEpisodes(episodes)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// either draws tables of one kind.
func either(t *rapid.T) func(t *rapid.T, label string) *Table {
	if rapid.Bool().Draw(t, "whole") {
		return drawWhole
	}
	return drawTable
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		want := written(t, either(r)(r, "table"))
		table, err := Read(iotest.OneByteReader(bytes.NewReader(want)), "x.counts")
		if err != nil {
			r.Fatal(err)
		}
		if got := written(t, table); !bytes.Equal(got, want) {
			r.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// Any grouping and order merge into the same bytes, and inputs stay as they were.
func TestMergeKnowsNoOrder(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		draw := either(r)
		a, b, c := Named{"a", draw(r, "a")}, Named{"b", draw(r, "b")}, Named{"c", draw(r, "c")}
		before := written(t, b.Table)
		merge := func(parts ...Named) Named {
			table, err := Merge(parts...)
			if err != nil {
				r.Fatal(err)
			}
			return Named{"merged", table}
		}
		all := written(t, merge(a, b, c).Table)
		for _, other := range []Named{merge(c, a, b), merge(merge(a, b), c), merge(b, merge(c, a))} {
			if got := written(t, other.Table); !bytes.Equal(got, all) {
				r.Fatalf("got\n%s\nwant\n%s", got, all)
			}
		}
		if !bytes.Equal(before, written(t, b.Table)) {
			r.Fatal("merging changed an input")
		}
	})
}

func TestMergeRefuses(t *testing.T) {
	for want, change := range map[string]func(h *Header){
		"a.counts and b.counts: found |A| = 2, |Z| = 3, |R| = 2 and |A| = 2, |Z| = 3, |R| = 1, expected the same": func(h *Header) { h.Sizes.R, h.Rewards = 1, h.Rewards[:1] },
		"found the actions left, <right> and right, left, expected the same":                                      func(h *Header) { h.Actions = []string{"right", "left"} },
		"found the observations , b, \"c\" and by index without names, expected the same":                         func(h *Header) { h.Observations = nil },
		"found the reward levels -1, 0.1 and by index without values, expected the same":                          func(h *Header) { h.RewardsAssumed = true },
		"found the reward levels -1, 0.1 and -1, 0.2, expected the same":                                          func(h *Header) { h.Rewards = []float64{-1, .2} },
		"found the first four steps of episodes and windows of four steps":                                        func(h *Header) { h.Windows = true },
		"more rows than a number of 64 bits can hold":                                                             func(h *Header) { h.Rows = 1<<64 - 1 },
	} {
		other := example()
		change(&other.Header)
		if _, err := Merge(Named{"a.counts", example()}, Named{"b.counts", other}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if _, err := Merge(); err == nil {
		t.Error("nothing merged into something")
	}
}

func wholeExample(t testing.TB) *Table {
	sum := func(x float64) (s Sum) { s.Add(x); return s }
	table, err := example().WithEpisodes([]Episode{
		{[]pomdp.Act{{Action: 1, Reward: -1, Observation: 2}, {Action: 0, Reward: 1, Observation: -1}}, sum(2)},
		{[]pomdp.Act{{Action: 0, Reward: 0, Observation: 1}}, sum(1)},
		{[]pomdp.Act{{Action: 1, Reward: -1, Observation: 2}, {Action: 0, Reward: 1, Observation: -1}}, sum(.5)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestWriteWholeGolden(t *testing.T) {
	const want = `"cells":3,"episodes":2}
0 9007199254740992 1
5 0.30000000000000004 -2.7755575615628914e-17
9 7
0.0.1 1
1.-.2,0.1.- 2.5
sha256 `
	got := string(written(t, wholeExample(t)))
	if !strings.HasPrefix(got, "eeporl-counts 2\n") || !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant\n%s…", got, want)
	}
}

// Whatever is cut off or changed is found, and named by file and line.
func TestDamage(t *testing.T) {
	refused := func(what string, data []byte) {
		_, err := Read(bytes.NewReader(data), "x.counts")
		var bad *fault.FileError
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), "x.counts:") || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%s: error %v", what, err)
		}
	}
	for _, whole := range [][]byte{written(t, example()), written(t, wholeExample(t))} {
		for n := range whole {
			refused("cut off", whole[:n])
			for bit := range 8 {
				flipped := bytes.Clone(whole)
				flipped[n] ^= 1 << bit
				refused("flipped", flipped)
			}
		}
	}
	for _, line := range []string{"0.0.3 1", "2.0.1 1", "0.0 1", "0.0.1", "0.00.1 1", "0.-1.1 1", "0.0.1,1 1", "0.0.1, 1", "1.-.2,0.1.- 1", " 1"} {
		refused(line, bytes.Replace(written(t, wholeExample(t)), []byte("0.0.1 1\n"), []byte(line+"\n"), 1))
	}
	whole := written(t, example())
	refused("longer", append(bytes.Clone(whole), '\n'))
	refused("CRLF", bytes.ReplaceAll(whole, []byte("\n"), []byte("\r\n")))
	refused("BOM", append([]byte("\ufeff"), whole...))
	refused("zeros", make([]byte, 1<<20))
	refused("no line end", bytes.Repeat([]byte("1"), 1<<20))
	refused("newer", bytes.Replace(whole, []byte("counts 1"), []byte("counts 3"), 1))
	refused("10⁹ symbols", bytes.Replace(whole, []byte(`"z":3`), []byte(`"z":1000000000`), 1))
	refused("10¹⁵ cells", bytes.Replace(whole, []byte(`"cells":3`), []byte(`"cells":1000000000000000`), 1))
	refused("huge header", append([]byte("eeporl-counts 1\n"), bytes.Repeat([]byte("x"), maxHeader+2)...))
	for _, line := range []string{"0 0", "0 -1", "0 NaN", "0 1 1", "0 01", "0  1", "0 1e0", "-1 1", "0", "x 1", "99999 1", "0 +Inf"} {
		refused(line, bytes.Replace(whole, []byte("0 9007199254740992 1"), []byte(line), 1))
	}
	if _, err := Read(iotest.ErrReader(io.ErrClosedPipe), "x.counts"); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a read error came back as %v", err)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, entries := range [][]Entry{{{Cell: -1}}, {{Cell: math.MaxInt}}, {{0, Sum{hi: -1}}}, {{0, Sum{hi: 1e308}}, {0, Sum{hi: 1e308}}}} {
		if _, err := New(example().Header, entries); err == nil {
			t.Errorf("%v was accepted", entries)
		}
	}
	for _, change := range []func(h *Header){
		func(h *Header) { h.Sizes.A = 0 }, func(h *Header) { h.Sizes.S = 1 }, func(h *Header) { h.Actions = h.Actions[:1] },
		func(h *Header) { h.Rewards = nil }, func(h *Header) { h.Actions[0] = "\xff" }, func(h *Header) { h.Observations = []string{"a"} },
	} {
		h := example().Header
		change(&h)
		if _, err := New(h, nil); err == nil {
			t.Errorf("%+v was accepted", h)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(written(f, example()))
	f.Add(written(f, wholeExample(f)))
	f.Add([]byte("eeporl-counts 1\n{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := Read(bytes.NewReader(data), "x.counts")
		if err != nil {
			return
		}
		again, err := Read(bytes.NewReader(written(t, table)), "x.counts")
		if err != nil || again.Total() != table.Total() {
			t.Fatalf("does not read back: %v", err)
		}
	})
}
