package tui

// change opens what the focused figure can be changed by: a line of its own for a
// probability of the model, the list of settings for all else.
func (a App) change() App {
	if a.focus.on {
		if e, ok := editOf(a.session, a.focus.ref.Target); ok {
			a.edit = e
			return a
		}
	}
	return a.openSettings()
}

func (a App) openSettings() App {
	a = a.toggle(settingsOverlay)
	a.settingsList = chosenSetting(a.session, 0)
	return a
}
