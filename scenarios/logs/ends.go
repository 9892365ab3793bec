package logs

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"
)

// byEnds reads a log whole in which a column says where episodes end, and puts a column with their numbers before the
// others. An episode also ends where its name changes, if the log has one. Lines keep their numbers. It returns what
// was declared with the new column.
func byEnds(in io.Reader, d Declared) (io.Reader, Declared, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, d, err
	}
	b := &block{first: 1, data: text}
	head, episode := beginning{declared: d}, longColumns()[episodeColumn]
	named := true
	found, _, bad := head.read(b)
	if d.Columns[episode] == "" && bad != nil {
		unnamed := d
		unnamed.Columns = maps.Clone(d.Columns)
		unnamed.Columns[episode] = NoColumn
		b, head, named = &block{first: 1, data: text}, beginning{declared: unnamed}, false
		found, _, bad = head.read(b)
	}
	if !found || bad != nil || head.layout.shape != longLog {
		return bytes.NewReader(text), d, nil // whoever reads it says what is wrong
	}
	l := head.layout
	if !l.json && l.separator != '\t' {
		b.separator = l.separator
	}
	name := "episode by " + strings.ReplaceAll(d.Columns[EndColumn], Join, " or ")
	var rows bytes.Buffer
	start := text[:len(text)-len(b.data)]
	if !l.json {
		begin := bytes.LastIndexByte(bytes.TrimRight(start, "\r\n"), '\n') + 1
		rows.Write(start[:begin])
		fmt.Fprintf(&rows, "%s%c", name, l.separator)
		start = start[begin:]
	}
	rows.Write(start)
	line, at, last := newLiner(l), b.first, []byte(nil)
	line.simple = false // so that the parts are at hand
	episodes, ended := 0, true
	for number, text := range b.eachLine {
		for ; at < number; at++ {
			rows.WriteByte('\n')
		}
		at += 1 + bytes.Count(text, []byte{'\n'})
		if isComment(text) && !l.json {
			rows.Write(text)
			rows.WriteByte('\n')
			continue
		}
		good := line.cut(text) == nil
		if good && named && !bytes.Equal(last, line.fields[episodeColumn]) {
			last, ended = append(last[:0], line.fields[episodeColumn]...), true
		}
		if ended {
			episodes++
		}
		ended = good && line.ends()
		if l.json {
			open := bytes.IndexByte(text, '{') + 1
			fmt.Fprintf(&rows, "{%q:%d,", name, episodes)
			text = text[open:]
		} else {
			rows.WriteString(strconv.Itoa(episodes))
			rows.WriteByte(l.separator)
		}
		rows.Write(text)
		rows.WriteByte('\n')
	}
	d.Columns = maps.Clone(d.Columns)
	d.Columns[episode] = name
	return &rows, d, nil
}

// ends says whether the row that was cut is the last of its episode.
func (l *liner) ends() bool {
	for _, i := range l.from[endColumn] {
		field := l.values[i]
		if isMissing(field) {
			continue
		}
		switch strings.ToLower(string(field)) {
		case "0", "0.0", "false", "f", "no", "n":
		default:
			return true
		}
	}
	return false
}
