package cli

import (
	"strings"
	"testing"

	"eeporl/pomdp/figure"
)

// Numbers that another program reads are ASCII; in a terminal they are as ever.
func TestNumbersForPrograms(t *testing.T) {
	env := testEnv()
	shown := runIn(env, "", "run", "tea", "--episodes", "1e5").out
	env.Piped = true
	piped := runIn(env, "", "run", "tea", "--episodes", "1e5").out
	if !strings.Contains(shown, "N = 10⁵") || !strings.Contains(piped, "N = 1e5") || piped != figure.ASCII(shown) {
		t.Errorf("shown:\n%s\npiped:\n%s", shown, piped)
	}
	json := runIn(env, "", "run", "noisy-tiger", "--episodes", "1000", "--json").out
	env.Piped = false
	if runIn(env, "", "run", "noisy-tiger", "--episodes", "1000", "--json").out != json || figure.ASCII(json) == json {
		t.Errorf("JSON is changed, or has nothing that could be: %s", json)
	}
}

// Variables of the environment stand in for flags that are not given.
func TestVariablesOfTheEnvironment(t *testing.T) {
	set := func(name, value string) Env {
		env := testEnv()
		env.Getenv = func(asked string) string {
			if asked == name {
				return value
			}
			return ""
		}
		return env
	}
	line := []string{"run", "tea", "--episodes", "1000"}
	seventh, third := runIn(testEnv(), "", line...).out, runIn(testEnv(), "", append(line, "--seed", "3")...).out
	if got := runIn(set("EEPORL_SEED", "3"), "", line...).out; got != third || got == seventh {
		t.Errorf("EEPORL_SEED=3:\n%s", got)
	}
	if got := runIn(set("EEPORL_SEED", "3"), "", append(line, "--seed", "7")...).out; got != seventh {
		t.Errorf("--seed 7 under EEPORL_SEED=3:\n%s", got)
	}
	if a := runIn(set("EEPORL_SEED", "x"), "", line...); a.code != exitUsage || !strings.Contains(a.err, `EEPORL_SEED: found "x", expected`) {
		t.Errorf("EEPORL_SEED=x: %+v", a)
	}
}
