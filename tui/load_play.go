package tui

import (
	"fmt"
	"io"
	"strings"

	"eeporl/model"
	"eeporl/tui/script"
)

// LoadPlay reads a script and checks all that can be known before it is played:
// its settings, models and commands.
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

// check says what is wrong with a command wherever it is given. Whether it can
// do something depends on where that is.
func (a App) check(line string) error {
	name, argument, _ := strings.Cut(line, " ")
	for _, w := range words() {
		if w.name != name {
			continue
		}
		if _, err := w.run(a, strings.TrimSpace(argument)); err != nil && strings.HasPrefix(err.Error(), "found ") {
			return err
		}
		return nil
	}
	i, err := model.ParseCommand(line)
	if err == nil && i.Verb == model.Set {
		if why := a.session.Refusal(i); why != "" {
			return fmt.Errorf("%s", why)
		}
	}
	return err
}
