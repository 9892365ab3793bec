package logs_test

import (
	"fmt"
	"strings"
	"testing"

	"eeporl/scenarios/logs"
	"eeporl/scenarios/logs/tabular"
)

// marks are the columns of logs that say where episodes end or begin.
func marks(pairs ...string) map[string]string {
	out := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = pairs[i+1]
	}
	return out
}

// Episodes are told apart by marks in their last rows or in their first ones, within each simulator where several write in turns.
func TestMarksTellEpisodesApart(t *testing.T) {
	last, first, turns := "action,reward,observation,done\n", "action,reward,observation,new\n", "env,action,reward,observation,done\n"
	goesOn, pauses := "action,reward,observation,not_done\n", "action,reward,observation,when\n"
	for e := range 4 {
		for s := range 3 {
			row := fmt.Sprintf("%d,%d,%d", (e+s)%2, s%2, e%2)
			last += fmt.Sprintf("%s,%t\n", row, s == 2)
			first += fmt.Sprintf("%s,%t\n", row, s == 0)
			goesOn += fmt.Sprintf("%s,%d\n", row, min(2-s, 1))
			pauses += fmt.Sprintf("%s,2024-03-0%d 10:00:%02d\n", row, e+1, s)
		}
	}
	for s := range 6 {
		for e := range 2 {
			turns += fmt.Sprintf("%d,%d,%d,%d,%t\n", e, (e+s)%2, s%2, e, s%3 == 2)
		}
	}
	for name, c := range map[string]struct {
		text    string
		columns map[string]string
	}{
		"last rows":        {last, marks(tabular.EndColumn, "done")},
		"where it goes on": {goesOn, marks(tabular.EndColumn, "not_done")},
		"pauses":           {strings.ReplaceAll(strings.ReplaceAll(pauses, "\n", ",7\n"), "when,7", "when,who"), marks("episode", "who", "step", "when", tabular.PauseColumn, "1h")},
		"first rows":       {first, marks(tabular.BeginColumn, "new")},
		"in turns":         {turns, marks(tabular.EndColumn, "done", "episode", "env")},
	} {
		o := logs.Options{Short: true, Declared: logs.Declared{Columns: c.columns, Unsorted: name == "in turns"}}
		var lengths []int
		source := func() logs.Source { return logs.Source{Name: "x.csv", In: strings.NewReader(c.text)} }
		log, err := logs.Count(t.Context(), o, source())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_, err = logs.EachWhole(t.Context(), o, &log.Symbols, func(e logs.Episode) error {
			lengths = append(lengths, len(e.Acts))
			return nil
		}, source())
		if err != nil || fmt.Sprint(lengths) != "[3 3 3 3]" {
			t.Errorf("%s: found episodes of %v steps, and %v", name, lengths, err)
		}
	}
}

// What is no mark of an end is refused, with what it seems to be.
func TestMarksThatAreNone(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a third value":          {"action,reward,observation,end\n0,1,0,0\n1,1,0,1\n0,1,0,2\n", `found "2", expected 0 or 1`},
		"in the first rows":      {"action,reward,observation,end\n0,1,0,1\n1,1,0,0\n0,1,0,1\n1,0,0,0\n0,1,0,1\n1,0,0,0\n", "--columns begin=end"},
		"rows in turns":          {"episode,action,reward,observation,end\na,0,1,0,0\nb,1,1,0,0\na,0,1,0,1\nb,1,1,1,1\n", "--unsorted"},
		"a column that is not":   {"action,reward,observation,over\n0,1,0,0\n", "--columns end=NAME"},
		"neither end nor number": {"action,reward,observation,end\n0,1,0,0.5\n1,0,0,1\n", `found "0.5"`},
	} {
		_, err := logs.Count(t.Context(), logs.Options{Short: true, Declared: logs.Declared{Columns: marks(tabular.EndColumn, "end")}}, logs.Source{Name: "x.csv", In: strings.NewReader(c.text)})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %v, expected %q", name, err, c.want)
		}
	}
}

// Steps that are numbered on from one episode to the next have no gaps between them; where one is left out they have.
func TestStepsNumberedThroughAllEpisodes(t *testing.T) {
	for _, left := range []int{-1, 7} {
		text := "episode,step,action,reward,observation\n"
		for i := range 20 {
			if i != left {
				text += fmt.Sprintf("%d,%d,%d,%d,%d\n", i/4, i+1, i%2, i%2, i/2%2)
			}
		}
		log, err := logs.Count(t.Context(), logs.Options{Short: true}, logs.Source{Name: "x.csv", In: strings.NewReader(text)})
		if err != nil {
			t.Fatal(err)
		}
		if whole := left < 0; log.RanOn != whole || (log.Table().Gaps == 0) != whole {
			t.Errorf("without row %d: found steps that run on %t, %d gaps", left, log.RanOn, log.Table().Gaps)
		}
	}
}

// Of two columns of one name --only means the one with more in it.
func TestOnlyByAColumnOfANameThatStandsTwice(t *testing.T) {
	var text strings.Builder
	text.WriteString("episode,step,Complete?,action,observation,reward,Complete? \n")
	for e := range 12 {
		for s := range 4 {
			first := ""
			if s == 0 {
				first = "Complete"
			}
			fmt.Fprintf(&text, "%d,%d,%s,%d,%d,%d,%s\n", e, s, first, (e+s)%2, (e*s)%2, s%2, []string{"Complete", "Unverified"}[e%3%2])
		}
	}
	log, err := logs.Count(t.Context(), logs.Options{Short: true, Declared: logs.Declared{Only: "Complete?=Complete"}}, logs.Source{Name: "x.csv", In: strings.NewReader(text.String())})
	if err != nil || log.Table().Rows != 32 {
		t.Errorf("found %v, expected the 32 rows of 8 episodes", err)
	}
}
