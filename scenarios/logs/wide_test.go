package logs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"eeporl/scenarios/logs"
)

// A table with a row for each episode reads as the long log of the same steps.
func TestSeveralStepsInARow(t *testing.T) {
	const episodes, steps = 40, 5
	did := func(e, i int) string { return []string{"left", "right"}[(e*e+i)%2] }
	saw := func(e, i int) string { return []string{"x", "y, z", "w"}[(e*i+e)%3] }
	earned := func(e, i int) int { return (e + i*i) % 2 }
	var long strings.Builder
	long.WriteString("episode,step,action,observation,reward\n")
	for e := range episodes {
		for i := range steps - e%2 { // an episode may end before the table does
			fmt.Fprintf(&long, "%d,%d,%s,%q,%d\n", e, i+1, did(e, i), saw(e, i), earned(e, i))
		}
	}
	want, _ := read(t, nil, long.String())
	columns := map[string]string{"action": "choice", "observation": "outcome", "reward": "points"}
	for name, table := range map[string]struct {
		header, above, episode, more string
	}{
		"numbers behind":  {"choice_%[1]d,outcome_%[1]d,points_%[1]d", "", "subject", ""},
		"numbers within":  {"trial%[1]d_choice,trial%[1]d_outcome,trial%[1]d_points", "", "participant", ""},
		"in one session":  {"s1_t%[1]d_choice,s1_t%[1]d_outcome,s1_t%[1]d_points", "", "subject", ""},
		"without a name":  {"t%[1]d.choice,t%[1]d.outcome,t%[1]d.points", "", "", ""},
		"from Qualtrics":  {"Q%[1]d_choice,Q%[1]d_outcome,Q%[1]d_points", "\"Which, please?\"\n\"{\"\"ImportId\"\":\"\"QID1\"\"}\"\n", "ResponseId", ""},
		"with an age too": {"choice%[1]d,outcome%[1]d,points%[1]d", "", "subject", "age"},
		"with a total":    {"choice_%[1]d,outcome_%[1]d,points_%[1]d", "", "subject", "points"},
		"with a score":    {"choice_%[1]d,outcome_%[1]d,points_%[1]d", "", "subject", "score"},
		"with questions":  {"choice_%[1]d,outcome_%[1]d,points_%[1]d", "", "subject", "q1,q2,q3,q4,q5,q6,q7"},
	} {
		var wide strings.Builder
		header := []string{}
		if table.episode != "" {
			header = append(header, table.episode)
		}
		for i := range steps {
			header = append(header, fmt.Sprintf(table.header, i+1))
		}
		more := strings.FieldsFunc(table.more, func(c rune) bool { return c == ',' })
		header = append(header, more...)
		wide.WriteString(strings.Join(header, ",") + "\n" + table.above)
		for e := range episodes {
			row := []string{}
			if table.episode != "" {
				row = append(row, fmt.Sprintf("s%d", e))
			}
			for i := range steps {
				if i < steps-e%2 {
					row = append(row, did(e, i), fmt.Sprintf("%q", saw(e, i)), fmt.Sprint(earned(e, i)))
				} else {
					row = append(row, "", "", "")
				}
			}
			for range more {
				row = append(row, "3")
			}
			wide.WriteString(strings.Join(row, ",") + "\n")
		}
		columns["episode"] = table.episode
		if table.episode == "" {
			columns["episode"] = "line"
		}
		if found, _ := read(t, columns, wide.String()); !slices.EqualFunc(found, want, slices.Equal) {
			t.Errorf("%s: found %d episodes %v, expected those of the long log", name, len(found), found[:min(len(found), 1)])
		}
	}
}

// Tables as trials, statisticians and textbooks write them unfold: a reward at the end alone, visits by their months, names that say
// nothing, capitals, and what was seen before any action.
func TestWideTables(t *testing.T) {
	const episodes = 12
	did := func(e, i int) string { return []string{"L", "R"}[(e*e+i)%2] }
	saw := func(e, i int) string { return []string{"hit", "miss"}[(e*i+e/2)%2] }
	for _, table := range []struct {
		header  string // %d is the step
		numbers string
		final   string
		columns map[string]string
		asked   string
		blank   bool
		steps   int
	}{
		{header: "A%d,Z%d,R%d", numbers: "1,2,3,4,5,6", asked: "--columns episode=id,action=A,reward=R,observation=Z", columns: map[string]string{"episode": "id", "action": "A", "reward": "R", "observation": "Z"}, steps: 6},
		{header: "trt%d,sym%d,y%d", numbers: "1,2,3,4", asked: "--columns episode=id,action=trt,reward=y,observation=sym", columns: map[string]string{"episode": "id", "action": "trt", "reward": "y", "observation": "sym"}, steps: 4},
		{header: "choice_%s,outcome_%s,points_%s", numbers: "baseline,m1,m3,m6", asked: "--columns episode=id,action=choice,reward=points,observation=outcome", columns: map[string]string{"episode": "id", "action": "choice", "reward": "points", "observation": "outcome"}, steps: 4},
		{header: "drug_%s,symptom_%s,response_%s", numbers: "baseline,mid,post,fu", asked: "--columns episode=id,action=drug,reward=response,observation=symptom", columns: map[string]string{"episode": "id", "action": "drug", "reward": "response", "observation": "symptom"}, steps: 4},
		{header: "action_%d,obs_%d", numbers: "1,2,3", final: "reward", asked: "--columns episode=id,observation=obs", columns: map[string]string{"episode": "id", "observation": "obs"}, blank: true, steps: 3},
		{header: "A%d,O%d", numbers: "1,2", final: "Y", columns: map[string]string{"episode": "id", "action": "A", "reward": "Y", "observation": "O"}, blank: true, steps: 2},
	} {
		head, rows := []string{"id"}, make([][]string, episodes)
		for _, stem := range strings.Split(table.header, ",") {
			for i, number := range strings.Split(table.numbers, ",") {
				head = append(head, strings.NewReplacer("%d", number, "%s", number).Replace(stem))
				for e := range rows {
					rows[e] = append(rows[e], []string{did(e, i), saw(e, i), fmt.Sprint((e/3 + i) % 2)}[kindOf(stem)])
				}
			}
		}
		var text strings.Builder
		if table.final != "" {
			head = append(head, table.final)
		}
		text.WriteString(strings.Join(head, ",") + "\n")
		for e, row := range rows {
			if table.final != "" {
				row = append(row, fmt.Sprint(e%3))
			}
			fmt.Fprintf(&text, "p%d,%s\n", e, strings.Join(row, ","))
		}
		count := func(d logs.Declared) (*logs.Log, error) {
			return logs.Count(t.Context(), logs.Options{Short: true, Declared: d}, logs.Source{Name: "x.csv", In: strings.NewReader(text.String())})
		}
		if _, err := count(logs.Declared{}); err == nil || !strings.Contains(err.Error(), table.asked) {
			t.Errorf("%s: found %v, expected %q", table.header, err, table.asked)
		}
		d := logs.Declared{Columns: table.columns}
		if table.blank {
			if _, err := count(d); err == nil || !strings.Contains(err.Error(), "--blank-reward 0") {
				t.Errorf("%s: found %v, expected to be asked what the others earned", table.header, err)
			}
			d.Blank = new(float64)
		}
		l, err := count(d)
		if err != nil {
			t.Errorf("%s: %v", table.header, err)
			continue
		}
		if got, want := int(l.Table().Rows), table.steps*episodes; got != want {
			t.Errorf("%s: found %d rows, expected %d", table.header, got, want)
		}
	}
}

// kindOf is what a column of such a table holds: 0 for what was done, 1 for what was seen, 2 for what was earned.
func kindOf(stem string) int {
	switch stem[0] {
	case 'A', 't', 'c', 'a', 'd':
		return 0
	case 'Z', 's', 'o', 'O':
		return 1
	}
	return 2
}
