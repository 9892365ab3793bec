package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/atomicfile"
	"eeporl/tui"
	"eeporl/tui/panes/kit"
)

// exporting is what is to be shown, and how.
type exporting struct {
	exploration
	name     string // of what is drawn, for errors
	paths    []string
	size     cells
	view     kit.View
	zoom     bool
	commands []string
}

// cells is a screen's size.
type cells struct{ w, h int }

func (a *app) export() *cobra.Command {
	var x exporting
	cmd := &cobra.Command{
		Use:   "export SESSION|SCENARIO|MODEL",
		Short: "Share a screen or a session as a picture, text, film or report",
		Long: `export draws the explorer's screen without a terminal and writes it to files, each in the form
that its name ends in: ` + tui.ExportForms() + `.
Without a file the screen goes to stdout as text. It shows a session (a file that the explorer
saved, or a picture of one) at the beat where it was left, or a scenario at its first; --do takes
it on by the explorer's commands, such as 'leap 1e5', estimate, last, c=.2 or 'view recovery'.
All work is done before the screen is drawn; the comparison's curves may take minutes. A .cast
is a recording of the whole session that asciinema plays, a .md a report of it. SVG and PNG
pictures and reports carry their session: 'eeporl replay picture.svg' opens it.`,
		Example: `  eeporl export tea
  eeporl export tea --do 'leap 1e5; estimate; last' --size 120x40 -o tea.svg -o tea.png
  eeporl export tea.svg --view moments --zoom --theme light`,
		Args:              oneArgument("SESSION|SCENARIO|MODEL: a session's file, a picture of one, or what explore takes"),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, path := range x.paths {
				if err := tui.CheckExport(path); err != nil {
					return fmt.Errorf("--out: %w", err)
				}
			}
			s, err := x.session(cmd, args[0])
			defer x.program.end()
			if err != nil {
				return err
			}
			return a.write(cmd.Context(), s, &x)
		},
	}
	f := cmd.Flags()
	f.StringArrayVarP(&x.paths, "out", "o", nil, "`FILE` to write, its form by its extension; may be given more than once")
	addFlag(f, &x.size, "size", "", "120x40", "WxH", "columns and rows of the screen", parseSize)
	views := kit.Words()
	x.view = kit.Views
	addFlag(f, &x.view, "view", "", "", model.KindOf(views...), "the view to show; by default the session's own", parseView)
	f.BoolVar(&x.zoom, "zoom", false, "one view on the whole screen")
	f.StringArrayVar(&x.commands, "do", nil, "`COMMANDS` of the explorer to carry out first, with semicolons between them; may be given more than once")
	screenFlags(f, &x.screen)
	x.settings.addFlags(f)
	x.program.replace(f)
	return cmd
}

// session opens what the argument names and adds the commands that lead to its
// screen.
func (x *exporting) session(cmd *cobra.Command, name string) (model.Session, error) {
	saved, err := holdsSession(name)
	if err != nil {
		return model.Session{}, err
	}
	var s model.Session
	var screen []string
	x.name = name
	if saved {
		opened, err := openSession(cmd.Context(), name)
		if err != nil {
			return s, err
		}
		s, screen = opened.Session, opened.Screen
		var own pflag.FlagSet
		new(settingFlags).addFlags(&own)
		if err = refuseFlags(cmd.Flags(), &own, name); err != nil {
			return s, err
		}
	} else {
		c, _, err := x.load(name)
		if err != nil {
			return s, err
		}
		if s, err = x.begin(cmd.Context(), c); err != nil {
			return s, err
		}
	}
	if x.screen.Theme != "" { // the later command wins: what was asked for over what the picture says
		screen = append(screen, "colours "+string(x.screen.Theme))
	}
	if x.screen.Unveiled {
		screen = append(screen, "veil off")
	}
	for _, line := range x.commands {
		screen = append(screen, model.SplitCommands(line)...)
	}
	if x.view < kit.Views {
		screen = append(screen, "view "+x.view.Word())
	}
	if x.zoom {
		screen = append(screen, "zoom on")
	}
	x.commands = slices.DeleteFunc(screen, func(c string) bool { return c == "" })
	return s, nil
}

// refuseFlags returns an error if a flag that only a new session takes was given
// with a saved one.
func refuseFlags(given, own *pflag.FlagSet, name string) (err error) {
	given.Visit(func(f *pflag.Flag) {
		if own.Lookup(f.Name) != nil {
			err = fmt.Errorf("--%s: found it with the session %s, which has its own, expected --do '%s=…'", f.Name, name, f.Name)
		}
	})
	return err
}

func (a *app) write(ctx context.Context, s model.Session, x *exporting) error {
	line := a.progress()
	defer line.done()
	x.screen.NoColor = x.screen.NoColor || a.env.NoColor && len(x.paths) == 0
	still, err := tui.Still(ctx, s, x.screen, x.size.w, x.size.h, x.commands, func(title string, left int) {
		line.say("%s, %d to do", title, left)
	})
	if err != nil {
		return failed(x.name, err)
	}
	const mostOfPNG = 200_000 // cells, as each takes hundreds of pixels
	if cells := x.size.w * x.size.h; cells > mostOfPNG && slices.ContainsFunc(x.paths, func(path string) bool { return ending(path) == ".png" }) {
		return fmt.Errorf("--size: found %dx%d for a .png, expected at most %d cells; .svg takes more", x.size.w, x.size.h, mostOfPNG)
	}
	if len(x.paths) == 0 {
		return failedToWrite("stdout", still.Export(ctx, &a.out, ".txt"))
	}
	for _, path := range x.paths {
		if ending(path) == ".session" {
			if err := tui.CheckSession(path); err != nil {
				return failedToWrite(path, err)
			}
		}
		if slices.ContainsFunc(sourcesOf(s), func(source string) bool { return sameFile(path, source) }) {
			return fmt.Errorf("--out: found %s, which the session is about, expected another file", path)
		}
		err := atomicfile.WriteFile(path, func(w io.Writer) error { return still.Export(ctx, w, ending(path)) })
		if err != nil {
			return failedToWrite(path, err)
		}
	}
	fmt.Fprintf(&a.out, "%s: %s, beat %d of %d\n", strings.Join(baseNames(x.paths), ", "), baseName(s.Config().Scenario),
		still.Session().Place()+1, still.Session().Beats())
	return nil
}

// sourcesOf are the files that a session is about: of a model, or of a log.
func sourcesOf(s model.Session) []string {
	c := s.First()
	if c.Record == nil {
		return []string{c.Scenario}
	}
	words, _ := splitWords(c.Record.Words)
	return words // flags among them name no file
}

func parseView(text string) (kit.View, error) {
	v, ok := kit.Named(text)
	if !ok {
		return 0, errors.New(printable.Or(kit.Words()))
	}
	return v, nil
}

// parseSize reads columns and rows.
func parseSize(text string) (cells, error) {
	const least, most = "80x24", 1000
	columns, rows, _ := strings.Cut(text, "x")
	w, errW := strconv.Atoi(columns)
	h, errH := strconv.Atoi(rows)
	if errW != nil || errH != nil || w < 80 || h < 24 || w > most || h > most {
		return cells{}, fmt.Errorf("columns and rows from %s to %dx%d, such as 120x40", least, most, most)
	}
	return cells{w, h}, nil
}

// holdsSession reports whether a file begins as a session, a picture or a report does. What cannot
// be opened is not an error: it may be a scenario's name.
func holdsSession(path string) (bool, error) {
	if ending(path) == ".session" {
		return true, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return false, nil
	}
	defer file.Close()
	start := make([]byte, 64)
	n, err := io.ReadFull(file, start)
	if err != nil && n == 0 {
		return false, nil
	}
	start = bytes.TrimLeft(start[:n], "\ufeff \t\r\n")
	return bytes.HasPrefix(start, []byte("eeporl session")) || bytes.HasPrefix(start, []byte("<")) || bytes.HasPrefix(start, []byte("\x89PNG")) ||
		bytes.HasPrefix(start, []byte("# EEPORL")), nil
}
