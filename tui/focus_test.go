package tui

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"eeporl/model/why"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/tui/canvas"
	"eeporl/tui/panel"
	"eeporl/tui/panes/kit"
)

// toldOnce holds what telling has made: several tests draw the same sessions.
var toldOnce []App

// telling are sessions whose views are full.
func telling(t testing.TB) []App {
	if toldOnce != nil {
		return toldOnce
	}
	var out []App
	for _, scenario := range []string{"tea", "noisy-tiger"} {
		a := press(t, start(t, scenario, 120, 40, Options{}), "enter", "enter", "e", "end", "p", "end", "x", "right", "right", "T", "C")
		for _, job := range a.session.Jobs() {
			if !strings.Contains(job.Key, "trial:em") && (scenario == "tea" || !strings.Contains(job.Key, "curve:") && !strings.Contains(job.Key, "online:")) && !strings.Contains(job.Key, "curve:em") {
				a = finish(a, job)
			}
		}
		out = append(out, a)
	}
	logged := press(t, startLog(t, "tea", 1e5, 100, 120, 40), "enter", "enter", "e", "end", "p", "end", "C")
	toldOnce = append(out, complete(t, logged), press(t, start(t, "tiger", 120, 40, Options{}), "v", "right", "right", "right", "right"))
	return toldOnce
}

// bare are the figures of a pane that are nobody's: page numbers, the numbers
// of axes and of the colours' scales, constants in words, numbers of phases.
var bare = regexp.MustCompile(`limit 0–[^ ]+|error -\+ ±[.\d]+(?:·10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?|0–[.\d]+ +error unknown|Ô 0–[.\d]+|\d+ hidden states|pooled \d+ × \d+|\d+ more|95 %|phase \d|page \d+ of \d+|Theorem \d|probability [.\d]+|≤ [.\d]+ with|\(1 where|\|S\| = \d+` +
	`|shows all \d+ nodes|by cost × p, \d+ of \d+|0 or 1|Lemma \d|Algorithm \d|Definition \d|al\. \d{4}|\{t\+1\}|2/\(3\||^ *-?[.\d]+ +(│|[⠀-⣿])|-?[.\d]+ +Re\b|^ *10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+|10[⁰¹²³⁴⁵⁶⁷⁸⁹]+(─| *$)|Episode +\d+|0 b̂ of its first state|─1\b|curves \d+ of \d+|(, \d+–\d+)+ of \d+|x₃ = \([^)]*\)` +
	`|\(\d+ of \d+\)|[\w-]+,-?[.\d]+|r=-?[.\d]+|step \d+(?: of \d+)?|\d+(?: of \d+ seeds)? at 10[⁰¹²³⁴⁵⁶⁷⁸⁹]+|mean of \d+ data sets|(?:share of N|episodes) 0 +[.\d·⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+|0 {8}[.\d]+|-?[.\d]+ {20,}-?[.\d]+ |── +1$|, of \d+; the upper|0 (?:belief )?in|0 ─|[─ ]1 *$|─ 1 {2,}|^ *[.\d]+ *$|, 0…|Phase 2|findings, \d+: press|sufficed +10[⁰¹²³⁴⁵⁶⁷⁸⁹]+: \d+ of \d+ seeds|regrets of \d+ seeds[^;]*; [│|] is ε = [.\d]+|[·│●\d+]{20,} \d+ of \d+(?:, \d+ no plan)?|(?:10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+ +)+10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+|kept, \d+ pairs`)

// TestFiguresAreSpots draws every view and looks for figures that cannot be
// focused. Action digits are underlined and no figures.
func TestFiguresAreSpots(t *testing.T) {
	tier.Long(t, "draws many frames, on one goroutine")
	for _, there := range telling(t) {
		for v := range kit.Views {
			for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
				a := send(there, tea.WindowSizeMsg{Width: size[0], Height: size[1]}).turn(v)
				a.Zoom = true
				spots := a.spots()
				held := map[[2]int]bool{}
				for _, s := range spots {
					for y := s.Y / 2; y <= (s.Y+s.H-1)/2; y++ {
						for x := s.X; x < s.X+s.W; x++ {
							held[[2]int{x, y}] = true
						}
					}
				}
				body := a.layout().body
				found, all := 0, 0
				var missing []string
				for y, line := range strings.Split(withoutActions(a.Frame()), "\n") {
					if y < body.y || y >= body.y+body.h {
						continue
					}
					line = bare.ReplaceAllStringFunc(line, func(text string) string { return strings.Repeat(" ", canvas.Width(text)) })
					for from := 0; ; {
						start, end := kit.NextFigure(line, from)
						if start < 0 {
							break
						}
						from = end
						all++
						if held[[2]int{canvas.Width(line[:start]), y}] {
							found++
						} else {
							missing = append(missing, fmt.Sprintf("%s in %q", line[start:end], strings.TrimSpace(line)))
						}
					}
				}
				share := float64(found) / float64(max(all, 1))
				if all > 0 && share < .98 {
					t.Errorf("%s, %s %v: %d of %d figures can be focused; not: %s", there.session.Config().Scenario, v, size, found, all, strings.Join(missing, "\n  "))
				} else if len(missing) > 0 {
					t.Logf("%s, %s %v: %d of %d; not: %s", there.session.Config().Scenario, v, size, found, all, strings.Join(missing, "\n  "))
				}
			}
		}
	}
}

// withoutActions is a frame as text in which underlined cells are blank.
func withoutActions(frame string) string {
	var out strings.Builder
	under := false
	for i := 0; i < len(frame); i++ {
		if frame[i] != '\x1b' {
			switch {
			case under && frame[i] != '\n':
				out.WriteByte(' ')
			default:
				out.WriteByte(frame[i])
			}
			continue
		}
		end := i + strings.IndexByte(frame[i:], 'm')
		under = false
		for j, p := range strings.Split(frame[i+2:end], ";") {
			if p == "4" && j < 4 {
				under = true
			}
			if p == "38" || p == "48" {
				break
			}
		}
		i = end
	}
	return ansi.Strip(out.String())
}

// TestArrowsReachEverySpot: whatever can be focused can be reached by arrows,
// but for a few.
func TestArrowsReachEverySpot(t *testing.T) {
	tier.Long(t, "draws many frames, on one goroutine")
	for _, there := range telling(t)[:1] {
		for v := range kit.Views {
			a := there.turn(v).startFocus()
			spots := a.spots()
			if len(spots) > 200 && os.Getenv("EEPORL_SLOW") == "" {
				continue // where there is no figure further, every other pane is drawn
			}
			// What is drawn depends on the view and its page, not on where the focus stands.
			drawn := map[[2]int][]kit.Spot{}
			seen, places := map[why.Ref]bool{a.focus.Ref: true}, map[panel.Focus]bool{a.focus: true}
			queue := []App{a}
			for len(queue) > 0 {
				at := queue[0]
				queue = queue[1:]
				page := [2]int{int(at.InHand), at.More}
				if drawn[page] == nil {
					drawn[page] = at.spots()
				}
				for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
					next, ok := at, false
					if next.focus, ok = at.focus.Move(drawn[page], d[0], d[1]); !ok {
						from, _ := at.focus.At(drawn[page])
						next = at.crossPane(from, d[0], d[1])
					}
					if !places[next.focus] {
						seen[next.focus.Ref], places[next.focus] = true, true
						queue = append(queue, next)
					}
				}
			}
			all := map[why.Ref]bool{}
			for _, s := range spots {
				all[s.Ref] = true
			}
			if len(seen)*100 < len(all)*97 {
				for ref := range all {
					if !seen[ref] {
						t.Log(ref)
					}
				}
				t.Errorf("%s, %s: arrows reach %d of %d", there.session.Config().Scenario, v, len(seen), len(all))
			}
		}
	}
}

// A frame of every view at the largest size, of a small model and of a larger
// one, without a focus and with one.
func BenchmarkFocus(b *testing.B) {
	for _, there := range telling(b)[:2] {
		a := send(there, tea.WindowSizeMsg{Width: 200, Height: 60})
		for v := range kit.Views {
			a := a.turn(v)
			for _, x := range []struct {
				name string
				app  App
			}{{"without", a}, {"with", a.startFocus()}} {
				b.Run(there.session.Config().Scenario+"/"+v.String()+"/"+x.name, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						x.app.Frame()
					}
				})
			}
		}
	}
}

// TestFocusedFramesTakeLittleMemory: a frame of any view at the largest size, with
// a figure focused, of a model with more than a handful of symbols.
func TestFocusedFramesTakeLittleMemory(t *testing.T) {
	tier.Long(t, "draws many frames, on one goroutine")
	a := send(telling(t)[1], tea.WindowSizeMsg{Width: 200, Height: 60})
	for v := range kit.Views {
		b := a.turn(v).startFocus()
		if allocs := testing.AllocsPerRun(5, func() { b.Frame() }); allocs > 1550 {
			t.Errorf("%s: found %.0f allocations a frame, expected at most 1550", v, allocs)
		}
	}
}
