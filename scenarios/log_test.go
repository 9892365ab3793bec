package scenarios

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"eeporl/pomdp"
	"eeporl/scenarios/logs"
)

// A log that is written reads back as the same triples, by index and by name.
func TestLogRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawSpec(t)
		m, err := pomdp.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		names := rapid.Bool().Draw(t, "names")
		var text bytes.Buffer
		w, err := logs.NewWriter(&text, m, logs.WriteOptions{Names: names})
		if err != nil {
			if !names {
				t.Fatal(err)
			}
			return
		}
		n := m.Sizes()
		want := map[pomdp.Cell]float64{}
		for range rapid.IntRange(1, 50).Draw(t, "episodes") {
			cell := n.CellAt(rapid.IntRange(0, n.Cells()-1).Draw(t, "cell"))
			want[cell]++
			if err := w.Write(cell); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		log, err := logs.ReadLog(&text, "log.csv", logs.Declared{Like: m})
		if err != nil {
			t.Fatal(err)
		}
		got := map[pomdp.Cell]float64{}
		for cell, count := range log.Cells() {
			got[cell] += count
		}
		if !reflect.DeepEqual(got, want) || log.Sizes(n.S) != n {
			t.Fatalf("got %v, want %v; sizes %v, want %v", got, want, log.Sizes(n.S), n)
		}
	})
}

// A model whose names or values are indices of others of them is written by name, so that it reads
// back the same.
func TestLogWriterWritesNoIndexThatReadsAsAName(t *testing.T) {
	one := [][]float64{{1}}
	reward := [][]float64{{0, 1, 0}}
	m, err := pomdp.New(pomdp.Spec{
		Name: "m", States: []string{"s"}, Actions: []string{"1", "0"}, Observations: []string{"z"}, Rewards: []float64{-1, 0, 1}, Initial: []float64{1},
		Transition: [][][]float64{one, one}, Observation: [][][]float64{one, one}, Reward: [][][]float64{reward, reward}, Horizon: 4, Discount: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, names := range []bool{false, true} {
		var text bytes.Buffer
		w, err := logs.NewWriter(&text, m, logs.WriteOptions{Names: names})
		if err != nil {
			t.Fatal(err)
		}
		cell := pomdp.Cell{Actions: [4]int{0, 0, 1, 1}, Outcomes: [3]int{1, 1, 2}}
		if err := w.Write(cell); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		log, err := logs.ReadLog(&text, "log.csv", logs.Declared{Like: m})
		if err != nil {
			t.Fatal(err)
		}
		for got := range log.Cells() {
			if got != cell {
				t.Errorf("names %v: found %v, expected %v", names, got, cell)
			}
		}
	}
}

// The columns mean what DESIGN says: episodes simulated, written and read back
// follow the exact law, and do not when one column is shifted by a row.
func TestSimulatedLogFollowsTheLaw(t *testing.T) {
	s, err := Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	m := s.Model
	n := m.Sizes()
	e, err := pomdp.NewExploration(n.A, pomdp.DefaultC(n.A))
	if err != nil {
		t.Fatal(err)
	}
	const episodes = 20_000
	var text bytes.Buffer
	w, _ := logs.NewWriter(&text, m, logs.WriteOptions{Names: false})
	sim := pomdp.NewSimulator(m, e, 1, pomdp.StreamExplore)
	for i := range uint64(episodes) {
		cell, _ := sim.Triple(i)
		if err := w.Write(cell); err != nil {
			t.Fatal(err)
		}
	}
	w.Flush()
	law := pomdp.ExactLaw(m, e)
	cells := float64(n.Cells())
	// Pearson's statistic has mean about the number of cells and standard
	// deviation √(2·cells); six of them is far in the tail.
	if chi := pearson(t, text.String(), law, episodes); chi > cells+6*math.Sqrt(2*cells) {
		t.Errorf("χ² = %.0f over %.0f cells", chi, cells)
	}
	if chi := pearson(t, shifted(text.String(), 1), law, episodes); chi < 2*cells {
		t.Errorf("a shifted column goes unseen: χ² = %.0f over %.0f cells", chi, cells)
	}
}

func pearson(t *testing.T, text string, law *pomdp.Law, episodes float64) float64 {
	t.Helper()
	log, err := logs.ReadLog(strings.NewReader(text), "log.csv", logs.Declared{})
	if err != nil {
		t.Fatal(err)
	}
	chi := episodes
	for cell, count := range log.Cells() {
		expected := episodes * law.P[law.Sizes.CellIndex(cell)]
		chi += (count-expected)*(count-expected)/expected - expected
	}
	return chi
}

// shifted moves the entries of one column down by one row.
func shifted(text string, column int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	above := ""
	for i, line := range lines[1:] {
		fields := strings.Split(line, ",")
		if above == "" {
			above = fields[column]
		}
		above, fields[column] = fields[column], above
		lines[i+1] = strings.Join(fields, ",")
	}
	return strings.Join(lines, "\n")
}
