package terminal

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"eeporl/pomdp/figure"
)

// Paced draws no more than half of the time: after a frame it rests as long as that frame took,
// so that presses that come faster than frames can be drawn are all taken and the last one is
// shown. A press after a rest is drawn at once.
type Paced struct {
	tea.Model
	Now      func() time.Time
	SevenBit bool // the terminal shows nothing but ASCII
	drawn    *drawn
}

// drawn is the frame that was drawn last. Bubble Tea draws between two messages, never beside one.
type drawn struct {
	view   tea.View
	ready  time.Time // when the next one may be drawn
	due    bool      // a wake-up is on its way
	forced bool      // it has come: what is not shown yet is drawn
}

// WakeUp comes when a frame that was left out may be drawn.
type WakeUp struct{}

// Pace makes a model draw no more than half of the time; now is its clock.
func Pace(m tea.Model, now func() time.Time) Paced {
	return Paced{Model: m, Now: now, drawn: new(drawn)}
}

// Init asks the terminal for its background, and then for its attributes, whose answer comes last.
func (p Paced) Init() tea.Cmd {
	return tea.Batch(p.Model.Init(), tea.Sequence(tea.RequestBackgroundColor, tea.Raw(ansi.RequestPrimaryDeviceAttributes)))
}

// Update hands a message on and sees to it that what it changed is drawn.
func (p Paced) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(WakeUp); ok {
		p.drawn.due, p.drawn.forced = false, true
		return p, nil
	}
	next, cmd := p.Model.Update(msg)
	p.Model = next
	if rest := p.drawn.ready.Sub(p.Now()); rest > 0 && !p.drawn.due {
		p.drawn.due = true
		cmd = tea.Batch(cmd, tea.Tick(rest, func(time.Time) tea.Msg { return WakeUp{} }))
	}
	return p, cmd
}

// View is the model's, or the last one where it is too early for another.
func (p Paced) View() tea.View {
	began := p.Now()
	if began.Before(p.drawn.ready) && !p.drawn.forced {
		return p.drawn.view
	}
	p.drawn.view, p.drawn.forced = p.Model.View(), false
	if p.SevenBit {
		p.drawn.view.Content = figure.SevenBit(p.drawn.view.Content)
	}
	ended := p.Now()
	p.drawn.ready = ended.Add(ended.Sub(began))
	return p.drawn.view
}
