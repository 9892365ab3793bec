package logs

import (
	"fmt"
	"strings"
	"testing"
)

// manyPairs are names of n columns of x and n of y.
func manyPairs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",x_%d,y_%[1]d", i+1)
	}
	return b.String()
}

// told is one log as others may write it: how each row is written, and what is said between episodes.
type told struct {
	header  string
	row     func(e, i int, did, saw string, earned int) string
	between func(e int) string
	asked   string // what is proposed; "" for nothing
	o       Options
}

// text writes the log.
func (x told) text() string {
	var b strings.Builder
	if x.header != "" {
		b.WriteString(x.header + "\n")
	}
	for e := range 30 {
		if x.between != nil {
			b.WriteString(x.between(e))
		}
		for i := range 5 {
			b.WriteString(x.row(e, i, []string{"left", "listen", "right"}[(e*7+i*i)%3], []string{"hl", "hr"}[(e*i+e/2)%2], []int{-10, -1, 5}[(e+i*2)%3]) + "\n")
		}
	}
	return b.String()
}

// One log, rewritten in the ways of other programs, is read as the same triples; what has to be said is proposed.
func TestRewrittenLogs(t *testing.T) {
	const plain = "episode,step,action,reward,observation"
	row := func(e, i int, did, saw string, earned int) string {
		return fmt.Sprintf("%d,%d,%s,%d,%s", e, i+1, did, earned, saw)
	}
	want := cells(outcome(t, Options{}, told{header: plain, row: row}.text()))
	if strings.HasPrefix(want, "error") {
		t.Fatal(want)
	}
	called := func(columns ...string) Options {
		o := Options{}
		o.Columns = map[string]string{}
		for _, c := range columns {
			ours, theirs, _ := strings.Cut(c, "=")
			o.Columns[ours] = theirs
		}
		return o
	}
	unsorted := func(o Options) Options {
		o.Unsorted = true
		return o
	}
	format := func(form string) func(int, int, string, string, int) string {
		return func(e, i int, did, saw string, earned int) string { return fmt.Sprintf(form, e, i+1, did, earned, saw) }
	}
	one := func(is bool) int { return map[bool]int{true: 1}[is] }
	for name, x := range map[string]told{
		"pairs with blanks":    {row: format("episode = %d, step = %d, action = %s, reward = %d, observation = %s")},
		"pairs with colons":    {row: format("10:00:00,123 - INFO: episode: %d, step: %d, action: %s, reward: %d, observation: %s")},
		"pairs between bars":   {row: format("episode=%d|step=%d|action=%s|reward=%d|observation=%s")},
		"Python's dictionary":  {row: format("{'episode': %d, 'step': %d, 'action': '%s', 'reward': %d, 'observation': '%s'}")},
		"YAML":                 {row: format("- {episode: %d, step: %d, action: %s, reward: %d, observation: %s}")},
		"headings over blocks": {row: format("ep=%d i=%d action=%s reward=%d obs=%s"), between: func(e int) string { return fmt.Sprintf("--- episode %d ---\n", e) }, o: called("episode=block", "step=none", "observation=obs")},
		"NULL of a database": {header: plain, row: func(e, i int, did, saw string, earned int) string {
			return row(e, i, did, saw, earned)
		}, between: func(e int) string {
			if e == 0 {
				return ""
			}
			return fmt.Sprintf(`%d,6,\N,%d,\N`+"\n", e-1, e*100) // a total, of no action
		}},
		"one-hot actions": {header: "episode,step,action_left,action_listen,action_right,reward,observation", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%d,%d,%d,%d,%d,%s", e, i+1, one(did == "left"), one(did == "listen"), one(did == "right"), earned, saw)
		}, asked: "action=action_left+action_listen+action_right", o: Options{Declared: Declared{Columns: map[string]string{"action": "action_left+action_listen+action_right"}, Actions: []string{"action_left=1+action_listen=0+action_right=0", "action_left=0+action_listen=1+action_right=0", "action_left=0+action_listen=0+action_right=1"}}}},
		"a textbook's letters": {header: "ep,t,s_t,a_t,r_t,s_t+1", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%d,%s,%s,%d,%s", e, i+1, []string{"u", "v"}[i%2], did, earned, saw)
		}, asked: "episode=ep,step=t,action=a_t,reward=r_t,observation=s_t+1", o: called("episode=ep", "step=t", "action=a_t", "reward=r_t", "observation=s_t+1")},
		"the action before": {header: "episode,step,action_t-1,action_t,reward,observation", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%d,%s,%s,%d,%s", e, i+1, []string{"", "left"}[min(i, 1)], did, earned, saw)
		}, asked: "action=action_t,", o: called("action=action_t")},
		"a deck and its losses": {header: "subjID,trial,deck,gain,loss,cue", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%d,%s,%d,%d,%s", e, i+1, did, max(earned, 0), min(earned, 0), saw)
		}, asked: "action=deck,reward=gain+loss", o: called("episode=subjID", "step=trial", "action=deck", "reward=gain+loss", "observation=cue")},
		"what would have been right": {header: "subject,trial,optimal_action,chosen,reward,seen", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%d,left,%s,%d,%s", e, i+1, did, earned, saw)
		}, asked: "action=chosen,observation=seen", o: called("episode=subject", "step=trial", "action=chosen", "observation=seen")},
		"copies of what was done": {header: "user,n,verb,verb_de,points,shown", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("u%d,%d,%s,%s,%d,%s", e, i+1, did, strings.ToUpper(did), earned, saw)
		}, asked: "observation=shown", o: called("episode=user", "step=n", "action=verb", "reward=points", "observation=shown")},
		"lists of lists": {header: `{"v":1,"episodes":[`, row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf(`%s{"action":"%s","reward":%d,"observation":"%s"}%s`, []string{"["}[0][:one(i == 0)], did, earned, saw, []string{",", "]"}[one(i == 4)]+[]string{"", ",", "]}"}[one(i == 4)+one(i == 4 && e == 29)])
		}},
		"rows counted through, shuffled": {header: "row,episode,action,reward,observation", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%d,%s,%d,%s", e*5+i, e, did, earned, saw)
		}, o: unsorted(called("step=row"))},
		"dates of any name": {header: "episode,Zeitpunkt,action,reward,observation", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%02d.03.24 10:00,%s,%d,%s", e, i+1, did, earned, saw)
		}, o: called("step=Zeitpunkt")},
		"losses below 0 beside gains": {header: "subject,trial,choice,gains,losses,obs", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%d,%s,%d,%d,%s", e, i+1, did, max(earned, 0), min(earned, 0), saw)
		}, asked: "reward=gains+losses", o: called("episode=subject", "step=trial", "action=choice", "reward=gains+losses", "observation=obs")},
		"an id of each row": {header: "id,who,trial,choice,points,obs", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,p%d,%d,%s,%d,%s", e*5+i, e, i+1, did, earned, saw)
		}, asked: "episode=who,step=trial", o: called("episode=who", "step=trial", "action=choice", "reward=points", "observation=obs")},
		"a session that never changes": {header: "pp,session,trial,choice,reward,obs", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("p%d,1,%d,%s,%d,%s", e, i+1, did, earned, saw)
		}, asked: "episode=pp,step=trial", o: called("episode=pp", "step=trial", "action=choice", "observation=obs")},
		"a person and a session": {header: "participant,session,trials.thisN,verb,points,sound", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("p%d,%d,%d,%s,%d,%s", e/2, e%2, i, did, earned, saw)
		}, asked: "episode=participant+session,step=trials.thisN,action=verb,reward=points,observation=sound", o: called("episode=participant+session", "step=trials.thisN", "action=verb", "reward=points", "observation=sound")},
		"actions as true and false": {header: "episode,step,action_left,action_listen,action_right,reward,observation", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%d,%t,%t,%t,%d,%s", e, i+1, did == "left", did == "listen", did == "right", earned, saw)
		}, asked: "action=action_left+action_listen+action_right", o: Options{Declared: Declared{Columns: map[string]string{"action": "action_left+action_listen+action_right"}, Actions: []string{"action_left=true+action_listen=false+action_right=false", "action_left=false+action_listen=true+action_right=false", "action_left=false+action_listen=false+action_right=true"}}}},
		"parts seen before and after": {header: "episode,step,obs_1,obs_2,action,reward,next_obs_1,next_obs_2", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%d,u,%d,%s,%d,%s,0", e, i+1, i%2, did, earned, saw)
		}, asked: "observation=next_obs_1+next_obs_2", o: called("observation=next_obs_1+next_obs_2")},
		"what was seen before, and after": {header: "ep,t,a,r,last_obs,observation_after", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%d,%s,%d,u%d,%s", e, i+1, did, earned, i%2, saw)
		}, asked: "observation=observation_after", o: called("episode=ep", "step=t", "action=a", "reward=r", "observation=observation_after")},
		"the header again, of other names": {header: "", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%d,%s,%d,%s", e, i+1, did, earned, saw)
		}, between: func(e int) string { return []string{"run,trial,choice,points,obs\n", ""}[min(e%10, 1)] }, asked: "reward=points,observation=obs", o: called("episode=run", "step=trial", "action=choice", "reward=points", "observation=obs")},
		"names with blanks at their ends": {row: format(`{"ep ":%d,"step ":%d,"action ":"%s","reward ":%d,"obs ":"%s"}`), asked: "episode=ep ", o: called("episode=ep", "step=step", "observation=obs")},
		"RLDS, with names of episodes": {header: "episode_id,step_id,observation,action,reward,is_first,is_last", row: func(e, i int, did, saw string, earned int) string {
			before := "hl"
			if i > 0 {
				before = []string{"hl", "hr"}[(e*(i-1)+e/2)%2]
			}
			out := fmt.Sprintf("%d,%d,%s,%s,%d,%t,false", e, i+1, before, did, earned, i == 0)
			if i == 4 {
				out += fmt.Sprintf("\n%d,6,%s,left,0,false,true", e, saw)
			}
			return out
		}, asked: "before=observation,end=is_last", o: called("episode=episode_id", "step=step_id", "before=observation", "end=is_last")},
		"a list beside each step": {row: format(`{"episode":%d,"step":%d,"action":"%s","reward":%d,"observation":"%s","menu":[{"action":"left"},{"action":"wait"}]}`)},
		"pairs in a table's cell": {header: "episode\tsettings\tstep\taction\treward\tobservation", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d\talpha=0.1 beta=2\t%d\t%s\t%d\t%s", e, i+1, did, earned, saw)
		}},
		"a level in brackets":  {row: format("[INFO] episode=%d step=%d action=%s reward=%d observation=%s")},
		"headings in rules":    {row: format("ep=%d i=%d action=%s reward=%d obs=%s"), between: func(e int) string { return fmt.Sprintf("=== Episode %d ===\n", e) }, o: called("episode=block", "step=none", "observation=obs")},
		"pairs without blanks": {row: format("episode:%d step:%d action:%s reward:%d observation:%s"), between: func(e int) string { return fmt.Sprintf("episode:done return:%d\n", e) }},
		"a header of many pairs of columns": {header: plain + manyPairs(800), row: func(e, i int, did, saw string, earned int) string {
			return row(e, i, did, saw, earned) + strings.Repeat(",0", 2*800)
		}},
		"the header before each episode": {header: "", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%s,%d,%s", i+1, did, earned, saw)
		}, between: func(int) string { return "step,action,reward,observation\n" }, asked: "begin=step", o: called("begin=step")},
		"steps after a word": {header: plain, row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%s%d,%s,%d,%s", e, []string{"T", "week ", "Visit-", "trial_0"}[e%4], i+1, did, earned, saw)
		}},
		"a duration": {header: "episode,action,reward,observation,duration", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%s,%d,%s,00:%02d:10", e, did, earned, saw, (e*7+i*13)%40)
		}},
		"numbered columns of a long table": {header: "match,action_1,reward_1,seen_1,action_2,reward_2,seen_2", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%s,%d,%s,%s,%d,%s", e, did, earned, saw, saw, e%3, did)
		}, asked: "episode=match,action=action_1,reward=reward_1", o: called("episode=match", "action=action_1", "reward=reward_1", "observation=seen_1")},
		"words that are worth something": {header: plain, row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,%d,%s,%s,%s", e, i+1, did, map[int]string{-10: "lost", -1: "even", 5: "won"}[earned], saw)
		}, asked: "--worth", o: Options{Declared: Declared{Worth: []string{"lost=-10", "even=-1", "won=5"}}}},
	} {
		text := x.text()
		if strings.Contains(name, "shuffled") {
			lines := strings.SplitAfter(text, "\n")
			for i := 1; i < len(lines)-2; i += 2 {
				lines[i], lines[i+1] = lines[i+1], lines[i]
			}
			text = strings.Join(lines, "")
			x.asked = "--columns step=row --unsorted"
		}
		if strings.Contains(name, "dates") { // the last first
			lines := strings.Split(strings.TrimSpace(text), "\n")
			for i, j := 1, len(lines)-1; i < j; i, j = i+1, j-1 {
				lines[i], lines[j] = lines[j], lines[i]
			}
			text = strings.Join(lines, "\n")
			x.asked = "step=Zeitpunkt"
		}
		if strings.Contains(name, "lists") {
			text = strings.ReplaceAll(text, "\n", "")
		}
		if x.asked != "" {
			if got := outcome(t, Options{}, text); !strings.HasPrefix(got, "error") || !strings.Contains(got, x.asked) {
				t.Errorf("%s: found %q, expected %s to be proposed", name, got[:min(len(got), 400)], x.asked)
			}
		}
		if got := cells(outcome(t, x.o, text)); got != want {
			t.Errorf("%s: found %s, expected the triples of the plain log, %s", name, got[:min(len(got), 300)], want)
		}
	}
}

// What an action's row does not tell, and what is the same in all rows, is said; columns for two sides are two observations.
func TestWhatCountsNowhereIsSaid(t *testing.T) {
	count := func(o Options, x told) *Log {
		t.Helper()
		l, err := Count(t.Context(), o, Source{Name: "log", In: strings.NewReader(x.text())})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	const plain = "episode,step,action,reward,observation"
	ends := count(Options{}, told{header: plain, row: func(e, i int, did, saw string, earned int) string {
		if i == 4 {
			return fmt.Sprintf("%d,%d,,%d,", e, i+1, 7+e)
		}
		return fmt.Sprintf("%d,%d,%s,0,%s", e, i+1, did, saw)
	}})
	if ends.Nobodys != 30 || ends.Earning != "reward" || len(ends.Rewards) != 1 {
		t.Errorf("found %d rewards of no action, column %s, levels %v, expected 30, reward and 0 alone", ends.Nobodys, ends.Earning, ends.Rewards)
	}
	same := count(Options{}, told{header: plain + ",points", row: func(e, i int, did, saw string, earned int) string {
		return fmt.Sprintf("%d,%d,%s,0,%s,%d", e, i+1, did, saw, earned)
	}})
	if same.Constant != "points" {
		t.Errorf("found column %q for constant rewards, expected points", same.Constant)
	}
	for want, header := range map[string]string{
		"observation=obs1+obs2": "subject,trial,choice,points,obs1,obs2",
		"observation=light_left; observation may as well be light_right": "subject,trial,choice,points,light_left,light_right",
		"observation=target if that was seen":                            "subject,trial,choice,points,target,target",
	} {
		asked := told{header: strings.TrimSuffix(header, ",target"), row: func(e, i int, did, saw string, earned int) string {
			out := fmt.Sprintf("%d,%d,%s,%d,%s", e, i+1, did, earned, saw)
			if !strings.HasSuffix(header, ",target") {
				out += "," + []string{"a", "b"}[(e+i*i)%2]
			}
			return out
		}}
		if got := outcome(t, Options{}, asked.text()); !strings.Contains(got, want) {
			t.Errorf("found %q, expected %s", got[:min(len(got), 500)], want)
		}
	}
}

// What is no log as it stands is named for what it is, and nothing is guessed from it.
func TestWhatIsNoLogIsNamed(t *testing.T) {
	row := func(e, i int, did, saw string, earned int) string {
		return fmt.Sprintf("%d,%d,%s,%d,%s", e, i+1, did, earned, saw)
	}
	const plain = "episode,step,action,reward,observation"
	text := told{header: plain, row: row}.text()
	for want, log := range map[string]string{
		"'^' between its names":          strings.ReplaceAll(text, ",", "^"),
		"one field in quotes":            `"` + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\"\n\"") + "\"\n",
		"a header of two lines":          strings.Replace(text, plain, ",,action,reward,observation\nepisode,step,,,", 1),
		"sed 2d FILE":                    strings.Replace(text, plain, plain+"\nEpisode ID,n,what,1,seen", 1),
		"columns stand in another order": text + "episode,step,observation,reward,action\n",
		"a TOML file":                    "[[step]]\nepisode = 1\n",
		"a table of HTML":                "<table><tr><th>episode</th></tr></table>",
		"UTF-32":                         "\xff\xfe\x00\x00e\x00\x00\x00",
		`"act" again`:                    strings.Replace(text, plain, "id,n,act,reward,act", 1),
		"a row for each value, of action,": told{header: "session,type,value", row: func(e, i int, did, saw string, earned int) string {
			return fmt.Sprintf("%d,action,%s\n%d,reward,%d", e, did, e, earned)
		}}.text(),
		"where empty lines stand":      strings.ReplaceAll(told{header: "action,reward,observation", row: func(_, _ int, did, saw string, earned int) string { return fmt.Sprintf("%s,%d,%s", did, earned, saw) }, between: func(int) string { return "\n" }}.text(), "observation\n\n", "observation\n"),
		"--columns begin=step,episode": strings.ReplaceAll(strings.Replace(text, plain, "subject,step,action,reward,observation", 1), "\n1,", "\n0,"),
	} {
		o := Options{}
		if strings.Contains(want, "begin=step") {
			o.Columns = map[string]string{"episode": "subject"}
		}
		if got := outcome(t, o, log); !strings.HasPrefix(got, "error") || !strings.Contains(got, want) {
			t.Errorf("found %q, expected %s", got[:min(len(got), 400)], want)
		}
	}
}
