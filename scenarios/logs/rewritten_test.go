package logs

import (
	"fmt"
	"strings"
	"testing"
)

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
