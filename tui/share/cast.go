package share

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"eeporl/tui/canvas"
)

// Cast is a recording of a screen in the format asciicast v2: a header, and an
// event a line. Its clock is the sum of what each frame is to be shown for.
type Cast struct {
	w    *bufio.Writer
	at   time.Duration
	rows []string // as they were shown last
}

// NewCast begins a recording of frames that are as large as the picture, in its
// colours.
func NewCast(w io.Writer, p *Picture) (*Cast, error) {
	c := &Cast{w: bufio.NewWriter(w)}
	width, height := p.Canvas.Size()
	header, err := encoded(map[string]any{
		"version": 2, "width": width, "height": height, "title": p.Title, "env": map[string]string{"TERM": "xterm-256color"},
		"theme": map[string]string{"fg": hex(p.Ink), "bg": hex(p.Paper), "palette": palette},
	})
	if err != nil {
		return nil, err
	}
	_, err = c.w.Write(append(header, '\n'))
	return c, err
}

// palette are the sixteen colours that a player's theme must name; frames in
// true colour do not use them.
const palette = "#000000:#a83800:#00664b:#8a5a00:#0072b2:#a3007a:#005f87:#c8c8d0:#6b6b70:#ff7a45:#3fc79a:#f0c24b:#56b4e9:#ff6ad5:#7fd4ff:#ffffff"

// Mark puts a chapter's name at this moment.
func (c *Cast) Mark(name string) error { return c.event("m", name) }

// Show draws a frame, as far as its rows differ from those before, and leaves
// it on the screen for a while.
func (c *Cast) Show(frame *canvas.Canvas, colours *canvas.Palette, hold time.Duration) error {
	rows := strings.Split(string(frame.Encode(nil, colours)), "\n")
	var b strings.Builder
	if c.rows == nil {
		b.WriteString("\x1b[?25l\x1b[2J")
		c.rows = make([]string, len(rows))
	}
	for y, row := range rows {
		if y >= len(c.rows) || row != c.rows[y] {
			fmt.Fprintf(&b, "\x1b[%d;1H%s", y+1, row)
		}
	}
	c.rows = rows
	if b.Len() > 0 {
		if err := c.event("o", b.String()); err != nil {
			return err
		}
	}
	c.at += hold
	return nil
}

// Close ends the recording once the last frame has had its time, and flushes it. It does not
// close the writer.
func (c *Cast) Close() error {
	if err := c.event("o", "\x1b[?25h"); err != nil {
		return err
	}
	return c.w.Flush()
}

func (c *Cast) event(kind, data string) error {
	text, err := encoded(data)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.w, "[%d.%03d, %q, %s]\n", c.at/time.Second, c.at%time.Second/time.Millisecond, kind, text)
	return err
}

// encoded is JSON on one line that leaves <, > and & as they are.
func encoded(x any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(x)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
