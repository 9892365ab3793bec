package logs

import (
	"bytes"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/tabular"
)

// episodeAsItIs says whether somebody said that episodes are what their column says: +NAME.
func (l *layout) episodeAsItIs() bool {
	return strings.HasPrefix(l.called[tabular.Episode], tabular.Join)
}

// numbersEpisodes says whether marks or pauses told where episodes begin and end.
func (l *layout) numbersEpisodes() bool {
	return strings.HasPrefix(l.called[tabular.Episode], numberedBy)
}

// askDivided asks about a column that parts what stands for an episode into several: such as the games of a player.
func (l *layout) askDivided(b *block) *problem {
	if !l.has(tabular.Episode) || l.episodeAsItIs() || l.numbersEpisodes() {
		return nil
	}
	column, episode := l.parting(b), l.called[tabular.Episode]
	if column == "" {
		return nil
	}
	return &problem{found: "a column " + strconv.Quote(column) + " that parts the rows of each " + episode,
		want: "to hear whether each part is an episode: --columns episode=" + tabular.Quoted([]string{episode + tabular.Join + column}) + ", or episode=" + tabular.Quoted([]string{tabular.Join + episode}) + " where an episode goes on through all of them"}
}

// parting is the unused column that parts episodes into the most parts, where these look like episodes; "" for none.
func (l *layout) parting(b *block) (column string) {
	most := 0
	for i, name := range l.unused {
		if tabular.IsNoReward(name) && !tabular.TellsWhen(name) || tabular.IsPrevious(name) || tabular.IsLoss(name) || tabular.Endings([]string{name}) != "" {
			continue
		}
		if d := l.division(b, i); d.parts > most && (d.counts() || d.alike() || l.restartsIn(b, i)) {
			most, column = d.parts, name
		}
	}
	return column
}

// division is how an unused column parts episodes. The last part of the rows that were looked at may be cut off.
type division struct {
	episodes, parts int
	rising, goes    int         // parts that follow another of their episode; of these, those with the number after its number
	lengths         map[int]int // how many parts have so many rows
	single          int         // parts of one row
}

// fewestParts is how many have to show that a column parts episodes.
const fewestParts = 10

// division follows a column through episodes: no parts where what it says comes again in one, is not said everywhere, or changes from row
// to row.
func (l *layout) division(b *block, column int) (d division) {
	d.lengths = map[int]int{}
	var episode, last []byte
	met, rows := map[string]bool{}, 0
	end := func() {
		if rows > 0 {
			d.lengths[rows]++
			if rows == 1 {
				d.single++
			}
		}
	}
	begun := false
	for of, field := range l.unusedFields(b, column) {
		other := !begun || !bytes.Equal(of, episode)
		switch {
		case tabular.IsMissing(field):
			return division{}
		case other || !bytes.Equal(field, last):
			end()
			rows = 1
			d.parts++
			if other {
				clear(met)
				d.episodes++
			} else {
				d.goes++
				before, number := tabular.ParseStep(last, l.comma())
				if now, too := tabular.ParseStep(field, l.comma()); number && too && now == before+1 {
					d.rising++
				}
			}
			if met[string(field)] {
				return division{}
			}
			met[string(field)] = true
		default:
			rows++
		}
		begun, episode, last = true, append(episode[:0], of...), append(last[:0], field...)
	}
	if d.parts < fewestParts || d.parts < 2*d.episodes || 20*d.single > d.parts {
		return division{}
	}
	return d
}

// counts says whether parts are numbered in their order.
func (d division) counts() bool { return d.goes > 0 && 20*(d.goes-d.rising) <= d.goes }

// alike says whether all parts but the last one have the same number of rows.
func (d division) alike() bool {
	for _, parts := range d.lengths {
		if parts >= d.parts-1 && d.parts >= 2*fewestParts {
			return true
		}
	}
	return false
}

// restartsIn says whether another unused column counts the rows of each part, and begins anew in the next.
func (l *layout) restartsIn(b *block, column int) bool {
	var begins []bool
	var episode, last []byte
	for of, field := range l.unusedFields(b, column) {
		begins = append(begins, !bytes.Equal(of, episode) || !bytes.Equal(field, last))
		episode, last = append(episode[:0], of...), append(last[:0], field...)
	}
	for i := range l.unused {
		if i != column && l.countsFrom(b, i, begins) {
			return true
		}
	}
	return false
}

// countsFrom says whether an unused column's numbers rise by 1 from row to row, but for rows that begin something: there they fall.
func (l *layout) countsFrom(b *block, column int, begins []bool) bool {
	row, last := 0, int64(0)
	for _, field := range l.unusedFields(b, column) {
		n, ok := tabular.ParseStep(field, l.comma())
		if !ok || row > 0 && (begins[row] && n > last || !begins[row] && n != last+1) {
			return false
		}
		last = n
		row++
	}
	return row > 0
}
