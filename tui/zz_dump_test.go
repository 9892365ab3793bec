package tui

import (
	"fmt"
	"os"
	"testing"

	"eeporl/tui/share"
)

func TestZZDump(t *testing.T) {
	out := os.Getenv("DUMP")
	if out == "" {
		t.Skip()
	}
	all := lessons(t)
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		a := start(t, "tea", size[0], size[1], Options{Tour: &Tour{Lessons: all}})
		dir := fmt.Sprintf("%s/%dx%d", out, size[0], size[1])
		os.MkdirAll(dir, 0o755)
		for i, l := range all {
			if !l.Core || os.Getenv("ONLY") != "" && os.Getenv("ONLY") != l.Name {
				continue
			}
			n := 0
			err := WalkLesson(t.Context(), a, i, func(w Walked) error {
				n++
				for which, b := range map[string]App{"a-begin": w.Before, "b-end": w.After} {
					name := fmt.Sprintf("%s/%02d-%s-%d-%s.png", dir, i+1, l.Name, n, which)
					f, _ := os.Create(name)
					share.WritePNG(f, b.Picture())
					f.Close()
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}
