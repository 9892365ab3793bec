package tui

import (
	"fmt"
	"math"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"eeporl/tui/canvas"
	"eeporl/tui/panel"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// Notes is what a speaker wants to know of a talk. Times are in seconds.
type Notes struct {
	Title   string
	Mode    string // playing, stopped, waiting, yours, finished
	At, Of  int    // steps done, and of how many
	Caption string
	Note    string
	Next    string  // the step that comes next, as it stands in the script
	Elapsed float64 // since the script was opened
	Planned float64 // of the whole talk
}

// Speaker is a Bubble Tea model: the notes of a talk that another terminal shows.
type Speaker struct {
	now           func() time.Time
	state         Notes
	known         bool      // a state has come
	came          time.Time // when the last one came
	width, height int
	theme         *theme.Theme
	look          theme.Look
	gone          bool
}

type (
	toldMsg  Notes
	clockMsg struct{}
)

// NewSpeaker makes the model; now is its clock.
func NewSpeaker(o Options, now func() time.Time) Speaker {
	s := Speaker{now: now}
	profile, look := colorprofile.TrueColor, o.Theme
	if o.NoColor {
		profile = colorprofile.ASCII
	}
	if look == "" {
		look = theme.Dark
	}
	s.theme, s.look = theme.New(profile, look, o.ASCII), look
	return s
}

// Init starts the clock.
func (s Speaker) Init() tea.Cmd { return s.tick() }

func (s Speaker) tick() tea.Cmd {
	return tea.Tick(time.Second/4, func(time.Time) tea.Msg { return clockMsg{} })
}

// Update takes in the states that come, and the keys that leave.
func (s Speaker) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.width, s.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		if s.theme.Profile != colorprofile.ASCII {
			s.theme = theme.New(msg.Profile, s.look, s.theme.ASCII)
		}
	case toldMsg:
		s.state, s.known, s.came = Notes(msg), true, s.now()
	case clockMsg:
		return s, s.tick()
	case tea.KeyPressMsg:
		if k := msg.String(); k == "q" || k == "ctrl+c" || k == "esc" {
			s.gone = true
			return s, tea.Quit
		}
	}
	return s, nil
}

func (s Speaker) Left() bool { return s.gone }

// View draws the notes.
func (s Speaker) View() tea.View {
	c := canvas.New(s.width, s.height)
	s.draw(c.All())
	v := tea.NewView(string(c.Encode(nil, &s.theme.Palette)))
	v.AltScreen = true
	v.WindowTitle = "eeporl notes"
	return v
}

func (s Speaker) draw(all canvas.Area) {
	w, h := all.W(), all.H()
	x := all.Text(1, 0, "notes ", panel.Bold)
	x = all.Text(x, 0, s.state.Title, canvas.Style{})
	if s.known {
		all.Text(x+2, 0, fmt.Sprintf("step %d of %d, %s", s.state.At, s.state.Of, s.state.Mode), panel.Dim)
	}
	y := 2
	write := func(words string, style canvas.Style, room int) {
		for i, line := range kit.Lines(words, w-4) {
			if i >= room || y >= h-3 {
				return
			}
			all.Text(2, y, line, style)
			y++
		}
	}
	if !s.known {
		write("No talk is being given: serve --talk SCRIPT gives one.", panel.Dim, 3)
		s.drawClock(all.Rows(h-2, 2))
		return
	}
	write(s.state.Note, canvas.Style{}.With(canvas.Bold), max(h-12, 3))
	y++
	write("on the screen: "+s.state.Caption, panel.Dim, 3)
	y++
	if s.state.Next != "" {
		write("next: "+s.state.Next, panel.Key, 2)
	}
	s.drawClock(all.Rows(h-2, 2))
}

// drawClock draws the time of day, what has passed and what is left.
func (s Speaker) drawClock(b canvas.Area) {
	now := s.now()
	b.Text(1, 0, now.Format("15:04:05"), panel.Bold)
	b.Text(1, 1, "q leaves", panel.Dim)
	if !s.known {
		return
	}
	elapsed := s.state.Elapsed + now.Sub(s.came).Seconds()
	b.Text(14, 0, "elapsed "+minutes(elapsed), canvas.Style{})
	if s.state.Planned == 0 {
		return
	}
	left, style, what := s.state.Planned-elapsed, canvas.FG(theme.Good).With(canvas.Bold), "left "
	if left < 0 {
		left, style, what = -left, canvas.FG(theme.Bad).With(canvas.Bold), "over by "
	}
	b.Text(30, 0, what+minutes(left), style)
}

// minutes writes a time as 12:05.
func minutes(seconds float64) string {
	n := int(math.Max(seconds, 0))
	return fmt.Sprintf("%d:%02d", n/60, n%60)
}
