package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// A long answer waits in a file and comes out whole; where no file can be made it waits in memory.
func TestPendingAnswer(t *testing.T) {
	for _, folder := range []string{t.TempDir(), "/nowhere"} {
		t.Setenv("TMPDIR", folder)
		var x pendingAnswer
		var want, got bytes.Buffer
		for i := range 30 {
			line := strings.Repeat(string(rune('a'+i%26)), mostInMemory/7)
			want.WriteString(line + line)
			x.WriteString(line)
			x.Write([]byte(line))
		}
		if inFile := x.begin != nil; inFile != (folder != "/nowhere") {
			t.Errorf("%s: in a file: found %t", folder, inFile)
		}
		if _, err := x.WriteTo(&got); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s: found %d bytes and the error %v, expected the %d that were written", folder, got.Len(), err, want.Len())
		}
		x.close()
		if left, _ := os.ReadDir(folder); len(left) > 0 {
			t.Errorf("%s: found %s, expected that nothing is left", folder, left[0].Name())
		}
	}
}
