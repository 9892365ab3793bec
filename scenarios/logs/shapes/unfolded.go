package shapes

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"eeporl/scenarios/logs/tabular"
)

// mostUnfolded bounds a table that stands in one JSON object: it is read whole.
const mostUnfolded = 256 << 20

// Unfolded looks whether a text is a table in one JSON object, as pandas writes it: by columns, by rows, split, as
// lists, or as a table with a schema; or episodes, each a list of steps. It gives its rows, one object a line; otherwise the text as it was.
func Unfolded(in *bufio.Reader) (rows *bufio.Reader, ok bool, err error) {
	head, _ := in.Peek(Peeked)
	text := bytes.TrimLeft(head, "\ufeff \t\r\n")
	_, first, _ := bytes.Cut(text, []byte(":")) // a step's own first value is a plain one: a log of steps is never read whole
	first = bytes.TrimLeft(first, " \t\r\n")
	dense := bytes.Join(bytes.Fields(text), nil)
	within := len(first) > 0 && (first[0] == '{' || first[0] == '[') || bytes.Contains(dense, []byte("[[{")) || bytes.Contains(dense, []byte(`":[{`))
	if len(text) == 0 || text[0] != '{' && !bytes.HasPrefix(dense, []byte("[[{")) || !within || bytes.Contains(text, []byte("\n{")) {
		return in, false, nil
	}
	all, err := io.ReadAll(io.LimitReader(in, mostUnfolded+1))
	if err != nil {
		return in, false, err
	}
	asItWas := bufio.NewReaderSize(io.MultiReader(bytes.NewReader(all), in), Peeked)
	if len(all) > mostUnfolded {
		return asItWas, false, nil
	}
	if episodes, ok := episodesOf(bytes.TrimPrefix(all, Mark)); ok {
		return bufio.NewReaderSize(bytes.NewReader(episodes), longestEpisode), true, nil
	}
	if steps, ok := listsOfSteps(bytes.TrimPrefix(all, Mark)); ok {
		return bufio.NewReaderSize(bytes.NewReader(steps), longestEpisode), true, nil
	}
	table, ok := tableOf(bytes.TrimPrefix(all, Mark))
	if !ok {
		return asItWas, false, nil
	}
	return bufio.NewReaderSize(bytes.NewReader(table.lines()), Peeked), true, nil
}

// episodesOf are the objects, one a line, that hold an episode each: those of a list in an object, or those under their
// episodes' names. What else the object holds is of no episode.
func episodesOf(text []byte) (lines []byte, ok bool) {
	keys, values, ok := Fields(text)
	if !ok {
		return nil, false
	}
	at, list := listed(keys, values), values // under their names
	switch {
	case at < 0 && len(keys) < 2:
		return nil, false
	case at >= 0:
		list = nil
		if json.Unmarshal(values[at], &list) != nil {
			return nil, false
		}
	}
	whole := 0
	for i, x := range list {
		names, entries, ok := Fields(x)
		if !ok {
			return nil, false
		}
		if stepsIn(names, entries) >= 0 || listed(names, entries) >= 0 {
			whole++
		}
		row := []field{}
		if at < 0 && tabular.Guessed(tabular.Episode, names) == "" {
			name, _ := json.Marshal(keys[i]) // a string always can
			row = append(row, field{tabular.LongColumns()[tabular.Episode], name})
		}
		for j, name := range names {
			row = append(row, field{name, entries[j]})
		}
		if lines, ok = appendLine(lines, row); !ok {
			return nil, false
		}
	}
	return lines, whole > 0 && whole == len(list)
}

// listsOfSteps are the steps of episodes, one object a line, from a list of their lists, which may be the only list in an object.
func listsOfSteps(text []byte) (lines []byte, ok bool) {
	if _, values, ok := Fields(text); ok {
		values = slices.DeleteFunc(values, func(v json.RawMessage) bool { return len(v) == 0 || v[0] != '[' })
		if len(values) != 1 {
			return nil, false
		}
		text = values[0]
	}
	var episodes [][]json.RawMessage
	if json.Unmarshal(text, &episodes) != nil {
		return nil, false
	}
	for i, steps := range episodes {
		for j, step := range steps {
			names, values, ok := Fields(step)
			if !ok {
				return nil, false
			}
			var row []field
			for _, number := range []struct{ column, at int }{{tabular.Episode, i}, {tabular.Step, j}} {
				if tabular.Guessed(number.column, names) == "" {
					row = append(row, field{tabular.LongColumns()[number.column], strconv.AppendInt(nil, int64(number.at)+1, 10)})
				}
			}
			for k, name := range names {
				row = append(row, field{name, values[k]})
			}
			if lines, ok = appendLine(lines, row); !ok {
				return nil, false
			}
		}
	}
	return lines, len(lines) > 0
}

// appendLine appends a row as an object on a line of its own; false for entries that are no JSON.
func appendLine(lines []byte, row []field) ([]byte, bool) {
	line := bytes.NewBuffer(lines)
	if json.Compact(line, object(nil, row)) != nil {
		return nil, false
	}
	return append(line.Bytes(), '\n'), true
}

// jsonTable is a table by columns; each column's entries stand in the order of the rows.
type jsonTable struct {
	names   []string
	columns [][]json.RawMessage
}

// tableOf reads a table in any of the forms; false for what is none.
func tableOf(text []byte) (t jsonTable, ok bool) {
	keys, values, ok := Fields(text)
	if !ok || len(keys) == 0 {
		return t, false
	}
	if at := slices.Index(keys, "data"); at >= 0 && slices.Contains(keys, "schema") {
		return byRows(values[at])
	}
	if at, data := slices.Index(keys, "columns"), slices.Index(keys, "data"); at >= 0 && data >= 0 {
		return split(values[at], values[data])
	}
	if t, ok := namesAndRows(keys, values); ok {
		return t, true
	}
	if t, ok := byEpisode(keys, values); ok {
		return t, true
	}
	if _, err := strconv.Atoi(keys[0]); err == nil {
		list, err := json.Marshal(values)
		if err != nil {
			return t, false
		}
		return byRows(list)
	}
	for i, value := range values {
		var column []json.RawMessage
		if json.Unmarshal(value, &column) != nil {
			if _, column, ok = Fields(value); !ok {
				return t, false
			}
		}
		if i > 0 && len(column) != len(t.columns[0]) {
			return t, false
		}
		t.names, t.columns = append(t.names, keys[i]), append(t.columns, column)
	}
	return t, t.flat()
}

// byRows reads a list of objects.
func byRows(list json.RawMessage) (t jsonTable, ok bool) {
	var rows []json.RawMessage
	if json.Unmarshal(list, &rows) != nil {
		return t, false
	}
	for i, row := range rows {
		keys, values, ok := Fields(row)
		if i == 0 {
			t.names, t.columns = keys, make([][]json.RawMessage, len(keys))
		}
		if !ok || !slices.Equal(keys, t.names) {
			return t, false
		}
		for j, v := range values {
			t.columns[j] = append(t.columns[j], v)
		}
	}
	return t, t.flat()
}

// byEpisode reads lists of objects, one a step, each list under the name of its episode.
func byEpisode(keys []string, values []json.RawMessage) (t jsonTable, ok bool) {
	if len(keys) < 2 {
		return t, false
	}
	var all []json.RawMessage
	for i, value := range values {
		var steps []json.RawMessage
		if json.Unmarshal(value, &steps) != nil {
			return t, false
		}
		name, _ := json.Marshal(keys[i]) // a string always can
		for _, step := range steps {
			names, entries, ok := Fields(step)
			if !ok {
				return t, false
			}
			row := []field{}
			if tabular.Guessed(tabular.Episode, names) == "" {
				row = append(row, field{tabular.LongColumns()[tabular.Episode], name})
			}
			for j := range names {
				row = append(row, field{names[j], entries[j]})
			}
			all = append(all, object(nil, row))
		}
	}
	list, err := json.Marshal(all)
	if err != nil {
		return t, false
	}
	return byRows(list)
}

// namesAndRows reads a list of names and, under another key, a list of rows with an entry for each.
func namesAndRows(keys []string, values []json.RawMessage) (t jsonTable, ok bool) {
	if len(keys) != 2 {
		return t, false
	}
	for i, other := range []int{1, 0} {
		var names []string
		if json.Unmarshal(values[i], &names) == nil && len(names) > 1 {
			if t, ok := split(values[i], values[other]); ok {
				return t, true
			}
		}
	}
	return t, false
}

// split reads names and, apart from them, lists of entries.
func split(names, data json.RawMessage) (t jsonTable, ok bool) {
	var rows [][]json.RawMessage
	if json.Unmarshal(names, &t.names) != nil || json.Unmarshal(data, &rows) != nil {
		return t, false
	}
	t.columns = make([][]json.RawMessage, len(t.names))
	for _, row := range rows {
		if len(row) != len(t.names) {
			return t, false
		}
		for j, v := range row {
			t.columns[j] = append(t.columns[j], v)
		}
	}
	return t, t.flat()
}

// flat says that there are rows, of which no entry has entries of its own.
func (t jsonTable) flat() bool {
	several := func(v json.RawMessage) bool { return nested(v) || len(v) > 0 && v[0] == '[' }
	return len(t.columns) > 1 && len(t.columns[0]) > 0 && !slices.ContainsFunc(t.columns, func(c []json.RawMessage) bool { return slices.ContainsFunc(c, several) })
}

// lines writes the rows, one object a line.
func (t jsonTable) lines() []byte {
	var out []byte
	row := make([]field, len(t.names))
	for i := range t.columns[0] {
		for j, name := range t.names {
			row[j] = field{name, t.columns[j][i]}
		}
		out = append(object(out, row), '\n')
	}
	return out
}

// Fields are an object's keys and values, in their order; false for what is none, or names a key twice.
func Fields(text []byte) (keys []string, values []json.RawMessage, ok bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, nil, false
	}
	for d.More() {
		key, err := d.Token()
		name, is := key.(string)
		var value json.RawMessage
		if err != nil || !is || d.Decode(&value) != nil {
			return nil, nil, false
		}
		keys, values = append(keys, name), append(values, value)
	}
	if _, err := d.Token(); err != nil {
		return nil, nil, false
	}
	if _, err := d.Token(); err != io.EOF { // more follows: an object a line, perhaps
		return nil, nil, false
	}
	return keys, values, true
}
