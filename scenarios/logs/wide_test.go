package logs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
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
