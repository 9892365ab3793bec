package logs

import (
	"bufio"
	"io"
	"strings"
	"testing"
)

// A text that holds no episodes in lines stays as it was, and any other is read to its end.
func FuzzUnrolled(f *testing.F) {
	f.Add(`{"actions":[0,1],"rewards":[1,0],"obs":[[1],[2]],"eps_id":3}` + "\n")
	f.Add(`{"a":{"b":[1,{"c":2}]},"action":1}` + "\n{}\n")
	f.Fuzz(func(t *testing.T, text string) {
		in, ok := asUnrolled(bufio.NewReaderSize(strings.NewReader(text), peeked))
		out, err := io.ReadAll(in)
		if err != nil || !ok && string(out) != text {
			t.Errorf("found %q, %v", out, err)
		}
	})
}
