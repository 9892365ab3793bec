package class

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"
)

// Config says who is let in, and what happens then.
type Config struct {
	Listen  string // HOST:PORT
	HostKey string // the file of the host's key, which is made where there is none
	Doors
	Most int // guests at a time
	// Enter runs a guest's screen until it ends, or the connection does.
	Enter func(context.Context, *Seat, *Terminal)
	// Lead runs the presenter's screen, nil where there is one already, and Notes the speaker's, on a terminal that is
	// elsewhere.
	Lead, Notes func(context.Context, *Terminal)
	// Tell does the same as Enter without a screen, for those who have lines read to them.
	Tell func(context.Context, *Seat, io.ReadWriter)
}

// Terminal is a guest's.
type Terminal struct {
	io.ReadWriter
	Environment   []string
	Width, Height int
	Sizes         <-chan Size // as the window changes
}

// Size is that of a terminal, in cells.
type Size struct{ Width, Height int }

// Server lets guests in over SSH. It gives them no shell, no command, no file and no way on.
type Server struct {
	config  Config
	room    *Room
	ssh     *ssh.Server
	listen  net.Listener
	signer  gossh.Signer
	inside  atomic.Int64
	leading sync.Mutex                  // held while somebody presents from elsewhere
	leader  atomic.Pointer[ssh.Session] // who did so last
	over    context.Context             // ends with the class
	end     context.CancelFunc
	resizes *rate.Limiter // of windows, all guests' together
}

const (
	insideWithin   = 90 * time.Second // with a key to be compared and a password to be typed
	greetedWithin  = 10 * time.Second // by a client, with so many bytes at least
	greeting       = 256
	aliveEvery     = 20 * time.Second // a connection is asked for a sign of life
	silentFor      = 2 * time.Minute  // and ended after so long without one
	arrivals       = 100              // new connections a second, of which
	arrivalsAtOnce = 400              // so many may come at once
	bytesASecond   = 4 << 10          // that a connection is read at, and at once
	bytesAtOnce    = 64 << 10
	bytesUnread    = 16 << 10 // that the system keeps of a connection: an end behind them is seen soon
	resizesApart   = 200 * time.Millisecond
	resizesASecond = 40 // of all guests, and at once
	resizesAtOnce  = 200
	stuckAfter     = time.Second      // a frame that a terminal does not take
	givenUpAfter   = 30 * time.Second // ends its connection
)

// Listen opens the door. Serve lets guests in; Close ends it.
func Listen(room *Room, c Config) (*Server, error) {
	if err := c.Doors.check(c.Listen); err != nil {
		return nil, err
	}
	s := &Server{config: c, room: room, resizes: rate.NewLimiter(resizesASecond, resizesAtOnce)}
	s.over, s.end = context.WithCancel(context.Background())
	come, from := rate.NewLimiter(arrivals, arrivalsAtOnce), &addresses{}
	options := []ssh.Option{
		wish.WithHostKeyPath(c.HostKey),
		wish.WithIdleTimeout(silentFor),
		wish.WithMiddleware(func(ssh.Handler) ssh.Handler { return s.visit }),
		ssh.WrapConn(func(ctx ssh.Context, conn net.Conn) net.Conn {
			entered, ok := from.arrives(conn.RemoteAddr()) // first: who comes too often takes nobody else's turn
			if !ok {
				return nil
			}
			if !come.Allow() || s.inside.Load() > int64(c.Most)+arrivalsAtOnce {
				entered()
				return nil
			}
			s.inside.Add(1)
			if tcp, ok := conn.(*net.TCPConn); ok {
				_ = tcp.SetReadBuffer(bytesUnread) // where it cannot be set, a dead connection lingers
			}
			c := &counted{Conn: conn, limit: rate.NewLimiter(bytesASecond, bytesAtOnce), entered: entered, gone: func() { entered(); s.inside.Add(-1) }}
			ctx.SetValue(connection{}, c)
			c.late = time.AfterFunc(greetedWithin, c.tooLate)
			return c
		}),
		func(srv *ssh.Server) error {
			srv.HandshakeTimeout, srv.Version = insideWithin, "eeporl"
			srv.ServerConfigCallback = func(ssh.Context) *gossh.ServerConfig { return &gossh.ServerConfig{MaxAuthTries: 3} }
			srv.ChannelHandlers = map[string]ssh.ChannelHandler{"session": narrow}
			srv.RequestHandlers = map[string]ssh.RequestHandler{}
			srv.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
			return nil
		},
	}
	doors, err := c.Doors.options(from)
	if err != nil {
		return nil, err
	}
	if s.ssh, err = wish.NewServer(append(options, doors...)...); err != nil {
		return nil, err
	}
	if err := os.Chmod(c.HostKey, 0o600); err != nil {
		return nil, err
	}
	s.signer = s.ssh.HostSigners[0]
	if s.listen, err = net.Listen("tcp", c.Listen); errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("--listen: found %s in use, expected a free address: port 0 takes any", c.Listen)
	}
	return s, err
}

// counted is a connection that is read no faster than a keyboard needs, and says when it is gone.
type counted struct {
	net.Conn
	limit         *rate.Limiter
	closed        atomic.Bool
	session       atomic.Bool  // its one session was opened
	inside        atomic.Bool  // its guest has been seen
	known         atomic.Bool  // its client has said something in time
	read          atomic.Int64 // bytes
	late          *time.Timer  // ends it where no guest is seen
	entered, gone func()
}

// connection is where a context keeps its connection.
type connection struct{}

// tooLate ends a connection whose client has said nothing, and, after the time that any other has to come in, one whose
// guest is not inside.
func (c *counted) tooLate() {
	switch {
	case c.inside.Load():
	case c.read.Load() < greeting, c.known.Swap(true):
		_ = c.Close()
	default:
		c.late.Reset(insideWithin - greetedWithin)
	}
}

// comes says that its guest is inside.
func (c *counted) comes() {
	c.inside.Store(true)
	c.entered()
}

// hangUp ends a guest's connection, whatever the guest's client does.
func hangUp(session ssh.Session) {
	if conn, ok := session.Context().Value(ssh.ContextKeyConn).(*gossh.ServerConn); ok {
		_ = conn.Close()
	}
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p[:min(len(p), bytesAtOnce)])
	if n > 0 {
		c.read.Add(int64(n))
		time.Sleep(c.limit.ReserveN(time.Now(), n).Delay())
	}
	return n, err
}

func (c *counted) Close() error {
	if !c.closed.Swap(true) {
		c.late.Stop()
		c.gone()
	}
	return c.Conn.Close()
}

// Serve lets guests in until Close.
func (s *Server) Serve() error {
	if err := s.ssh.Serve(s.listen); !errors.Is(err, ssh.ErrServerClosed) {
		return err
	}
	return nil
}

// Close ends the class: guests are told, their terminals given back, and then all connections end.
func (s *Server) Close() error {
	s.end()
	ctx, cancel := context.WithTimeout(context.Background(), goodbyes)
	defer cancel()
	_ = s.ssh.Shutdown(ctx) // who is not gone by then is put out
	return s.ssh.Close()
}

// goodbyes is how long guests have to leave by themselves.
const goodbyes = 2 * time.Second

// Address is where the server listens.
func (s *Server) Address() *net.TCPAddr { return s.listen.Addr().(*net.TCPAddr) }

// Fingerprint is that of the host's key, as a client shows it.
func (s *Server) Fingerprint() string { return gossh.FingerprintSHA256(s.signer.PublicKey()) }

// plainWord is the one command that a guest may give; notesWord, the presenter.
const plainWord, notesWord = "plain", "notes"

// visit is a guest's stay, from the door to the end.
func (s *Server) visit(session ssh.Session) {
	ctx, cancel := context.WithCancel(session.Context())
	defer cancel()
	defer context.AfterFunc(s.over, cancel)()
	defer func() {
		if s.over.Err() != nil {
			fmt.Fprint(session, "The class is over.\r\n")
		}
	}()
	refuse := func(format string, a ...any) {
		fmt.Fprintf(session.Stderr(), "eeporl: "+format+"\r\n", a...)
		_ = session.Exit(1)
	}
	pty, windows, screen := session.Pty()
	var sizes <-chan Size
	if screen {
		sizes = s.changes(ctx, windows) // from here on somebody takes them, whatever comes
	}
	if c, ok := session.Context().Value(connection{}).(*counted); ok {
		c.comes()
	}
	go s.ask(ctx, session)
	command := strings.TrimSpace(session.RawCommand())
	plain := command == plainWord
	in, out := &slow{session, rate.NewLimiter(keysASecond, keysAtOnce), ctx}, &patient{w: session, seat: &Seat{room: s.room}, giveUp: func() { hangUp(session) }}
	both := struct {
		io.Reader
		io.Writer
	}{in, out}
	terminal := &Terminal{
		ReadWriter: both, Environment: append(session.Environ(), "TERM="+pty.Term),
		Width: fitting(pty.Window.Width, widest), Height: fitting(pty.Window.Height, highest), Sizes: sizes,
	}
	switch presents := s.config.Presenter != "" && session.User() == presenterName; {
	case presents && screen && command == notesWord:
		s.config.Notes(ctx, terminal)
		return
	case presents && screen && command == "":
		if s.config.Lead == nil {
			refuse("found a presenter at the server's own terminal, expected none: --detach serves without one; %s is shown here", notesWord)
			return
		}
		if before := s.leader.Swap(&session); before != nil {
			hangUp(*before) // the same person, whose client may be stuck
		}
		s.leading.Lock()
		defer s.leading.Unlock()
		s.config.Lead(ctx, terminal)
		return
	case presents:
		refuse("found no terminal or another command, expected ssh -t, with nothing or %s behind it", notesWord)
		return
	case session.RawCommand() != "" && !plain:
		refuse("found a command, expected none, or %s: this server runs none", plainWord)
		return
	case !screen && !plain:
		refuse("found no terminal, expected one (ssh -t), or the command %s", plainWord)
		return
	case len(s.room.Status().Guests) >= s.config.Most:
		refuse("found %d guests, as many as there is room for", s.config.Most)
		return
	}
	key := ""
	if k := session.PublicKey(); k != nil && s.config.Keys != "" {
		key = gossh.FingerprintSHA256(k)
	}
	seat := s.room.Sit(session.User(), key)
	defer seat.Leave()
	out.seat = seat
	if plain {
		if screen {
			terminal.ReadWriter = struct {
				io.Reader
				io.Writer
			}{&cooked{in: in, out: out, leave: cancel}, out}
		}
		s.config.Tell(ctx, seat, terminal)
		return
	}
	s.config.Enter(ctx, seat, terminal)
}

// The largest window that a guest is drawn.
const widest, highest = 400, 150

func fitting(n, most int) int { return max(1, min(n, most)) }

// changes are the window's sizes, no faster than they can be drawn, for all guests together: what comes
// meanwhile is left out but for the newest.
func (s *Server) changes(ctx context.Context, in <-chan ssh.Window) <-chan Size {
	out := make(chan Size)
	go func() {
		for w := range in {
			_ = s.resizes.Wait(ctx) // where ctx has ended the channel is still emptied
			for more := true; more; {
				select {
				case newest, open := <-in:
					if more = open; open {
						w = newest
					}
				default:
					more = false
				}
			}
			select {
			case out <- Size{fitting(w.Width, widest), fitting(w.Height, highest)}:
			case <-ctx.Done(): // the channel is still emptied, as its sender waits
			}
			time.Sleep(resizesApart)
		}
	}()
	return out
}

// ask asks a guest's client for a sign of life, and ends a connection that gives none.
func (s *Server) ask(ctx context.Context, session ssh.Session) {
	conn, ok := session.Context().Value(ssh.ContextKeyConn).(*gossh.ServerConn)
	if !ok {
		return
	}
	tick := time.NewTicker(aliveEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			answered := time.AfterFunc(aliveEvery, func() { _ = conn.Close() })
			_, _, err := conn.SendRequest("keepalive@openssh.com", true, nil)
			if answered.Stop(); err != nil {
				return
			}
		}
	}
}
