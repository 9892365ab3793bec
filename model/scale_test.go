package model_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"eeporl/model"
)

// large is a session of a million episodes, simulated one by one, and ten
// thousand intents: leaps, steps, jumps, bookmarks, estimates, branches.
func large(t testing.TB, name string) model.Session {
	t.Helper()
	s := session(t, name, 1)
	for i := range 100 {
		s = model.Update(s, model.Intent{Verb: model.Last})
		s = model.Update(s, model.Intent{Verb: model.LeapBy, N: 10_000})
		for j := range 49 {
			s = model.Update(s, model.Intent{Verb: model.Back, N: float64(1 + j)})
			s = model.Update(s, model.Intent{Verb: model.Forward})
		}
		switch i % 10 {
		case 3:
			s = do(t, model.Update(s, model.Intent{Verb: model.Last}), model.Intent{Verb: model.RunEstimate})
		case 7:
			s = model.Update(s, model.Intent{Verb: model.SetBookmark, Arg: fmt.Sprint(i)})
		case 9:
			s = do(t, s, model.Intent{Verb: model.Set, Arg: fmt.Sprintf("normalize=%s", []string{"clip", "abs", "simplex"}[i/10%3])})
		}
	}
	if n := len(s.Steps()); n < 9000 || s.Now().N < .9e6 {
		t.Fatalf("%d intents, N = %g", n, s.Now().N)
	}
	return s
}

// Memory of such a session, its branches and results included.
func TestALargeSessionIsSmall(t *testing.T) {
	if os.Getenv("EEPORL_SLOW") == "" {
		t.Skip("builds a session of a million episodes; EEPORL_SLOW=1 runs it")
	}
	for _, name := range []string{"noisy-tiger"} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		s := large(t, name)
		runtime.GC()
		runtime.ReadMemStats(&after)
		bytes := int64(after.HeapAlloc) - int64(before.HeapAlloc)
		t.Logf("%s: %.1f MB", name, float64(bytes)/1e6)
		if bytes > 100e6 {
			t.Errorf("%s: a session of 10⁶ episodes takes %d bytes, want at most 100 MB", name, bytes)
		}
		runtime.KeepAlive(s)
	}
}

// Jumps anywhere in a session of a million episodes and ten thousand intents.
func BenchmarkJump(b *testing.B) {
	for _, name := range []string{"tea", "noisy-tiger"} {
		s := large(b, name)
		beats := s.Beats()
		b.Run(name, func(b *testing.B) {
			place := uint64(0)
			for b.Loop() {
				place = (place + beats*3/7 + 12_345) % beats
				s = model.Update(s, model.Intent{Verb: model.GoTo, N: float64(place) + 1})
			}
		})
		b.Run(name+"/first-and-last", func(b *testing.B) {
			for b.Loop() {
				s = model.Update(model.Update(s, model.Intent{Verb: model.First}), model.Intent{Verb: model.Last})
			}
		})
		b.Run(name+"/undo", func(b *testing.B) {
			there := model.Update(s, model.Intent{Verb: model.Set, Arg: "seed=3"})
			for b.Loop() {
				model.Update(there, model.Intent{Verb: model.Undo})
			}
		})
		b.Run(name+"/steps", func(b *testing.B) {
			for b.Loop() {
				s.Steps()
			}
		})
		b.Run(name+"/marks", func(b *testing.B) {
			for b.Loop() {
				s.Marks()
			}
		})
		b.Run(name+"/twin", func(b *testing.B) {
			for b.Loop() {
				s.Twin(s.Others()[0], nil)
			}
		})
	}
}

// Ten thousand small leaps: every one has its own place on the timeline.
func TestManySmallLeaps(t *testing.T) {
	if testing.Short() {
		t.Skip("lays thousands of leaps")
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s := session(t, "tea", 1)
	for range 10_000 {
		s = model.Update(s, model.Intent{Verb: model.LeapBy, N: 100})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	bytes := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	t.Logf("10⁴ leaps of 100: %.1f MB", float64(bytes)/1e6)
	if bytes > 100e6 || s.Now().N != 1e6 {
		t.Errorf("N = %g takes %d bytes", s.Now().N, bytes)
	}
	if text := saved(t, s); strings.Count(text, "\n> ") != 10_000 {
		t.Error("a leap is lost")
	}
}

// A small leap costs the same after ten thousand as after none.
func BenchmarkSmallLeap(b *testing.B) {
	for _, before := range []int{0, 10_000} {
		b.Run(fmt.Sprint(before), func(b *testing.B) {
			s := session(b, "tea", 1)
			for range before {
				s = model.Update(s, model.Intent{Verb: model.LeapBy, N: 100})
			}
			for b.Loop() {
				s = model.Update(s, model.Intent{Verb: model.LeapBy, N: 100})
			}
		})
	}
}
