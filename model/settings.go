package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp"
	"eeporl/pomdp/printable"
)

// SettingValue is a setting as it stands in a session.
type SettingValue struct {
	Name, Value, Does string
}

// Settings lists what the session can change. A probability is set by its own name
// besides, as in T(offer-tea, wants-tea, wants-coffee).
func (s Session) Settings() []SettingValue {
	return slices.DeleteFunc(s.settings(), func(x SettingValue) bool { return s.fixed(x.Name) != "" })
}

// Fixed lists the settings that this session cannot change, each with the
// reason in place of what it does.
func (s Session) Fixed() []SettingValue {
	var out []SettingValue
	for _, x := range s.settings() {
		if why := s.fixed(x.Name); why != "" {
			out = append(out, SettingValue{x.Name, x.Value, why})
		}
	}
	return out
}

func (s Session) settings() []SettingValue {
	var out []SettingValue
	config := s.config
	config.Method = s.method
	for _, x := range settingTable() {
		if x.Does != "" && (!x.theirs() || s.Asks()) {
			out = append(out, SettingValue{x.Name, x.shown(config), x.Does})
		}
		if x.Name == "c" {
			out = append(out, SettingValue{episodesSetting, s.episodesSet(), "episodes counted; inf: the exact law"})
		}
	}
	return out
}

// cutSetting splits a setting, written "name=value" or "name value".
func cutSetting(setting string) (name, value string, err error) {
	name, value, ok := strings.Cut(setting, "=")
	if !ok {
		setting = strings.TrimSpace(setting)
		i := strings.LastIndex(setting, " ")
		if i < 0 {
			return "", "", fmt.Errorf("found %q, expected a setting and its value, as in seed=5", setting)
		}
		name, value = setting[:i], setting[i+1:]
	}
	return strings.TrimSpace(name), strings.TrimSpace(value), nil
}

// changed is the configuration after a setting other than N.
func (w *world) changed(setting string) (Config, error) {
	name, value, err := cutSetting(setting)
	if err != nil {
		return Config{}, err
	}
	if why := w.fixed(name); why != "" {
		return Config{}, fmt.Errorf("%s: %s", name, why)
	}
	c := w.config
	if x, ok := FindSetting(name); ok && x.Does != "" {
		return c.With(Assignment{name, value})
	}
	if x, ok := FindSetting(name); ok {
		return Config{}, fmt.Errorf("%s: a session keeps it; start another with --%s", name, x.Name)
	}
	spec := c.Model.Spec()
	if err = setProbability(&spec, name, value); err == nil {
		c.Model, err = pomdp.New(spec)
	}
	if err != nil {
		return Config{}, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// fixed says why a setting cannot be changed, "" where it can.
func (w *world) fixed(name string) string {
	switch {
	case name == episodesSetting && w.config.Record != nil:
		return "a log's episodes are what they are"
	case name == episodesSetting:
		return w.cannotCount()
	case w.config.Record == nil:
	case name == "c":
		return "the log's actions are drawn already"
	case strings.Contains(name, "("):
		return NoTruth
	}
	return ""
}

// Trial is the model as it would be after a setting, which is not made; the error says
// why it cannot be made.
func (s Session) Trial(setting string) (*pomdp.POMDP, error) {
	c, err := s.changed(setting)
	return c.Model, err
}

// Assignment gives a setting a value.
type Assignment struct{ Name, Value string }

// With is the configuration with some settings made, in their order. The horizon
// and the discount need a model.
func (c Config) With(assignments ...Assignment) (Config, error) {
	for _, a := range assignments {
		x, ok := FindSetting(a.Name)
		if !ok {
			return c, fmt.Errorf("found %q, expected one of %s", printable.Clip(a.Name), strings.Join(settingNames(), ", "))
		}
		set, err := x.read(a.Value)
		if err != nil {
			return c, fmt.Errorf("%s: found %s, expected %w", a.Name, strconv.Quote(printable.Clip(a.Value)), err)
		}
		if err := set(&c); err != nil {
			return c, fmt.Errorf("%s: %w", a.Name, err)
		}
	}
	return c, nil
}

// Assignments are the assignments that With needs to make this configuration's settings.
// Settings marked late are left out where they have their default.
func (c Config) Assignments() []Assignment {
	var out []Assignment
	for _, x := range settingTable() {
		value := x.text(c)
		if x.late && value == x.Default || x.Name == "c" && c.Record != nil { // a log's actions are drawn already
			continue
		}
		out = append(out, Assignment{x.Name, value})
	}
	return out
}

func settingNames() []string {
	var out []string
	for _, x := range settingTable() {
		out = append(out, x.Name)
	}
	return out
}

// settingLike says which setting speaks of a word that names none.
func settingLike(word string) string {
	for _, x := range Settings() {
		if word != "" && x.Does != "" && strings.Contains(strings.ToLower(x.Does), strings.ToLower(word)) {
			return fmt.Sprintf("the setting %q", x.Name)
		}
	}
	return "a setting"
}
