package logs

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp/figure"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// askCodes asks about entries that likely say that nothing is known.
func (l *layout) askCodes(b *block) *problem {
	var found, codes, lists []string
	for _, x := range []struct {
		kind   coded.Kind
		flag   string
		listed bool
	}{
		{coded.Action, "--actions", l.declared.Actions != nil},
		{coded.Observation, "--observations", l.declared.Observations != nil},
		{coded.Reward, "--rewards", l.declared.Rewards != nil || l.asItIs()},
	} {
		column := coded.ColumnOf(x.kind)
		if x.listed || l.declared.Like != nil || !l.has(column) || len(l.from[column]) != 1 || l.parts[l.from[column][0]].bins != nil {
			continue
		}
		code := l.code(x.kind, l.often(b, column))
		if code == "" && x.kind != coded.Reward {
			code = cmp.Or(l.padding(b, column), l.none(b, column))
		}
		if code != "" {
			found = append(found, "the "+x.kind.Noun()+" "+strconv.Quote(tabular.Short(code)))
			codes, lists = append(codes, tabular.LongColumns()[column]+"="+code), append(lists, x.flag+" with all "+x.kind.Noun()+"s")
		}
	}
	if found == nil {
		return nil
	}
	return &problem{found: strings.Join(found, " and ") + figure.Plural(len(found), ", which likely says", ", which likely say") + " that none is known",
		want: "to hear what is meant: --missing " + tabular.Quoted(codes) + " if so, or " + strings.Join(lists, " and ") + " if not"}
}

// padding is a number below 0 that fills the ends of episodes in a column, as arrays of one length have it: in several episodes, and
// nothing else comes after it; "" for none.
func (l *layout) padding(b *block, column int) string {
	const fewest = 10 // episodes
	if !l.has(tabular.Episode) {
		return ""
	}
	filler, episodes, filled, broken := "", 0, false, false
	l.episodeRows(b, func(line *liner, begins bool) {
		field := line.fields[column]
		x, number := tabular.ParseNumber(field, l.comma())
		switch fills := number && x < 0 && x == math.Trunc(x) && (filler == "" || filler == string(field)); {
		case begins:
			filled, broken = fills, broken || fills
		case fills && !filled:
			filler, filled = string(field), true
			episodes++
		case !fills && filled:
			broken = true
		}
	})
	if broken || episodes < fewest {
		return ""
	}
	return filler
}

// none is "None" where a column has that word among others and hardly a blank: as Python writes what is not known, and as people call an answer;
// "" where it has it not, or rarely.
func (l *layout) none(b *block, column int) string {
	const word, fewest, often, seldom = "None", 3, 10, 20 // one in so many
	rows, nones, blanks, numbers, line := 0, 0, 0, 0, newLiner(l)
	other := tabular.Action + tabular.Observation - column
	for _, text := range b.eachLine {
		if line.cut(text) != nil || line.empty() || line.repeatsHeader() {
			continue
		}
		field := line.fields[column]
		_, number := tabular.ParseNumber(field, l.comma())
		switch rows++; {
		case string(field) == word:
			nones++
		case number:
			numbers++
		case tabular.IsMissing(field) && !(l.has(other) && tabular.IsMissing(line.fields[other])): // in a row that says something
			blanks++
		}
	}
	if l.unknown[missingText{column, word}] || numbers > 0 || seldom*blanks > nones || nones < max(fewest, rows/often) {
		return ""
	}
	return word
}

// code is an entry that likely says that nothing is known; "" for none.
func (l *layout) code(k coded.Kind, often map[string]int) string {
	const fewest, fewestRows, farther = 3, 8, 3 // entries; how far a code lies beyond the others
	rows, numbers, most, negative := 0, map[string]float64{}, map[string]float64{}, 0
	for _, text := range slices.Sorted(maps.Keys(often)) {
		rows += often[text]
		if x, ok := tabular.ParseNumber([]byte(text), l.comma()); ok {
			numbers[text] = x
			if x < 0 {
				negative++
			}
			continue
		}
		if tabular.SaysUnknown(text) || k == coded.Action && saysUndone(text) {
			return text
		}
	}
	if rows < fewestRows {
		return ""
	}
	if k == coded.Reward {
		if x, far := FarNines(slices.Collect(maps.Values(numbers))); far {
			return numberText(x)
		}
		return ""
	}
	for text := range numbers {
		for other, y := range numbers {
			if other != text {
				most[text] = max(most[text], math.Abs(y))
			}
		}
	}
	for _, text := range slices.Sorted(maps.Keys(numbers)) {
		x := numbers[text]
		rare := 2*often[text]*len(often) <= rows // half of an even share
		far := math.Abs(x) >= farther*most[text] && x > float64(len(often)-1)
		switch {
		case len(often) < fewest || !slices.Contains([]float64{-1, -2, -9, -99, -999, -9999, 9, 99, 999, 9999}, x):
		case len(numbers) == 1, // among names
			len(numbers) == len(often) && (far || x < 0 && negative == 1 && (rare || x <= -9)):
			return text
		}
	}
	return ""
}

// saysUndone says whether an entry is a word that says of an action that none was taken; to miss may be what is seen.
func saysUndone(entry string) bool {
	if slices.Contains([]string{"sinrespuesta", "нетответа", "无反应", "無反応", "无应答", "응답없음", "brakodpowiedzi", "semresposta", "sansreponse", "pasdereponse", "keine", "keineantwort", "nessunarisposta", "cevapyok", "geenantwoord", "invalid", "error"}, tabular.Plain(entry)) {
		return true
	}
	return slices.Contains([]string{"missed", "miss", "timeout", "timedout", "omission", "omitted", "skipped", "tooslow", "toolate", "noresp", "nokey", "nokeypress", "nopress"}, tabular.Plain(entry))
}

// FarNines is a number such as −999 that lies ten times as far out as all others.
func FarNines(numbers []float64) (far float64, is bool) {
	if len(numbers) < 2 {
		return 0, false
	}
	most := 0.0
	for _, x := range numbers {
		if math.Abs(x) > math.Abs(far) {
			most, far = math.Abs(far), x
		} else {
			most = max(most, math.Abs(x))
		}
	}
	size := math.Abs(far)
	if size >= 10*most && slices.Contains([]float64{math.MaxInt16, -math.MinInt16, math.MaxInt32, -math.MinInt32, math.MaxInt64, 1e20, 1e30, 9.969209968386869e36, 77, 88, 777, 888, 7777, 8888}, size) {
		return far, true
	}
	if slices.Contains([]float64{99, 999}, size) && size >= 5*most && most > 0 {
		return far, true
	}
	return far, size >= 99 && size >= 10*most && strings.Trim(strconv.FormatFloat(size, 'f', -1, 64), "9") == ""
}
