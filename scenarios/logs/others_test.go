package logs_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"eeporl/pomdp"
	"eeporl/scenarios/logs"
	"eeporl/scenarios/logs/tabular"
)

// othersLog is a log of forty episodes of five steps, as others write it.
type othersLog struct {
	text  string
	names map[string]string // declared columns
}

// Logs as others write them hold the same episodes as the plain log: steps within an object, episodes by name, lists of
// numbers, rewards in the row after, rows that hold what was seen at an end, episodes that two columns name.
func TestLogsAsOthersWriteThem(t *testing.T) {
	actions, seen := []string{"left", "right"}, []string{"dark", "light"}
	type step struct{ a, r, z int }
	at := func(e, s int) step { return step{(e + 3*s) % 2, (e*s + s/2) % 2, (e/2 + s) % 2} }
	build := func(head string, row func(e, s int, x step) string, end func(e int) string) string {
		var b strings.Builder
		b.WriteString(head)
		for e := range 40 {
			for s := range 5 {
				b.WriteString(row(e, s, at(e, s)))
			}
			if end != nil {
				b.WriteString(end(e))
			}
		}
		return b.String()
	}
	plain := build("episode,step,action,reward,observation\n", func(e, s int, x step) string {
		return fmt.Sprintf("%d,%d,%s,%d,%s\n", e, s, actions[x.a], x.r, seen[x.z])
	}, nil)
	object := func(s int, x step) string {
		return fmt.Sprintf(`{"step": %d, "action": %q, "reward": %d, "observation": %q}`, s, actions[x.a], x.r, seen[x.z])
	}
	var nested, named []string
	for e := range 40 {
		var steps, as, rs, zs []string
		for s := range 5 {
			x := at(e, s)
			steps, as, rs, zs = append(steps, object(s, x)), append(as, fmt.Sprintf("%q", actions[x.a])), append(rs, fmt.Sprint(x.r)), append(zs, fmt.Sprintf("%q", seen[x.z]))
		}
		nested = append(nested, fmt.Sprintf(`{"episode": %d, "steps": [%s]}`, e, strings.Join(steps, ", ")))
		named = append(named, fmt.Sprintf(`"ep%d": {"action": [%s], "reward": [%s], "observation": [%s]}`, e, strings.Join(as, ","), strings.Join(rs, ","), strings.Join(zs, ",")))
	}
	above := func(e, s int) (r int, z string) { // what a row of dm_env says of the one above
		if s == 0 {
			return 0, "start"
		}
		x := at(e, s-1)
		return x.r, seen[x.z]
	}
	for name, c := range map[string]othersLog{
		"steps in objects, a line each":        {text: strings.Join(nested, "\n")},
		"steps in objects, an array":           {text: "[" + strings.Join(nested, ",\n") + "]"},
		"steps in objects in an object":        {text: `{"meta": {"v": 1}, "episodes": [` + strings.Join(nested, ", ") + "]}"},
		"steps in objects, alone in an object": {text: `{"episodes": [` + strings.Join(nested, ", ") + "]}"},
		"steps that hold objects": {text: build("", func(e, s int, x step) string {
			return fmt.Sprintf(`{"episode": %d, "step": %d, "action": %q, "reward": %d, "observation": %q, "boxes": [{"id": 1}, {"id": 2}]}`+"\n", e, s, actions[x.a], x.r, seen[x.z])
		}, nil)},
		"names of a model beside them": {text: `{"actions": ["left", "right"], "rewards": [0, 1], "tags": ["a"], "episodes": [` + strings.Join(nested, ", ") + "]}"},
		"marks in brackets": {text: build("action,reward,observation,done\n", func(_, s int, x step) string {
			return fmt.Sprintf("%s,%d,%s,[%s]\n", actions[x.a], x.r, seen[x.z], map[bool]string{true: "True", false: "False"}[s == 4])
		}, nil), names: map[string]string{tabular.EndColumn: "done"}},
		"steps begin anew": {text: build("step,action,reward,observation\n", func(_, s int, x step) string {
			return fmt.Sprintf("%d,%s,%d,%s\n", s, actions[x.a], x.r, seen[x.z])
		}, nil), names: map[string]string{tabular.BeginColumn: "step"}},
		"a header before each": {text: build("", func(_, s int, x step) string {
			head := ""
			if s == 0 {
				head = "episode,action,reward,observation\n"
			}
			return head + fmt.Sprintf("0,%s,%d,%s\n", actions[x.a], x.r, seen[x.z])
		}, nil)},
		"a row without a step's number at the beginning": {text: build("episode,step,action,reward,observation\n", func(e, s int, x step) string {
			head := ""
			if s == 0 {
				head = fmt.Sprintf("%d,,,,dark\n", e)
			}
			return head + fmt.Sprintf("%d,%d,%s,%d,%s\n", e, s+1, actions[x.a], x.r, seen[x.z])
		}, nil)},
		"blanks that do not break": {text: build("episode,action,reward,observation\n", func(e, s int, x step) string {
			return fmt.Sprintf("%d,%s%s,%d,%s\n", e, actions[x.a], strings.Repeat("\u00a0", s%2), x.r, seen[x.z])
		}, nil)},
		"dm_env's types of steps": {text: build("step_type,observation,reward,action\n", func(e, s int, x step) string {
			r, z := above(e, s)
			return fmt.Sprintf("%s,%s,%d,%s\n", map[bool]string{true: "StepType.FIRST", false: "StepType.MID"}[s == 0], z, r, actions[x.a])
		}, func(e int) string {
			r, z := above(e, 5)
			return fmt.Sprintf("StepType.LAST,%s,%d,left\n", z, r)
		}), names: map[string]string{tabular.BeforeColumn: "observation", tabular.EarnedColumn: "reward", tabular.EndColumn: "step_type"}},
		"lists by name": {text: "{" + strings.Join(named, ", ") + "}", names: map[string]string{"step": "place"}},
		"months by name": {text: build("episode,when,action,reward,observation\n", func(e, s int, x step) string {
			return fmt.Sprintf("%d,%d-Mar-2024 1:%02d:00 pm,%s,%d,%s\n", e, e/2+1, s, actions[x.a], x.r, seen[x.z])
		}, nil), names: map[string]string{"step": "when"}},
		"two columns name an episode": {text: build("who,episode,action,reward,observation\n", func(e, _ int, x step) string {
			return fmt.Sprintf("%d,%d,%s,%d,%s\n", e/2, e%2, actions[x.a], x.r, seen[x.z])
		}, nil), names: map[string]string{"episode": "who+episode"}},
		"rows before the first step": {text: build("", func(e, s int, x step) string {
			head := ""
			if e == 0 && s == 0 {
				head = "episode,step,action,reward,observation\n"
			}
			if s == 0 {
				head += fmt.Sprintf("%[1]d,0,,,\n%[1]d,1,,,\n", e)
			}
			return head + fmt.Sprintf("%d,%d,%s,%d,%s\n", e, s+2, actions[x.a], x.r, seen[x.z])
		}, nil)},
		"rewards in the row after": {text: build("episode,step,observation,reward,action\n", func(e, s int, x step) string {
			r, z := above(e, s)
			return fmt.Sprintf("%d,%d,%s,%d,%s\n", e, s, z, r, actions[x.a])
		}, func(e int) string {
			r, z := above(e, 5)
			return fmt.Sprintf("%d,5,%s,%d,\n", e, z, r)
		}), names: map[string]string{tabular.BeforeColumn: "observation", tabular.EarnedColumn: "reward"}},
		"rows after the end, made up": {text: build("is_first,is_last,observation,action,reward\n", func(e, s int, x step) string {
			_, z := above(e, s)
			return fmt.Sprintf("%t,False,%s,%s,%d\n", s == 0, z, actions[x.a], x.r)
		}, func(e int) string {
			_, z := above(e, 5)
			return fmt.Sprintf("False,True,%s,left,1\n", z)
		}), names: map[string]string{tabular.BeforeColumn: "observation", tabular.EndColumn: "is_last"}},
	} {
		want, found := othersLog{text: plain}.read(t, name), c.read(t, name)
		if c.names[tabular.BeforeColumn] == "" { // the same symbols
			if !reflect.DeepEqual(found, want) {
				t.Errorf("%s: found other episodes: %v, expected %v", name, found[:1], want[:1])
			}
			continue
		}
		for i := range want { // "start" is a symbol besides
			for j := range want[i] {
				if found[i][j].Action != want[i][j].Action || found[i][j].Reward != want[i][j].Reward || found[i][j].Observation != want[i][j].Observation {
					t.Fatalf("%s: found %v in episode %d, expected %v", name, found[i], i, want[i])
				}
			}
		}
	}
}

func (c othersLog) read(t *testing.T, name string) (out [][]pomdp.Act) {
	t.Helper()
	o := logs.Options{Short: true, Declared: logs.Declared{Columns: c.names}}
	source := func() logs.Source { return logs.Source{Name: "x", In: strings.NewReader(c.text)} }
	log, err := logs.Count(t.Context(), o, source())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	read, err := logs.Whole(t.Context(), o, &log.Symbols, func(acts []pomdp.Act, _ float64) error {
		out = append(out, slices.Clone(acts))
		return nil
	}, source())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if read.Unacted+read.NoReward+read.NoObservation+read.NoLastSeen+read.Gaps > 0 || read.Episodes != 40 {
		t.Errorf("%s: found %+v, expected 40 episodes of which nothing is missing", name, read)
	}
	return out
}

// What may be read in two ways is refused, with both; what is no log yet, with the way to one.
func TestLogsThatNeedAWord(t *testing.T) {
	rows := func(head string, row func(i int) string) string {
		var b strings.Builder
		b.WriteString(head + "\n")
		for i := range 60 {
			b.WriteString(row(i) + "\n")
		}
		return b.String()
	}
	for name, c := range map[string]struct{ text, want string }{
		"thousands or decimals": {rows("episode\tstep\taction\tobservation\treward", func(i int) string {
			return fmt.Sprintf("%d\t%d\t%d\t%d\t%s", i/4, i%4, i%2, i%3, []string{"500", "1,500"}[i%2])
		}), `"1,500", which may be 1500 or 1.500`},
		"thousands between semicolons": {rows("episode;step;action;observation;reward", func(i int) string {
			return fmt.Sprintf("%d;%d;%d;%d;%s", i/4, i%4, i%2, i%3, []string{"500", "1.500"}[i%2])
		}), `"1.500", which may be 1500 or 1.500`},
		"the last first, JSON": {rows("", func(i int) string {
			return fmt.Sprintf(`{"episode": %d, "created": %d, "event_time": "2024-03-%02dT10:%02d:00", "action": %d, "reward": 0, "observation": %d}`, 14-i/4, i, 20-i/4, 59-i%4, i%2, i%3)
		})[1:], "--columns step=event_time"},
		"columns for several steps":         {"id,a1,z1,r1,a2,z2,r2,a3,z3\n0,1,0,1,0,1,1,0,0\n", "no r of step 3, expected each of a, z, r at every step"},
		"a row for each value":              {"id,time,variable,value\n" + strings.Repeat("1,1,action,2\n1,1,reward,0\n", 20), "a row for each value, of action, reward in column variable"},
		"what the row above earned and saw": {"subject,trial,prev_reward,prev_feedback,choice\n", "action=choice,earned=prev_reward,before=prev_feedback"},
		"E-Prime's answers":                 {"C:\\exp-1.edat3\nSubject\tSession\tTrial\tStim.RESP\tStim.RT\tFeedback\tReward\n", "x:2: found no column episode, step, action, observation, but"},
		"E-Prime's answer as the action":    {"C:\\exp-1.edat3\nSubject\tSession\tTrial\tStim.RESP\tStim.RT\tFeedback\tReward\n", "episode=Subject+Session,step=Trial,action=Stim.RESP,observation=Feedback"},
		"a row for each event": {rows("", func(i int) string {
			return fmt.Sprintf(`{"session": %d, "t": %d, "event": "%s", "value": "%d"}`, i/8, i, []string{"action", "result"}[i%2], i%3)
		})[1:], "a row for each value, of action, result in column event, expected a row for each step, with a column for each of them"},
		"an outcome in words beside points": {rows("subject,trial,resp,correct,outcome", func(i int) string {
			return fmt.Sprintf("%d,%d,%d,%d,%s", i/4, i%4, i%2, i%2, []string{"x", "y", "z"}[i%3])
		}), "action=resp,reward=correct,observation=outcome"},
		"pairs of a program's log": {rows("", func(i int) string {
			return fmt.Sprintf(`2024-01-01 info run=%d turn=%d did="go left" earned=%d saw=%d`, i/4, i%4, i%2, i%3)
		})[1:], `but "run", "turn", "did", "earned", "saw", expected --columns episode=run,step=turn,`},
		"a key that was pressed, and a value": {rows("subject,trial,key,value,cue", func(i int) string {
			return fmt.Sprintf("%d,%d,%s,%d,%d", i/4, i%4, []string{"f", "j"}[i%2], i%2, i%3)
		}), "action=key,reward=value,before=cue"},
		"what was on offer is no reward, and a time that never comes again no step": {rows("RT,offered,choice,subjID", func(i int) string {
			return fmt.Sprintf("%d.%d,%d,%d,%d", 300+i*7, i, 5+i*i%7, i%2, i/4)
		}), "--columns episode=subjID,action=choice,observation=NAME, or reward=NAME: what is seen, or earned"},
		"parts of what was seen": {rows("episode,step,action,reward,obs_0,obs_1", func(i int) string {
			return fmt.Sprintf("%d,%d,%d,%d,%d,%d", i/4, i%4, i%2, i%2, i%3, i%2)
		}), "--columns observation=obs_0+obs_1; observation may as well be obs_0, obs_1 or none"},
		"an event that is always the same": {rows("subject,trial,event,choice,reward,feedback", func(i int) string {
			return fmt.Sprintf("%d,%d,trial,%d,%d,%d", i/4, i%4, i%2, i%2, i%3)
		}), "action=choice,observation=feedback"},
		"a currency":         {"episode,step,action,reward,observation\n0,0,1,$1.50,1\n", "1.50, without a currency"},
		"a loss in brackets": {"episode,step,action,reward,observation\n0,0,1,(1.50),1\n", "-1.50, without"},
		"a number in a list": {"episode,step,action,reward,observation\n0,0,1,[1.],1\n", "1., without a currency, a unit, brackets or commas; sed 's/[][]//g'"},
		"a number of numpy":  {"episode,step,action,reward,observation\n0,0,1,np.float64(-1.5),1\n", "-1.5, without"},
		"letters for steps": {rows("id,actions,rewards", func(i int) string {
			return fmt.Sprintf("%d,%s,%s", i, []string{"LRLR", "LLRL", "RRLL", "RLRR", "LRRR", "RLLL"}[i%6], []string{"0110", "1010", "0001", "1101", "1000", "0011"}[i*5%6])
		}), `d[c].apply(lambda s: s.map(list))`},
		"words of two columns": {rows("subject,trial,choice,reward,feedback,browser,os", func(i int) string {
			return fmt.Sprintf("%d,%d,%s,%d,%s,Chrome %d,Windows %d", i/4, i%4, []string{"stay", "move"}[i%2], i*i%3%2, []string{"good", "poor"}[i/2%2], 100+i/4%9, 7+i/4%5)
		}), "--columns episode=subject,step=trial,action=choice,observation=feedback"},
		"two colons between fields": {"1::left::4::880000060\n2::right::3::880000061\n", "sed 's/::/,/g' FILE"},
		"screens of an experiment": {rows("subject,trial_index,trial_type,response,reward,outcome", func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf("%d,%d,html-keyboard,%s,,", i/8, i%8, []string{"x", ""}[i/2%2])
			}
			return fmt.Sprintf("%d,%d,html-button,%d,%d,%s", i/8, i%8, i/2%2, i/4%2, []string{"lo", "hi"}[i*i/3%2])
		}), "--columns episode=subject,step=trial_index,action=response"},
		"rows of a bandit": {rows("timestamp,item_id,click,propensity_score", func(i int) string {
			return fmt.Sprintf("%d,%d,%d,.5", 1700000000+i, i%2, i*i%3%2)
		}), "where each row is an episode, awk"},
		"a list":              {`{"episode": 0, "step": 0, "action": 1, "reward": 1, "obs": [0, 1]}` + "\n", "observation=obs.0+obs.1 takes all its parts"},
		"a header behind a #": {"#,Participant,Trial,Choice,Seen,Outcome\n1,0,0,run,quiet,1\n", "episode=Participant,step=Trial,action=Choice"},
		"two columns name one": {rows("subject,episode,action,observation,reward", func(i int) string {
			return fmt.Sprintf("%d,%d,%d,%d,%d", i/30, i/5%6, i%2, i%3, i%2)
		}), "episode=episode+subject"},
	} {
		_, err := logs.Count(t.Context(), logs.Options{Short: true}, logs.Source{Name: "x", In: strings.NewReader(c.text)})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %v, expected %s", name, err, c.want)
		}
	}
}

// A column that may tell episodes apart, is not used and changes within them is named; and so are rewards that seem to stand a
// row too low.
func TestColumnsThatMayTellEpisodesApart(t *testing.T) {
	var inTurns, alone strings.Builder
	inTurns.WriteString("env_id,episode,action,observation,reward\n")
	alone.WriteString("episode,action,observation,reward,block\n")
	for i := range 80 {
		fmt.Fprintf(&inTurns, "%d,%d,%d,%d,%d\n", i%2, i/20, i%2, i%3, i%2)
		fmt.Fprintf(&alone, "%d,%d,%d,%d,%d\n", i/8, i%2, i%3, i%2, i/8%2)
	}
	for text, want := range map[string]logs.Taken{inTurns.String(): {Mixed: "env_id", InTurns: true}, alone.String(): {}} {
		log, err := logs.Count(t.Context(), logs.Options{Short: true}, logs.Source{Name: "x", In: strings.NewReader(text)})
		if err != nil {
			t.Fatal(err)
		}
		if log.Mixed != want.Mixed || log.InTurns != want.InTurns {
			t.Errorf("found %q, %t, expected %q, %t", log.Mixed, log.InTurns, want.Mixed, want.InTurns)
		}
	}
}

// A point before three decimals is one where fields stand between tabs or commas.
func TestThreeDecimals(t *testing.T) {
	for _, separator := range []string{"\t", ","} {
		text := strings.ReplaceAll("episode,step,action,observation,reward\n0,0,1,0,1.125\n0,1,0,1,2\n0,2,0,1,1.375\n", ",", separator)
		log, err := logs.Count(t.Context(), logs.Options{Short: true}, logs.Source{Name: "x", In: strings.NewReader(text)})
		if err != nil || !slices.Equal(log.Rewards, []float64{1.125, 1.375, 2}) {
			t.Errorf("%q: found %v", separator, err)
		}
	}
}
