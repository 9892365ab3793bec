package shapes

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/tabular"
)

// unrolled takes apart objects, one a line, that hold a whole episode, a list for each column, as RLlib writes them: an
// entry of the lists is a row. A list with one entry more than there are actions begins before the first of them, as
// Gymnasium's do: a row has what follows its action, and what stood before it in a column .before. What an object within an object holds, as ReAgent's do, becomes a column of its own:
// "features": {"0": 1} is features.0, and so does each entry of a list within a list, or of what a step shows. The steps may
// also be objects in one list.
type unrolled struct {
	pieces
	in    *bufio.Reader
	lines int
}

// longestEpisode bounds the first line that is looked at: of a whole episode.
const longestEpisode = 1 << 20

// AsUnrolled looks whether a text begins with such an object, and gives its rows; otherwise the text as it was.
func AsUnrolled(in *bufio.Reader) (*bufio.Reader, bool) {
	head, _ := in.Peek(Peeked)
	if !bytes.HasPrefix(bytes.TrimPrefix(head, Mark), []byte("{")) {
		return in, false
	}
	if !bytes.Contains(head, []byte("\n")) {
		in = bufio.NewReaderSize(in, longestEpisode)
		head, _ = in.Peek(longestEpisode)
	}
	line, _, _ := bytes.Cut(bytes.TrimPrefix(head, Mark), []byte("\n"))
	keys, values, ok := Fields(line)
	numberedAsLists(values)
	if !ok || stepsIn(keys, values) < 0 && !slices.ContainsFunc(values, nested) && listed(keys, values) < 0 && !showsSeveral(keys, values) {
		return in, false
	}
	u := &unrolled{in: in}
	u.fill = u.next
	return bufio.NewReaderSize(u, Peeked), true
}

// nested says whether a value is an object.
func nested(v json.RawMessage) bool { return len(v) > 0 && v[0] == '{' }

// showsSeveral says whether an observation is a list of several numbers.
func showsSeveral(keys []string, values []json.RawMessage) bool {
	at := slices.Index(keys, tabular.Guessed(tabular.Observation, keys))
	var numbers []float64
	return at >= 0 && json.Unmarshal(values[at], &numbers) == nil && len(numbers) > 1 && len(numbers) <= deepest
}

// stepsIn is how many steps an object holds: the length of its list of actions, which its rewards or, without any, what it
// shows must have, too; -1 where that is not so, as for an action of several numbers in a step of its own.
func stepsIn(keys []string, values []json.RawMessage) int {
	length := func(column int) int {
		at := slices.Index(keys, tabular.Guessed(column, keys))
		var list []json.RawMessage
		if at < 0 || json.Unmarshal(values[at], &list) != nil {
			return -1
		}
		return len(list)
	}
	other := tabular.Reward
	if tabular.Guessed(tabular.Reward, keys) == "" {
		other = tabular.Observation
	}
	if steps := length(tabular.Action); steps == length(other) {
		return steps
	}
	return -1
}

func (u *unrolled) next() {
	line, err := u.in.ReadBytes('\n')
	u.line, u.err = u.line[:0], err
	keys, values, ok := Fields(bytes.TrimPrefix(line, Mark))
	if !ok { // whoever reads on says what is wrong with it
		u.line = append(u.line, line...)
		return
	}
	u.lines++
	numberedAsLists(values)
	steps := stepsIn(keys, values)
	several := episodesIn(keys, values, steps)
	if several == nil {
		several = byLengths(keys, values, steps)
	}
	if several != nil {
		for i, episode := range several {
			names, entries := keys, episode
			if tabular.Guessed(tabular.Episode, keys) == "" {
				names, entries = append([]string{tabular.LongColumns()[tabular.Episode]}, keys...), append([]json.RawMessage{json.RawMessage(strconv.Itoa(i + 1))}, episode...)
			}
			u.unroll(names, entries, stepsIn(names, entries))
		}
		return
	}
	if at := listed(keys, values); at >= 0 && (steps < 0 || holdsSteps(values[at])) {
		u.each(keys, values, at)
		return
	}
	if steps < 0 {
		u.line = append(object(u.line, fieldsAsColumns("", keys, values)), '\n')
		return
	}
	u.unroll(keys, values, steps)
}

// unroll gives a row for each step of lists, one list a column.
func (u *unrolled) unroll(keys []string, values []json.RawMessage, steps int) {
	lists := make([][]json.RawMessage, len(keys))
	for i, v := range values {
		_ = json.Unmarshal(v, &lists[i]) // what is no list holds for all steps
	}
	for step := range unpadded(keys, values, lists, steps) {
		row := []field{}
		if tabular.Guessed(tabular.Episode, keys) == "" {
			row = append(row, field{"line", json.RawMessage(strconv.Itoa(u.lines))})
		}
		if tabular.Guessed(tabular.Step, keys) == "" {
			row = append(row, field{"place", json.RawMessage(strconv.Itoa(step + 1))})
		}
		for i, key := range keys {
			switch {
			case len(lists[i]) == steps:
				row = append(row, asColumns(key, lists[i][step])...)
			case len(lists[i]) == steps-1 && step < steps-1 && key == tabular.Guessed(tabular.Observation, keys): // nothing is seen at the end
				row = append(row, asColumns(key, lists[i][step])...)
			case len(lists[i]) == steps+1:
				row = append(append(row, asColumns(key, lists[i][step+1])...), asColumns(key+".before", lists[i][step])...)
			case lists[i] == nil:
				row = append(row, asColumns(key, values[i])...)
			default: // of something else than steps: that it is not used is said
				row = append(row, field{key, json.RawMessage(strconv.Itoa(len(lists[i])))})
			}
		}
		u.line = append(object(u.line, row), '\n')
	}
}

// byLengths are the values of each episode where lists hold the steps of all, and one more says how many each has; nil where none does.
func byLengths(keys []string, values []json.RawMessage, steps int) (of [][]json.RawMessage) {
	for at, key := range keys {
		var lengths []int
		if !slices.Contains(lengthNames, tabular.Plain(key)) || json.Unmarshal(values[at], &lengths) != nil || len(lengths) == 0 {
			continue
		}
		sum := 0
		for _, n := range lengths {
			sum += max(n, 0)
		}
		if sum != steps || slices.Min(lengths) < 1 {
			continue
		}
		from := 0
		for _, n := range lengths {
			episode := slices.Clone(values)
			for i, v := range values {
				var list []json.RawMessage
				if i != at && json.Unmarshal(v, &list) == nil && len(list) == steps {
					episode[i], _ = json.Marshal(list[from : from+n]) // of what was JSON
				}
			}
			episode[at] = json.RawMessage(strconv.Itoa(n))
			of, from = append(of, episode), from+n
		}
		return of
	}
	return nil
}

// lengthNames are what fields are called, in plain, that say how many steps an episode has.
var lengthNames = []string{"length", "len", "seqlen", "seqlength", "sequencelength", "nsteps", "numsteps", "episodelength", "episodelen", "ntrials", "lengths", "lens", "episodelengths", "seqlens", "trajlen", "trajlens"}

// unpadded is how many steps lists hold that are as long as all episodes' are: what a field for the length says where each list
// goes on with one value alone from there.
func unpadded(keys []string, values []json.RawMessage, lists [][]json.RawMessage, steps int) int {
	for i, key := range keys {
		var length int
		if !slices.Contains(lengthNames, tabular.Plain(key)) ||
			json.Unmarshal(values[i], &length) != nil || length < 1 || length >= steps {
			continue
		}
		if !slices.ContainsFunc(lists, func(list []json.RawMessage) bool {
			return len(list) >= steps && slices.ContainsFunc(list[length+len(list)-steps:], func(v json.RawMessage) bool { return !bytes.Equal(v, list[len(list)-1]) })
		}) {
			return length
		}
	}
	return steps
}

// episodesIn are the values of each episode where actions and rewards are lists of lists, one an episode; nil where they are not.
func episodesIn(keys []string, values []json.RawMessage, steps int) (of [][]json.RawMessage) {
	long := 0
	for _, column := range []int{tabular.Action, tabular.Reward} {
		at := slices.Index(keys, tabular.Guessed(column, keys))
		var lists [][]json.RawMessage
		if at < 0 || steps < 1 || json.Unmarshal(values[at], &lists) != nil {
			return nil
		}
		for _, list := range lists {
			long = max(long, len(list))
		}
	}
	if long < 2 { // an entry in brackets of its own
		return nil
	}
	for i := range steps {
		episode := slices.Clone(values)
		for j, v := range values {
			var list []json.RawMessage
			if json.Unmarshal(v, &list) == nil && len(list) == steps {
				episode[j] = list[i]
			}
		}
		if stepsIn(keys, episode) < 0 {
			return nil
		}
		of = append(of, episode)
	}
	return of
}

// numberedAsLists makes lists of those values that are objects whose keys are 0, 1, …: what stands under them.
func numberedAsLists(values []json.RawMessage) {
	for i, v := range values {
		if !nested(v) {
			continue
		}
		keys, entries, ok := Fields(v)
		for j, key := range keys {
			ok = ok && key == strconv.Itoa(j) && nested(entries[j])
		}
		if list, err := json.Marshal(entries); ok && len(keys) > 1 && err == nil {
			values[i] = list
		}
	}
}

// listed is which value, the only one of its kind, is a list of objects; -1 for none, or where the object is a step itself. Lists
// beside a list of steps, or of episodes that hold them, are of neither: the names of a model's actions.
func listed(keys []string, values []json.RawMessage) int {
	var lists []int
	holding, at := 0, -1
	for i, v := range values {
		inner := bytes.TrimLeft(bytes.TrimPrefix(v, []byte("[")), " \t\r\n")
		if len(inner) == len(v) || !nested(inner) {
			continue
		}
		lists = append(lists, i)
		if holdsSteps(v) {
			holding, at = holding+1, i
		}
	}
	switch {
	case isStep(keys, values):
		return -1
	case holding == 1:
		return at
	case len(lists) != 1 || tabular.Guessed(tabular.Action, keys) != "":
		return -1
	}
	return lists[0]
}

// isStep says whether an object tells itself of two of what was done, earned and seen, and is no episode of several steps.
func isStep(keys []string, values []json.RawMessage) bool {
	var plainly []string // the names of what is one thing
	for _, f := range fieldsAsColumns("", keys, values) {
		if len(f.Value) > 0 && f.Value[0] != '[' && f.Value[0] != '{' {
			plainly = append(plainly, f.Name[strings.LastIndexByte(f.Name, '.')+1:])
		}
	}
	roles := 0
	for _, column := range tabular.Events {
		if tabular.Guessed(column, plainly) != "" {
			roles++
		}
	}
	return roles > 1
}

// holdsSteps says whether the first object of a list is a step with an action, or holds lists of steps.
func holdsSteps(list json.RawMessage) bool {
	var objects []json.RawMessage
	if json.Unmarshal(list, &objects) != nil || len(objects) == 0 {
		return false
	}
	keys, values, ok := Fields(objects[0])
	return ok && (tabular.Guessed(tabular.Action, keys) != "" || listed(keys, values) >= 0)
}

// each makes a row of each object of a list, with what stands beside the list.
func (u *unrolled) each(keys []string, values []json.RawMessage, at int) {
	var steps []json.RawMessage
	_ = json.Unmarshal(values[at], &steps) // of a list
	around := slices.DeleteFunc(fieldsAsColumns("", keys, values), func(f field) bool { return f.Name == keys[at] })
	for i, step := range steps {
		names, entries, ok := Fields(step)
		if !ok {
			continue
		}
		inner := fieldsAsColumns("", names, entries)
		row := slices.DeleteFunc(slices.Clone(around), func(f field) bool { return slices.Contains(names, f.Name) })
		if tabular.Guessed(tabular.Episode, keys) == "" && tabular.Guessed(tabular.Episode, names) == "" {
			row = append(row, field{"line", json.RawMessage(strconv.Itoa(u.lines))})
		}
		if tabular.Guessed(tabular.Step, names) == "" {
			row = append(row, field{"place", json.RawMessage(strconv.Itoa(i + 1))})
		}
		u.line = append(object(u.line, append(row, inner...)), '\n')
	}
}

// field is an entry of an object.
type field struct {
	Name  string
	Value json.RawMessage
}

// fieldsAsColumns are the fields of an object, those within others under both names.
func fieldsAsColumns(prefix string, keys []string, values []json.RawMessage) (out []field) {
	for i, key := range keys {
		if nested(values[i]) || showsSeveral(keys[i:i+1], values[i:i+1]) {
			out = append(out, asColumns(prefix+key, values[i])...)
		} else {
			out = append(out, field{prefix + key, values[i]})
		}
	}
	return out
}

// deepest is how many names one within the other a column may have: each level is read once more.
const deepest = 20

// asColumns is a value as columns: one for each of several that it holds.
func asColumns(name string, v json.RawMessage) (out []field) {
	if strings.Count(name, ".") >= deepest {
		return []field{{name, v}}
	}
	if keys, values, ok := Fields(v); ok {
		return fieldsAsColumns(name+".", keys, values)
	}
	var list []json.RawMessage
	if json.Unmarshal(v, &list) != nil || len(list) == 0 {
		return []field{{name, v}}
	}
	if len(list) == 1 {
		return asColumns(name, list[0])
	}
	for i, x := range list {
		out = append(out, asColumns(fmt.Sprint(name, ".", i), x)...)
	}
	return out
}

// object writes fields as an object.
func object(out []byte, row []field) []byte {
	for i, f := range row {
		key, _ := json.Marshal(f.Name) // a string always can
		out = append(append(append(append(out, "{,"[min(i, 1)]), key...), ':'), f.Value...)
	}
	return append(out, '}')
}
