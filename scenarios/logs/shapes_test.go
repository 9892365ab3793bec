package logs

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// One table in the shapes in which pandas, databases' clients and Markdown write it: the same triples.
func TestShapesOfOneTable(t *testing.T) {
	names := []string{"episode", "step", "action", "reward", "observation"}
	var rows [][]string
	for i := range 40 {
		rows = append(rows, []string{fmt.Sprint(i / 4), fmt.Sprint(i%4 + 1), []string{"tea", "coffee"}[i*7%5%2], fmt.Sprint(i * 3 % 4 % 2), []string{"smile", "frown"}[i*5%7%2]})
	}
	text := func(x any) string {
		b, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	var records []string
	byColumn, byRow, lists, byEpisode, unnamed := []string{}, []string{}, []string{}, []string{}, []string{}
	for i, r := range rows {
		var fields []string
		for j, name := range names {
			fields = append(fields, text(name)+":"+text(r[j]))
		}
		records = append(records, "{"+strings.Join(fields, ",")+"}")
		byRow = append(byRow, fmt.Sprintf(`"%d":%s`, i, records[i]))
		if i%4 == 3 {
			steps := strings.ReplaceAll(strings.Join(records[i-3:], ","), `"episode":`+text(r[0])+",", "")
			byEpisode = append(byEpisode, text(r[0])+":["+steps+"]")
			unnamed = append(unnamed, "["+regexp.MustCompile(`"step":"\d",`).ReplaceAllString(steps, "")+"]")
		}
	}
	for j, name := range names {
		var entries, list []string
		for i, r := range rows {
			entries = append(entries, fmt.Sprintf(`"%d":%s`, i, text(r[j])))
			list = append(list, text(r[j]))
		}
		byColumn = append(byColumn, text(name)+":{"+strings.Join(entries, ",")+"}")
		lists = append(lists, text(name)+":["+strings.Join(list, ",")+"]")
	}
	drawn := func(left, bar, right string, rules ...string) string {
		line := func(cells []string) string {
			for i, c := range cells {
				cells[i] = fmt.Sprintf("%-11s", c)
			}
			return left + strings.Join(cells, bar) + right
		}
		out := []string{line(append([]string(nil), names...)), rules[1]}
		if rules[0] != "" {
			out = append([]string{rules[0]}, out...)
		}
		for _, r := range rows {
			out = append(out, line(append([]string(nil), r...)))
		}
		return strings.Join(append(out, rules[2:]...), "\n") + "\n"
	}
	plain := strings.Join(names, ",") + "\n"
	for _, r := range rows {
		plain += strings.Join(r, ",") + "\n"
	}
	want := cells(outcome(t, Options{}, plain))
	if strings.HasPrefix(want, "error") {
		t.Fatal(want)
	}
	rule := strings.Repeat("+-------------", 5) + "+"
	for name, shape := range map[string]string{
		"records":  "[" + strings.Join(records, ",") + "]",
		"lines":    strings.Join(records, "\n"),
		"columns":  "{" + strings.Join(byColumn, ",") + "}",
		"index":    "{" + strings.Join(byRow, ",") + "}",
		"lists":    "{" + strings.Join(lists, ",") + "}",
		"split":    fmt.Sprintf(`{"columns":%s,"index":[],"data":%s}`, text(names), text(rows)),
		"table":    `{"schema":{"fields":[],"pandas_version":"1.4.0"},"data":[` + strings.Join(records, ",") + "]}",
		"mysql":    drawn("| ", " | ", " |", rule, rule, rule, "40 rows in set (0.00 sec)"),
		"psql":     drawn(" ", " | ", "", "", strings.Repeat("-------------+", 4)+"-------------", "(40 rows)", ""),
		"markdown": drawn("| ", " | ", " |", "", strings.Repeat("|---", 5)+"|"),
		"episodes": "{" + strings.Join(byEpisode, ",") + "}",
		"unnamed":  "[" + strings.Join(unnamed, ",") + "]",
		"under":    `{"of":"tea","episodes":[` + strings.Join(unnamed, ",\n  ") + "]}",
		"sqlite":   drawn("", "  ", "", "", strings.Repeat("-----------  ", 4)+"-----------"),
		"duckdb":   drawn("│ ", " │ ", " │", "┌"+strings.Repeat("─────────────┬", 4)+"─────────────┐", "│ varchar │ int64 │ varchar │ double │ decimal(2,1) │\n├"+strings.Repeat("─────────────┼", 4)+"─────────────┤", "└"+strings.Repeat("─────────────┴", 4)+"─────────────┘"),
		"box":      drawn("│ ", " │ ", " │", "┌"+strings.Repeat("─────────────┬", 4)+"─────────────┐", "├"+strings.Repeat("─────────────┼", 4)+"─────────────┤", "└"+strings.Repeat("─────────────┴", 4)+"─────────────┘"),
	} {
		if got := cells(outcome(t, Options{}, shape)); got != want {
			t.Errorf("%s: found %s, expected %s", name, got, want)
		}
	}
}

// A whole episode a line, as RLlib writes it, and objects within objects, as ReAgent does: the triples of the plain table.
func TestEpisodesInLines(t *testing.T) {
	const plain = "episode,step,action,reward,observation\n"
	table, batches, nested := plain, "", ""
	for e := range 30 {
		var actions, rewards, seen, places []string
		for i := range 4 {
			a, r, z := e*7%5%2, (e*3+i)%4%2, (e+i*5)%7%2
			table += fmt.Sprintf("%d,%d,%d,%d,%d\n", e, i, a, r, z)
			nested += fmt.Sprintf(`{"mdp_id":"%d","sequence_number":%d,"seen":{"after":{"0":%d}},"action":"%d","reward":%d,"possible_actions":["0","1"]}`+"\n", e, i, z, a, r)
			actions, rewards, seen, places = append(actions, fmt.Sprint(a)), append(rewards, fmt.Sprint(r)), append(seen, fmt.Sprintf("[%d]", z)), append(places, fmt.Sprint(i))
		}
		list := func(x []string) string { return "[" + strings.Join(x, ",") + "]" }
		batches += fmt.Sprintf(`{"type":"SampleBatch","eps_id":%d,"t":%s,"actions":%s,"rewards":%s,"new_obs":%s,"infos":[]}`+"\n", e, list(places), list(actions), list(rewards), list(seen))
	}
	first := strings.ReplaceAll(batches, `"new_obs":[`, `"new_obs":["start",`) // seen before the first action, as Gymnasium's lists are
	bare := regexp.MustCompile(`"eps_id":\d+,"t":\[[\d,]*\],`).ReplaceAllString(batches, "")
	want := cells(outcome(t, Options{}, table))
	if strings.HasPrefix(want, "error") {
		t.Fatal(want)
	}
	for name, x := range map[string]struct {
		text    string
		columns map[string]string
	}{
		"batches":         {batches, map[string]string{"episode": "eps_id", "step": "t", "action": "actions", "reward": "rewards", "observation": "new_obs"}},
		"one more seen":   {first, map[string]string{"episode": "eps_id", "step": "t", "action": "actions", "reward": "rewards", "observation": "new_obs"}},
		"in an array":     {"[" + strings.ReplaceAll(strings.TrimSpace(first), "\n", ",\n") + "]", map[string]string{"episode": "eps_id", "step": "t", "action": "actions", "reward": "rewards", "observation": "new_obs"}},
		"without numbers": {bare, map[string]string{"episode": "line", "step": "place", "action": "actions", "reward": "rewards", "observation": "new_obs"}},
		"nested":          {nested, map[string]string{"episode": "mdp_id", "step": "sequence_number", "observation": "seen.after.0"}},
	} {
		if got := cells(outcome(t, Options{Declared: Declared{Columns: x.columns}}, x.text)); got != want {
			t.Errorf("%s: found %s, expected the cells of the table, %s", name, got, want)
		}
	}
	long := `{"actions":[` + strings.Repeat("0,1,", 3000) + `0],"rewards":[` + strings.Repeat("0,1,", 3000) + `1],"obs":[` + strings.Repeat("0,1,", 3000) + `1]}` + "\n"
	long += long
	if got := outcome(t, Options{Declared: Declared{Columns: map[string]string{"episode": "line", "step": "place", "action": "actions", "reward": "rewards", "observation": "obs"}}}, long); strings.HasPrefix(got, "error") {
		t.Error(got)
	}
	several := `{"episode":1,"step":1,"action":[0,1],"reward":1,"observation":[1,2]}` + "\n"
	if got := outcome(t, Options{}, several); !strings.Contains(got, "action") || !strings.HasPrefix(got, "error") {
		t.Errorf("an action of two numbers: found %s", got)
	}
}
