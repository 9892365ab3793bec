package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func files(t *testing.T, folder string) int {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func TestWriteFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "out.csv")
	for _, want := range []string{"first", strings.Repeat("second", 100_000), ""} {
		if err := WriteFile(path, text(want)); err != nil {
			t.Fatal(err)
		}
		if got := content(t, path); got != want || files(t, folder) != 1 {
			t.Errorf("got %.20q, want %.20q; %d files", got, want, files(t, folder))
		}
	}
}

func TestFailureLeavesTheOldFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "out.csv")
	if err := WriteFile(path, text("old")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	half := func(w io.Writer) error {
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			return err
		}
		return broken
	}
	if err := WriteFile(path, half); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = WriteFile(path, func(io.Writer) error { panic("in fill") })
	}()
	if content(t, path) != "old" || files(t, folder) != 1 {
		t.Errorf("the old file is %q among %d files", content(t, path), files(t, folder))
	}
}

func TestPermissionsAndLinks(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "out.csv"), filepath.Join(folder, "link.csv")
	if err := os.WriteFile(path, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(link, text("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode() != 0o640 || content(t, path) != "new" {
		t.Errorf("mode %v, content %q (%v)", info.Mode(), content(t, path), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced (%v)", err)
	}
}

func TestNoRegularFile(t *testing.T) {
	if err := WriteFile(os.DevNull, text("x")); err != nil {
		t.Error(err)
	}
	if err := WriteFile(t.TempDir(), text("x")); err == nil || !strings.Contains(err.Error(), "directory") {
		t.Errorf("error %v", err)
	}
	if err := WriteFile(filepath.Join(t.TempDir(), "no", "such"), text("x")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}
