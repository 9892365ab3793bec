package tui

import (
	"context"
	"fmt"
	"image/color"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"eeporl/model"
	"eeporl/tui/class"
	"eeporl/tui/panel"
	"eeporl/tui/terminal"
)

// Elsewhere is a terminal that is not this process's.
type Elsewhere struct {
	In            io.Reader
	Out           io.Writer
	Environment   []string
	Profile       colorprofile.Profile
	Width, Height int
	SevenBit      bool // it shows nothing but ASCII
	// Lane does what answers a guest who is away from the presenter; nil does it at once.
	Lane func(do func())
}

// GuestProgram makes the program that runs a guest's explorer on a terminal that is elsewhere.
func GuestProgram(ctx context.Context, g Guest, t Elsewhere) *tea.Program { return t.program(ctx, g) }

// LeadProgram makes the program of a presenter whose terminal is elsewhere: it goes on from what the class
// saw last.
func LeadProgram(ctx context.Context, s model.Session, o Options, t Elsewhere) *tea.Program {
	a := NewApp(s, o)
	if shown, ok := o.Room.Stage().Shown.(Shown); ok {
		a.session, a.Looks, a.watches = shown.app.session, shown.app.Looks, shown.app.watches
	}
	p := t.program(ctx, present(a, o))
	go o.Room.Watch(ctx, func(x any) { p.Send(x) })
	return p
}

// Show shows a class where a session begins, before anybody presents it.
func Show(s model.Session, o Options) { present(NewApp(s, o), o) }

// NotesProgram makes the program of a speaker whose notes stand on a terminal elsewhere.
func NotesProgram(ctx context.Context, room *class.Room, o Options, now func() time.Time, t Elsewhere) *tea.Program {
	p := t.program(ctx, NewSpeaker(o, now))
	go room.FollowNotes(ctx, func(x any) { p.Send(toldMsg(x.(Notes))) })
	return p
}

// program runs a model there. It writes frames itself, the lines that have changed: for a class of two
// hundred, comparing cells costs twenty times as much.
func (t Elsewhere) program(ctx context.Context, m tea.Model) *tea.Program {
	paced := terminal.Pace(m, time.Now)
	paced.SevenBit = t.SevenBit
	end := &ending{begun: make(chan struct{})}
	p := tea.NewProgram(painted{paced, &painting{out: t.Out}, t.Lane}, tea.WithoutSignalHandler(), tea.WithoutRenderer(), tea.WithInput(end.read(t.In)), tea.WithOutput(t.Out),
		tea.WithEnvironment(t.Environment), tea.WithColorProfile(t.Profile), tea.WithWindowSize(t.Width, t.Height), tea.WithFPS(questionsASecond),
		tea.WithFilter(end.filter))
	end.send = p.Send
	end.with(ctx)
	return p
}

// questionsASecond is how often Bubble Tea looks for something to ask the terminal.
const questionsASecond = 10

// painted is a paced model that writes its own frames.
type painted struct {
	terminal.Paced
	on   *painting
	lane func(do func())
}

// painting is what stands on a terminal.
type painting struct {
	out   io.Writer
	begun bool
	lines []string
	title string
	paper color.Color
}

// Update hands a message on. After a change of size all is drawn anew.
func (p painted) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.WindowSizeMsg); ok {
		p.on.lines = nil
	}
	var cmd tea.Cmd
	p.inLane(func() {
		var next tea.Model
		next, cmd = p.Paced.Update(msg)
		p.Paced = next.(terminal.Paced)
	})
	return p, cmd
}

// inLane answers a guest who is away in the lane of all who are, and lets the guest rest after it. The
// presenter, and those who follow, never wait.
func (p *painted) inLane(do func()) {
	if g, ok := p.Paced.Model.(Guest); !ok || g.app.attending.Where != panel.Away || p.lane == nil {
		do()
		return
	}
	var took time.Duration
	p.lane(func() {
		began := p.Now()
		do()
		took = p.Now().Sub(began)
	})
	time.Sleep(min(resting*took, longestRest))
}

// Whoever is away rests so many times as long as an answer took, and no longer than this.
const (
	resting     = 4
	longestRest = 200 * time.Millisecond
)

// View writes the frame and leaves Bubble Tea nothing to draw.
func (p painted) View() tea.View {
	var v tea.View
	p.inLane(func() { v = p.Paced.View() })
	p.on.show(v)
	return tea.View{}
}

// What a terminal is told before the first frame, and after the last.
const (
	arrive = ansi.SetModeAltScreenSaveCursor + ansi.ResetModeTextCursorEnable + ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr + ansi.SetModeBracketedPaste
	depart = ansi.ResetModeBracketedPaste + ansi.ResetModeMouseExtSgr + ansi.ResetModeMouseButtonEvent + ansi.SetModeTextCursorEnable + ansi.ResetModeAltScreenSaveCursor
)

// show writes the lines that differ from what stands on the terminal, in one piece.
func (p *painting) show(v tea.View) {
	lines := strings.Split(v.Content, "\n")
	var b strings.Builder
	if !p.begun {
		b.WriteString(arrive)
		p.begun = true
	}
	if v.BackgroundColor != p.paper {
		b.WriteString(papered(v))
		p.paper, p.lines = v.BackgroundColor, nil
	}
	if v.WindowTitle != p.title {
		b.WriteString(ansi.SetWindowTitle(v.WindowTitle))
		p.title = v.WindowTitle
	}
	if len(lines) != len(p.lines) {
		b.WriteString(ansi.EraseEntireScreen)
		p.lines = make([]string, len(lines))
	}
	for y, line := range lines {
		if line != p.lines[y] {
			fmt.Fprintf(&b, "\x1b[%dH%s", y+1, line)
		}
	}
	p.lines = lines
	if b.Len() > 0 {
		_, _ = io.WriteString(p.out, ansi.SetModeSynchronizedOutput+b.String()+ansi.ResetModeSynchronizedOutput) // who has gone sees nothing
	}
}

// papered sets the terminal's own colours, or gives them back.
func papered(v tea.View) string {
	if v.BackgroundColor == nil {
		return ansi.ResetForegroundColor + ansi.ResetBackgroundColor
	}
	hex := func(c color.Color) string {
		r, g, b, _ := c.RGBA()
		return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
	}
	return ansi.SetForegroundColor(hex(v.ForegroundColor)) + ansi.SetBackgroundColor(hex(v.BackgroundColor))
}

// Leave gives the terminal back.
func Leave(out io.Writer) {
	_, _ = io.WriteString(out, ansi.ResetForegroundColor+ansi.ResetBackgroundColor+depart)
}
