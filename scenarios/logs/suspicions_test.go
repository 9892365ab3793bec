package logs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"eeporl/scenarios/logs"
	"eeporl/scenarios/logs/tabular"
)

func countText(t *testing.T, text string, columns map[string]string) (*logs.Log, error) {
	o := logs.Options{Short: true, Declared: logs.Declared{Columns: columns}}
	return logs.Count(t.Context(), o, logs.Source{Name: "log0", In: strings.NewReader(text)})
}

// What the first rows show to be meant otherwise is told, and nothing of a plain log.
func TestSuspicionsAreTold(t *testing.T) {
	counted := func(head string, row func(e, s int) string, names map[string]string) (*logs.Log, error) {
		var b strings.Builder
		b.WriteString(head + "\n")
		for e := range 30 {
			for s := range 4 {
				b.WriteString(row(e, s) + "\n")
			}
		}
		return countText(t, b.String(), names)
	}
	step := func(e, s int) string { return fmt.Sprintf("%d,%d,%d,%d", e, s, (e+s)%2, (e+s/2)%2) } // and a reward
	for name, c := range map[string]struct {
		head  string
		row   func(e, s int) string
		names map[string]string
		told  func(l *logs.Log) bool
	}{
		"a loss beside the reward": {head: "episode,step,action,observation,reward,penalty", row: func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d,1", s%2) },
			told: func(l *logs.Log) bool { return l.Loss == "penalty" && l.Earning == "reward" }},
		"what was seen before the action": {head: "episode,step,action,observation,reward", row: func(e, s int) string {
			blind := func(s int) int { return (e*e + e*(s+1)*(s+1) + (s+1)*(s+1)*(s+1)) % 7 % 2 }
			return fmt.Sprintf("%d,%d,%d,%d,%d", e, s, blind(s), blind(s-1), (e+s)%2)
		}, told: func(l *logs.Log) bool {
			return l.Elsewhere != nil && l.Elsewhere.Above && l.Elsewhere.TakesItSo == "before=observation"
		}},
		"what was seen after the action, taken for before": {head: "episode,step,action,observation,reward", row: func(e, s int) string {
			blind := func(s int) int { return (e*e + e*(s+1)*(s+1) + (s+1)*(s+1)*(s+1)) % 7 % 2 }
			return fmt.Sprintf("%d,%d,%d,%d,%d", e, s, blind(s), blind(s), (e+s)%2)
		}, names: map[string]string{"before": "observation"}, told: func(l *logs.Log) bool {
			return l.Elsewhere != nil && !l.Elsewhere.Above && l.Elsewhere.TakesItSo == "observation=observation"
		}},
		"what goes with its own action": {head: "episode,step,action,observation,reward", row: func(e, s int) string {
			blind := (e*e + e*s*s + s*s*s) % 7 % 2
			return fmt.Sprintf("%d,%d,%d,%d,%d", e, s, blind, blind, (e+s)%2)
		}, told: func(l *logs.Log) bool { return l.Elsewhere == nil }},
		"each once": {head: "episode,step,action,observation,reward,count", row: func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d,1", s%2) },
			told: func(l *logs.Log) bool { return l.Loss == "" && !l.Totals }},
		"an episode's total": {head: "episode,step,action,observation,reward", row: func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d", e%3) },
			told: func(l *logs.Log) bool { return l.Totals }},
		"a part of what was done": {head: "episode,step,action,observation,reward,note", row: func(e, s int) string {
			return fmt.Sprintf("%d,%d,%d,%d,%d,%s", e, s, (e+s/2)%2, (e+s)%2, e%2, []string{"long", "short"}[max((e+s)%2, (e*e+s*7)%5/4)])
		}, told: func(l *logs.Log) bool {
			return len(l.GoesWith) == 1 && l.GoesWith[0].Column == "note" && l.GoesWith[0].Seen
		}},
		"what goes with nothing": {head: "episode,step,action,observation,reward,note", row: func(e, s int) string {
			return step(e, s) + fmt.Sprintf(",%d,%d", s%2, (e*7+s*s*3)%11/4)
		}, told: func(l *logs.Log) bool { return l.GoesWith == nil }},
		"another order": {head: "episode,step,action,observation,reward", row: func(e, s int) string {
			return fmt.Sprintf("%d,%s,%d,%d,%d", e, []string{"June", "May", "April", "March"}[s], s%2, e%2, (e+s)%2)
		}, names: map[string]string{"step": "none"}, told: func(l *logs.Log) bool { return l.OtherOrder == "step" }},
		"rows without a mark": {head: "episode,step,action,observation,reward,invalid", row: func(e, s int) string {
			return step(e, s) + fmt.Sprintf(",%d,%s", s%2, map[bool]string{true: "1"}[e%5 == 0])
		}, told: func(l *logs.Log) bool { return l.LeftOut == "invalid" }},
		"a flag of another name": {head: "episode,step,action,observation,reward,Nachtest", row: func(e, s int) string {
			return step(e, s) + fmt.Sprintf(",%d,%s", s%2, map[bool]string{true: "ja", false: "nein"}[(e+s*s)%5 == 0])
		}, told: func(l *logs.Log) bool { return l.LeftOut == "Nachtest" }},
		"a flag that half of the rows have": {head: "episode,step,action,observation,reward,sunny", row: func(e, s int) string {
			return step(e, s) + fmt.Sprintf(",%d,%d", s%2, (e*e+s)%2)
		}, told: func(l *logs.Log) bool { return l.LeftOut == "" }},
		"a name with a character that nobody sees": {head: "episode,step,action,observation,reward", row: func(e, s int) string {
			return fmt.Sprintf("s%d%s,%d,%d,%d,%d", e/2, map[bool]string{true: "\u200b"}[e%2 == 1], s, s%2, e%2, (e+s)%2)
		}, told: func(l *logs.Log) bool { return l.Spelt != nil }},
		"wins and losses apart": {head: "episode,step,action,observation,win,loss", row: func(e, s int) string {
			return step(e, s) + []string{",5,", ",,3"}[(e+s/2)%2]
		}, names: map[string]string{"reward": "win+loss"}, told: func(l *logs.Log) bool { return slices.Equal(l.Rewards, []float64{-3, 5}) }},
		"ends that earn": {head: "episode,step,observation,action,reward,is_last", row: func(e, s int) string {
			return fmt.Sprintf("%d,%d,%d,%d,%d,%t", e, s, s%2, (e+s)%2, (e+s/2)%2, s == 3)
		}, names: map[string]string{"before": "observation", "end": "is_last"}, told: func(l *logs.Log) bool { return !l.Dummies }},
		"visits in the order of the alphabet": {head: "episode,visit,action,observation,reward", row: func(e, s int) string {
			return fmt.Sprintf("%d,%s,%d,%d,%d", e, []string{"EOT", "Screening", "V1a", "V2a"}[s], s%2, e%2, (e+s)%2)
		}, names: map[string]string{"step": "none"}, told: func(l *logs.Log) bool { return l.Alphabetical == "visit" }},
		"two sites with their own words": {head: "episode,step,action,observation,reward", row: func(e, s int) string {
			return fmt.Sprintf("%d,%d,%s,%d,%d", e, s, [][]string{{"left", "right"}, {"links", "rechts"}}[e/15][(e+s)%2], s%2, e%2)
		}, told: func(l *logs.Log) bool {
			return len(l.Codes) == 2 && slices.Equal(l.Codes[1], []string{"links", "rechts"})
		}},
		"words that meet in some episodes": {head: "episode,step,action,observation,reward", row: func(e, s int) string {
			return fmt.Sprintf("%d,%d,%s,%d,%d", e, s, [][]string{{"left", "right"}, {"up", "down"}, {"left", "up"}}[e%3][(e+s)%2], s%2, e%2)
		}, told: func(l *logs.Log) bool { return l.Codes == nil }},
		"losses alone": {head: "episode,step,action,observation,errors", row: func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d", s%2) }, names: map[string]string{"reward": "-errors"},
			told: func(l *logs.Log) bool { return l.Losses == nil && slices.Min(l.Rewards) == -1 }},
	} {
		l, err := counted(c.head, c.row, c.names)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !c.told(l) {
			t.Errorf("%s: found %+v", name, l.Taken)
		}
	}
}

// Two rows for each step are refused, with a way that makes one of them; so are marks in most rows, and counts of steps.
func TestWhatIsNoRowOfAStepIsRefused(t *testing.T) {
	var twos, marks strings.Builder
	twos.WriteString("episode,phase,action,reward,observation\n")
	marks.WriteString("action,reward,observation,state\n")
	for e := range 20 {
		for s := range 3 {
			fmt.Fprintf(&twos, "%[1]d,choice,%[2]d,,\n%[1]d,feedback,,1,%[2]d\n", e, s%2)
			fmt.Fprintf(&marks, "%d,1,0,%s\n", s%2, map[bool]string{true: "dead", false: "alive"}[s == 2])
		}
	}
	for text, c := range map[string]struct{ end, want string }{
		twos.String():  {"", "log0:2: found rows that come in twos, the first with action, the second with reward and observation, expected one row for each step; awk -F',' -v OFS=',' '{ sub(/\\r$/, \"\") } $3 != \"\" { a = $3 } NR == 1 || $4 != \"\""},
		marks.String(): {"state", "found a word in 60 of 60 rows"},
	} {
		_, err := countText(t, text, map[string]string{tabular.EndColumn: c.end})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("found %v, expected %s", err, c.want)
		}
	}
	_, err := countText(t, "episode,step,action,errors,observation\n0,1,0,1,0\n0,2,0,0,0\n", map[string]string{"reward": "errors"})
	if err == nil || !strings.Contains(err.Error(), `by its name a loss, expected to hear its sign: --columns reward=-errors, or reward=+errors where more is better`) {
		t.Errorf("a loss without a sign: %v", err)
	}
	_, err = countText(t, "episode,step,action,reward,observation,n\n0,1,0,0,0,3\n", map[string]string{"count": "n"})
	if err == nil || !strings.Contains(err.Error(), "found a column of counts, n, in a log of steps") {
		t.Errorf("counts of steps: %v", err)
	}
}

// A file that has none of the actions of those before it is named, and one that has some is not.
func TestFilesThatShareNoAction(t *testing.T) {
	file := func(name string, actions ...string) logs.Source {
		var b strings.Builder
		b.WriteString("episode,step,action,observation,reward\n")
		for e := range 12 {
			for s := range 4 {
				fmt.Fprintf(&b, "%s%d,%d,%s,%d,%d\n", name, e, s, actions[(e+s)%len(actions)], s%2, e%2)
			}
		}
		return logs.Source{Name: name, In: strings.NewReader(b.String())}
	}
	for want, second := range map[string][]string{"b": {"0", "1"}, "": {"right", "up"}} {
		l, err := logs.Count(t.Context(), logs.Options{Short: true}, file("a", "left", "right"), file("b", second...))
		if err != nil {
			t.Fatal(err)
		}
		if l.Strange != want {
			t.Errorf("%v: found the strange file %q, expected %q", second, l.Strange, want)
		}
	}
}
