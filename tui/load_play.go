package tui

import (
	"fmt"
	"io"

	"eeporl/model"
	"eeporl/tui/script"
)

// LoadPlay reads a script, checks all that can be known before it is played (its
// settings, models and commands), and starts a session for each of its Begin items.
func LoadPlay(r io.Reader, file string, load model.Loader) (script.Script, []model.Session, error) {
	s, err := script.Read(r, file)
	if err != nil {
		return s, nil, err
	}
	var starts []model.Session
	var a App
	for _, i := range s.Items {
		switch i.Kind {
		case script.Begin:
			start, err := i.Start.Begin(load)
			if err != nil {
				return s, nil, fmt.Errorf("%s:%d: %w", file, i.Line, err)
			}
			starts = append(starts, start)
			a = NewApp(start, Options{})
		case script.Command:
			if err := a.check(i.Text); err != nil {
				return s, nil, fmt.Errorf("%s:%d: %w", file, i.Line, err)
			}
		}
	}
	return s, starts, nil
}
