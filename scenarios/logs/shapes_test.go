package logs

import (
	"encoding/json"
	"fmt"
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
	byColumn, byRow, lists := []string{}, []string{}, []string{}
	for i, r := range rows {
		var fields []string
		for j, name := range names {
			fields = append(fields, text(name)+":"+text(r[j]))
		}
		records = append(records, "{"+strings.Join(fields, ",")+"}")
		byRow = append(byRow, fmt.Sprintf(`"%d":%s`, i, records[i]))
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
		"box":      drawn("│ ", " │ ", " │", "┌"+strings.Repeat("─────────────┬", 4)+"─────────────┐", "├"+strings.Repeat("─────────────┼", 4)+"─────────────┤", "└"+strings.Repeat("─────────────┴", 4)+"─────────────┘"),
	} {
		if got := cells(outcome(t, Options{}, shape)); got != want {
			t.Errorf("%s: found %s, expected %s", name, got, want)
		}
	}
}
