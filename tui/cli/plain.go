package cli

import (
	"context"
	"io"
	"os"

	"eeporl/model"
	"eeporl/tui"
	"eeporl/tui/plain"
)

// words runs the explorer by typed words. Each answer is written to stdout at once. At a terminal a
// mistake is only reported; otherwise it ends the command with an error.
func (a *app) words(ctx context.Context, session model.Session, x *exploration, in io.Reader, name string) error {
	e := a.talker(session, tui.Options{Unveiled: x.screen.Unveiled, Command: x.screen.Command, Open: x.screen.Open, Tour: &tui.Tour{Load: tourModel}})
	if err := e.Run(ctx, in, name, a.talks(x.commands)); err != nil {
		return &failure{err}
	}
	if x.screen.File == "" {
		return nil
	}
	return saveSession(x.screen.File, e.Session())
}

// talker makes the explorer that is led by typed words; talks reports whether
// somebody types them at a terminal.
func (a *app) talker(session model.Session, o tui.Options) *plain.Explorer {
	return plain.New(tui.NewApp(session, o), a.direct, saveSession)
}

func (a *app) talks(commands string) bool { return commands == "" && a.env.Terminal }

// wordsFrom opens the file of typed words, or stdin for "" and -.
func (a *app) wordsFrom(commands string) (in io.ReadCloser, name string, err error) {
	if commands == "" || commands == "-" {
		return io.NopCloser(a.stdin), "stdin", nil
	}
	file, err := os.Open(commands)
	return file, commands, failed(commands, err)
}

// plainTour runs a lesson by typed words; a number below 0 shows the list of
// lessons.
func (a *app) plainTour(ctx context.Context, x tourOf, number int) error {
	lessons := x.screen.Tour.Lessons
	session, err := newSession(lessons[max(number, 0)].Model)
	if err != nil {
		return err
	}
	in, name, err := a.wordsFrom(x.commands)
	if err != nil {
		return err
	}
	defer in.Close()
	x.screen.Tour.List, x.screen.Tour.Lessons = false, lessons
	e := a.talker(session, tui.Options{Unveiled: x.screen.Unveiled, Tour: x.screen.Tour})
	if number < 0 {
		err = e.Obey(ctx, "tour")
	}
	if err == nil {
		err = e.Run(ctx, in, name, a.talks(x.commands))
	}
	if err != nil {
		return &failure{err}
	}
	return nil
}

func saveSession(path string, s model.Session) error {
	return failedToWrite(path, tui.SaveFile(path, s))
}
