package logs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"eeporl/pomdp"
	"eeporl/scenarios/logs"
)

// read gives the whole episodes of a log and what was found in it.
func read(t *testing.T, columns map[string]string, text string) (episodes [][]pomdp.Act, log *logs.Log) {
	t.Helper()
	o := logs.Options{Declared: logs.Declared{Columns: columns}, Short: true}
	source := func() logs.Source { return logs.Source{Name: "x.csv", In: strings.NewReader(text)} }
	log, err := logs.Count(t.Context(), o, source())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if _, err := logs.Whole(t.Context(), o, &log.Symbols, func(acts []pomdp.Act, _ float64) error {
		episodes = append(episodes, slices.Clone(acts))
		return nil
	}, source()); err != nil {
		t.Fatal(err)
	}
	return episodes, log
}

// What was seen before an action is what the one before it led to: the log reads as one that says so itself.
func TestSeenBeforeTheAction(t *testing.T) {
	var before, after strings.Builder
	before.WriteString("episode,cue,action,reward\n")
	after.WriteString("episode,action,reward,observation\n")
	for e := range 3 {
		cue := func(i int) string { return string(rune('a' + (e*i+i)%3)) }
		for i := range 6 {
			fmt.Fprintf(&before, "%d,%s,%d,%d\n", e, cue(i), i%2, e%2)
			next := cue(i + 1)
			if i == 5 {
				next = ""
			}
			fmt.Fprintf(&after, "%d,%d,%d,%s\n", e, i%2, e%2, next)
		}
	}
	found, log := read(t, map[string]string{"before": "cue"}, before.String())
	want, plain := read(t, nil, after.String())
	if !slices.EqualFunc(found, want, slices.Equal) || !log.Before || log.SeenFirst == "" || plain.SeenFirst != "" {
		t.Errorf("found %v, expected %v", found, want)
	}
	if a, b := slices.Collect(cells(log)), slices.Collect(cells(plain)); !slices.Equal(a, b) || len(a) == 0 {
		t.Errorf("found the triples %v, expected %v", a, b)
	}
	if _, log := read(t, map[string]string{"observation": "cue"}, before.String()); log.SeenFirst != "cue" || log.Before {
		t.Errorf("found %+v, expected to be told that cue stands before the action", log)
	}
}

func cells(l *logs.Log) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for cell, n := range l.Cells() {
			if !yield(fmt.Sprint(cell, n)) {
				return
			}
		}
	}
}

// A column may say where episodes end, whatever form the log has; names end them too.
func TestEpisodesByTheirEnds(t *testing.T) {
	want := [][]int{{0, 1, 1}, {1}, {0, 0}}
	for what, text := range map[string]string{
		"CSV":     "# a comment\nobs,action,reward,done\nx,0,1,False\nx,1,0,False\n\ny,1,1,True\nx,1,1,True\n# and one\ny,0,1,False\nx,0,1,False\n",
		"TSV":     "action\treward\tobs\tdone\n0\t1\tx\t0\n1\t0\tx\t0\n1\t1\ty\t1\n1\t1\tx\t1\n0\t1\ty\t0\n0\t1\tx\t0.0\n",
		"objects": `{"action":0,"reward":1,"obs":"x","done":false}` + "\n" + `  {"action":1,"reward":0,"obs":"x","done":false}` + "\n" + `{"action":1,"reward":1,"obs":"y","done":true}` + "\n" + `{"action":1,"reward":1,"obs":"x","done":true}` + "\n" + `{"action":0,"reward":1,"obs":"y","done":false}` + "\n" + `{"action":0,"reward":1,"obs":"x","done":null}` + "\n",
		"array":   `[{"action":0,"reward":1,"obs":"x","done":false},{"action":1,"reward":0,"obs":"x","done":false},{"action":1,"reward":1,"obs":"y","done":true},{"action":1,"reward":1,"obs":"x","done":true},{"action":0,"reward":1,"obs":"y","done":false},{"action":0,"reward":1,"obs":"x","done":false}]`,
		"names":   "episode,action,reward,obs,done\na,0,1,x,0\na,1,0,x,0\na,1,1,y,1\na,1,1,x,0\nb,0,1,y,0\nb,0,1,x,0\n",
	} {
		episodes, log := read(t, map[string]string{"end": "done", "observation": "obs"}, text)
		var actions [][]int
		for _, e := range episodes {
			var list []int
			for _, act := range e {
				list = append(list, act.Action)
			}
			actions = append(actions, list)
		}
		if !slices.EqualFunc(actions, want, slices.Equal) || log.Endings != "" {
			t.Errorf("%s: found the actions %v, expected %v", what, actions, want)
		}
	}
	_, err := logs.Count(t.Context(), logs.Options{Declared: logs.Declared{Columns: map[string]string{"end": "over"}}}, logs.Source{Name: "x.csv", In: strings.NewReader("action,reward,done\n0,1,0\n")})
	if err == nil || !strings.Contains(err.Error(), "found no column over") {
		t.Errorf("found %v, expected to hear that there is no such column", err)
	}
	_, err = logs.Count(t.Context(), logs.Options{Declared: logs.Declared{Columns: map[string]string{"end": "done"}}, Short: true}, logs.Source{Name: "x.csv", In: strings.NewReader("action,reward,done\n0,1,0\n0,0,0\n0,1\n")})
	if err == nil || !strings.Contains(err.Error(), "x.csv:4") {
		t.Errorf("found %v, expected line 4", err)
	}
}

// A row of an episode that says nothing is a step of which nothing is known; many are rows between steps.
func TestRowsThatSayNothing(t *testing.T) {
	one := "episode,action,reward,note\na,0,0,\na,1,1,\na,NA,,\na,1,1,\n,,,\na,0,0,\n"
	episodes, log := read(t, nil, one)
	if len(episodes) != 1 || len(episodes[0]) != 5 || episodes[0][2].Action != -1 || log.Fillers != 0 {
		t.Errorf("found %v, expected one step of five of which nothing is known", episodes)
	}
	many := "episode,action,reward,note\na,,,iti\na,0,0,\na,,,iti\na,1,1,\na,,,iti\na,1,1,\na,,,iti\na,0,0,\n"
	episodes, log = read(t, nil, many)
	if len(episodes) != 1 || len(episodes[0]) != 4 || log.Fillers != 4 {
		t.Errorf("found %v and %d rows between, expected four steps and four rows", episodes, log.Fillers)
	}
}

// Columns beside those of a triple table change nothing, nor do rows' names, or a separator at the end.
func TestOtherColumnsOfATable(t *testing.T) {
	const names = "a1,z2,r2,a2,z3,r3,a3,z4,r4,a4"
	plain := names + "\n0,1,1,0,0,1,1,1,0,0\n0,1,1,0,0,1,1,1,0,1\n"
	_, log := read(t, nil, plain)
	want := slices.Collect(cells(log))
	for what, text := range map[string]string{
		"a column":    names + ",x\n0,1,1,0,0,1,1,1,0,0,5\n0,1,1,0,0,1,1,1,0,1,5\n",
		"rows' names": strings.ReplaceAll(plain, "\n0,", "\n7,0,"),
		"a separator": strings.ReplaceAll(strings.ReplaceAll(plain, "0\n", "0,\n"), "1\n", "1,\n"),
		"blanks":      strings.ReplaceAll(plain, ",", "  "),
		"R's table":   strings.ReplaceAll(strings.ReplaceAll("\""+strings.ReplaceAll(names, ",", "\" \"")+"\""+plain[len(names):], "\n0,", "\n\"1\" 0,"), ",", " "),
	} {
		columns := map[string]string{}
		if what == "a column" {
			columns["count"] = "none"
		}
		if _, log := read(t, columns, text); !slices.Equal(slices.Collect(cells(log)), want) {
			t.Errorf("%s: found %v, expected %v in %s", what, slices.Collect(cells(log)), want, text)
		}
	}
}

// A reward of several columns is their sum. A loss that has no sign is taken away.
func TestRewardsAddUp(t *testing.T) {
	for text, want := range map[string][]float64{
		"episode,action,gain,loss\na,0,50,-25\na,1,100,0\na,0,.1,.2\na,0,,3\n":  {.3, 25, 100},
		"episode,action,gain,loss\na,0,50,25\na,1,100,0\na,0,.3,.2\na,0,1,NA\n": {.1, 25, 100},
		"episode;action;gain;loss\na;0;50;-2,5\na;1;100;0\na;0;,5;0\na;0;1;0\n": {.5, 1, 47.5, 100},
	} {
		_, log := read(t, map[string]string{"reward": "gain+loss"}, text)
		if !slices.EqualFunc(log.Rewards, want, func(a, b float64) bool { return a == b }) || (log.Losses != nil) != strings.Contains(text, ",25\n") {
			t.Errorf("%s: found the rewards %v and the losses %v, expected %v", text, log.Rewards, log.Losses, want)
		}
	}
}

// A column of times is no reason to refuse a log whose rows stand in their order.
func TestTimesAreNotAskedFor(t *testing.T) {
	if _, log := read(t, nil, "episode,action,reward,observation,timestamp\na,0,1,x,2024-03-01 10:00\na,1,1,y,2024-03-01 10:01\n"); log.Rows != 2 {
		t.Errorf("found %d rows, expected two", log.Rows)
	}
}

// Rows that go backwards are noticed, whether the day stands first or the month.
func TestRowsThatFallBack(t *testing.T) {
	for _, form := range []string{"2.1.2006", "2/1/2006 15:04", "1/2/2006 15:04"} {
		var text strings.Builder
		text.WriteString("episode,action,reward,date\n")
		for i := range 28 {
			fmt.Fprintf(&text, "a,%d,1,%s\n", i%2, time.Date(2024, 3, 28-i, 10, 0, 0, 0, time.UTC).Format(form))
		}
		_, err := logs.Count(t.Context(), logs.Options{Short: true}, logs.Source{Name: "x.csv", In: strings.NewReader(text.String())})
		if err == nil || !strings.Contains(err.Error(), "--columns step=date") {
			t.Errorf("%s: found %v, expected to hear that rows go backwards", form, err)
		}
	}
}

// The message for a log with other names proposes what its columns likely are.
func TestProposals(t *testing.T) {
	for header, want := range map[string]string{
		"trial,choice,gain,loss,subjID":                                       "--columns episode=subjID,step=trial,action=choice,reward=gain+loss",
		"gain,loss,cert,gamble,outcome,subjID":                                "--columns episode=subjID,action=gamble,reward=outcome",
		"obs,action,reward,next_obs,done":                                     "--columns end=done,observation=next_obs",
		"env_id,action,reward,observation,done":                               "--columns end=done,episode=env_id",
		"state,action,reward,next_state,terminated,truncated":                 "--columns end=terminated+truncated,observation=next_state",
		"user_id,session_id,action,reward,observation":                        "--columns episode=user_id+session_id",
		"subjID,block,choice,outcome":                                         "--columns episode=subjID,action=choice,reward=outcome",
		"subject,trial,cue,choice,reward":                                     "step=trial,action=choice,before=cue",
		"case:concept:name,time:timestamp,concept:name":                       "--columns episode=case:concept:name,step=time:timestamp,observation=concept:name",
		"episode,step,action,reward,state_before":                             "--columns before=state_before",
		"icustayid,bloc,action_iv,action_vaso,state,reward":                   "action may as well be action_vaso, action_iv+action_vaso or none",
		"action,reward,observation,reset":                                     "--columns begin=reset",
		"subjID,trial,delay,choice":                                           "action=choice,observation=delay",
		"patient,visit,treatment,response,reward":                             "--columns episode=patient,step=visit,action=treatment,observation=response",
		"case:concept:name,concept:name,time:timestamp,outcome,reward":        "--columns episode=case:concept:name,step=time:timestamp,action=concept:name,observation=outcome",
		"game_id,turn,card,score,opponent_move":                               "--columns episode=game_id,step=turn,action=card,reward=score,observation=opponent_move",
		"episode_index,frame_index,action,next.reward,observation":            "--columns episode=episode_index,step=frame_index,reward=next.reward",
		"pid,visit,drug,benefit,symptom,duration_ms":                          "--columns episode=pid,step=visit,action=drug,reward=benefit,observation=symptom",
		"Patient,Aktion_T1,Gewinn_T1,Befund_T1,Aktion_T2,Gewinn_T2,Befund_T2": "--columns episode=Patient,action=Aktion,reward=Gewinn,observation=Befund",
		"subjID,trial,delay,amount,choice":                                    "action=choice,observation=NAME, or reward=NAME",
	} {
		_, err := logs.Count(t.Context(), logs.Options{}, logs.Source{Name: "x.csv", In: strings.NewReader(header + "\n")})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: found %v, expected %q", header, err, want)
		}
	}
}

// What is seen only where no action went before, in a first row or after a gap, follows no action: it is no observation, and no
// error. What a declared list lacks still is, where it follows one.
func TestSeenBeforeTheFirstActionAlone(t *testing.T) {
	const text = "episode,step,action,reward,x\n1,1,a,1,start\n1,2,b,0,u\n1,3,a,0,v\n1,4,b,0,u\n1,6,b,0,late\n1,7,a,0,u\n"
	before := map[string]string{"before": "x"}
	log, err := logs.Count(t.Context(), logs.Options{Declared: logs.Declared{Columns: before}}, logs.Source{Name: "x.csv", In: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	if got := log.Table().Observations; !slices.Equal(got, []string{"u", "v"}) {
		t.Errorf("found the observations %q", got)
	}
	_, err = logs.Count(t.Context(), logs.Options{Declared: logs.Declared{Columns: before, Observations: []string{"u", "w"}}}, logs.Source{Name: "x.csv", In: strings.NewReader(text)})
	if err == nil || !strings.Contains(err.Error(), `found "v"`) {
		t.Errorf("found %v of an observation that is not declared", err)
	}
}
