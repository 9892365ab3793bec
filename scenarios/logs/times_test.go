package logs_test

import (
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
