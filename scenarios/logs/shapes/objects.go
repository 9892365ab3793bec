package shapes

import (
	"bufio"
	"bytes"
	"io"
)

// objects gives the objects of a JSON array, or of JSON that goes on over several lines, one a line.
// It knows of JSON only where objects begin and end: what is in them is looked at line by line.
type objects struct {
	pieces
	in     *bufio.Reader
	opened int // brackets and braces that are open in an object
	quoted bool
	escape bool
}

// AsObjects looks whether a text is JSON that is not one object a line already.
func AsObjects(in *bufio.Reader) (*objects, bool) {
	head, _ := in.Peek(Peeked)
	text := bytes.TrimLeft(head, " \t\r\n")
	if len(text) == 0 || text[0] != '[' && text[0] != '{' {
		return nil, false
	}
	if within := bytes.TrimLeft(text, "[ \t\r\n"); len(within) > 0 && text[0] == '[' && within[0] != '{' && within[0] != '"' && within[0] != ']' {
		if _, pairs := AsKeyed(in); pairs { // [INFO] a=1
			return nil, false
		}
	}
	line, _, more := bytes.Cut(text, []byte{'\n'})
	line = bytes.TrimRight(line, " \t\r")
	if text[0] == '{' && (!more || len(line) > 0 && line[len(line)-1] == '}') {
		return nil, false
	}
	o := &objects{in: in}
	o.fill = o.next
	return o, true
}

// next reads one object, or what stands where one should.
func (o *objects) next() {
	line := o.line[:0]
	for {
		c, err := o.in.ReadByte()
		if err != nil {
			o.err = err
			break
		}
		if c == '\n' || c == '\r' { // which no string of JSON holds
			c = ' '
		}
		blank := c == ' ' || c == '\t'
		if o.opened == 0 && len(line) == 0 && (blank || c == ',' || c == '[' || c == ']') {
			continue // between objects
		}
		if len(line) <= longestEpisode && !(blank && !o.quoted && len(line) > 0 && line[len(line)-1] == ' ') {
			line = append(line, c)
		}
		switch {
		case o.escape:
			o.escape = false
		case o.quoted && c == '\\':
			o.escape = true
		case c == '"':
			o.quoted = !o.quoted
		case o.quoted:
		case c == '{' || c == '[':
			o.opened++
		case c == '}' || c == ']':
			o.opened--
		}
		if o.opened <= 0 && !o.quoted && (c == '}' || c == ',' || c == ']') {
			o.opened = 0
			break
		}
	}
	if len(bytes.TrimSpace(line)) > 0 {
		o.line = append(line, '\n')
	}
}

var _ io.Reader = (*objects)(nil)
