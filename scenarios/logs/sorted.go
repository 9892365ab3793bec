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
func sorted(in io.Reader, columns map[string]string) (io.Reader, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	rows := bytes.TrimPrefix(text, []byte("\ufeff"))
	var head []byte
	for len(bytes.TrimSpace(head)) == 0 && len(rows) > 0 {
		head, rows, _ = bytes.Cut(rows, []byte("\n"))
	}
	l, bad := newLayout(bytes.TrimRight(head, "\r"), columns)
	if bad != nil || l.shape != longLog {
		return bytes.NewReader(text), nil // whoever reads it says what is wrong
	}
	if l.json {
		rows, head = text, nil
	}
	type row struct {
		episode, step int
		line          []byte
	}
	var list []row
	var unreadable [][]byte
	number, line := map[string]int{}, newLiner(l)
	for text := range bytes.Lines(rows) {
		text = bytes.TrimRight(text, "\r\n")
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		step, ok := 0, line.cut(text) == nil
		if ok {
			step, ok = parseStep(line.fields[stepColumn])
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
	if head != nil {
		write(bytes.TrimRight(head, "\r"))
	}
	for _, r := range list {
		write(r.line)
	}
	for _, r := range unreadable {
		write(r)
	}
	return out, nil
}
