package cli

import "strings"

func didYouMean(typed string, candidates []string) string {
	if near := nearest(typed, candidates); near != "" {
		return " (did you mean " + near + "?)"
	}
	return ""
}

// nearest is the candidate that typed is most likely a slip for, or "".
func nearest(typed string, candidates []string) string {
	best, least := "", slips(typed)+1
	for _, c := range candidates {
		if d := distance(typed, c); d < least {
			best, least = c, d
		}
	}
	return best
}

// slips is how many letters of a word may be wrong before it is another word.
func slips(word string) int {
	if len(word) < 4 {
		return 1
	}
	return max(2, len(word)/3)
}

// distance is Levenshtein's.
func distance(x, y string) int {
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(x) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(y) {
			cost := diagonal
			if x[i] != y[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}

// listed writes alternatives: "a, b or c".
func listed(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " or " + items[last]
}
