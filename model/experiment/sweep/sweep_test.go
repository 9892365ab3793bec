package sweep_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"eeporl/model/experiment/sweep"
	"eeporl/moments"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

func spec(t testing.TB, names ...string) *sweep.Spec {
	t.Helper()
	s := &sweep.Spec{
		C: []float64{0}, Estimators: []string{"full", "polished"}, Episodes: []float64{1e3, 1e5, math.Inf(1)},
		Seed: 7, Seeds: 3, Shard: 1, Shards: 1,
	}
	for _, name := range names {
		x, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		s.Worlds = append(s.Worlds, sweep.World{Name: name, Model: x.Model})
	}
	return s
}

func run(t testing.TB, s *sweep.Spec, known ...sweep.Row) []sweep.Row {
	t.Helper()
	rows, err := s.Run(context.Background(), known, func(sweep.Row, int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func csvOf(t testing.TB, rows []sweep.Row) string {
	t.Helper()
	var out bytes.Buffer
	if err := sweep.WriteCSV(&out, rows); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Shards merge into the whole, and rows survive both forms of file.
func TestShardsAndFiles(t *testing.T) {
	tier.Long(t, "runs all trials twice; shards on one goroutine have a test of their own")
	s := spec(t, "robot", "tea")
	whole := run(t, s)
	if len(whole) != 2*2*3*3 {
		t.Fatalf("%d rows", len(whole))
	}
	want := csvOf(t, whole)
	var parts [][]sweep.Row
	s.Shards = 3
	for s.Shard = 1; s.Shard <= 3; s.Shard++ {
		parts = append(parts, run(t, s))
	}
	slices.Reverse(parts)
	merged, err := sweep.Merge(append(parts, whole[:5])...)
	if err != nil || csvOf(t, merged) != want {
		t.Errorf("shards merge into other rows (%v)", err)
	}
	back, err := sweep.Read(strings.NewReader(want), "rows.csv")
	if err != nil || csvOf(t, back) != want {
		t.Errorf("CSV reads back otherwise (%v)", err)
	}
	var lines bytes.Buffer
	if err := sweep.WriteJSONL(&lines, whole); err != nil {
		t.Fatal(err)
	}
	if back, err = sweep.Read(&lines, "rows.jsonl"); err != nil || csvOf(t, back) != want {
		t.Errorf("JSON Lines read back otherwise (%v)", err)
	}
	changed := slices.Clone(whole)
	changed[0].LabelsRight++
	if _, err := sweep.Merge(whole, changed); err == nil {
		t.Error("two answers of one trial merged")
	}
}

// What a journal holds is not done again, a torn line is, and a journal of
// another sweep is refused.
func TestJournalGoesOn(t *testing.T) {
	s := spec(t, "tea")
	id, err := s.ID()
	if err != nil {
		t.Fatal(err)
	}
	whole := run(t, s)
	path := filepath.Join(t.TempDir(), "rows.part")
	j, known, err := sweep.OpenJournal(path, id)
	if err != nil || len(known) != 0 {
		t.Fatal(known, err)
	}
	for _, r := range append(slices.Clone(whole[:3]), whole[:7]...) { // as two processes at once may leave it
		if err := j.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text[:len(text)-9], 0o666); err != nil { // as a kill may leave it
		t.Fatal(err)
	}
	j, known, err = sweep.OpenJournal(path, id)
	if err != nil || len(known) != 6 {
		t.Fatal(len(known), err)
	}
	fresh := 0
	rows, err := s.Run(context.Background(), known, func(r sweep.Row, _, _ int) error {
		fresh++
		return j.Add(r)
	})
	if err != nil || fresh != len(whole)-6 || csvOf(t, rows) != csvOf(t, whole) {
		t.Errorf("%d trials done again, %v", fresh, err)
	}
	if err := j.Remove(); err != nil {
		t.Error(err)
	}
	j, _, err = sweep.OpenJournal(path, id)
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	s.Seeds++
	other, err := s.ID()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := sweep.OpenJournal(path, other); !errors.Is(err, sweep.ErrOtherSweep) {
		t.Errorf("another sweep's journal: %v", err)
	}
}

func TestCurves(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	curves := sweep.Curves(run(t, spec(t, "tea")))
	if len(curves) != 2 || curves[1].Estimator != "polished" || len(curves[1].Points) != 3 {
		t.Fatalf("%+v", curves)
	}
	p := curves[1].Points[1]
	if p.Seeds != 3 || p.Reached != 3 || !(p.TimesBound() > .3 && p.TimesBound() < 1.5) || !(p.Regret.Low >= 0 && p.Regret.High < .1) {
		t.Errorf("%+v", p)
	}
}

func TestBadRowsAreNamed(t *testing.T) {
	header := strings.SplitAfter(csvOf(t, nil), "\n")[0]
	for text, says := range map[string]string{
		"a,b\n": "rows.csv:1: found",
		header + "tea,x,full,1,7,true,8,,,,,,,,,,\n":    `rows.csv:2: c: found "x", expected a number`,
		header + "tea,1,full,1,-7,true,8,,,,,,,,,,\n":   `rows.csv:2: seed: found "-7"`,
		header + "tea,1,full,1,7,perhaps,8,,,,,,,,,,\n": `rows.csv:2: ok: found "perhaps"`,
		header + "tea,x,full,y,7,true,8,,,,,,,,,,\n":    `rows.csv:2: c: found "x", expected a number`,
		header + "\ntea,x,full,1,7,true,8,,,,,,,,,,\n":  `rows.csv:3: c: found "x", expected a number`,
		header + "tea,1\n": "rows.csv:2: found",
		"{\"scenario\":\n": "rows.csv:1: found",
	} {
		if _, err := sweep.Read(strings.NewReader(text), "rows.csv"); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%q: %v, want %s", text, err, says)
		}
	}
}

// A file that is no journal stays as it is, with a line end or without.
func TestJournalLeavesOtherFilesAlone(t *testing.T) {
	for _, text := range []string{"notes", "notes\n", "{\"sweep\":\"another\"}\n"} {
		path := filepath.Join(t.TempDir(), "rows.part")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := sweep.OpenJournal(path, "this"); !errors.Is(err, sweep.ErrOtherSweep) {
			t.Errorf("%q: %v, expected to be told of another sweep", text, err)
		}
		if kept, err := os.ReadFile(path); err != nil || string(kept) != text {
			t.Errorf("%q became %q (%v)", text, kept, err)
		}
	}
}

// Cancelling ends a sweep at once; what was done until then was told.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	told := 0
	_, err := spec(t, "tea").Run(ctx, nil, func(sweep.Row, int, int) error {
		told++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || told == 0 {
		t.Errorf("%v after %d rows", err, told)
	}
	broken := errors.New("the disk is full")
	if _, err := spec(t, "tea").Run(context.Background(), nil, func(sweep.Row, int, int) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("%v, want what went wrong", err)
	}
}

// FuzzRead: whatever a file holds, reading it ends, and what was read is
// written and read back the same.
func FuzzRead(f *testing.F) {
	header := "scenario,c,estimator,episodes,seed,ok,labels_right,rmse,cramer_rao,value_estimated,value_true,optimal,stopped\n"
	f.Add(header + "tea,0.5,full,1000,7,true,8,0.2,0.02,4,2,2.7,\n")
	f.Add(header + "two-step,inf,em,inf,7,false,0,,,,,,\"complex\"\n")
	f.Add(`{"scenario":"tea","c":0.5,"estimator":"full","episodes":1000,"seed":7,"ok":true,"labels_right":8}` + "\n")
	f.Add("\x00")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := sweep.Read(strings.NewReader(text), "rows")
		if err != nil {
			return
		}
		once := csvOf(t, rows)
		again, err := sweep.Read(strings.NewReader(once), "rows")
		if err != nil || csvOf(t, again) != once {
			t.Errorf("%q reads back otherwise (%v)", once, err)
		}
	})
}

// The shards of a sweep make the whole only when all are there, each line of
// them, and no other's.
func TestShardsAreWhole(t *testing.T) {
	tier.Long(t, "sweeps as TestShardsAndFiles does")
	shards := make([][]sweep.Row, 3)
	for i := range shards {
		s := spec(t, "tea")
		s.Shard, s.Shards = i+1, 3
		shards[i] = run(t, s)
	}
	whole, err := sweep.Whole(shards[2], shards[0], shards[1])
	if err != nil || csvOf(t, whole) != csvOf(t, run(t, spec(t, "tea"))) {
		t.Fatalf("the whole differs: %v", err)
	}
	if again, err := sweep.Whole(whole, shards[1]); err != nil || csvOf(t, again) != csvOf(t, whole) {
		t.Errorf("a shard that ran twice: %v", err)
	}
	other := spec(t, "tea")
	other.Seed += 100
	for want, parts := range map[string][][]sweep.Row{
		"a shard is missing":            {shards[0], shards[1]},
		"a shard is missing, or a line": {whole[:5], whole[6:]},
		"expected those of one sweep":   {whole, run(t, other)[:1]},
	} {
		if _, err := sweep.Whole(parts...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %q", err, want)
		}
	}
	if _, err := spec(t, "tea").Run(context.Background(), run(t, other)[:1], func(sweep.Row, int, int) error { return nil }); err == nil {
		t.Error("a trial of another sweep was taken for done")
	}
}

// A table of an earlier version, without the last columns, is read.
func TestOldTablesAreRead(t *testing.T) {
	const old = "scenario,c,estimator,episodes,seed,ok,labels_right,rmse,cramer_rao,value_estimated,value_true,optimal,optimal_upper,stopped,sweep\n" +
		"tea,0.5,full,1000,7,true,8,0.1,0.02,2.8,2.6,2.7,2.7,,ab/1\n"
	rows, err := sweep.Read(strings.NewReader(old), "old.csv")
	if err != nil || len(rows) != 1 || rows[0].Value != 2.6 || rows[0].Sweep != "ab/1" || !math.IsNaN(rows[0].Prediction.TV) {
		t.Errorf("found %+v, %v", rows, err)
	}
}

// Every option that changes an estimate changes the sweep's identity: otherwise shards of different settings
// would merge.
func TestIdentityHoldsEveryOption(t *testing.T) {
	without := map[string]bool{ // what a sweep fills in itself, or what changes no row
		"Seed": true, "RewardValues": true, "Horizon": true, "Progress": true, "Pieces": true, "HeldOut": true,
	}
	plain, err := spec(t, "tea").ID()
	if err != nil {
		t.Fatal(err)
	}
	options := reflect.TypeFor[moments.Options]()
	for i := range options.NumField() {
		field := options.Field(i)
		if !field.IsExported() || without[field.Name] {
			continue
		}
		s := spec(t, "tea")
		switch x := reflect.ValueOf(&s.Moments).Elem().Field(i); x.Kind() {
		case reflect.Int:
			x.SetInt(3)
		case reflect.Float64:
			x.SetFloat(.3)
		case reflect.Bool:
			x.SetBool(true)
		case reflect.String:
			x.SetString("clip")
		case reflect.Pointer:
			x.Set(reflect.New(x.Type().Elem()))
		default:
			t.Errorf("%s is of kind %s: say how it is told apart", field.Name, x.Kind())
		}
		if id, err := s.ID(); err != nil || id == plain {
			t.Errorf("%s does not change the identity, %v", field.Name, err)
		}
	}
}
