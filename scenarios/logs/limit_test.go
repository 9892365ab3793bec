package logs

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Exactly MaxTriples different triples are counted and one more is refused,
// wherever the counts stand (in an array, in a map, as exact sums, or a triple
// in two of them) and however many workers share them.
func TestMaxTriplesIsExact(t *testing.T) {
	const different = 300
	for name, line := range map[string]func(i, again int) string{
		"array": func(i, _ int) string { return fmt.Sprintf("0,%d,0,0,%d,0,0,0,0,0,1", i%16, i/16) },
		"map":   func(i, _ int) string { return fmt.Sprintf("%d,%d,%d,%d,0,0,0,%d,0,0,1", i%7, i%300, i%11, i%13, i) },
		"fractions": func(i, again int) string {
			return fmt.Sprintf("0,%d,0,0,%d,0,0,0,0,0,%g", i%16, i/16, .1+float64(again))
		},
		"both": func(i, again int) string {
			return fmt.Sprintf("0,%d,0,0,%d,0,0,0,0,0,%g", i%16, i/16, 1-.5*float64(again%2))
		},
		"large": func(i, again int) string {
			return fmt.Sprintf("0,%d,0,0,%d,0,0,0,0,0,%g", i%16, i/16, 1+1e17*float64(again%2))
		},
		"zeros": func(i, again int) string { return fmt.Sprintf("0,%d,0,0,%d,0,0,0,0,0,%d", i%16, i/16, again) },
	} {
		t.Run(name, func(t *testing.T) {
			rows := []string{tableHead + ",count"}
			for again := range 3 {
				for i := range different {
					rows = append(rows, line(i, again))
				}
			}
			random := rand.New(rand.NewPCG(1, 1))
			random.Shuffle(len(rows)-1, func(i, j int) { rows[1+i], rows[1+j] = rows[1+j], rows[1+i] })
			text := strings.Join(rows, "\n")
			want := outcome(t, Options{Workers: 1, AnyNumber: true}, text)
			for _, workers := range []int{1, 2, 5} {
				o := Options{Workers: workers, block: 400, MaxTriples: different, AnyNumber: true}
				if got := outcome(t, o, text); got != want {
					t.Errorf("%d workers: found %.100q at the limit, expected the counts", workers, got)
				}
				o.MaxTriples--
				if got := outcome(t, o, text); !strings.Contains(got, "found more than 299 different triples, expected fewer") {
					t.Errorf("%d workers: found %.100q beyond the limit, expected to be refused", workers, got)
				}
			}
		})
	}
}
