package tui

import (
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/tui/panel"
	"eeporl/tui/script"
)

// Play says how a script is played.
type Play struct {
	Script script.Script
	Starts []model.Session // of the script's Begin items, in order
	Speed  float64         // 2 halves all pauses
	Quit   bool            // leave at the end
	// Tell hears where the talk is, whenever that changes; nil for nobody. It must not block.
	Tell func(Notes)
	Now  func() time.Time
}

// Player is a Bubble Tea model: an explorer that follows a script until somebody presses one
// of the explorer's keys, which takes it over.
type Player struct {
	play    Play
	app     App
	options Options
	opened  time.Time

	place  spot
	pause  int    // number of the pause under way, 0 for none
	pauses int    // how many there have been
	slides []spot // where captions began
	handed spot   // where the keyboard took over
	told   Notes
}

// spot is all that a player needs to go on from somewhere.
type spot struct {
	mode          panel.Mode
	at            int // the next item
	starts        int // how many sessions have begun
	caption, note string
	trouble       string // why a command could do nothing
	app           App
}

// pausedMsg ends a pause.
type pausedMsg struct{ number int }

// NewPlayer makes a player before a script's first item. The script and its sessions are
// those of LoadPlay.
func NewPlayer(p Play, o Options) Player {
	return Player{play: p, app: NewApp(p.Starts[0], o), options: o, opened: p.Now(), place: spot{mode: panel.Playing}}
}

// Init does what an explorer does; the script begins when the terminal has said
// how large it is.
func (p Player) Init() tea.Cmd { return p.app.Init() }

// Left says whether the user wanted to leave, or the script ended with Quit.
func (p Player) Left() bool { return p.app.leaving }

// Update answers a message and plays on as far as nothing has to be waited for.
func (p Player) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	p, cmd := p.receive(msg)
	p, more := p.advance()
	p = p.show()
	return p, tea.Batch(cmd, more)
}

func (p Player) receive(msg tea.Msg) (Player, tea.Cmd) {
	switch msg := msg.(type) {
	case pausedMsg:
		if msg.number == p.pause {
			p.pause = 0
		}
		return p, nil
	case tea.KeyPressMsg:
		return p.press(msg)
	case tea.MouseClickMsg, tea.MouseWheelMsg:
		if p.place.mode == panel.Playing || p.place.mode == panel.Held {
			p = p.handOver()
		}
	case tea.MouseMotionMsg:
		if p.place.mode == panel.Playing || p.place.mode == panel.Held {
			return p, nil
		}
	}
	return p.pass(msg)
}

// pass hands a message to the explorer.
func (p Player) pass(msg tea.Msg) (Player, tea.Cmd) {
	next, cmd := p.app.after(msg)
	p.app = next
	return p, cmd
}

// takeUp is the key that gives the keyboard back to the script.
const takeUp = "ctrl+g"

// press answers a key: the player's own first.
func (p Player) press(msg tea.KeyPressMsg) (Player, tea.Cmd) {
	key := msg.String()
	if p.place.mode == panel.Yours || p.place.mode == panel.Awaiting {
		if key == takeUp || key == "f5" {
			return p.goOn()
		}
		return p.pass(msg)
	}
	if p.place.mode == panel.Finished {
		return p.pass(msg)
	}
	if p.app.overlay == classOverlay { // how guests come in stands over the talk until it goes on
		p.app.overlay = noOverlay
		if key == "esc" {
			return p, nil
		}
	}
	switch key {
	case "space", "right", "pgdown":
		return p.next(), nil
	case "left", "pgup":
		return p.back()
	case "esc":
		if p.place.mode == panel.Playing {
			p.place.mode = panel.Held
		}
		return p, nil
	case "q", "ctrl+c", "ctrl+z":
		return p.pass(msg)
	}
	if _, ok := lookup(p.app.table, key); !ok && (len(key) != 1 || key < "0" || key > "9") {
		return p, nil
	}
	return p.handOver().pass(msg)
}

// next ends a stop or a pause.
func (p Player) next() Player {
	p.place.mode, p.pause = panel.Playing, 0
	p.place.trouble = ""
	return p
}

// handOver gives the keyboard to the user and remembers where that was.
func (p Player) handOver() Player {
	p.handed = p.place
	p.handed.app = p.app
	p.place.mode, p.pause = panel.Yours, 0
	return p
}

// goOn takes the script up again. Where it waits for a condition it goes on from here; else it
// goes back to where the keyboard took over; if no step was taken since, results that have come in
// are kept.
func (p Player) goOn() (Player, tea.Cmd) {
	if p.place.mode == panel.Awaiting {
		return p.next(), nil
	}
	if p.app.session.Follows(p.handed.app.session) {
		p.handed.app.session = p.app.session // results have come in meanwhile
	}
	return p.restore(p.handed)
}

// restore goes back to a place, at the present size and in the present colours.
func (p Player) restore(to spot) (Player, tea.Cmd) {
	now := p.app
	p.place, p.app = to, to.app
	p.app.Width, p.app.Height = now.Width, now.Height
	p.app.Theme, p.app.Look, p.app.ChosenLook = now.Theme, now.Look, now.ChosenLook
	p.app.note, p.app.typed = "", 0
	p.place.app = App{}
	p.app.work.cancelAll()
	return p, p.app.work.start(p.app.session.Jobs())
}

// back goes to where the caption began, or the one before when it has just
// begun, and stops there.
func (p Player) back() (Player, tea.Cmd) {
	slides := p.slides
	if n := len(slides); n > 0 && p.place.at <= slides[n-1].at+1 {
		slides = slides[:n-1]
	}
	if len(slides) == 0 {
		return p, nil
	}
	p.slides, p.pause = slides, 0
	p, cmd := p.restore(slides[len(slides)-1])
	p.place.mode = panel.Held
	return p, cmd
}

// busy says whether the explorer works at what somebody waits for.
func (p Player) busy() bool {
	return p.app.search != nil || slices.ContainsFunc(p.app.session.Jobs(), func(j model.Job) bool { return !j.Kind.Background() })
}

// advance does items until one has to be waited for.
func (p Player) advance() (Player, tea.Cmd) {
	var cmds []tea.Cmd
	for {
		if p.place.mode == panel.Awaiting && !p.busy() && p.items()[p.place.at-1].When.Holds(watch.Session(p.app.session)) {
			p.place.mode = panel.Playing
		}
		if p.place.mode != panel.Playing || p.pause > 0 || p.busy() || p.app.leaving || p.app.Width == 0 {
			break
		}
		if p.place.at == len(p.items()) {
			if p.place.mode = panel.Finished; p.play.Quit {
				p.app.leaving = true
				cmds = append(cmds, tea.Quit)
			}
			break
		}
		item := p.items()[p.place.at]
		p.place.at++
		next, cmd := p.do(item)
		p = next
		cmds = append(cmds, cmd)
	}
	return p, tea.Batch(cmds...)
}

func (p Player) items() []script.Item { return p.play.Script.Items }

// do does one item.
func (p Player) do(i script.Item) (Player, tea.Cmd) {
	switch i.Kind {
	case script.Begin:
		return p.begin()
	case script.Command:
		next, cmd, err := p.app.Do(i.Text)
		p.app = next
		if err != nil {
			p.place.trouble = fmt.Sprintf("%s:%d: %v", p.play.Script.File, i.Line, err)
			p.place.mode = panel.Held
			return p, nil
		}
		p, wait := p.wait(i.Pause)
		return p, tea.Batch(cmd, wait)
	case script.Wait:
		return p.wait(i.Pause)
	case script.Caption:
		p.place.caption = p.say(i)
		here := p.place
		here.app = p.app
		p.slides = append(slices.Clip(p.slides), here)
	case script.Note:
		p.place.note = p.say(i)
	case script.Stop:
		p.place.mode = panel.Held
	case script.Until:
		p.place.mode = panel.Awaiting
	}
	return p, nil
}

func (p Player) say(i script.Item) string {
	return script.Say(i.Words, watch.Session(p.app.session))
}

// wait starts a pause.
func (p Player) wait(d time.Duration) (Player, tea.Cmd) {
	d = time.Duration(float64(d) / p.play.Speed)
	if d <= 0 {
		return p, nil
	}
	p.pauses++
	p.pause = p.pauses
	number := p.pauses
	return p, tea.Tick(d, func(time.Time) tea.Msg { return pausedMsg{number} })
}

// begin opens the next session of the script.
func (p Player) begin() (Player, tea.Cmd) {
	now := p.app
	now.work.cancelAll()
	p.place.starts++
	p.place.caption, p.place.note = "", ""
	p.app = NewApp(p.play.Starts[p.place.starts-1], p.options)
	p.app.Width, p.app.Height = now.Width, now.Height
	p.app.Theme, p.app.Look, p.app.ChosenLook = now.Theme, now.Look, now.ChosenLook
	p.app.work = now.work // shared, so that late results of the old session are dropped
	return p, p.app.work.start(p.app.session.Jobs())
}

// show brings the banner and the speaker's notes up to date.
func (p Player) show() Player {
	p.app.banner = p.banner()
	if p.play.Tell == nil {
		return p
	}
	x := p.state()
	if x == p.told {
		return p
	}
	p.told = x
	x.Elapsed = p.play.Now().Sub(p.opened).Seconds()
	p.play.Tell(x)
	return p
}

// state is what the speaker wants to know, but for the time.
func (p Player) state() Notes {
	s := p.play.Script
	x := Notes{Title: s.Title, Mode: string(p.place.mode), At: p.place.at, Of: len(s.Items), Caption: p.place.caption, Note: p.place.note, Planned: s.Planned().Seconds()}
	if p.place.trouble != "" {
		x.Note = p.place.trouble
	}
	if p.place.at < len(s.Items) {
		x.Next = script.Line(s.Items[p.place.at])
	}
	return x
}

// View draws the explorer with its banner.
func (p Player) View() tea.View { return p.app.View() }

// banner is what the player lays over the explorer now.
func (p Player) banner() panel.Banner {
	if p.place.mode == panel.Finished {
		return panel.Banner{}
	}
	b := panel.Banner{Shown: true, Caption: p.place.caption, Trouble: p.place.trouble, Mode: p.place.mode, At: p.place.at, Of: len(p.items())}
	if p.place.mode == panel.Awaiting {
		b.Until = "until " + p.items()[p.place.at-1].Text
	}
	return b
}
