// Package notes tells a second terminal where a talk is: the player serves its
// state over a Unix socket that only its user can open, a line of JSON at each
// change; whoever shows the notes follows it. Neither waits for the other.
package notes

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// State is what a speaker wants to know. Times are in seconds.
type State struct {
	Title   string  `json:"title"`
	Mode    string  `json:"mode"` // playing, stopped, waiting, yours, finished
	At      int     `json:"at"`   // steps done
	Of      int     `json:"of"`
	Caption string  `json:"caption"`
	Note    string  `json:"note"`
	Next    string  `json:"next"`    // the step that comes next, as it stands in the script
	Elapsed float64 `json:"elapsed"` // since the script was opened
	Planned float64 `json:"planned"` // of the whole talk
}

// maxLine bounds what is written and read of a line.
const maxLine = 64 << 10

// The bounds of a server.
const (
	maxFollowers = 8
	patience     = 2 * time.Second // until a follower that reads nothing is given up
)

// Server tells all that follow it.
type Server struct {
	listener *net.UnixListener
	path     string

	mu        sync.Mutex
	last      []byte
	followers map[*follower]struct{}
	closed    bool
}

type follower struct {
	conn *net.UnixConn
	next chan []byte // the newest line that was not written yet
}

// Listen begins to serve in a folder, which is made for its user alone.
func Listen(folder string) (*Server, error) {
	if err := private(folder); err != nil {
		return nil, err
	}
	sweep(folder)
	path := filepath.Join(folder, fmt.Sprintf("%d%s", os.Getpid(), extension))
	_ = os.Remove(path) // of a process that had the number before
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	s := &Server{listener: l, path: path, followers: map[*follower]struct{}{}}
	go s.accept()
	return s, nil
}

const extension = ".notes"

// private makes a folder that nobody else can look into, or says that it is not
// one.
func private(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(folder)
	if err != nil {
		return err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return fmt.Errorf("%s: found the permissions %#o, expected 0700: others could look in", folder, mode)
	}
	return nil
}

// sweep removes the sockets of processes that have died.
func sweep(folder string) {
	paths, _ := filepath.Glob(filepath.Join(folder, "*"+extension))
	for _, path := range paths {
		conn, err := net.DialTimeout("unix", path, time.Second)
		if err == nil {
			conn.Close()
		} else if errors.Is(err, syscall.ECONNREFUSED) {
			_ = os.Remove(path)
		}
	}
}

// Path is the socket's file.
func (s *Server) Path() string { return s.path }

func (s *Server) accept() {
	for {
		conn, err := s.listener.AcceptUnix()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(patience / 10) // out of files, perhaps
			continue
		}
		if !own(conn) || !s.add(&follower{conn: conn, next: make(chan []byte, 1)}) {
			conn.Close()
		}
	}
}

// add takes a follower on and tells it where the talk is.
func (s *Server) add(f *follower) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.followers) >= maxFollowers {
		return false
	}
	s.followers[f] = struct{}{}
	if s.last != nil {
		f.next <- s.last
	}
	go s.write(f)
	go s.listen(f)
	return true
}

// write hands lines on until the follower is gone.
func (s *Server) write(f *follower) {
	for line := range f.next {
		_ = f.conn.SetWriteDeadline(time.Now().Add(patience))
		if _, err := f.conn.Write(line); err != nil {
			s.drop(f)
		}
	}
	f.conn.Close()
}

// listen drops the follower when its connection ends. A follower sends nothing.
func (s *Server) listen(f *follower) {
	var one [1]byte
	_, _ = f.conn.Read(one[:])
	s.drop(f)
}

func (s *Server) drop(f *follower) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, there := s.followers[f]; there {
		delete(s.followers, f)
		close(f.next)
	}
}

// Tell hands a state to all followers. It waits for nobody: one that is slow
// gets the newest state when it is ready.
func (s *Server) Tell(x State) {
	line, err := json.Marshal(x)
	if err != nil || len(line) >= maxLine {
		return // no script has such lines
	}
	line = append(line, '\n')
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = line
	for f := range s.followers {
		select {
		case <-f.next:
		default:
		}
		f.next <- line
	}
}

// Close ends the server and takes its socket away.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	for f := range s.followers {
		delete(s.followers, f)
		close(f.next)
	}
	s.mu.Unlock()
	return s.listener.Close() // which removes the file
}
