package logs

import (
	"context"
	"strings"
	"testing"
)

// A long log may call its columns otherwise, in either case, have more of them, and have semicolons
// between them; in JSON Lines too.
func TestOtherColumns(t *testing.T) {
	const want = "0,1,1,0,0,1,1,1,0,0"
	rows := []string{"7;1;ann;0;;1", "7;2;ann;0;1;0", "7;3;ann;1;1;1", "7;4;ann;0;0;"}
	object := func(row string) string {
		f := strings.Split(row, ";")
		value := func(text string) string {
			if text == "" {
				return "null"
			}
			return text
		}
		return `{"Note":{"a":["x}",1]},"student":` + f[0] + `,"step":` + f[1] + `,"action":` + f[3] + `,"more":true,"reward":` + value(f[4]) + `,"seen":` + value(f[5]) + `}`
	}
	var objects []string
	for _, row := range rows {
		objects = append(objects, object(row))
	}
	o := Options{Declared: Declared{Columns: map[string]string{"episode": "student", "observation": "seen"}}}
	for what, text := range map[string]string{
		"semicolons": "Student;STEP;name;Action;reward;Seen\n" + strings.Join(rows, "\n"),
		"commas":     "Student,STEP,name,Action,reward,Seen\n" + strings.ReplaceAll(strings.Join(rows, "\n"), ";", ","),
		"JSON Lines": strings.Join(objects, "\n"),
	} {
		log, err := Count(context.Background(), o, Source{Name: what, In: strings.NewReader(text)})
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		table := log.Table()
		if table.Total() != 1 {
			t.Errorf("%s: found %v, expected the triple %s once", what, table, want)
		}
	}
	if _, err := Count(context.Background(), Options{}, Source{Name: "log", In: strings.NewReader("a1,z2,r2,a2,z3,r3,a3,z4,r4,a4,n\n")}); err == nil || !strings.Contains(err.Error(), "--columns count=n") {
		t.Errorf("a column of a triple table that may be the count: %v", err)
	}
	o.Columns = map[string]string{"count": "n"}
	if log, err := Count(context.Background(), o, Source{Name: "log", In: strings.NewReader("a1,z2,r2,a2,z3,r3,a3,z4,r4,a4,n\n" + want + ",12\n")}); err != nil || log.Table().Total() != 12 {
		t.Errorf("a count of another name: %v", err)
	}
}
