package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"strconv"

	"github.com/pelletier/go-toml/v2/unstable"
)

// document is a TOML file as a flat list of its keys: tables, dotted keys and
// inline tables all come down to a path and a value with its place.
type document struct {
	data    []byte
	lines   []int // offset of each line's first byte
	tables  []entry
	entries []entry
}

// entry is one key. Table headers are entries without a value.
type entry struct {
	path  []string
	at    int // offset
	value value
}

// value is a scalar or an array. Strings are decoded, other scalars as written.
type value struct {
	kind  unstable.Kind
	at    int // offset
	text  string
	items []value
}

// maxDepth is the deepest array in a model file: a matrix. What lies deeper is
// not kept.
const maxDepth = 2

// parseDocument reads TOML. A syntax error stops it.
func parseDocument(data []byte) (*document, *Fault) {
	// syntaxFault computes an offset from a capacity, as the parser itself does: so the
	// capacity must end with the data.
	data = data[:len(data):len(data)]
	doc := &document{data: data, lines: []int{0}}
	for i, c := range data {
		if c == '\n' {
			doc.lines = append(doc.lines, i+1)
		}
	}
	var p unstable.Parser
	p.Reset(data)
	var table []string
	for p.NextExpression() {
		n := p.Expression()
		switch n.Kind {
		case unstable.Table, unstable.ArrayTable:
			var at int
			at, _, table = keyPath(n.Key())
			doc.tables = append(doc.tables, entry{path: table, at: at, value: value{kind: n.Kind, at: at}})
		case unstable.KeyValue:
			doc.keyValue(table, n)
		}
	}
	if err := p.Error(); err != nil {
		return nil, doc.syntaxFault(err)
	}
	return doc, nil
}

// line is the number of the line, from 1, that holds the byte at an offset.
func (d *document) line(at int) int {
	return sort.SearchInts(d.lines, at+1)
}

func (d *document) keyValue(table []string, n *unstable.Node) {
	at, end, key := keyPath(n.Key())
	path := append(append([]string(nil), table...), key...)
	v := n.Value()
	if v.Kind != unstable.InlineTable {
		d.entries = append(d.entries, entry{path: path, at: at, value: d.value(v, &end, 0)})
		return
	}
	d.tables = append(d.tables, entry{path: path, at: at, value: value{kind: unstable.Table, at: at}})
	for it := v.Children(); it.Next(); {
		if it.Node().Kind == unstable.KeyValue {
			d.keyValue(path, it.Node())
		}
	}
}

// value copies a node. The parser does not say where an array begins, so value searches for its
// bracket from cursor, the end of what has been read so far.
func (d *document) value(n *unstable.Node, cursor *int, depth int) value {
	v := value{kind: n.Kind}
	if n.Kind != unstable.Array {
		v.at, v.text = int(n.Raw.Offset), string(n.Data)
		*cursor = v.at + int(n.Raw.Length)
		return v
	}
	v.at = d.bracket(*cursor)
	*cursor = v.at + 1
	for it := n.Children(); it.Next(); {
		if depth == maxDepth {
			break
		}
		v.items = append(v.items, d.value(it.Node(), cursor, depth+1))
	}
	return v
}

// bracket finds the next opening bracket outside comments.
func (d *document) bracket(from int) int {
	for i := from; i < len(d.data); i++ {
		switch d.data[i] {
		case '[':
			return i
		case '#':
			end := bytes.IndexByte(d.data[i:], '\n')
			if end < 0 {
				return from
			}
			i += end
		}
	}
	return from
}

// keyPath reads a dotted key that stands at bytes at…end.
func keyPath(it unstable.Iterator) (at, end int, path []string) {
	for it.Next() {
		raw := it.Node().Raw
		if path == nil {
			at = int(raw.Offset)
		}
		end = int(raw.Offset + raw.Length)
		path = append(path, string(it.Node().Data))
	}
	return at, end, path
}

// syntaxFault says where the parser stopped, what stood there and why.
func (d *document) syntaxFault(err error) *Fault {
	at := len(d.data)
	var p *unstable.ParserError
	if errors.As(err, &p) {
		at = min(max(at-cap(p.Highlight), 0), at)
	}
	rest, _, _ := bytes.Cut(d.data[at:], []byte("\n"))
	rest = bytes.TrimSpace(rest)
	const shown = 24
	found := "the end of the line"
	if len(rest) > 0 {
		found = strconv.Quote(string(rest[:min(len(rest), shown)]))
	}
	return &Fault{Line: d.line(at), Found: found, Want: fmt.Sprintf("TOML (%v)", err)}
}
