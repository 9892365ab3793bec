package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/log/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/pomdp/printable"
	"eeporl/scenarios"
	"eeporl/tui"
	"eeporl/tui/class"
	"eeporl/tui/plain"
)

// A class may hold so much, and a guest's own work may take so long.
const (
	classMemory = 600 << 20 // of work; what a class takes in all is said at its start
	classTakes  = 1200      // MB
	guestWork   = 30 * time.Second
)

// serving is what serve was asked for.
type serving struct {
	exploration
	talk   string // a script's name or file, "" for none
	config class.Config
	kiosk  bool
	detach bool
	votes  string // a file for the answers, "" for none
	names  bool   // with who gave them
}

func (a *app) serve() *cobra.Command {
	var x serving
	cmd := &cobra.Command{
		Use:   "serve [SCENARIO|MODEL]",
		Short: "Open the explorer for a class, whose terminals follow it over SSH",
		Long: `serve opens the explorer, or with --talk a script, and lets guests look over its shoulder from terminals
of their own: ssh -p PORT HOST. Each sees it at their own size and in their own colours. A key that acts
takes a guest to a copy of the session from that very beat; Ctrl+G comes back. What Q asks is asked of
the whole class: a digit answers, once, and the presenter's own digit closes the question. :class lists who is
there and how others come in; 'class back' calls all back, 'class hand NAME' gives the keyboard away,
'class take' takes it. ssh HOST plain follows in lines of text, for screen readers and braille.
With --kiosk nobody presents: each guest has an explorer of their own. With --presenter-keys somebody
presents from another terminal, as ssh presenter@HOST with --detach, and ssh -t presenter@HOST notes shows a talk's notes.

Guests have no shell, write and open no file, and start no program. The server listens on this machine alone;
another address of --listen needs --code, --authorized-keys or --open. At the end stands how each kind
of question was answered.`,
		Example: `  eeporl serve tea
  eeporl serve --talk lecture --listen 0.0.0.0:2222 --code tea-for-two
  eeporl serve noisy-tiger --kiosk --detach --listen 0.0.0.0:2222 --open
  eeporl serve tea --votes votes.csv
  eeporl serve --talk lecture --presenter-keys ~/.ssh/id_ed25519.pub`,
		Args:              a.exploreArguments,
		ValidArgsFunction: completeScenario,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.runServe(cmd, &x, args) },
	}
	f := cmd.Flags()
	x.settings.addFlags(f)
	f.StringVar(&x.talk, "talk", "", "play `SCRIPT`, as 'eeporl play' does")
	f.StringVar(&x.config.Listen, "listen", "127.0.0.1:2222", "`HOST:PORT` to listen on; port 0 for any")
	f.StringVar(&x.config.Code, "code", "", "`WORD` that guests give as the password")
	f.StringVar(&x.config.Keys, "authorized-keys", "", "`FILE` of the keys that are let in, as OpenSSH's")
	f.BoolVar(&x.config.Open, "open", false, "let everybody in who reaches the address")
	addFlag(f, &x.config.Most, "guests", "", "200", "N", "how many guests at a time", model.WholeNumber(1000))
	f.BoolVar(&x.kiosk, "kiosk", false, "nobody presents: each guest explores by themselves")
	f.BoolVar(&x.detach, "detach", false, "without a screen of one's own, until a signal ends it; with --kiosk or --presenter-keys")
	f.StringVar(&x.config.Presenter, "presenter-keys", "", "`FILE` of the keys of whoever presents by 'ssh presenter@HOST', or reads notes there")
	f.StringVar(&x.votes, "votes", "", "`FILE.csv` for the answers to what was asked")
	f.BoolVar(&x.names, "names", false, "with --votes: with the names of those who answered")
	journalFlag(f, &x.noJournal)
	screenFlags(f, &x.screen)
	return cmd
}

func (a *app) runServe(cmd *cobra.Command, x *serving, args []string) error {
	ctx := cmd.Context()
	switch {
	case x.detach && !x.kiosk && x.config.Presenter == "":
		return errors.New("found --detach, expected --kiosk or --presenter-keys beside it: a class that follows needs somebody who leads")
	case !x.detach && !a.env.Terminal:
		return errors.New("found no terminal, expected one, or --kiosk --detach")
	case x.talk != "" && (x.kiosk || len(args) > 0):
		return errors.New("found --talk beside --kiosk or a model, expected one of them")
	case x.names && x.votes == "":
		return errors.New("found --names without --votes, expected both")
	case x.votes != "" && exists(x.votes):
		return fmt.Errorf("--votes: %s: found a file there already, expected a new name", x.votes)
	case a.env.State == "":
		return errors.New("found no home folder for the server's key, expected one, or XDG_STATE_HOME")
	}
	session, open, err := a.lectern(x, ctx, args)
	if err != nil {
		return err
	}
	c := &classroom{room: class.NewRoom(), session: session, kiosk: x.kiosk, lane: class.NewLane(ctx), turns: class.NewTurns(max(1, runtime.NumCPU()/2), guestWork, classMemory)}
	x.config.HostKey = filepath.Join(a.env.State, "host_ed25519")
	x.config.Enter, x.config.Tell, x.config.Lead, x.config.Notes = c.enter, c.tell, c.lead, c.notes
	x.screen.Room, x.screen.Turn = c.room, c.turns.Of(ctx)
	c.leads = x.screen
	c.leads.Clock, c.leads.Open = a.env.Now, a.openable(ctx)
	if !x.detach { // two explorers would show the class two things
		x.config.Lead = nil
	}
	server, err := class.Listen(c.room, x.config)
	if err != nil {
		return err
	}
	kept, err := c.keepVotes(x)
	if err != nil {
		return errors.Join(err, server.Close())
	}
	quiet, err := a.quietly()
	if err != nil {
		return errors.Join(err, server.Close(), kept())
	}
	defer quiet()
	served := make(chan error, 1)
	go func() { served <- server.Serve() }()
	notice := notice(server, x.config)
	c.room.Announce(notice)
	for _, line := range notice.Lines() {
		fmt.Fprintln(a.stderr, line)
	}
	if x.detach {
		tui.Show(session, c.leads)
		select {
		case <-ctx.Done():
		case err = <-served:
		}
	} else {
		x.screen.Screen = append(x.screen.Screen, "class")
		err = open(ctx, x.screen)
	}
	return errors.Join(err, server.Close(), kept(), a.tally(c.room.Votes()))
}

// keepVotes writes answers to a file, if there is to be one, which only its owner reads. The caller calls kept at the end.
func (c *classroom) keepVotes(x *serving) (kept func() error, err error) {
	if x.votes == "" {
		return func() error { return nil }, nil
	}
	f, err := os.OpenFile(x.votes, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		err = c.room.Register(f, x.names)
	}
	return func() error { return failedToWrite(x.votes, errors.Join(c.room.Registered(), f.Close())) }, failedToWrite(x.votes, err)
}

// exists says whether something has that name.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// lectern is what the presenter's screen is to be opened with, and the session that it begins with.
func (a *app) lectern(x *serving, ctx context.Context, args []string) (model.Session, func(context.Context, tui.Options) error, error) {
	if x.talk != "" {
		text, err := scriptText(x.talk)
		if err != nil {
			return model.Session{}, nil, err
		}
		s, starts, err := tui.LoadPlay(strings.NewReader(text), x.talk, loadModel)
		if err != nil {
			return model.Session{}, nil, &failure{err}
		}
		p := tui.Play{Script: s, Starts: starts, Speed: 1, Now: a.env.Now}
		return starts[0], func(ctx context.Context, o tui.Options) error {
			p.Tell = func(x tui.Notes) { o.Room.Note(x) }
			return a.perform(ctx, p, playing{screen: o, noJournal: x.noJournal})
		}, nil
	}
	config, _, err := x.load(cmp.Or(strings.Join(args, ""), scenarios.Default))
	if err != nil {
		return model.Session{}, nil, err
	}
	s, err := x.begin(ctx, config)
	return s, func(ctx context.Context, o tui.Options) error {
		o.Open = a.openable(ctx)
		return a.offered(ctx, s, o, sought(s.Config(), args), x.noJournal)
	}, err
}

// quietly sends what libraries say to a file while a screen is open: it would stand on the presenter's.
func (a *app) quietly() (end func(), err error) {
	file, err := os.Create(filepath.Join(a.env.State, "serve.log"))
	if err != nil {
		return nil, err
	}
	stderr, logger := os.Stderr, slog.Default()
	os.Stderr = file
	slog.SetDefault(slog.New(slog.NewTextHandler(file, nil)))
	log.SetOutput(file)
	return func() {
		os.Stderr = stderr
		slog.SetDefault(logger)
		log.SetOutput(stderr)
		_ = file.Close()
	}, nil
}

// notice says how guests come in.
func notice(s *class.Server, c class.Config) class.Notice {
	at := s.Address()
	port := fmt.Sprint(at.Port)
	hosts := []string{at.IP.String()}
	if at.IP.IsUnspecified() {
		hosts = reachable()
	}
	n := class.Notice{Fingerprint: s.Fingerprint(), Terms: fmt.Sprintf("%s; at most %d guests and %d MB", c.Terms(), c.Most, classTakes)}
	for _, h := range hosts {
		n.Join = append(n.Join, fmt.Sprintf("ssh -p %s NAME@%s", port, h))
	}
	if !at.IP.IsLoopback() {
		n.Address = "ssh://" + net.JoinHostPort(hosts[0], port)
	}
	return n
}

// reachable are the addresses of this machine that others may reach, of IPv4 first.
func reachable() []string {
	var out []string
	all, _ := net.InterfaceAddrs() // without one there is the machine itself
	for _, a := range all {
		if ip, ok := a.(*net.IPNet); ok && ip.IP.IsGlobalUnicast() {
			out = append(out, ip.IP.String())
		}
	}
	slices.SortStableFunc(out, func(x, y string) int { return strings.Count(x, ":") - strings.Count(y, ":") })
	return append(out, "localhost")[:max(1, min(len(out), 3))]
}

// classroom is what happens to guests inside.
type classroom struct {
	room    *class.Room
	session model.Session
	turns   *class.Turns
	kiosk   bool
	leads   tui.Options // of whoever presents from elsewhere
	lane    class.Lane  // of the guests who are away
}

// enter runs a guest's explorer.
func (c *classroom) enter(ctx context.Context, seat *class.Seat, t *class.Terminal) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	where, o := elsewhere(t, tui.Options{Tour: &tui.Tour{Load: tourModel}, Turn: c.turns.Of(ctx), Full: func() bool { return class.Held() > classMemory }})
	where.Lane = c.lane.Do
	guest := tui.NewGuest(seat, c.session, o)
	if c.kiosk {
		guest = guest.Alone()
	}
	p := tui.GuestProgram(ctx, guest, where)
	go seat.Follow(ctx, func(x any) { p.Send(x) })
	displayed(ctx, p, t)
}

// elsewhere is a terminal that came over the network, and how a screen is drawn there.
func elsewhere(t *class.Terminal, o tui.Options) (tui.Elsewhere, tui.Options) {
	env := Env{Getenv: func(name string) string { return lookUp(t.Environment, name) }}
	o.NoColor, o.SevenBit = env.variable("NO_COLOR") != "", env.sevenBit()
	o.ASCII = o.SevenBit
	profile := colorprofile.Env(t.Environment)
	if o.NoColor {
		profile = colorprofile.ASCII
	}
	return tui.Elsewhere{In: t, Out: t, Environment: t.Environment, Profile: profile, Width: t.Width, Height: t.Height, SevenBit: o.SevenBit}, o
}

// displayed runs a program on a terminal until it ends, or the connection does.
func displayed(ctx context.Context, p *tea.Program, t *class.Terminal) {
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case s := <-t.Sizes:
				p.Send(tea.WindowSizeMsg{Width: s.Width, Height: s.Height})
			}
		}
	}()
	_, _ = p.Run() // a connection that ended has nobody to tell
	tui.Leave(t)
}

// lead runs the explorer of a presenter who is elsewhere.
func (c *classroom) lead(ctx context.Context, t *class.Terminal) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	where, o := elsewhere(t, c.leads)
	displayed(ctx, tui.LeadProgram(ctx, c.session, o, where), t)
}

// notes shows the speaker's notes of a talk.
func (c *classroom) notes(ctx context.Context, t *class.Terminal) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	where, o := elsewhere(t, c.leads)
	displayed(ctx, tui.NotesProgram(ctx, c.room, o, c.leads.Clock, where), t)
}

// tell follows the class in lines of text.
func (c *classroom) tell(ctx context.Context, seat *class.Seat, rw io.ReadWriter) {
	if !c.kiosk {
		plain.Attend(ctx, seat, rw)
		return
	}
	seat.At("in lines of text")
	app := tui.NewApp(c.session, tui.Options{Tour: &tui.Tour{Load: tourModel}, Turn: c.turns.Of(ctx)}).Guesting()
	out := printable.NewWriter(lines{rw})
	e := plain.New(app, out, func(string, model.Session) error { return tui.ErrGuest })
	if err := e.Run(ctx, rw, "ssh", true); err != nil {
		fmt.Fprintln(out, err)
	}
}

// lines ends them as a terminal wants it that is in no cooked mode.
type lines struct{ to io.Writer }

func (l lines) Write(p []byte) (int, error) {
	_, err := io.WriteString(l.to, strings.ReplaceAll(string(p), "\n", "\r\n"))
	return len(p), err
}

// lookUp is a variable of an environment, "" for none.
func lookUp(environment []string, name string) string {
	for _, x := range slices.Backward(environment) {
		if key, value, _ := strings.Cut(x, "="); key == name {
			return value
		}
	}
	return ""
}

// tally says how the class answered.
func (a *app) tally(votes []class.Vote) error {
	var missed []string
	for _, s := range class.Scores(votes) {
		times := fmt.Sprintf("%d times", s.Asked)
		if s.Asked == 1 {
			times = "once"
		}
		fmt.Fprintf(&a.out, "%s (%s) Asked %s, %d of %d answers right.\n", s.Ask, s.Kind, times, s.Right, s.Made)
		if 2*s.Right < s.Made {
			missed = append(missed, s.Kind)
		}
	}
	if len(missed) == 0 {
		return nil
	}
	return a.lookAgain(missed, func(format string, args ...any) { fmt.Fprintf(&a.out, format+"\n", args...) })
}
