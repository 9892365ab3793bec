package scenarios

// Nearest is the candidate that looks most like what was typed, or "" if none is near enough for a
// typing mistake. It looks only at the first hundred candidates, and at no text, typed or
// candidate, of more than 64 bytes.
func Nearest(typed string, candidates []string) string {
	const longest, most = 64, 100
	if len(typed) > longest {
		return ""
	}
	best, bestDistance := "", len(typed)/3+2
	for _, c := range candidates[:min(len(candidates), most)] {
		if len(c) > longest {
			continue
		}
		if d := editDistance(typed, c); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// editDistance is the Levenshtein distance in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
