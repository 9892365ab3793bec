package logs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"eeporl/pomdp"
)

// Whole episodes come as they were recorded: of any length, with what is missing marked, from
// long logs and triple tables, however small the blocks; a bad row ends its episode.
func TestWhole(t *testing.T) {
	long := "episode,step,action,reward,observation\n" +
		"a,1,go,-1,left\na,2,stay,10,right\na,3,go,-1,left\n" +
		"b,1,stay,,left\n" +
		"c,1,go,-1,left\nc,2,go,-1,left\nc,3,go,10,left\nc,4,stay,-1,right\nc,5,stay,10,right\n"
	table := "a1,z2,r2,a2,z3,r3,a3,z4,r4,a4,count\n0,1,0,1,0,1,1,1,0,0,3\n"
	type episode struct {
		acts  []pomdp.Act
		count float64
	}
	read := func(text string, skip bool) (out []episode, d Declared, err error) {
		path := filepath.Join(t.TempDir(), "log.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		source := Source{Name: path}
		o := Options{SkipBad: skip, Short: true, block: 30}
		log, err := Count(context.Background(), o, source)
		if err != nil {
			return nil, d, err
		}
		d.Actions, d.Observations, d.Rewards = log.Actions, log.Observations, log.Rewards
		_, err = Whole(context.Background(), o, &log.Symbols, func(acts []pomdp.Act, count float64) error {
			out = append(out, episode{append([]pomdp.Act(nil), acts...), count})
			return nil
		}, source)
		return out, d, err
	}
	got, d, err := read(long, false)
	want := []episode{
		{[]pomdp.Act{{Action: 0, Reward: 0, Observation: 0}, {Action: 1, Reward: 1, Observation: 1}, {Action: 0, Reward: 0, Observation: 0}}, 1},
		{[]pomdp.Act{{Action: 1, Reward: -1, Observation: 0}}, 1},
		{[]pomdp.Act{{Action: 0, Reward: 0, Observation: 0}, {Action: 0, Reward: 0, Observation: 0}, {Action: 0, Reward: 1, Observation: 0}, {Action: 1, Reward: 0, Observation: 1}, {Action: 1, Reward: 1, Observation: 1}}, 1},
	}
	if err != nil || !reflect.DeepEqual(got, want) || fmt.Sprint(d.Actions, d.Observations, d.Rewards) != "[go stay] [left right] [-1 10]" {
		t.Errorf("found %v of %v (%v), expected %v", got, d, err, want)
	}
	got, _, err = read(table, false)
	want = []episode{{[]pomdp.Act{{Action: 0, Reward: -1, Observation: 1}, {Action: 1, Reward: 0, Observation: 0}, {Action: 1, Reward: 1, Observation: 1}, {Action: 0, Reward: 0, Observation: -1}}, 3}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("found %v (%v), expected %v", got, err, want)
	}
	bad := strings.Replace(long, "c,3,go,10,left", "c,3,go,much,left", 1) + "d,1,go,-1,left\nd,2,go,-1,left\nd,3,go,-1,left\nd,4,go,-1,left\n"
	bad = strings.Replace(bad, "a,2,stay,10,right", "a,2,stay,10,right", 1)
	got, _, err = read(bad, true)
	if err != nil || len(got) != 4 || len(got[2].acts) != 5 || got[2].acts[2] != (pomdp.Act{Action: -1, Reward: -1, Observation: -1}) || len(got[3].acts) != 4 {
		t.Errorf("found %v (%v), expected nothing to be known of the third episode's third step", got, err)
	}
	if _, d, _ := read("a1,z2,r2,a2,z3,r3,a3,z4,r4,a4\n0,0,0,up,0,0,0,0,0,0\n", false); fmt.Sprint(d.Actions) != "[0 up]" {
		t.Errorf("found the actions %v, expected 0 and up to be names", d.Actions)
	}
}

// Names that look like indices stay names where no triple has them; what is no name is an error.
func TestWholeReadsNamesThatNoTripleHas(t *testing.T) {
	read := func(last string) ([]pomdp.Act, error) {
		path := filepath.Join(t.TempDir(), "log.csv")
		rows := "episode,step,action,reward,observation\na,1,5,0,0\na,2,x,0,0\na,3,5,0,0\na,4,x,0,0\na,5," + last + ",0,0\n"
		if err := os.WriteFile(path, []byte(rows), 0o600); err != nil {
			t.Fatal(err)
		}
		o := Options{Declared: Declared{Actions: []string{"5", "3", "x"}}}
		log, err := Count(context.Background(), o, Source{Name: path})
		if err != nil {
			return nil, err
		}
		var out []pomdp.Act
		_, err = Whole(context.Background(), o, &log.Symbols, func(acts []pomdp.Act, _ float64) error {
			out = append(out, acts...)
			return nil
		}, Source{Name: path})
		return out, err
	}
	if acts, err := read("3"); err != nil || len(acts) != 5 || acts[4].Action != 1 {
		t.Errorf("found %v (%v), expected action 1 at the end", acts, err)
	}
	if _, err := read("1"); err == nil || !strings.Contains(err.Error(), `found action 1, expected one of 5, 3, x`) {
		t.Errorf("found the error %v, expected one about 1", err)
	}
}
