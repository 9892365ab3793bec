package logs

import (
	"bytes"
	"cmp"
	"io"
	"slices"
)

// sorted reads a log whole and gives its rows in order: episodes as they first appear, the steps of
// each rising, then rows of which that cannot be told. Errors about it name lines of this order.
// A triple table has no order and stays as it is.
func sorted(in io.Reader, o Options) (io.Reader, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	b := &block{first: 1, data: text}
	head := beginning{declared: o.Declared}
	found, _, bad := head.read(b)
	if !found || bad != nil || head.layout.shape != longLog {
		return bytes.NewReader(text), nil // whoever reads it says what is wrong
	}
	l := head.layout
	if !l.json && l.separator != '\t' {
		b.separator = l.separator
	}
	start := text[:len(text)-len(b.data)]
	type row struct {
		episode, step int
		line          []byte
	}
	var list []row
	var unreadable [][]byte
	number, line := map[string]int{}, newLiner(l)
	for _, text := range b.eachLine {
		step, ok := 0, line.cut(text) == nil
		if ok && l.has(stepColumn) {
			step, ok = parseStep(line.fields[stepColumn], l.comma())
		}
		if !ok {
			unreadable = append(unreadable, text)
			continue
		}
		episode := line.fields[episodeColumn]
		n, known := number[string(episode)]
		if !known {
			n = len(number)
			number[string(episode)] = n
		}
		list = append(list, row{n, step, text})
	}
	slices.SortStableFunc(list, func(a, b row) int {
		return cmp.Or(a.episode-b.episode, a.step-b.step)
	})
	out := bytes.NewBuffer(make([]byte, 0, len(text)))
	write := func(line []byte) {
		out.Write(line)
		out.WriteByte('\n')
	}
	if len(start) > 0 {
		write(bytes.TrimRight(start, "\r\n"))
	}
	for _, r := range list {
		write(r.line)
	}
	for _, r := range unreadable {
		write(r)
	}
	return out, nil
}
