package tui

import "testing"

// A beat forward and the frame after it, in the view that draws the most.
func BenchmarkFrame(b *testing.B) {
	for _, scenario := range []string{"tea", "noisy-tiger"} {
		for _, place := range []string{"counted", "parameters", "level", "branch"} {
			b.Run(scenario+"/"+place, func(b *testing.B) {
				a := start(b, scenario, 200, 60, Options{})
				for _, p := range story {
					if p.name == place {
						a = press(b, a, p.keys...)
					}
				}
				b.ReportAllocs()
				for b.Loop() {
					a.Frame()
				}
			})
		}
	}
}
