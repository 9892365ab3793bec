package class

import (
	"context"
	"io"
	"strings"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"
)

// narrow is a session that can do nothing but open a terminal: no subsystem, no agent, no X11, and of the
// environment what says how to draw. One connection has one session.
func narrow(srv *ssh.Server, conn *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	if c, ok := ctx.Value(connection{}).(*counted); !ok || c.session.Swap(true) {
		_ = channel.Reject(gossh.ResourceShortage, "one session a connection")
		return
	}
	defer conn.Close() // a connection has no use but its session
	ssh.DefaultSessionHandler(srv, conn, narrowed{channel}, ctx)
}

type narrowed struct{ gossh.NewChannel }

// mostVariables is how many variables of the environment are taken, and longestVariable their length.
const mostVariables, longestVariable = 16, 200

func (n narrowed) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	channel, in, err := n.NewChannel.Accept()
	if err != nil {
		return channel, in, err
	}
	out := make(chan *gossh.Request)
	go func() {
		defer close(out)
		variables, begun := 0, false
		for request := range in {
			switch request.Type {
			case "pty-req", "shell", "exec":
				begun = begun || request.Type != "pty-req"
				out <- request
				continue
			case "window-change": // before, nobody takes it
				if begun {
					out <- request
					continue
				}
			case "env":
				var v struct{ Name, Value string }
				if variables++; gossh.Unmarshal(request.Payload, &v) == nil && drawing(v.Name) && len(v.Value) <= longestVariable && variables <= mostVariables {
					out <- request
					continue
				}
			}
			if request.WantReply {
				_ = request.Reply(false, nil)
			}
		}
	}()
	return channel, out, nil
}

// drawing says whether a variable of the environment says how to draw.
func drawing(name string) bool {
	return name == "LANG" || strings.HasPrefix(name, "LC_") || name == "COLORTERM" || name == "NO_COLOR" || name == "TERM_PROGRAM"
}

// How many bytes a second a guest's keyboard may send, and at once.
const keysASecond, keysAtOnce = 300, 1024

// slow is a reader that takes input no faster than somebody types or pastes.
type slow struct {
	io.Reader
	limit *rate.Limiter
	ctx   context.Context
}

func (s *slow) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p[:min(len(p), 1024)])
	if n > 0 && err == nil {
		err = s.limit.WaitN(s.ctx, n)
	}
	return n, err
}

// patient is a writer that says when a guest's terminal takes nothing, and gives the guest up at last.
type patient struct {
	w      io.Writer
	seat   *Seat
	giveUp func()
}

func (p *patient) Write(b []byte) (int, error) {
	behind := time.AfterFunc(stuckAfter, func() { p.seat.Stuck(true) })
	end := time.AfterFunc(givenUpAfter, p.giveUp)
	defer end.Stop()
	n, err := p.w.Write(b)
	if !behind.Stop() {
		p.seat.Stuck(false)
	}
	return n, err
}

// cooked makes lines of the keys of a terminal: it shows what is typed, Enter ends a line, Ctrl+C and Ctrl+D leave.
type cooked struct {
	in    io.Reader
	out   io.Writer
	leave func()
}

func (c *cooked) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	for i, b := range p[:n] {
		switch b {
		case '\r':
			p[i] = '\n'
			_, _ = io.WriteString(c.out, "\r\n")
		case 3, 4:
			c.leave()
			return i, io.EOF
		default:
			if b >= ' ' {
				_, _ = c.out.Write(p[i : i+1])
			}
		}
	}
	return n, err
}
