package logs_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"eeporl/scenarios/logs"
)

// What names do not tell is proposed from what the columns hold.
func TestContentsPropose(t *testing.T) {
	rows := func(header string, row func(e, i int) string) string {
		var out strings.Builder
		out.WriteString(header + "\n")
		for e := range 30 {
			for i := range 5 {
				out.WriteString(row(e, i) + "\n")
			}
		}
		return out.String()
	}
	did := func(e, i int) string { return []string{"warten", "laden"}[(e*e+i)%2] }
	saw := func(e, i int) string { return []string{"leer", "halb", "voll"}[(e*i+e+i*i)%3] }
	for _, test := range []struct{ name, log, want string }{
		{"German, with decimal commas, a date and a person of each episode",
			rows("Vorgang;Datum;Maßnahme;Befund;Kosten (EUR);Bearbeiter", func(e, i int) string {
				return fmt.Sprintf("V-%d;%02d.03.2024;%s;%s;%d,5;%s", e, e%28+1, did(e, i), saw(e, i), (e*i)%3, []string{"Meyer", "Özdemir"}[e%2])
			}), "'episode=Vorgang,action=Maßnahme,reward=-Kosten (EUR),observation=Befund'"},
		{"rows of which the first hold nothing to be done or earned",
			rows("Participant Private ID,Screen Number,Zone Type,Response,Points", func(e, i int) string {
				return fmt.Sprintf("%d,%d,%s,,", 1400000+e, 1+i, []string{"fixation", "feedback"}[i%2])
			}), "'episode=Participant Private ID,step=Screen Number,reward=Points,observation=Zone Type'"},
		{"names that say nothing",
			rows("q1,q2,q3,q4,q5", func(e, i int) string {
				return fmt.Sprintf("%d,%d,%s,%s,%g", e+7, i+1, did(e, i), saw(e, i), float64((e*i)%3)/2)
			}), "episode=q1,step=q2,action=q3,reward=q5,observation=q4"},
		{"what was seen by name, before what was done",
			rows("sujet,état,x,salle,récompense", func(e, i int) string {
				return fmt.Sprintf("s%d,%s,%s,B,%d", e, saw(e, i), did(e, i), (e*i)%3)
			}), "episode=sujet,action=x,reward=récompense,observation=état"},
		{"three that may be either",
			rows("tag,eins,zwei,drei,lohn", func(e, i int) string {
				return fmt.Sprintf("s%d,%s,%s,%s,%d", e, did(e, i), saw(e, i), saw(e, i*i+e), (e*i)%3)
			}), "episode=tag,reward=lohn,action=eins,observation=zwei; action may as well be zwei, drei or none; observation may as well be drei, eins, zwei+drei+eins or none; "},
	} {
		_, err := logs.Count(t.Context(), logs.Options{Short: true}, logs.Source{Name: "x.csv", In: strings.NewReader(test.log)})
		if err == nil || !strings.Contains(err.Error(), "--columns "+test.want) || !strings.HasSuffix(err.Error(), "from what columns hold") {
			t.Errorf("%s: found %v, expected --columns %s", test.name, err, test.want)
		}
	}
	played := func(e, i int) string { return fmt.Sprintf("%s,%s,%d", did(e, i), saw(e, i), e*i%2) }
	for _, test := range []struct {
		head, want string
		sorted     bool // by the step
	}{
		{"participant,session,treatment,symptom,score", "episode=participant,step=session,action=treatment,reward=score,observation=symptom", false},
		{"player,game,move,signal,payoff", "episode=player,step=game,action=move,reward=payoff,observation=signal", false},
		{"participant,round,decision,signal,payoff", "episode=participant,step=round,action=decision,reward=payoff,observation=signal --unsorted", true},
		{"firm,quarter,decision,signal,payoff", "episode=firm,step=quarter,action=decision,reward=payoff,observation=signal --unsorted", true},
		{"client,week,decision,signal,payoff", "episode=client,step=week,action=decision,reward=payoff,observation=signal --unsorted", true},
		{"被试,试次,选择,反馈,奖励", "episode=被试,step=试次,action=选择,reward=奖励,observation=反馈", false},
		{"испытуемый,проба,выбор,сигнал,затраты", "episode=испытуемый,step=проба,action=выбор,reward=-затраты,observation=сигнал", false},
		{"denek,deneme,seçim,sinyal,ödül", "episode=denek,step=deneme,action=seçim,reward=ödül,observation=sinyal", false},
		{"soggetto,prova,scelta,segnale,ricompensa", "episode=soggetto,step=prova,action=scelta,reward=ricompensa,observation=segnale", false},
		{"patient,visit,drug,symptom,response", "episode=patient,step=visit,action=drug,reward=response,observation=symptom", false},
		{"machine_id,seq,move,outcome,utility", "episode=machine_id,step=seq,action=move,reward=utility,observation=outcome", false},
		{"participant,round,choice,feedback,payoff_eur", "episode=participant,step=round,action=choice,reward=payoff_eur,observation=feedback", false},
		{"participant,round,choice,feedback,Money won", "'episode=participant,step=round,action=choice,reward=Money won,observation=feedback'", false},
	} {
		text := rows(test.head, func(e, i int) string { return fmt.Sprintf("%d,%d,%s", e, i+1, played(e, i)) })
		if test.sorted {
			lines := strings.Split(strings.TrimSpace(text), "\n")
			slices.SortStableFunc(lines[1:], func(a, b string) int { return cmp.Compare(strings.Split(a, ",")[1], strings.Split(b, ",")[1]) })
			text = strings.Join(lines, "\n") + "\n"
		}
		_, err := logs.Count(t.Context(), logs.Options{Short: true}, logs.Source{Name: "x.csv", In: strings.NewReader(text)})
		if err == nil || !strings.Contains(err.Error()+";", "--columns "+test.want+";") {
			t.Errorf("%s: found %v, expected --columns %s", test.head, err, test.want)
		}
	}
	for _, test := range []struct {
		head, want string
		row        func(e, i int) string
		sorted     bool // by the step
	}{
		{"call_id,send_no,system_action,success,user_act", "episode=call_id,step=send_no,action=system_action,reward=success,observation=user_act --unsorted", func(e, i int) string { return fmt.Sprintf("%d,%d,%s,%d,%s", e, i+1, did(e, i), e*i%2, saw(e, i)) }, true},
		{"patient_id,cycle,regimen,responder,toxicity", "episode=patient_id,step=cycle,action=regimen,reward=responder,observation=toxicity --unsorted", func(e, i int) string { return fmt.Sprintf("%d,%d,%s,%d,%s", e, i+1, did(e, i), e*i%2, saw(e, i)) }, true},
		{"subject,trial,light,choice,points,age", "episode=subject,step=trial,action=choice,reward=points,observation=light", func(e, i int) string {
			return fmt.Sprintf("%d,%d,%d,%s,%d,%d", e, i+1, (e*i+e)%3%2, did(e, i), e*i%2, 20+e)
		}, false},
		{"subject,session,trial,choice,points,feedback", "episode=subject,step=trial,action=choice,reward=points,observation=feedback", func(e, i int) string {
			return fmt.Sprintf("%d,1,%d,%s,%d,%s", e, i+1, did(e, i), e*i%2, saw(e, i))
		}, false},
		{"driver,trip,traffic,route,tip", "episode=driver,step=trip,action=route,reward=tip,observation=traffic", func(e, i int) string {
			return fmt.Sprintf("%d,%d,%s,%s,%d", e, i+1, []string{"light", "heavy"}[(e/2+i/3)%2], []string{"north", "south"}[(e*7+i*i*3+e*i)%5%2], e*i%2)
		}, false},
		{"account,month,action_taken,margin,status,warmth", "episode=account,step=month,action=action_taken,reward=margin,observation=status", func(e, i int) string {
			return fmt.Sprintf("%d,%d,%s,%d,%s,%g", e, i+1, did(e, i), (e*e+i+(e*i+3)%7/6)%2*10, saw(e, i), 18+float64((e*7+i*11)%9)/2)
		}, false},
		{"subject,trial,choice,points,cue", "episode=subject,step=trial,action=choice,before=cue; reward=points --worth lose=0,win=1", func(e, i int) string {
			return fmt.Sprintf("%d,%d,%s,%s,%s", e, i+1, did(e, i), []string{"lose", "win"}[e*i%2], saw(e, i))
		}, false},
	} {
		text := rows(test.head, test.row)
		if test.sorted {
			lines := strings.Split(strings.TrimSpace(text), "\n")
			slices.SortStableFunc(lines[1:], func(a, b string) int { return cmp.Compare(strings.Split(a, ",")[1], strings.Split(b, ",")[1]) })
			text = strings.Join(lines, "\n") + "\n"
		}
		_, err := logs.Count(t.Context(), logs.Options{Short: true}, logs.Source{Name: "x.csv", In: strings.NewReader(text)})
		if err == nil || !strings.Contains(err.Error(), "--columns "+test.want) {
			t.Errorf("%s: found %v, expected --columns %s", test.head, err, test.want)
		}
	}
	headless := rows("s0,leer,warten,voll", func(e, i int) string { return fmt.Sprintf("s%d,%s,%s,%s", e, saw(e, i), did(e, i), saw(i, e+i)) })
	if _, err := logs.Count(t.Context(), logs.Options{Short: true}, logs.Source{Name: "x.csv", In: strings.NewReader(headless)}); err == nil || strings.Contains(err.Error(), "hold") {
		t.Errorf("found %v for a log without a header, expected no guess", err)
	}
}
