package model

// NoFindings says what it means that there are none.
func (s Session) NoFindings() string {
	if s.truth.Unknown != "" {
		return "None so far: nothing has run into trouble. Whether the assumptions hold cannot be checked without the model."
	}
	return "None so far: the model meets every assumption, and nothing has run into trouble."
}
