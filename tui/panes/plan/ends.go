package plan

// ends chooses which of n rows to show in a room that may be too small for them: all, or
// else the first, -1 for a row that says how many are left out, and the last ones.
func ends(n, room int) (shown []int, left int) {
	if n > room {
		left = n - max(room-1, 1)
	}
	for i := range n {
		switch {
		case left == 0 || i < 1 || i > left:
			shown = append(shown, i)
		case i == 1:
			shown = append(shown, -1)
		}
	}
	return shown, left
}
