package scenarios

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// good is a model file with a fault for each test put in.
const good = `# a comment
name = "tea"
states = ["wants-tea", "wants-coffee"]
actions = ["offer-tea", "offer-coffee"]
observations = ["smile", "frown"]
rewards = [0, 1]
initial = [0.55, 0.45]
horizon = 4
[transition]     # action → row per state left, column per state entered
offer-tea = [[1, 0], [0, 1]]
offer-coffee = [[1, 0], [0, 1]]
[observation]
offer-tea = [[0.8, 0.2], [0.3, 0.7]]
offer-coffee = [
  [0.3, 0.7], # [a bracket in a comment
  [0.8,
   0.2]]
[reward]
offer-tea = [[0.2, 0.8], [0.75, 0.25]]
offer-coffee = [[0.75, 0.25], [0.2, 0.8]]
`

func TestReadModel(t *testing.T) {
	builtin, _ := Load("tea")
	builtin.About, builtin.Story = "", ""
	for name, text := range map[string]string{
		"as it is": good,
		"BOM":      "\ufeff" + good,
		"CRLF":     strings.ReplaceAll(good, "\n", "\r\n"),
		"inline": strings.Replace(strings.Replace(good, "[reward]\noffer-tea = [[0.2, 0.8], [0.75, 0.25]]\noffer-coffee = [[0.75, 0.25], [0.2, 0.8]]\n", "", 1),
			"horizon = 4\n", "horizon = 0x4\nreward = {offer-tea = [[0.2, 8e-1], [0.75, 0.25]], offer-coffee = [[0.75, 0.25], [0.2, 0.8]]}\n", 1),
		"dotted": strings.Replace(strings.Replace(good, "[transition]     # action → row per state left, column per state entered\noffer-tea = [[1, 0], [0, 1]]\noffer-coffee = [[1, 0], [0, 1]]\n", "", 1),
			"horizon = 4\n", "horizon = 4\ntransition.offer-tea = [[1, 0], [0, 1]]\n'transition'.\"offer-coffee\" = [[1, 0], [0, 1]]\n", 1),
	} {
		s, err := ReadModel(strings.NewReader(text), "m.toml")
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if modelText(s) != modelText(builtin) {
			t.Errorf("%s: read as\n%s", name, modelText(s))
		}
	}
}

func TestReadModelFaults(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"syntax", "horizon = 4", "horizon = four", []string{`m.toml:8: found "four", expected TOML (`}},
		{"syntax at the end", "[0.2, 0.8]]\n", "[0.2, 0.8]\n", []string{`m.toml:20: found the end of the line, expected TOML (array is incomplete)`}},
		{"row sum", "[0.3, 0.7], #", "[0.3, 0.6], #", []string{
			`m.toml:15: observation of offer-coffee, row 1 (wants-tea): found a sum of 0.8999999999999999, expected a sum of 1, for instance [0.333333, 0.666667]`}},
		{"row sum of a broken row", "   0.2]]", "   0.3]]", []string{`m.toml:16: observation of offer-coffee, row 2 (wants-coffee): found a sum of 1.1`}},
		{"probability", "[[0.2, 0.8], [0.75", "[[1.2, -0.2], [0.75", []string{`m.toml:19: reward of offer-tea, row 1 (wants-tea), entry 1: found 1.2, expected a probability in [0, 1]`}},
		{"NaN", "initial = [0.55", "initial = [nan", []string{`m.toml:7: initial, entry 1: found NaN, expected a probability in [0, 1]`}},
		{"infinity", "rewards = [0, 1]", "rewards = [0, 1e999]", []string{`m.toml:6: rewards, entry 2: found +Inf, expected a finite number`}},
		{"initial", "[0.55, 0.45]", "[0.55, 0.55]", []string{`m.toml:7: initial: found a sum of 1.1, expected a sum of 1, for instance [0.5, 0.5]`}},
		{"row length", "[0, 1]]\n[obs", "[0, 1, 0]]\n[obs", []string{`m.toml:11: transition of offer-coffee, row 2 (wants-coffee): found 3 entries, expected 2 entries`}},
		{"row missing", "offer-coffee = [[1, 0], [0, 1]]", "offer-coffee = [[1, 0]]", []string{`m.toml:11: transition of offer-coffee: found 1 row, expected one for each of 2 states`}},
		{"empty row", "[0.3, 0.7], # [a bracket in a comment", "# [ comment\n[],", []string{`m.toml:16: observation of offer-coffee, row 1 (wants-tea): found 0 entries, expected 2 entries`}},
		{"unknown key", "horizon = 4", "horizn = 4", []string{
			`m.toml:8: found key horizn, expected "horizon" perhaps, or another of name, story, about,`,
			`m.toml:21: found no key horizon, expected the number of steps of an episode`}},
		{"unknown action", "offer-tea = [[1, 0], [0, 1]]", "offer-te = [[1, 0], [0, 1]]", []string{
			`m.toml:9: transition: found no matrix for action "offer-tea", expected action → row per state left`,
			`m.toml:10: transition: found matrix for offer-te, which is no action, expected "offer-tea" perhaps, or another of offer-tea, offer-coffee`}},
		{"key after the sections", "[reward]\n", "[reward]\ndiscount = 0.9\n", []string{`m.toml:19: reward: found matrix for discount, which is no action, expected one of offer-tea, offer-coffee; the key discount has to stand before the first section`}},
		{"section missing", "[reward]\n", "", []string{
			`m.toml:18: found key observation.offer-tea again, expected it once: line 13 has it`,
			`m.toml:19: found key observation.offer-coffee again, expected it once: line 14 has it`,
			`m.toml:20: found no section [reward], expected action → row per state left, column per reward level`}},
		{"unknown section", "[reward]", "[rewards]", []string{
			`m.toml:18: found section rewards, expected one of [transition], [observation], [reward]`,
			`m.toml:21: found no section [reward], expected`}},
		{"section twice", "[reward]", "[transition]\n[reward]", []string{`m.toml:18: found section transition again, expected it once: line 9 has it`}},
		{"key twice", "horizon = 4", "horizon = 4\nhorizon = 5", []string{`m.toml:9: found key horizon again, expected it once: line 8 has it`}},
		{"name twice", `"frown"`, `"smile"`, []string{`m.toml:5: observations, entry 2: found "smile" again, expected a name that differs from entry 1`}},
		{"action twice", `["offer-tea", "offer-coffee"]`, `["offer-tea", "offer-coffee", "offer-tea"]`, []string{
			`m.toml:4: actions, entry 3: found "offer-tea" again`}},
		{"not a string", `"frown"`, `7`, []string{`m.toml:5: observations, entry 2: found the number 7, expected a string`}},
		{"not a list", `rewards = [0, 1]`, `rewards = "0, 1"`, []string{`m.toml:6: rewards: found the string "0, 1", expected a list of numbers`}},
		{"not a number", "[0.8,\n", "[\"0.8\",\n", []string{`m.toml:16: observation of offer-coffee, row 2 (wants-coffee), entry 1: found the string "0.8", expected a number`}},
		{"not a row", "[[0.2, 0.8], [0.75", "[0.2, [0.75", []string{`m.toml:19: reward of offer-tea, row 1 (wants-tea): found the number 0.2, expected a list of numbers`}},
		{"not a matrix", "offer-tea = [[1, 0], [0, 1]]", `offer-tea = "identity"`, []string{`m.toml:10: transition of offer-tea: found the string "identity", expected an array of rows`}},
		{"too deep", "[[0.2, 0.8], [0.75", "[[[0.2], 0.8], [0.75", []string{`m.toml:19: reward of offer-tea, row 1 (wants-tea), entry 1: found an array, expected a number`}},
		{"not a section", "horizon = 4\n", "horizon = 4\ntransition = 3\n", []string{
			`m.toml:9: transition: found the number 3, expected a section [transition] with one matrix an action`}},
		{"date", "horizon = 4", "horizon = 1979-05-27", []string{`m.toml:8: horizon: found the date or time 1979-05-27, expected a whole number of steps from 1 to 1000000`}},
		{"horizon zero", "horizon = 4", "horizon = 0", []string{`m.toml:8: horizon: found the number 0, expected a whole number`}},
		{"horizon fraction", "horizon = 4", "horizon = 4.5", []string{`m.toml:8: horizon: found the number 4.5, expected a whole number`}},
		{"horizon huge", "horizon = 4", "horizon = 99999999999999999999", []string{`m.toml:8: horizon: found the number 9999`}},
		{"discount", "horizon = 4", "horizon = 4\ndiscount = 1.5", []string{`m.toml:9: discount: found 1.5, expected a number in (0, 1]`}},
		{"discount type", "horizon = 4", "horizon = 4\ndiscount = true", []string{`m.toml:9: discount: found true, expected a number`}},
		{"no name", `name = "tea"`, ``, []string{`m.toml:21: found no key name, expected the model's name`}},
		{"empty name", `name = "tea"`, `name = " "`, []string{`m.toml:2: name: found an empty string, expected a name`}},
		{"no states", `states = ["wants-tea", "wants-coffee"]`, `states = []`, []string{`m.toml:3: states: found none, expected at least one name`}},
		{"array of tables", "[reward]", "[[reward]]", []string{`m.toml:18: found list of sections [[reward]], expected one section [reward]`}},
		{"everything at once", good, "name = 3\nstates = [\"a\"]\nactions = [\"go\"]\nobservations = [\"z\"]\nrewards = [1]\ninitial = [2]\ncolour = 1\n[transition]\ngo = [[0.5]]\n[observation]\ngo = [[1, 0]]\n[reward]\n", []string{
			`m.toml:1: name: found the number 3, expected a string`,
			`m.toml:6: initial, entry 1: found 2, expected a probability`,
			`m.toml:7: found key colour, expected one of name`,
			`m.toml:9: transition of go, row 1 (a): found a sum of 0.5`,
			`m.toml:11: observation of go, row 1 (a): found 2 entries, expected 1 entry`,
			`m.toml:12: reward: found no matrix for action "go"`,
			`m.toml:13: found no key horizon`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(good, c.old, c.new, 1)
			if text == good {
				t.Fatal("the test changes nothing")
			}
			_, err := ReadModel(strings.NewReader(text), "m.toml")
			var bad *FileError
			if !errors.As(err, &bad) {
				t.Fatalf("error %v, want a *FileError", err)
			}
			if len(bad.Faults) != len(c.want) {
				t.Errorf("%d faults, want %d", len(bad.Faults), len(c.want))
			}
			for i, f := range bad.Faults {
				if i >= len(c.want) || !strings.HasPrefix(f.String(), c.want[i]) {
					t.Errorf("fault %d: %s", i+1, f)
				}
			}
			if t.Failed() {
				t.Logf("want\n%s", strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestReadModelBounds(t *testing.T) {
	many := strings.Repeat(`"x", `, maxNames+1)
	for name, c := range map[string]struct{ text, want string }{
		"large file":     {strings.Repeat("#", maxModelBytes+1), "m.toml:1: found a file of more than 4 MiB"},
		"many names":     {strings.Replace(good, `"smile", "frown"`, many, 1), "m.toml:5: observations: found 1001 names, expected at most 1000"},
		"deep nesting":   {"x = " + strings.Repeat("[", maxModelBytes-100), "nested more than"},
		"countless keys": {strings.Repeat("a = 1\n", 100_000), "and 980 more"},
		"binary":         {"\x00\x01\xff", "m.toml:1: found"},
		"empty":          {"", "m.toml:1: found no key name"},
	} {
		_, err := ReadModel(strings.NewReader(c.text), "m.toml")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
	_, err := ReadModel(iotest.ErrReader(io.ErrUnexpectedEOF), "m.toml")
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a read error came back as %v", err)
	}
}

// Any bytes give a model or an error, and a model that was read is written
// back byte for byte from its first writing on.
func FuzzReadModel(f *testing.F) {
	f.Add([]byte(good))
	for _, s := range List() {
		f.Add([]byte(modelText(s)))
	}
	f.Add([]byte("transition = {\"\" = [[[]]], a.b = []}\n[[reward]]\n[a.b.c]\nx = 1"))
	f.Add([]byte("name = \"\"\"\\\n  \\u00e9\"\"\"\nstates = ['']\n\"a b\".c = inf"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ReadModel(bytes.NewReader(data), "m.toml")
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without words")
			}
			return
		}
		first := modelText(s)
		again, err := ReadModel(strings.NewReader(first), "m.toml")
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, first)
		}
		if second := modelText(again); second != first {
			t.Fatalf("written\n%s\nthen\n%s", first, second)
		}
	})
}
