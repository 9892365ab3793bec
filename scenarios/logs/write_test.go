package logs_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"eeporl/pomdp"
	"eeporl/scenarios"
	"eeporl/scenarios/logs"
	"eeporl/scenarios/logs/shapes"
)

// awkward is tea by names that have to be quoted.
func awkward(t *testing.T) *pomdp.POMDP {
	t.Helper()
	s, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	spec := s.Model.Spec()
	spec.Actions = []string{"offer, tea please", `offer "coffee"`}
	spec.Observations = []string{" smile ", "frown \\ {é}"}
	m, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What is written reads back as the same triples, in every format.
func TestWhatIsWrittenReadsBack(t *testing.T) {
	m := awkward(t)
	policy, _ := pomdp.NewExploration(2, .5)
	for _, o := range []logs.WriteOptions{
		{}, {Names: true}, {Format: logs.TSV, Names: true}, {Format: logs.JSONLines, Names: true}, {Format: logs.JSONLines}, {Format: logs.Array, Episodes: 50},
		{Long: true}, {Long: true, Names: true}, {Long: true, Format: logs.TSV, Names: true}, {Long: true, Format: logs.JSONLines, Names: true},
	} {
		for _, packing := range []shapes.Packing{shapes.Unpacked, shapes.Gzip, shapes.Zstandard} {
			t.Run(fmt.Sprintf("%+v%s", o, packing), func(t *testing.T) {
				sim := pomdp.NewSimulator(m, policy, 1, pomdp.StreamExplore)
				var text bytes.Buffer
				packed, err := packing.Pack(&text)
				if err != nil {
					t.Fatal(err)
				}
				w, err := logs.NewWriter(packed, m, o)
				if err != nil {
					t.Fatal(err)
				}
				var want []pomdp.Cell
				for i := range uint64(50) {
					cell, _ := sim.Triple(i)
					want = append(want, cell)
					if o.Long {
						err = w.WriteEpisode(sim.Episode(i))
					} else {
						err = w.Write(cell)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
				if err := w.Flush(); err != nil {
					t.Fatal(err)
				}
				if err := packed.Close(); err != nil {
					t.Fatal(err)
				}
				o := logs.Options{Declared: logs.Declared{Like: m}}
				file := text.String()
				log, err := logs.Count(context.Background(), o, logs.Source{Name: "log", In: strings.NewReader(file)})
				if err != nil {
					t.Fatal(err)
				}
				var got []pomdp.Cell
				for row, err := range log.Triples(strings.NewReader(file), "log", o) {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, row.Cell)
				}
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("reads back as %v, not %v", got, want)
				}
			})
		}
	}
}

func TestArraysAreRefusedWhatTheyCannotHold(t *testing.T) {
	m := awkward(t)
	for _, o := range []logs.WriteOptions{{Format: logs.Array, Names: true}, {Format: logs.Array, Long: true}} {
		if _, err := logs.NewWriter(io.Discard, m, o); err == nil {
			t.Errorf("%+v was begun", o)
		}
	}
	w, err := logs.NewWriter(io.Discard, m, logs.WriteOptions{Format: logs.Array, Episodes: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(pomdp.Cell{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err == nil || !strings.Contains(err.Error(), "found 1 rows for an array, expected 2") {
		t.Errorf("an array of one row passes for one of two: %v", err)
	}
}
