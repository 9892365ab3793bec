package logs

import (
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
		"Experiment 2024,,,,\n,,,,\nsubject,trial,choice,payoff,signal\n1,1,a,0,x\n": "line 3 looks like the header: tail -n +3",
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
