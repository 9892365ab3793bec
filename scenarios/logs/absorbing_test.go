package logs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"eeporl/scenarios/logs"
)

// Whatever a log's form, episodes that ended early get the same rows after their end as somebody would write there.
func TestAbsorbingAddsRowsAfterEnds(t *testing.T) {
	lengths := []int{5, 2, 4, 5, 1, 3, 6, 6}
	names := [][2]string{{"listen", "look, then wait"}, {"dark", `a "bright" one`}}
	row := func(e, step, a, r, z int) (fields [5]string) {
		return [5]string{fmt.Sprint(e), fmt.Sprint(step), names[0][a], fmt.Sprint(r), names[1][z]}
	}
	var given, whole [][5]string
	var taken []string
	for e, length := range lengths {
		for step := range length {
			taken = append(taken, names[0][(e+step)%2])
		}
	}
	for e, length := range lengths {
		for step := range 6 {
			x := row(e, step, (e+step)%2, 1+(e*step)%2, e/2%2)
			if step < length {
				given = append(given, x)
			} else {
				x[2], x[3], x[4] = taken[(len(whole)-len(given))%len(taken)], "0", logs.Ended
			}
			whole = append(whole, x)
		}
	}
	written := func(rows [][5]string, separator string, quote func(string) string, head bool) string {
		var b strings.Builder
		for _, x := range rows {
			fields := []string{}
			for i, f := range x {
				if head {
					f = fmt.Sprintf("%q: %q", []string{"episode", "step", "action", "reward", "observation"}[i], f)
				} else if i > 1 {
					f = quote(f)
				}
				fields = append(fields, f)
			}
			if head {
				b.WriteString("{" + strings.Join(fields, ", ") + "}\n")
			} else {
				b.WriteString(strings.Join(append(fields, "unused"), separator) + "\n")
			}
		}
		if head {
			return b.String()
		}
		return strings.Join([]string{"episode", "step", "action", "reward", "observation", "other"}, separator) + "\n" + strings.TrimSuffix(b.String(), "\n")
	}
	csv := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	read := func(text string, absorbing bool) []string {
		t.Helper()
		var out []string
		o := logs.Options{Short: true, Declared: logs.Declared{Absorbing: absorbing, Actions: names[0][:], Observations: append([]string{logs.Ended}, names[1][:]...), Rewards: []float64{0, 1, 2}}}
		log, err := logs.Count(t.Context(), o, logs.Source{Name: "x", In: strings.NewReader(text)})
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if want := len(whole) - len(given); absorbing && log.Added != want {
			t.Errorf("found %d rows added, expected %d", log.Added, want)
		}
		for cell, k := range log.Cells() {
			out = append(out, fmt.Sprint(cell, k))
		}
		return out
	}
	want := read(written(whole, ",", csv, false), false)
	if len(want) == 0 {
		t.Fatal("found no triples")
	}
	for name, text := range map[string]string{
		"CSV":        written(given, ",", csv, false),
		"semicolons": written(given, ";", csv, false),
		"tabs":       written(given, "\t", func(s string) string { return s }, false),
		"JSON Lines": written(given, "", nil, true),
		"Windows":    strings.ReplaceAll(written(given, ",", csv, false), "\n", "\r\n"),
	} {
		if found := read(text, true); !slices.Equal(found, want) {
			t.Errorf("%s: found %v, expected %v", name, found, want)
		}
	}
}

// Where nothing tells where an episode ends, where its last row tells it already, and where steps are no steps, no rows are added.
func TestAbsorbingRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"step,action,reward,observation\n0,0,1,1\n", "expected both, with --absorbing"},
		{"episode,step,action,reward,observation\na,0,0,1,1\na,1,1,0,1\nb,0,1,0,1\nb,1,,,0\n", "x:5: found an episode whose last row has no action"},
		{"episode,step,action,reward,observation\n" + strings.Repeat("a,0,0,1,1\nb,0,0,1,1\n", 10) + "c,9000000,0,1,1\n", "rows to add, up to step 9000000"},
	} {
		o := logs.Options{Short: true, Declared: logs.Declared{Absorbing: true, EpisodePerFile: strings.HasPrefix(c.text, "step")}}
		_, err := logs.Count(t.Context(), o, logs.Source{Name: "x", In: strings.NewReader(c.text)})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("found %v, expected %q", err, c.want)
		}
	}
}
