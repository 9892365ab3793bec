package bench

import (
	"os"
	"strings"
	"testing"
)

// A request with more cells than a line should hold has them in a file, until it is answered.
func TestManyCellsComeInAFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r := Request{Cells: make([][4]float64, inline+1)}
	short, done, err := r.shortened()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(short.NPY)
	if err != nil || len(text) != 128+32*(inline+1) || !strings.Contains(string(text[:128]), "(500001,4,)") || len(short.Cells) != 0 {
		t.Errorf("%d bytes, %d cells, %v", len(text), len(short.Cells), err)
	}
	done()
	if _, err := os.Stat(short.NPY); err == nil {
		t.Error("the file is left")
	}
	r.Cells = r.Cells[:inline]
	if short, _, _ := r.shortened(); short.NPY != "" || len(short.Cells) != inline {
		t.Errorf("%d cells and %q, expected all of them in the request", len(short.Cells), short.NPY)
	}
}
