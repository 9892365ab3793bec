package cli

import (
	"context"
	"io"
	"os"

	"eeporl/model"
	"eeporl/model/lesson"
	"eeporl/scenarios/atomicfile"
	"eeporl/tui"
	"eeporl/tui/plain"
)

// words is the explorer in typed words. Each answer comes at once. At a terminal a
// mistake is told; otherwise it ends the reading, and what was answered before
// stands on stdout.
func (a *app) words(ctx context.Context, session model.Session, x *exploration, in io.Reader, name string) error {
	lessons, err := lesson.Builtin(tui.LessonEnv(tourModel))
	if err != nil {
		return &failure{err}
	}
	e, talk := a.talker(session, x.commands, x.screen.Unveiled)
	e.Teach(plain.Tour{Lessons: lessons, Load: tourModel})
	if err := e.Run(ctx, in, name, talk); err != nil {
		return &failure{err}
	}
	if x.screen.File == "" {
		return nil
	}
	return failedToWrite(x.screen.File, saveSession(x.screen.File, e.Session()))
}

// talker is an explorer in words, and whether it talks with somebody.
func (a *app) talker(session model.Session, commands string, unveiled bool) (e *plain.Explorer, talk bool) {
	return plain.New(session, !unveiled, a.direct, saveSession), commands == "" && a.env.Terminal
}

// wordsFrom opens the file of typed words, or stdin for "" and -.
func (a *app) wordsFrom(commands string) (in io.ReadCloser, name string, err error) {
	if commands == "" || commands == "-" {
		return io.NopCloser(a.stdin), "stdin", nil
	}
	file, err := os.Open(commands)
	return file, commands, failed(commands, err)
}

// plainTour is a lesson, or the list of them, in typed words.
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
	e, talk := a.talker(session, x.commands, x.screen.Unveiled)
	e.Teach(plain.Tour{Lessons: lessons, Model: x.on, Load: tourModel})
	if number >= 0 {
		err = e.Begin(ctx, number)
	} else {
		err = e.Obey(ctx, "tour")
	}
	if err == nil {
		err = e.Run(ctx, in, name, talk)
	}
	if err != nil {
		return &failure{err}
	}
	return nil
}

func saveSession(path string, s model.Session) error {
	return atomicfile.WriteFile(path, func(w io.Writer) error { return model.Save(w, s) })
}
