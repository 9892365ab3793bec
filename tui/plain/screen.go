package plain

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"eeporl/model/watch"
	"eeporl/tui/panes"
)

// screen is what lessons ask of a screen, as words bring it about.
type screen struct {
	view      panes.View
	more      int // which part of it
	zoomed    bool
	list      string // what the last word listed, "none" for nothing
	explained string // the kind of figure that the last word explained
	asked     bool   // the last word listed what can be asked about
}

// turn goes to a view and its first part.
func (s *screen) turn(view panes.View) {
	if s.view != view {
		s.view, s.more = view, 0
	}
}

// passed forgets what the last word listed and explained.
func (s *screen) passed() { s.list, s.explained, s.asked = "none", "", false }

// lookup looks names up in what the words have brought about and in the session.
func (e *Explorer) lookup() watch.Lookup {
	state := map[bool]string{true: "on", false: "off"}
	kind := func(of string) watch.Value {
		if of == "" {
			return watch.Unknown(watch.Text)
		}
		return watch.Word(of)
	}
	screen := func(name string, _ []watch.Value) (watch.Value, bool) {
		switch name {
		case "view":
			return watch.Word(e.screen.view.Word()), true
		case "zoom":
			return watch.Word(state[e.screen.zoomed]), true
		case "veil":
			return watch.Word(state[e.veiled]), true
		case "more":
			return watch.Of(float64(e.screen.more)), true
		case "overlay":
			return watch.Word(e.screen.list), true
		case "focus", "why":
			return kind(e.screen.explained), true
		case "predicted":
			return watch.Of(float64(e.made)), true
		}
		return watch.Value{}, false
	}
	return watch.Lookup(screen).Or(watch.Session(e.session))
}

func viewNamed(name string) (panes.View, error) {
	v, ok := panes.Named(name)
	if !ok {
		return 0, fmt.Errorf("found the view %q, expected one of %s", name, strings.Join(panes.Words(), ", "))
	}
	return v, nil
}

// part turns to another part of the view: the next, or one by its number.
func (s *screen) part(number string) error {
	if number == "" {
		s.more++
		return nil
	}
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil {
		return fmt.Errorf("found the part %q, expected a number from 0", number)
	}
	s.more = int(n)
	return nil
}

// onOff reads a state; none is the other one.
func onOff(text string, now bool) (bool, error) {
	switch text {
	case "on", "off":
		return text == "on", nil
	case "":
		return !now, nil
	}
	return now, errors.New("found " + strconv.Quote(text) + ", expected on or off")
}
