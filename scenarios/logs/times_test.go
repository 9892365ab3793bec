package logs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"eeporl/pomdp"
	"eeporl/scenarios/logs"
)

// Moments in place of steps' numbers order the rows of each episode, however those stand.
func TestStepsMayBeMoments(t *testing.T) {
	for _, text := range []string{
		"who,when,action,reward,observation\na,2024-03-01 10:02:00,1,0,1\na,2024-03-01 10:01:00,0,1,0\na,2024-03-01 10:10:00,1,1,1\na,2024-03-01 10:09:59.5,0,0,0\n",
		"who;when;action;reward;observation\n\"a\";\"2024-03-01T10:02:00Z\";1;0;1\na;2024-03-01T12:01:00+02:00;0;1;0\na;2024-03-01T10:10:00Z;1;1;1\na;2024-03-01T10:09:00Z;0;0;0\n",
		`{"who":"a","when":"10:02:00","action":1,"reward":0,"observation":1}
{"who":"a","when":"10:01:00","action":0,"reward":1,"observation":0}
{"who":"a","when":"10:10:00","action":1,"reward":1,"observation":1}
{"who":"a","when":"10:09:00","action":0,"reward":0,"observation":0}
`,
	} {
		o := logs.Options{Declared: logs.Declared{Columns: map[string]string{"episode": "who", "step": "when"}}}
		log, err := logs.Count(t.Context(), o, logs.Source{Name: "x.csv", In: strings.NewReader(text)})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var found []pomdp.Act
		if _, err := logs.Whole(t.Context(), o, &log.Symbols, func(acts []pomdp.Act, _ float64) error {
			found = append(found, acts...)
			return nil
		}, logs.Source{Name: "x.csv", In: strings.NewReader(text)}); err != nil {
			t.Fatal(err)
		}
		want := []pomdp.Act{{Action: 0, Reward: 1, Observation: 0}, {Action: 1, Reward: 0, Observation: 1}, {Action: 0, Reward: 0, Observation: 0}, {Action: 1, Reward: 1, Observation: 1}}
		if len(found) != len(want) || found[0] != want[0] || found[1] != want[1] || found[2] != want[2] || found[3] != want[3] || !log.Timed {
			t.Errorf("%s: found %v (timed: %t), expected %v", text, found, log.Timed, want)
		}
	}
	o := logs.Options{Declared: logs.Declared{Columns: map[string]string{"episode": "who", "step": "when"}}}
	_, err := logs.Count(t.Context(), o, logs.Source{Name: "x.csv", In: strings.NewReader("who,when,action,reward,observation\na,2024-03-01,1,0,1\na,yesterday,1,0,1\n")})
	if err == nil || !strings.Contains(err.Error(), `found "yesterday", expected a step`) {
		t.Errorf("found %v, expected the row that is no moment", err)
	}
}

// However moments are written, rows get the same places; and numbers that count steps are no moments.
func TestMomentsAreWrittenInManyWays(t *testing.T) {
	for name, moments := range map[string][4]string{ // of four rows of which the third was first
		"zone":           {"2024-03-01T10:02:34+0200", "2024-03-01T09:02:35+0100", "2024-03-01T07:59:00+0000", "2024-03-02T10:02:34+0200"},
		"UTC":            {"2024-03-01 10:02:34 UTC", "2024-03-01 10:02:34.5 UTC", "2024-02-29 23:00:00 UTC", "2024-03-01 11:02:34 UTC"},
		"slashes":        {"2024/03/01 10:02", "2024/03/02 09:00", "2024/03/01 9:00", "2024/04/01 9:00"},
		"month first":    {"03/01/2024 12:02:34 PM", "03/13/2024 1:00:00 AM", "03/01/2024 12:02:34 AM", "04/01/2024 12:02:34 AM"},
		"day first":      {"01/03/2024 10:02", "13/03/2024 10:00", "28/02/2024 11:00", "02/04/2024 11:00"},
		"two digits":     {"3/1/24 10:02", "3/13/24 9:00", "2/28/24 11:00", "4/1/24 11:00"},
		"points":         {"01.03.2024 10:02:34", "2.3.2024 09:00:00", "29.02.2024 23:59:59", "01.04.2024 00:00:00"},
		"short years":    {"09.03.22", "10.03.22", "19.02.22", "03.04.22"},
		"dotted clock":   {"09.03.22", "10.33.22", "08.02.22", "13.04.22"},
		"dashes":         {"09-03-2022", "10-03-2022", "19-02-2022", "03-04-2022"},
		"seconds":        {"1709287320", "1709287325", "1709287300", "1709297320"},
		"nanoseconds":    {"1709287320000000002", "1709287320000000003", "1709287320000000001", "1709287320000000009"},
		"fractions":      {"1709287320.25", "1709287320.5", "1709287319.75", "1709287320.75"},
		"halves":         {"0.5", "1.0", "0.25", "1.5"},
		"decimal commas": {"0,5", "1,0", "0,25", "1,5"},
		"days":           {"20240301", "20240305", "20240229", "20240401"},
		"exponents":      {"1.709287321e9", "1.709287325e+09", "1.70928732e9", "1.71e9"},
	} {
		var text strings.Builder
		text.WriteString("who;when;action;reward;observation\n")
		for i, at := range moments {
			fmt.Fprintf(&text, "a;%s;0;0;%d\n", at, i)
		}
		want := []int{2, 0, 1, 3}
		if found, timed := seenInOrder(t, text.String()); !slices.Equal(found, want) || !timed {
			t.Errorf("%s: found %v (timed: %t), expected %v", name, found, timed, want)
		}
	}
	var tenths, missed strings.Builder
	for _, b := range []*strings.Builder{&tenths, &missed} {
		b.WriteString("who;when;action;reward;observation\n")
	}
	for i := range 30 {
		fmt.Fprintf(&tenths, "a;%d;0;0;%d\n", 10*i, i%3)
		fmt.Fprintf(&missed, "a;%d;0;0;%d\n", 1+i+i/4, i%3)
	}
	if found, timed := seenInOrder(t, tenths.String()); len(found) != 30 || !timed {
		t.Errorf("every tenth: found %v (timed: %t), expected 30 steps", found, timed)
	}
	if _, timed := seenInOrder(t, missed.String()); timed {
		t.Error("steps of which every fifth is missing are no moments")
	}
}

// seenInOrder is what was seen in the order of the steps.
func seenInOrder(t *testing.T, text string) (seen []int, timed bool) {
	t.Helper()
	episodes, log := read(t, map[string]string{"episode": "who", "step": "when"}, text)
	for _, act := range slices.Concat(episodes...) {
		seen = append(seen, act.Observation)
	}
	return seen, log.Timed
}

// Trials that are numbered through the sessions of each person, and anew for the next, stand in their order.
func TestStepsThroughSessions(t *testing.T) {
	var through, anew strings.Builder
	for _, b := range []*strings.Builder{&through, &anew} {
		b.WriteString("subject,session,step,action,observation,reward\n")
	}
	for e := range 24 {
		for i := range 5 {
			row := fmt.Sprintf("%d,%d,%%d,%d,%d,%d\n", e/4, e%4, (e+i)%2, (e*i)%3, i%2)
			fmt.Fprintf(&through, row, e%4*5+i+1)
			fmt.Fprintf(&anew, row, i+1)
		}
	}
	columns := map[string]string{"episode": "subject+session"}
	found, log := read(t, columns, through.String())
	if want, _ := read(t, columns, anew.String()); !slices.EqualFunc(found, want, slices.Equal) || !log.RanOn {
		t.Errorf("found %d episodes, ran on %v, expected the %d of the log that numbers each session's", len(found), log.RanOn, len(want))
	}
}

// Steps that leave numbers out which no episode has count by their places, in whatever order rows stand, and a lost row is a gap.
func TestStepsByTheirPlaces(t *testing.T) {
	const lots, operations = 30, 5
	row := func(e, i int, step int) string {
		return fmt.Sprintf("L%02d,%d,%d,%d,%d\n", e, step, (e+i)%2, (e*i)%3, (e+i*i)%2)
	}
	weeks := []int{0, 2, 4, 8, 12}
	for name, number := range map[string]func(i int) int{
		"tens": func(i int) int { return 10 * (i + 1) }, "weeks": func(i int) int { return weeks[i] }, "from the 18th": func(i int) int { return 18 + i },
	} {
		var plain, rising, byStep, lost strings.Builder
		for _, b := range []*strings.Builder{&plain, &rising, &byStep, &lost} {
			b.WriteString("who,when,action,observation,reward\n")
		}
		for e := range lots {
			for i := range operations {
				plain.WriteString(row(e, i, i+1))
				rising.WriteString(row(e, i, number(i)))
				if e%10 != 3 || i != 2*(e/10) { // of the third of each ten one row is lost: the first, one between, the last
					lost.WriteString(row(e, i, number(i)))
				}
			}
		}
		for i := range operations {
			for e := range lots {
				byStep.WriteString(row(e, i, number(i)))
			}
		}
		columns := map[string]string{"episode": "who", "step": "when"}
		want, _ := read(t, columns, plain.String())
		for order, text := range map[string]string{"by episode": rising.String(), "by step": byStep.String()} {
			o := logs.Options{Declared: logs.Declared{Columns: columns, Unsorted: true}}
			log, err := logs.Count(t.Context(), o, logs.Source{Name: "x.csv", In: strings.NewReader(text)})
			if err != nil || log.Table().Gaps > 0 || log.Table().Rows != lots*operations {
				t.Errorf("%s, %s: found %v, expected all rows and no gap", name, order, err)
			}
		}
		if got, _ := read(t, columns, rising.String()); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%s: found other steps than where they are numbered from 1", name)
		}
		log, err := logs.Count(t.Context(), logs.Options{Declared: logs.Declared{Columns: columns, Unsorted: true}}, logs.Source{Name: "x.csv", In: strings.NewReader(lost.String())})
		if err != nil || log.Table().Gaps != 2 {
			t.Errorf("%s, with lost rows: found %v, %d gaps, expected those at the first and between others", name, err, log.Table().Gaps)
		}
	}
}

// A row that stands twice is refused where moments tell all others apart.
func TestRowsTwiceAreNoMoments(t *testing.T) {
	var text strings.Builder
	text.WriteString("who,when,action,observation,reward,id\n")
	for e := range 10 {
		for i := range 5 {
			row := fmt.Sprintf("L%02d,2024-03-%02d 10:%02d:%02d,%d,%d,%d,T%d\n", e, e+1, 3*i, e, (e+i)%2, (e*i)%3, (e+i*i)%2, 5*e+i)
			text.WriteString(row)
			if i == 2 && e%3 == 0 {
				text.WriteString(row)
			}
		}
	}
	_, err := logs.Count(t.Context(), logs.Options{Declared: logs.Declared{Columns: map[string]string{"episode": "who", "step": "when"}}}, logs.Source{Name: "x.csv", In: strings.NewReader(text.String())})
	if err == nil || !strings.Contains(err.Error(), "once more") {
		t.Errorf("found %v, expected the row that stands twice", err)
	}
}
