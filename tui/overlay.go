package tui

// overlay is what lies over the panes.
type overlay int

const (
	noOverlay overlay = iota
	helpOverlay
	findingsOverlay
	branchesOverlay
	watchesOverlay
	lessonsOverlay
	lineOverlay
	settingsOverlay
	summaryOverlay
	openOverlay
	estimatorsOverlay
	classOverlay
	overlays // how many there are
)

// overlayTable names the overlays, in the order of their constants, each with the command that opens it.
func overlayTable() [overlays]struct{ name, command string } {
	return [overlays]struct{ name, command string }{
		noOverlay:         {"none", "close"},
		helpOverlay:       {"help", "help"},
		findingsOverlay:   {"findings", "findings"},
		branchesOverlay:   {"branches", "branches"},
		watchesOverlay:    {"watches", "watches"},
		lessonsOverlay:    {"lessons", "tour"},
		lineOverlay:       {"line", "line"},
		settingsOverlay:   {"settings", "settings"},
		summaryOverlay:    {"summary", "summary"},
		openOverlay:       {"open", "open"},
		estimatorsOverlay: {"estimators", "estimators"},
		classOverlay:      {"class", "class"},
	}
}

// overlayNames are their names, as conditions ask for them.
func overlayNames() (names []string) {
	for _, o := range overlayTable() {
		names = append(names, o.name)
	}
	return names
}

// picks says whether an overlay is a list to choose from.
func (o overlay) picks() bool { return o == openOverlay || o == estimatorsOverlay }
