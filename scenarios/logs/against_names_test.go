package logs

import (
	"fmt"
	"strings"
	"testing"
)

// What names leave open is told by what stands in the columns: an end that never comes ends nothing, a clock names no episode,
// what counts the rows is no action.
func TestContentsAgainstNames(t *testing.T) {
	for text, want := range map[string]string{
		"participant,player.choice,player.payoff,player.signal,truncated\n" + strings.Repeat("L1,A,0,mid,False\nL1,B,1,lo,False\n", 3): "--columns episode=participant,action=player.choice",
		"run,seq,command,r,sensor\nS1,09:01:00,left,0,bump\nS1,09:02:00,right,1,wall\n":                                                "--columns episode=run,step=seq,action=command,reward=r,observation=sensor",
		"game_id,move,move_played,reward,enemy_state\n" + strings.Repeat("1,1,rock,1,flee\n1,2,paper,0,defend\n1,3,rock,0,flee\n", 1) + strings.Repeat("2,1,rock,1,flee\n2,2,paper,0,defend\n3,1,rock,0,flee\n3,2,rock,0,flee\n4,1,rock,0,flee\n4,2,paper,0,flee\n", 1) + "5,1,rock,1,flee\n5,2,paper,0,defend\n6,1,rock,0,flee\n6,2,rock,0,flee\n7,1,rock,0,flee\n7,2,paper,0,flee\n8,1,rock,1,flee\n8,2,rock,1,flee\n9,1,rock,1,flee\n9,2,rock,1,flee\n10,1,rock,1,flee\n10,2,rock,1,flee\n": "action=move_played",
		"id,visit,given_a,given_b,improvement,state_x,state_y\n" + strings.Repeat("1,1,1,0,0.5,0,1\n1,2,0,1,1.5,1,0\n1,3,0,1,-0.5,0,1\n", 7): "action=given_a+given_b,",
		"subject,trial,choice,payoff,signal\n" + strings.Repeat("1,1,a,(0.5),x\n1,2,b,2,y\n", 11):                                            "reward=payoff,observation=signal",
		"dialog_id,turn,bot_action,score,user_response\n":                                                                                    "action=bot_action,reward=score,observation=user_response",
		"Experiment 2024,,,,\n,,,,\nsubject,trial,choice,payoff,signal\n1,1,a,0,x\n":                                                         "line 3 looks like the header: tail -n +3",
	} {
		if got := outcome(t, Options{}, text); !strings.Contains(got, want) {
			t.Errorf("%q: found %s, expected %q", text[:30], got, want)
		}
	}
}

// JSON as most programs print it, with blanks, is JSON.
func TestJSONWithBlanks(t *testing.T) {
	spaced := `{"episode": 1, "step": 1, "action": "caf\u00e9", "reward": 0, "observation": "x"}
{"episode": 1, "step": 2, "action": "a", "reward": 1, "observation": "y"}
`
	if got, want := outcome(t, Options{Short: true}, spaced), outcome(t, Options{Short: true}, strings.ReplaceAll(spaced, ", ", ",")); got != want {
		t.Errorf("found %s, expected %s", got, want)
	}
}

// What is counted and may not be meant so is said, or asked about.
func TestWhatCountsUnmeantIsSaid(t *testing.T) {
	const head = "episode,step,action,reward,observation"
	var falling, padded, thousands strings.Builder
	falling.WriteString(head + "\n")
	padded.WriteString(head + "\n")
	thousands.WriteString(head + "\n")
	for e := range 20 {
		for s := range 6 {
			fmt.Fprintf(&falling, "%d,%d,%d,%d,%d\n", e, s, (e+s)%2, 6-s, s%2)
			if s < 3+e%3 {
				fmt.Fprintf(&padded, "%d,%d,%d,%d,%d\n", e, s, 1+(e+s)%2, s%2, 1+s%2)
			} else {
				fmt.Fprintf(&padded, "%d,%d,0,0,0\n", e, s)
			}
			fmt.Fprintf(&thousands, "%d,%d,%d,%s,%d\n", e, s, (e+s)%2, []string{"1.200", "300", "50"}[(e+s)%3], s%2)
		}
	}
	for _, c := range []struct{ text, want string }{
		{falling.String(), "never rise within an episode and fall in many"},
		{thousands.String(), "which may be 1200 or 1.200"},
		{"episode,event_index,action,reward,observation\n" + strings.Repeat("1,40,l,0,x\n1,30,r,1,y\n1,20,l,1,y\n1,10,r,0,x\n", 1) + "2,40,l,0,x\n2,30,r,1,y\n2,20,l,1,y\n2,10,r,0,x\n", "which counts those of each episode"},
		{strings.ReplaceAll(head, "observation", "observation,times") + "\n1,1,l,0,x,30\n1,2,r,1,y,30\n1,3,l,1,y,30\n1,4,r,0,x,30\n", "by its name how often"},
	} {
		if got := outcome(t, Options{}, c.text); !strings.Contains(got, c.want) {
			t.Errorf("%.60q: found %.200s, expected %q", c.text, got, c.want)
		}
	}
	log, err := Count(t.Context(), Options{}, Source{Name: "log", In: strings.NewReader(padded.String())})
	if err != nil || log.Padded != "0" {
		t.Errorf("found %v and %+v, expected that 0 fills up", err, log)
	}
	words := "episode,step,action,reward,observation\n1,week -2,l,0,x\n1,week -4,r,1,y\n1,week 0,l,1,y\n1,week -3,r,0,x\n"
	plain := "episode,step,action,reward,observation\n1,3,l,0,x\n1,1,r,1,y\n1,4,l,1,y\n1,2,r,0,x\n"
	o := Options{Declared: Declared{Unsorted: true}}
	if got, want := outcome(t, o, words), outcome(t, o, plain); got != want {
		t.Errorf("found %s, expected %s", got, want)
	}
}
