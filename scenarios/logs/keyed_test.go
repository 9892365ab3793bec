package logs

import (
	"slices"
	"testing"

	"eeporl/scenarios/logs/shapes"
)

// Values may stand in quotes or brackets, and keep what is in them.
func TestPairsOfALine(t *testing.T) {
	for line, want := range map[string][]string{
		`12:03 info a=1 b="go left", c=x;`: {`a "1"`, `b "go left"`, `c "x"`},
		`a="say \"0\"" b='o 1' c=[1 0] d`:  {`a "say \"0\""`, `b "o 1"`, `c "[1 0]"`},
		`a=(0, 2), b= c="open`:             {`a "(0, 2)"`, `b ""`, `c "\"open"`},
		`a = 1, b = "go left"  c= d=2`:     {`a "1"`, `b "go left"`, `c ""`, `d "2"`},
		`INFO: root a: 1, b: 'x y', c=2`:   {`INFO "root"`, `a "1"`, `b "x y"`, `c "2"`},
		`- x - INFO: a: 1, b: 2`:           {`a "1"`, `b "2"`},
		`- {a: 1, b: -2.5}`:                {`a "1"`, `b "-2.5"`},
		`{'a': 'go: on', 'b': 2, }`:        {`a "go: on"`, `b "2"`},
		`"not", 'a name'`:                  nil,
		`one,"{'a': 1, 'b': 2}"`:           nil,
		`one	{'a': 1, 'b': 2}`:             nil,
		`10:00:01,123 - {'a': 1, 'b': 2}`:  {`a "1"`, `b "2"`},
		`10:15 http://x.y a:1 b : 2`:       nil,
		"a=1|b=x,5|c=2":                    {`a "1"`, `b "x,5"`, `c "2"`},
		"nothing here, a,b=2":              nil,
	} {
		var found []string
		for _, p := range shapes.PairsOf(line) {
			found = append(found, p.Name+" "+string(p.Value))
		}
		if !slices.Equal(found, want) {
			t.Errorf("%s: found %q, expected %q", line, found, want)
		}
	}
}
