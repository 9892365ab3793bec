package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/scenarios/plaintext"
	"eeporl/tui"
	"eeporl/tui/panel"
	"eeporl/tui/recording"
	"eeporl/tui/script"
)

// playing is how a script is asked for.
type playing struct {
	speed     float64
	quit      bool
	print     bool
	plain     bool
	record    string
	noJournal bool
	screen    tui.Options
}

func (a *app) play() *cobra.Command {
	var x playing
	cmd := &cobra.Command{
		Use:   "play [SCRIPT|FILE]",
		Short: "Play a script for a talk",
		Long: `play lets the explorer follow a script: commands with pauses, captions large enough for a hall,
speaker's notes ('serve --talk' shows them in a second terminal) and stops. Space or → goes on, ←
goes back to where a caption began, Esc stops; any key of the explorer takes the keyboard over, and
Ctrl+G takes the script up again where it was left. Without an argument play lists the scripts
that come with the program; --print writes one out, to begin your own with. Where stdout is not a
terminal, and with --plain, it tells the script's captions and what each command came to.

` + script.Help,
		Example: `  eeporl play
  eeporl play teaser --plain
  eeporl play teaser --print > my.play
  eeporl play my.play --speed 2 --plain`,
		Args:              optionalArgument("SCRIPT|FILE"),
		ValidArgsFunction: cobra.FixedCompletions(script.Names(), cobra.ShellCompDirectiveDefault),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listScripts()
			}
			text, err := scriptText(args[0])
			if err != nil {
				return err
			}
			if x.print {
				a.out.WriteString(text)
				return nil
			}
			s, starts, err := tui.LoadPlay(strings.NewReader(text), args[0], loadModel)
			if err != nil {
				return &failure{err}
			}
			p := tui.Play{Script: s, Starts: starts, Speed: x.speed, Quit: x.quit, Now: a.env.Now}
			if x.plain || !a.env.Terminal {
				return failed(args[0], a.tellScript(cmd.Context(), p, !x.screen.Unveiled))
			}
			return a.perform(cmd.Context(), p, x)
		},
	}
	f := cmd.Flags()
	addFlag(f, &x.speed, "speed", "", "1", "X", "how many times as fast as written", parseSpeed)
	f.BoolVar(&x.quit, "quit", false, "leave at the script's end")
	f.BoolVar(&x.print, "print", false, "print the script")
	f.BoolVar(&x.plain, "plain", false, "tell the script as text, without a screen and without pauses")
	recordFlag(f, &x.record)
	journalFlag(f, &x.noJournal)
	screenFlags(f, &x.screen)
	preset := f.Lookup("preset") // a talk is for a hall
	preset.Usage, preset.DefValue = "layout of the screen", string(panel.Projector)
	_ = preset.Value.Set(preset.DefValue)
	return cmd
}

// scriptText is a script that comes with the program, or a file.
func scriptText(name string) (string, error) {
	if text, ok := script.Ready(name); ok {
		return text, nil
	}
	text, err := readSmall(name, maxScript)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("found %q, which is no file%s, expected a script's file or one of %s", name, didYouMean(name, script.Names()), strings.Join(script.Names(), ", "))
	}
	return string(text), failed(name, err)
}

// maxScript bounds a script's text.
const maxScript = 1 << 20

// readSmall reads a file; one of more than `most` bytes is an error.
func readSmall(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return plaintext.AtMost(f, most, "a script")
}

func (a *app) listScripts() error {
	for _, name := range script.Names() {
		text, _ := script.Ready(name)
		s, err := script.Read(strings.NewReader(text), name)
		if err != nil {
			return failed(name, err)
		}
		fmt.Fprintf(&a.out, "%-10s %3.0f min  %s\n", name, s.Planned().Minutes(), s.Title)
	}
	return nil
}

// perform plays a script on the screen.
func (a *app) perform(ctx context.Context, p tui.Play, x playing) error {
	close, err := a.recording(&x.screen, x.record)
	if err != nil {
		return err
	}
	play := func(ctx context.Context, o tui.Options) error { return a.env.Play(ctx, p, o) }
	return errors.Join(a.journalled(ctx, "play", x.screen, a.ahead(x.noJournal), play), close())
}

// recording adds a recorder that writes a script to a new file, if there is to
// be one. The caller closes it.
func (a *app) recording(o *tui.Options, path string) (close func() error, err error) {
	if path == "" {
		return func() error { return nil }, nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, &failure{fmt.Errorf("%s: found a file there already, expected a new name for the script", path)}
	}
	if err != nil {
		return nil, failedToWrite(path, err)
	}
	o.Recorders = append(slices.Clip(o.Recorders), recording.NewScribe(f, a.env.Now))
	return func() error { return failedToWrite(path, f.Close()) }, nil
}

// tellScript tells a script as text.
func (a *app) tellScript(ctx context.Context, p tui.Play, veiled bool) error {
	line := a.progress()
	defer line.done()
	return tui.Tell(ctx, p, func(i script.Item, s model.Session) {
		line.done()
		a.tellItem(i, s, veiled)
	}, func(title string) { line.say("%s", title) })
}

func (a *app) tellItem(i script.Item, s model.Session, veiled bool) {
	switch words := script.Say(i.Words, watch.Session(s)); i.Kind {
	case script.Caption:
		if words != "" {
			fmt.Fprintf(&a.out, "\n%s\n", words)
		}
	case script.Command:
		sentence, _ := s.Account(veiled)
		fmt.Fprintf(&a.out, "> %s\n  %s\n", i.Text, sentence)
	case script.Begin:
		fmt.Fprintf(&a.out, "\n# %s\n", i.Text)
	case script.Note:
		if words != "" {
			fmt.Fprintf(&a.out, "(%s)\n", words)
		}
	}
}
