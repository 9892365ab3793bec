package logs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"eeporl/scenarios/logs"
)

// What the first rows show to be meant otherwise than it would be read is asked, and each answer that the question names is taken.
func TestQuestions(t *testing.T) {
	zero, half := 0., .5
	log := func(head string, row func(e, s int) string) string {
		var b strings.Builder
		b.WriteString(head + "\n")
		for e := range 30 {
			for s := range 4 {
				b.WriteString(row(e, s) + "\n")
			}
		}
		return b.String()
	}
	step := func(e, s int) string { return fmt.Sprintf("%d,%d,%d,%d", e, s, (e+s)%2, (e+s/2)%2) } // and a reward
	const head = "episode,step,action,observation,reward"
	columns := func(words ...string) logs.Declared {
		d := logs.Declared{Columns: map[string]string{}}
		for _, word := range words {
			ours, theirs, _ := strings.Cut(word, "=")
			d.Columns[ours] = theirs
		}
		return d
	}
	some := func(is bool, text string) string {
		if is {
			return text
		}
		return ""
	}
	for name, c := range map[string]struct {
		text    string
		d       logs.Declared // what was said already
		asked   string
		answers []logs.Declared
		rows    int // that the first answer leaves
	}{
		"a column that counts rows": {
			text:  log("episode,beat,action,observation,reward", func(e, s int) string { return fmt.Sprintf("%d,%d,%d,%d,%d", e, 4-s, s%2, e%2, s/2) }),
			asked: "not in the order of column beat", answers: []logs.Declared{{Columns: map[string]string{"step": "beat"}, Unsorted: true}, columns("step=none")}},
		"None among what was seen": {
			text: log(head, func(e, s int) string {
				return fmt.Sprintf("%d,%d,%d,%s,%d", e, s, (e+s)%2, []string{"Mild", "None", "Severe"}[(e*e+s)%3], s%2)
			}),
			asked: "--missing observation=None", answers: []logs.Declared{{Missing: []string{"observation=None"}}, {Observations: []string{"Mild", "None", "Severe"}}}},
		"rows of practice": {
			text: log(head+",phase", func(e, s int) string {
				return step(e, s) + fmt.Sprintf(",%d,%s", s%2, []string{"main", "practice"}[e/25])
			}),
			asked: "phase = practice", answers: []logs.Declared{{Only: "phase!=practice"}, {Only: "phase=main"}, {Only: logs.AllRows}}, rows: 100},
		"rows of two kinds of practice": {
			text: log(head+",phase", func(e, s int) string {
				return step(e, s) + fmt.Sprintf(",%d,%s", s%2, []string{"main", "practice 1", "practice 2"}[e/12])
			}),
			asked: "--only 'phase!=practice 1|practice 2'", answers: []logs.Declared{{Only: "phase!=practice 1|practice 2"}, {Only: "phase=main"}}, rows: 48},
		"how often each occurred": {
			text:  log(head+",count", func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d,%d", s%2, e%3+1) }),
			asked: `a column "count"`, answers: []logs.Declared{columns("count=none")}},
		"what the row above led to": {
			text: log(head, func(e, s int) string {
				return fmt.Sprintf("%d,%d,%s,%s,%s", e, s, some(s < 3, fmt.Sprint(s%2)), some(s > 0, fmt.Sprint(e%2)), some(s > 0, fmt.Sprint((e+s)%2)))
			}),
			asked: "--columns earned=reward,before=observation", answers: []logs.Declared{columns("earned=reward", "before=observation"), columns("reward=reward")}, rows: -1},
		"a code for no answer": {
			text: log(head, func(e, s int) string {
				return fmt.Sprintf("%d,%d,%s,%d,%d", e, s, []string{"left", "right", "99"}[(e+s)%3], e%2, s%2)
			}),
			asked: `the action "99"`, answers: []logs.Declared{{Missing: []string{"action=99"}}, {Actions: []string{"left", "right", "99"}}}},
		"a rare number below 0": {
			text: log(head, func(e, s int) string {
				return fmt.Sprintf("%d,%d,%d,%d,%d", e, s, []int{0, 1, 0, 1, 0, 1, 0, -1}[(e+s)%8], e%2, s%2)
			}),
			asked: `the action "-1"`, answers: []logs.Declared{{Missing: []string{"action=-1"}}, {Actions: []string{"0", "1", "-1"}}}},
		"arrays padded to one length": {
			text: log(head, func(e, s int) string {
				if s >= 2+e%3 {
					return fmt.Sprintf("%d,%d,-1,-1,0", e, s)
				}
				return fmt.Sprintf("%d,%d,%d,%d,%d", e, s, (e+s)%2, e%2, s%2)
			}),
			asked: `the action "-1" and the observation "-1"`, answers: []logs.Declared{{Missing: []string{"action=-1", "observation=-1"}}, {Actions: []string{"0", "1", "-1"}, Observations: []string{"0", "1", "-1"}}}},
		"a word for no answer": {
			text: log(head, func(e, s int) string {
				return fmt.Sprintf("%d,%d,%s,%d,%d", e, s, []string{"left", "right", "timeout"}[(e+s)%3], e%2, s%2)
			}),
			asked: `the action "timeout"`, answers: []logs.Declared{{Missing: []string{"action=timeout"}}}},
		"a reward that is far off": {
			text:  log(head, func(e, s int) string { return fmt.Sprintf("%s,%d", step(e, s), []int{0, 1, 2, -999}[(e+s)%4]) }),
			asked: `the reward level "-999"`, answers: []logs.Declared{{Missing: []string{"-999"}}, {Rewards: []float64{-999, 0, 1, 2}}}},
		"one reward and blanks": {
			text:  log(head, func(e, s int) string { return step(e, s) + "," + some((e+s)%2 == 0, "1") }),
			asked: "--blank-reward 0", answers: []logs.Declared{{Blank: &zero}, columns("reward=+reward")}},
		"rewards at ends alone": {
			text:  log(head, func(e, s int) string { return step(e, s) + "," + some(s == 3, fmt.Sprint(e%3)) }),
			asked: "--blank-reward 0", answers: []logs.Declared{{Blank: &zero}, columns("reward=+reward")}},
		"blanks beside decimal commas": {
			text: strings.ReplaceAll(log("episode;step;action;observation;reward", func(e, s int) string {
				return strings.ReplaceAll(step(e, s), ",", ";") + ";" + some((e+s)%2 == 0, "1@5")
			}), "@", ","),
			asked: "--blank-reward 0", answers: []logs.Declared{{Blank: &half}, columns("reward=+reward")}},
		"nothing done in most rows": {
			text: log(head, func(e, s int) string {
				return fmt.Sprintf("%d,%d,%s,%d,%d", e, s, some((e+s)%3 == 0, []string{"oil", "swap"}[e%2]), e%2, -(s % 2))
			}), d: columns("action=action"),
			asked: "--blank-action none", answers: []logs.Declared{{Idle: "none"}, {Missing: []string{"action=NA"}}}, rows: -1},
		"a closing row": {
			text: log(head, func(e, s int) string {
				if s == 3 {
					return fmt.Sprintf("%d,%d,total,,%d", e, s, e%3)
				}
				return step(e, s) + fmt.Sprintf(",%d", e%2)
			}),
			asked: `the action "total" in the last row`, answers: []logs.Declared{{Missing: []string{"action=total"}}, columns("action=action")}, rows: -1},
		"seen last": {
			text: log(head, func(e, s int) string {
				if s == 3 {
					return fmt.Sprintf("%d,%d,,%d,", e, s, e%2)
				}
				return step(e, s) + fmt.Sprintf(",%d", e%2)
			}),
			asked: "--columns before=observation", answers: []logs.Declared{columns("before=observation"), columns("observation=observation")}, rows: -1},
		"how probable one of two was": {
			text: log(head+",p", func(e, s int) string {
				return fmt.Sprintf("%d,%d,%s,%d,%d,.8", e, s, []string{"send", "send", "send", "send", "wait"}[(7*e+3*s)%5], e%2, s%2)
			}), d: columns("probability=p"),
			asked: "in rows of wait, too", answers: []logs.Declared{{}}},
		"words with numbers": {
			text: log("episode,occasion,action,observation,reward", func(e, s int) string {
				return fmt.Sprintf("%d,visit_%d_arm,%d,%d,%d", e, []int{1, 10, 2, 3}[s], s%2, e%2, (e+s)%2)
			}),
			asked: "as where they were sorted as words", answers: []logs.Declared{columns("step=none")}},
		"amounts that are gains or losses": {
			text: log(head+",kind", func(e, s int) string {
				return step(e, s) + fmt.Sprintf(",%d,%s", 1+s%2, []string{"gain", "loss"}[(e+s)%2])
			}),
			asked: `a column "kind" that says of some "loss"`, answers: []logs.Declared{columns("reward=+reward")}},
		"practice beside blanks": {
			text:  log(head+",practice", func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d,%s", s%2, some(e >= 25, "1")) }),
			asked: "--only 'practice!=1'", answers: []logs.Declared{{Only: "practice!=1"}, {Only: logs.AllRows}}, rows: 100},
		"rows that are no steps": {
			text: log(head+",task", func(e, s int) string {
				if s%2 == 1 {
					return fmt.Sprintf("%d,%d,,,,rest", e, s)
				}
				return step(e, s) + fmt.Sprintf(",%d,choice", e%2)
			}),
			asked: "--only task=choice", answers: []logs.Declared{{Only: "task=choice"}, {Only: logs.AllRows}}, rows: 60},
		"sums so far": {
			text:  log(head, func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d", s+s*(e%3)) }),
			asked: "never fall within an episode", answers: []logs.Declared{columns("reward=+reward")}},
		"seen before, by its place": {
			text:  log("episode,step,observations,action,reward,terminals", func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d,%t", s%2, s == 3) }),
			asked: "before=observations; observation=observations in place of before", answers: []logs.Declared{columns("before=observations"), columns("observation=observations")}},
		"a loss with decimal commas": {
			text: log("episode;step;action;observation;Kosten", func(e, s int) string { return strings.ReplaceAll(step(e, s), ",", ";") + fmt.Sprintf(";%d,5", s) }), d: columns("reward=Kosten"),
			asked: "by its name a loss", answers: []logs.Declared{columns("reward=-Kosten"), columns("reward=+Kosten")}},
		"a loss of both signs": {
			text: log("episode,step,action,observation,cost", func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d", s-1) }), d: columns("reward=cost"),
			asked: "by its name a loss", answers: []logs.Declared{columns("reward=-cost"), columns("reward=+cost")}},
		"several actions": {
			text:  log("episode,step,first_choice,second_choice,observation,reward", func(e, s int) string { return fmt.Sprintf("%d,%d,%d,%d,%d,%d", e, s, s%2, e%2, (e+s)%2, s%2) }),
			asked: "action=first_choice; action may as well be second_choice or none", answers: []logs.Declared{columns("action=first_choice"), columns("action=none")}},
		"the games of a player": {
			text:  log("episode,game,action,observation,reward", func(e, s int) string { return fmt.Sprintf("%d,%d,%d,%d,%d", e/3, e%3+1, (e+s)%2, (e+s/2)%2, s%2) }),
			asked: "--columns episode=episode+game, or episode=+episode", answers: []logs.Declared{columns("episode=episode+game"), columns("episode=+episode")}},
		"days on which steps begin anew": {
			text: log("episode,date,n,action,observation,reward", func(e, s int) string {
				return fmt.Sprintf("%d,2024-03-0%d,%d,%d,%d,%d", e/3, []int{2, 1, 3}[e%3], s, (e+s)%2, (e+s/2)%2, s%2)
			}),
			asked: "episode=episode+date", answers: []logs.Declared{columns("episode=episode+date"), columns("episode=episode+date", "step=n")}},
		"pauses of a day": {
			text: log("episode,when,action,observation,reward", func(e, s int) string {
				return fmt.Sprintf("%d,2024-03-%02d 10:00:%02d,%d,%d,%d", e%2, e/2+1, s, (e+s)%2, (e+s/2)%2, s%2)
			}),
			d:     columns("step=when"),
			asked: "28 pauses of 24h or more within the rows of 2 episodes, the others 1sec apart at most", answers: []logs.Declared{columns("step=when", "pause=5min"), columns("step=when", "pause=2h"), columns("step=when", "episode=+episode")}},
		"a number that counts down": {
			text:  log("episode,steps_left,action,observation,reward", func(e, s int) string { return fmt.Sprintf("%d,%d,%d,%d,%d", e, 3-s, s%2, e%2, s/2) }),
			asked: "--columns step=none if rows stand in their order and it counts down", answers: []logs.Declared{columns("step=none"), {Columns: map[string]string{"step": "steps_left"}, Unsorted: true}}},
		"days sorted as words": {
			text: log("episode,day,action,observation,reward", func(e, s int) string {
				return fmt.Sprintf("%d,%s,%d,%d,%d", e, []string{"Fri", "Mon", "Thu", "Tue"}[s], s%2, e%2, s/2)
			}),
			asked: `not in the order of column "day"`, answers: []logs.Declared{columns("step=none")}},
		"two columns of actions": {
			text:  log(head+",executed_action", func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d,%d", s%2, (e+s/3)%2) }),
			asked: `the columns "action" and "executed_action"`, answers: []logs.Declared{columns("action=action"), columns("action=executed_action")}},
		"an action and its target": {
			text: log(head+",target", func(e, s int) string {
				return step(e, s) + fmt.Sprintf(",%d,%s", s%2, []string{"left", "right"}[(e+s)/2%2])
			}),
			asked: "--columns action=action, or action=action+target", answers: []logs.Declared{columns("action=action"), columns("action=action+target")}},
		"places in a list": {
			text: log(head+",available_actions", func(e, s int) string {
				return step(e, s) + fmt.Sprintf(",%d,%s", s%2, []string{"left|right", "right|left"}[e/2%2])
			}),
			asked: "the names of what was done", answers: []logs.Declared{columns("action=action")}},
		"a bonus": {
			text:  log(head+",bonus", func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d,%d", s%2, (e+s)/2%2) }),
			asked: "--columns reward=reward+bonus, or reward=+reward", answers: []logs.Declared{columns("reward=reward+bonus"), columns("reward=+reward")}},
		"a row written of an end": {
			text: log(head, func(e, s int) string {
				if s == 3 {
					return fmt.Sprintf("%d,%d,end,end,0", e, s)
				}
				return fmt.Sprintf("%d,%d,%d,%d,%d", e, s, (e+s)%2, (e+s/2)%2, s%2)
			}),
			asked: "--missing action=end where it says that an episode ends", answers: []logs.Declared{{Missing: []string{"action=end"}}, columns("action=action")}},
		"days out of their order": {
			text: log("episode,timepoint,action,observation,reward", func(e, s int) string {
				return fmt.Sprintf("%d,%s,%d,%d,%d", e, []string{"day 1", "day 10", "day 2", "day 3"}[s], s%2, e%2, s/2)
			}),
			asked: "--columns step=timepoint --unsorted, or step=none", answers: []logs.Declared{{Columns: map[string]string{"step": "timepoint"}, Unsorted: true}, columns("step=none")}, rows: -1},
		"rewards in two units": {
			text: log(head+",currency", func(e, s int) string {
				return step(e, s) + fmt.Sprintf(",%d,%s", s%2, []string{"EUR", "USD"}[e/15])
			}),
			asked: "--only currency=EUR, or --only all", answers: []logs.Declared{{Only: "currency=EUR"}, {Only: logs.AllRows}}, rows: 60},
		"a mark where games begin": {
			text: log("episode,step,action,observation,reward,new_game", func(e, s int) string {
				return fmt.Sprintf("%d,%d,%d,%d,%d,%t", e/3, e%3*4+s, (e+s)%2, (e+s/2)%2, s%2, s == 0)
			}),
			asked: "--columns begin=new_game, or episode=+episode", answers: []logs.Declared{columns("begin=new_game", "step=none"), columns("episode=+episode")}},
		"sums by their name": {
			text:  log("episode,step,action,observation,cum_reward", func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d", s%2-1) }),
			d:     columns("reward=cum_reward"),
			asked: "by its name a sum of what was earned so far", answers: []logs.Declared{columns("reward=+cum_reward")}},
		"the beginning and the end of an event": {
			text: log(head+",lifecycle", func(e, s int) string {
				return fmt.Sprintf("%d,%d,%d,%d,%d,%s", e, s, (e+s/2)%2, e%2, (e+s)%2, []string{"start", "complete"}[s%2])
			}),
			asked: "--only lifecycle=complete, or --only all", answers: []logs.Declared{{Only: "lifecycle=complete"}}, rows: 60},
		"what two people wrote of each step": {
			text: log(head+",rater", func(e, s int) string {
				return fmt.Sprintf("%d,%d,%d,%d,%d,%s", e, s, (e+s/2)%2, (e/3+s/2)%2, (e/2+s/2)%2, []string{"ann", "bob"}[s%2])
			}),
			asked: `differ in nothing but column "rater"`, answers: []logs.Declared{{Only: "rater=ann"}, {Only: "rater=bob"}}, rows: 60},
		"two who speak": {
			text: log(head+",speaker", func(e, s int) string {
				return fmt.Sprintf("%d,%d,%s,%d,%d,%s", e, s, [][]string{{"ask", "hi"}, {"tell", "bye"}}[(e/2+s/2)%2][s%2], (e+s/2)%2, (e/3+s)%2, []string{"system", "user"}[s%2])
			}),
			asked: `actions of system, user in turns, by column "speaker"`, answers: []logs.Declared{{Only: "speaker=system"}}, rows: 60},
		"the sum in a row of its own": {
			text: log(head, func(e, s int) string {
				if s == 3 {
					return fmt.Sprintf("%d,%d,submit,score,%d", e, s, e%2+(e+1)%2+e%3)
				}
				return fmt.Sprintf("%d,%d,%s,%d,%d", e, s, []string{"left", "right"}[(e+s)%2], (e+s/2)%2, []int{e % 2, (e + 1) % 2, e % 3}[s])
			}),
			asked: "with the sum of what the rows above earned", answers: []logs.Declared{{Only: "action!=submit"}}, rows: 90},
		"rewards in first rows alone": {
			text:  log(head, func(e, s int) string { return step(e, s) + "," + some(s == 0, fmt.Sprint(e%3)) }),
			asked: "first rows alone", answers: []logs.Declared{{Blank: &zero}}},
		"a weight that stays": {
			text:  log(head+",sample_weight", func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d,%d", s%2, 1+e%4) }),
			asked: `a column "sample_weight"`, answers: []logs.Declared{columns("count=none")}},
		"no answer in another language": {
			text: log(head, func(e, s int) string {
				return fmt.Sprintf("%d,%d,%s,%d,%d", e, s, []string{"left", "right", "нет ответа"}[(e+s)%3], e%2, s%2)
			}),
			asked: `the action "нет ответа"`, answers: []logs.Declared{{Missing: []string{"action=нет ответа"}}}},
		"a code nearer than ten times": {
			text:  log(head, func(e, s int) string { return fmt.Sprintf("%s,%d", step(e, s), []int{0, 10, 0, -99}[(e+s)%4]) }),
			asked: `the reward level "-99"`, answers: []logs.Declared{{Missing: []string{"reward=-99"}}, {Rewards: []float64{-99, 0, 10}}}},
		"the least integer": {
			text:  log(head, func(e, s int) string { return fmt.Sprintf("%s,%d", step(e, s), []int{3, 4, 5, -2147483648}[(e+s)%4]) }),
			asked: `the reward level "-2147483648"`, answers: []logs.Declared{{Missing: []string{"-2147483648"}}}},
		"an action that never earns": {
			text: log(head, func(e, s int) string {
				a := (e + s) % 3
				return fmt.Sprintf("%d,%d,%s,%d,%s", e, s, []string{"left", "right", "wait"}[a], e%2, some(a < 2, fmt.Sprint(s%2)))
			}),
			asked: `rows of action "wait"`, answers: []logs.Declared{{Blank: &zero}, {Missing: []string{"action=wait"}}, columns("reward=+reward")}, rows: -1},
		"screens that earn nothing": {
			text: log(head+",trial_type", func(e, s int) string {
				if s%2 == 0 {
					return fmt.Sprintf("%d,%d,x,%d,,html", e, s, e%2)
				}
				return fmt.Sprintf("%d,%d,%d,%d,%d,button", e, s, (e+s/2)%2, e%2, (e/2+s/2)%2)
			}),
			asked: "--only trial_type=button, or --only all", answers: []logs.Declared{{Only: "trial_type=button"}}, rows: 60},
		"pages that are no steps": {
			text: log(head+",page", func(e, s int) string {
				if s == 0 {
					return fmt.Sprintf("%d,%d,0,,,instructions", e, s)
				}
				return step(e, s) + fmt.Sprintf(",%d,choice", e%2)
			}),
			asked: "--only page=choice", answers: []logs.Declared{{Only: "page=choice"}}, rows: 90},
		"seen by a simulator": {
			text:  log("episode,step,observation,action,reward,terminated", func(e, s int) string { return step(e, s) + fmt.Sprintf(",%d,%t", s%2, s == 3) }),
			asked: "before=observation", answers: []logs.Declared{columns("before=observation"), columns("observation=observation")}},
	} {
		count := func(d logs.Declared) (*logs.Log, error) {
			return logs.Count(t.Context(), logs.Options{Short: true, Declared: d}, logs.Source{Name: "log0", In: strings.NewReader(c.text)})
		}
		if _, err := count(c.d); err == nil || !strings.Contains(err.Error(), c.asked) {
			t.Errorf("%s: found %v, expected %q", name, err, c.asked)
		}
		again := c.d
		again.Settled = true
		if _, err := count(again); err != nil {
			t.Errorf("%s: read again, found %v", name, err)
		}
		for i, answer := range c.answers {
			l, err := count(answer)
			if err != nil {
				t.Errorf("%s: answer %d: %v", name, i, err)
				continue
			}
			if answer.Blank != nil && !slices.Contains(l.Rewards, *answer.Blank) {
				t.Errorf("%s: found the rewards %v, expected %v among them", name, l.Rewards, *answer.Blank)
			}
			rows := uint64(120)
			if c.rows > 0 && answer.Only != logs.AllRows {
				rows = uint64(c.rows)
			}
			if got := l.Table().Rows; got != rows && c.rows >= 0 {
				t.Errorf("%s: answer %d: found %d rows, expected %d", name, i, got, rows)
			}
		}
	}
}

// What only looks like a question is none.
func TestNoQuestions(t *testing.T) {
	for name, of := range map[string]func(e, s int) string{
		"experimenter": func(e, s int) string { return []string{"ann", "bob"}[s/2] },
		"block":        func(e, s int) string { return fmt.Sprint(s/2 + 1) },
		"dose":         func(e, s int) string { return []string{"low", "high"}[e%2] },
		"target":       func(e, s int) string { return []string{"left", "right"}[e%2] },
		"action_by":    func(e, s int) string { return []string{"nurse", "doctor"}[(e+s)%2] },
		"action_count": func(e, s int) string { return fmt.Sprint((e + s) % 3) },
		"unit":         func(e, s int) string { return []string{"ICU", "Ward 3"}[e%2] },
		"bonus_flag":   func(e, s int) string { return fmt.Sprint((e + s) % 2) },
		"event_id":     func(e, s int) string { return fmt.Sprintf("evt_%d", (e*4+s)*7919%997) },
	} {
		var b strings.Builder
		b.WriteString("episode,step,action,observation,reward," + name + "\n")
		for e := range 30 {
			for s := range 4 {
				fmt.Fprintf(&b, "%d,%d,%d,%d,%d,%s\n", e, s, (e+s)%2, (e+s/2)%2, (e+s/3)%2, of(e, s))
			}
		}
		if _, err := logs.Count(t.Context(), logs.Options{Short: true}, logs.Source{Name: "log0", In: strings.NewReader(b.String())}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A date and a time of day in two columns are asked to be one where rows are not in their order, and only there.
func TestDatesBesideTimes(t *testing.T) {
	for _, falls := range []bool{true, false} {
		var b strings.Builder
		b.WriteString("episode,day,hour,action,observation,reward\n")
		for e := range 30 {
			for s := range 4 {
				day := s + 1
				if falls {
					day = 9 - s
				}
				fmt.Fprintf(&b, "%d,2024-03-%02d,%02d:30,%d,%d,%d\n", e, day, 8+(e+5*s)%11, s%2, e%2, (e+s)%2)
			}
		}
		_, err := logs.Count(t.Context(), logs.Options{Short: true, Declared: logs.Declared{Columns: map[string]string{"episode": "+episode"}}}, logs.Source{Name: "log0", In: strings.NewReader(b.String())})
		if asked := err != nil && strings.Contains(err.Error(), `dates in column "day" and times of day in column "hour"`); asked != falls {
			t.Errorf("falling %v: found %v", falls, err)
		}
	}
}

// Rewards that are sums of gains and losses are told by their differences; those that are of many kinds by themselves are not.
func TestSumsOfGainsAndLosses(t *testing.T) {
	for _, sums := range []bool{true, false} {
		var b strings.Builder
		b.WriteString("episode,step,action,observation,reward\n")
		for e := range 30 {
			total := 0
			for s := range 8 {
				if earned := []int{2, -3}[(e*7+s*s+e*s)%2]; sums {
					total += earned
				} else {
					total = (e*13+s*29)%12 - 6
				}
				fmt.Fprintf(&b, "%d,%d,%d,%d,%d\n", e, s, s%2, e%2, total)
			}
		}
		_, err := logs.ReadLog(strings.NewReader(b.String()), "log0", logs.Declared{})
		if asked := err != nil && strings.Contains(err.Error(), "as sums of what was earned so far are"); asked != sums {
			t.Errorf("sums %v: found %v", sums, err)
		}
	}
}
