package cli

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/model/lesson"
	"eeporl/model/watch"
	"eeporl/tui"
)

// tourOf is how a tour is asked for.
type tourOf struct {
	file  string // a lesson of one's own
	on    string // the model to play on
	list  bool
	names bool
	check bool
	plain bool
	// commands is the file that typed words are read from; - for stdin.
	commands string
	screen   tui.Options
	// noJournal turns the journal off.
	noJournal bool
}

func (a *app) tour() *cobra.Command {
	var x tourOf
	cmd := &cobra.Command{
		Use:   "tour [LESSON]",
		Short: "Learn EEPORL on the live explorer, one thing to do at a time",
		Long: `tour opens the explorer with a lesson: a panel says what there is to see and what to do, notices
when it is done, and hints after a while. All keys of the explorer keep working; [ goes a step
back, ] skips one, Esc leaves the lesson and L takes it up again. Without a LESSON, by number or name,
it opens the list. Where stdout is not a terminal it tells the lesson as text, doing what it asks.
--plain is the tour as lines of text, for screen readers, braille displays and pipes: what to do is
typed as words (next, back-step, skip, lesson N, leave; help lists all), predictions are answered
by number. --commands reads the words from a file, and ends at the first that cannot be obeyed.

A lesson is a text file that --lesson reads. Lines begin with a keyword, # begins a comment:
  lesson NAME        begins the file; title TEXT, model SCENARIO|MODEL, seed N, minutes N
  gist SENTENCE      what it is about; moral SENTENCE what to keep
  core               it belongs to the short path
  step TITLE         begins a step; the lines below belong to it
  fresh              a fresh session; open MODEL one of another model
  do COMMAND         sets the scene: leap 1e5, estimate, last, view recovery, c=.2, …
                     (fresh, open and do may end in: if CONDITION)
  text TEXT          at most three sentences; [estimate] is that command's key, {N} a figure
  task TEXT          what to do; until CONDITION what is true once it is done
  done TEXT          said then; onward goes on at once
  hint TEXT          after patience N keys; several follow one another
  predict KIND       asks, before the task, what comes next
  try KEY; COMMAND   what does the task; the last is repeated. --check does it and looks
Conditions: N >= 10^5 and labels_right = k, finding(complex-eigenvalues), beat = count,
branches > was(branches), view = plan. --names lists all that they can ask.`,
		Example: `  eeporl tour
  eeporl tour --list
  eeporl tour pairs
  eeporl tour eigen --on noisy-tiger
  eeporl tour hidden --plain
  eeporl tour --check`,
		Args:              optionalArgument("LESSON: its number or its name"),
		ValidArgsFunction: completeLesson,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runTour(cmd.Context(), x, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&x.file, "lesson", "", "a lesson's `FILE`")
	f.StringVar(&x.on, "on", "", "`MODEL` to play on instead of the lesson's own")
	f.BoolVar(&x.list, "list", false, "list the lessons")
	f.BoolVar(&x.check, "check", false, "do what the lesson says to try and see that every step is done by it")
	f.BoolVar(&x.plain, "plain", false, "the lesson as lines of text, for screen readers and pipes: what to do is typed as words")
	f.StringVar(&x.commands, "commands", "", "`FILE` with one typed command a line, - for stdin; implies --plain")
	defer cmd.MarkFlagsMutuallyExclusive("list", "check", "names")
	f.BoolVar(&x.names, "names", false, "list what conditions can ask")
	journalFlag(f, &x.noJournal)
	screenFlags(f, &x.screen)
	return cmd
}

func completeLesson(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	lessons, err := lesson.Builtin(lesson.Env{Names: tui.ScreenNames()})
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return lesson.Names(lessons), cobra.ShellCompDirectiveNoFileComp
}

func (a *app) runTour(ctx context.Context, x tourOf, args []string) error {
	if x.names {
		for _, n := range append(watch.Names(), tui.ScreenNames()...) {
			fmt.Fprintf(&a.out, "%-28s %s\n", n.Usage(), n.Does)
		}
		return nil
	}
	if x.on != "" {
		if _, err := tourModel(x.on); err != nil {
			return err
		}
	}
	lessons, err := x.lessons()
	if err != nil {
		return err
	}
	name, number := "", -1
	if len(args) > 0 {
		name = args[0]
	} else if len(lessons) == 1 {
		name = lessons[0].Name
	}
	if name != "" {
		if number, err = lesson.Named(lessons, name); err != nil {
			return err
		}
	}
	x.screen.Tour = &tui.Tour{Lessons: lessons, Start: name, List: name == "", Model: x.on, Load: tourModel}
	switch {
	case x.list || name == "" && !a.env.Terminal && !x.check && !x.plain && x.commands == "":
		for i, l := range lessons {
			path := ' '
			if l.Core {
				path = '*'
			}
			fmt.Fprintf(&a.out, "%2d%c %-12s %s (%d min)\n    %s\n", i+1, path, l.Name, l.Title, l.Minutes, l.Gist)
		}
		return nil
	case x.plain || x.commands != "":
		return a.plainTour(ctx, x, number)
	case x.check || !a.env.Terminal:
		return a.tellLesson(ctx, x, name)
	}
	session, err := newSession(lessons[0].Model)
	if err != nil {
		return err
	}
	another := x.file != "" || x.on != "" // recover knows the tour's own lessons on their own models
	return a.show(ctx, "tour", session, x.screen, a.ahead(x.noJournal || another))
}

// lessons are the tour's own, or the one in a file.
func (x tourOf) lessons() ([]lesson.Lesson, error) {
	env := tui.LessonEnv(tourModel)
	if x.file == "" {
		return lesson.Builtin(env)
	}
	file, err := os.Open(x.file)
	if err != nil {
		return nil, failed(x.file, err)
	}
	defer file.Close()
	l, err := lesson.Read(file, x.file, env)
	if err != nil {
		return nil, &failure{err}
	}
	return []lesson.Lesson{l}, nil
}

func tourModel(name string) (model.Config, error) {
	c, _, err := sessionOn(name, 0, nil, "")
	c.Seed = 1
	return c, err
}

func newSession(name string) (model.Session, error) {
	c, err := tourModel(name)
	if err != nil {
		return model.Session{}, err
	}
	s, err := model.New(c)
	return s, failed(name, err)
}

// tellLesson plays a lesson, or all of them, without a screen.
func (a *app) tellLesson(ctx context.Context, x tourOf, name string) error {
	lessons := x.screen.Tour.Lessons
	chosen := lessons
	if name != "" {
		i, err := lesson.Named(lessons, name)
		if err != nil {
			return err
		}
		chosen = lessons[i : i+1]
	}
	for _, l := range chosen {
		session, err := newSession(l.Model)
		if err != nil {
			return err
		}
		if !x.check {
			fmt.Fprintf(&a.out, "%s\n", l.Title)
		}
		step := 0
		x.screen.Tour.Start, x.screen.Tour.List = "", false
		err = tui.WalkLesson(ctx, tui.NewApp(session, x.screen), slices.IndexFunc(lessons, func(o lesson.Lesson) bool { return o.Name == l.Name }), func(w tui.Walked) error {
			if step++; !x.check {
				a.tellStep(step, len(l.Steps), w)
			}
			return nil
		})
		if err != nil {
			return &failure{err}
		}
		if x.check {
			fmt.Fprintf(&a.out, "%s: %d steps, every one is done by what it says to try\n", l.Name, len(l.Steps))
		}
	}
	return nil
}

func (a *app) tellStep(step, of int, w tui.Walked) {
	fmt.Fprintf(&a.out, "\n%d of %d  %s\n%s\n", step, of, w.Step.Title, w.Text)
	if f := w.Foretold; f != nil {
		fmt.Fprintf(&a.out, "? %s\n%s: %s\n", f.Question.Ask, f.Question.Choices[f.Answer.Right], f.Answer.Why)
	}
	if w.Step.Asks() {
		fmt.Fprintf(&a.out, "> %s\n%s. %s\n", w.Task, w.Done, w.Said)
	}
}
