package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/scenarios"
	"eeporl/scenarios/logs/shapes"
	"eeporl/tui"
	"eeporl/tui/panel"
)

// openable is what the explorer can open beside its session: the scenarios, and what stands in the folder.
func (a *app) openable(ctx context.Context) tui.Openable {
	var worlds []panel.Choice
	for _, s := range scenarios.List() {
		worlds = append(worlds, panel.Choice{Group: "scenarios", Name: s.Name, Words: scenarios.StoryOf(s)})
	}
	worlds = append(worlds,
		panel.Choice{Group: "made up", Name: "random:2,2,2,2,1", Words: "A random model: states, actions, observations, reward levels, seed. Type other numbers for another one."},
		panel.Choice{Group: "made up", Name: "recorded:20000,3,tea", Words: "A log, made up to practise on: what needs the truth is unknown."})
	return tui.Openable{Worlds: worlds, Found: func() []panel.Choice { return found(".") }, Load: func(name string) (model.Session, []string, error) { return a.opened(ctx, name) }}
}

// mostFound bounds how many files of a kind are listed.
const mostFound = 30

// found lists what can be opened of a folder: sessions, models and logs, the newest first.
func found(folder string) []panel.Choice {
	entries, _ := os.ReadDir(folder) // what cannot be read has nothing to open
	type file struct {
		choice panel.Choice
		when   int64
	}
	var sessions, models, logs []file
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		name := e.Name()
		put := func(list *[]file, group, words string) {
			*list = append(*list, file{panel.Choice{Group: group, Name: name, Words: words}, info.ModTime().UnixNano()})
		}
		switch ending(name) {
		case ".session":
			put(&sessions, "sessions in this folder", "")
		case ".toml", ".pomdp":
			put(&models, "models in this folder", "")
		default:
			if !isLog(name) {
				continue
			}
			put(&logs, "logs in this folder", fmt.Sprintf("%d kB", (info.Size()+1023)/1024))
		}
	}
	var out []panel.Choice
	for _, list := range [][]file{sessions, models, logs} {
		slices.SortStableFunc(list, func(x, y file) int { return cmp.Compare(y.when, x.when) })
		for _, f := range list[:min(len(list), mostFound)] {
			out = append(out, f.choice)
		}
	}
	return out
}

// logEndings are those of files that hold a log or counts, packed or not.
var logEndings = []string{".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".npy", ".counts", ".log", ".dat", ".tab"}

// isLog says whether a file of such a name holds a log or counts, and no model.
func isLog(name string) bool {
	_, name = shapes.PackingOf(name)
	return slices.Contains(logEndings, ending(name))
}

// opened makes a session of what was chosen: a session's file, a log, or a model.
func (a *app) opened(ctx context.Context, name string) (model.Session, []string, error) {
	switch ending(name) {
	case ".session":
		f, err := os.Open(name)
		if err != nil {
			return model.Session{}, nil, err
		}
		defer f.Close()
		saved, err := replayed(ctx, f, name, "")
		return saved.Session, saved.Screen, err
	}
	if isLog(name) {
		name = "--log " + tui.Quote(name)
	}
	if strings.HasPrefix(name, "--") {
		subject, err := recorded(ctx, name)
		if err != nil {
			return model.Session{}, nil, err
		}
		c, err := subject.Config(subject.Name).With(logSettings(subject.Record)...)
		if err != nil {
			return model.Session{}, nil, err
		}
		s, err := model.New(seeded(c))
		return s, nil, err
	}
	c, _, err := sessionOn(name, 0, nil, "")
	if err != nil {
		return model.Session{}, nil, err
	}
	s, err := model.New(seeded(c))
	return s, nil, err
}

// seeded is a configuration with the seed of every new session.
func seeded(c model.Config) model.Config {
	c.Seed, _ = model.ParseSeed(model.DefaultSeed)
	return c
}
