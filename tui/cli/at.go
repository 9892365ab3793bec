package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/tui"
)

// follow does the commands of --at: those of the session at once, those of the
// screen when it opens.
func follow(ctx context.Context, s model.Session, line string, screen *tui.Options) (model.Session, error) {
	var err error
	for rest := model.SplitCommands(line); len(rest) > 0; {
		if s, rest, err = model.Follow(ctx, s, rest); err != nil {
			return s, fmt.Errorf("--at: %w", err)
		}
		if len(rest) == 0 {
			break
		}
		if !tui.IsScreenCommand(rest[0]) {
			return s, fmt.Errorf("--at: found %q, expected a command such as leap 1e5, estimate, c=.2 or view recovery", rest[0])
		}
		screen.Screen = append(screen.Screen, rest[0])
		rest = rest[1:]
	}
	s, err = model.Settle(ctx, s)
	return s, err
}

// shown are the flags that given leaves out: the screen's own commands repeat what they say (at,
// unveil, theme, …), or they do not change what the screen shows.
var shown = map[string]bool{"at": true, "plain": true, "commands": true, "save": true, "record": true, "no-journal": true, "unveil": true, "theme": true, "no-color": true}

// given is the command line that starts an exploration, as far as it was typed.
func given(c model.Config, f *pflag.FlagSet) string {
	words := append([]string{"eeporl", "explore"}, subject(c)...)
	f.Visit(func(flag *pflag.Flag) {
		switch {
		case shown[flag.Name], c.Record != nil && slices.Contains(logFlags(), flag.Name):
		case flag.Value.Type() == "bool":
			words = append(words, "--"+flag.Name)
		case flag.Shorthand != "":
			words = append(words, "-"+flag.Shorthand, tui.Quote(flag.Value.String()))
		default:
			words = append(words, "--"+flag.Name, tui.Quote(flag.Value.String()))
		}
	})
	return strings.Join(words, " ")
}

// subject is what a session is about, as a command line says it.
func subject(c model.Config) []string {
	if c.Record == nil {
		return []string{tui.Quote(c.Scenario)}
	}
	words, _ := splitWords(c.Record.Words)
	for i := range words {
		words[i] = tui.Quote(words[i])
	}
	return words
}

// started is the command line that starts a session which was read from a file.
func started(s model.Session) string {
	c := s.First()
	words := append([]string{"eeporl", "explore"}, subject(c)...)
	for _, x := range c.Assignments() {
		words = append(words, "--"+x.Name+"="+tui.Quote(x.Value))
	}
	return strings.Join(words, " ")
}
