package cli

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// No folder has more than forty files of Go beside its tests: it would hold more than one room. This one has a file for
// each command.
func TestFoldersAreRooms(t *testing.T) {
	const most, root = 40, "../.."
	files := map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files[filepath.Dir(path)]++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	delete(files, filepath.Join(root, "tui", "cli"))
	for folder, n := range files {
		if n > most {
			t.Errorf("%s: found %d files of Go, expected %d at most", folder, n, most)
		}
	}
}
