package logs

import (
	"bufio"
	"io"
	"strings"
	"testing"

	"eeporl/scenarios/logs/shapes"
)

// A text that holds no episodes in lines stays as it was, and any other is read to its end.
func FuzzUnrolled(f *testing.F) {
	f.Add(`{"actions":[0,1],"rewards":[1,0],"obs":[[1],[2]],"eps_id":3}` + "\n")
	f.Add(`{"a":{"b":[1,{"c":2}]},"action":1}` + "\n{}\n")
	f.Fuzz(func(t *testing.T, text string) {
		in, ok := shapes.AsUnrolled(bufio.NewReaderSize(strings.NewReader(text), shapes.Peeked))
		out, err := io.ReadAll(in)
		if err != nil || !ok && string(out) != text {
			t.Errorf("found %q, %v", out, err)
		}
	})
}

// Lists that are filled up to the longest episode's end where a field says how long it is, if they go on with one value alone.
func TestPaddedLists(t *testing.T) {
	o := Options{Declared: Declared{Columns: map[string]string{"episode": "line", "step": "place", "action": "actions", "reward": "rewards", "observation": "observations"}}}
	padded := `{"actions":[1,0,0,0,0,0],"rewards":[1,1,0,1,0,0],"observations":[2,1,0,2,0,0],"length":4}
{"actions":[0,1,1,0,1,0],"rewards":[0,1,0,0,1,0],"observations":[1,2,1,0,1,2],"length":4}
`
	plain := `{"actions":[1,0,0,0],"rewards":[1,1,0,1],"observations":[2,1,0,2]}
{"actions":[0,1,1,0,1,0],"rewards":[0,1,0,0,1,0],"observations":[1,2,1,0,1,2]}
`
	flat := `{"actions":[1,0,0,0,0,1,1,0,1,0],"rewards":[1,1,0,1,0,1,0,0,1,0],"observations":[2,1,0,2,1,2,1,0,1,2],"episode_lengths":[4,6]}` + "\n"
	want := outcome(t, o, plain)
	if got := outcome(t, o, padded); got != want {
		t.Errorf("found\n%s\nexpected\n%s", got, want)
	}
	o.Columns["episode"] = "episode"
	if got := outcome(t, o, flat); got != want {
		t.Errorf("lists of all episodes' steps: found\n%s\nexpected\n%s", got, want)
	}
}
