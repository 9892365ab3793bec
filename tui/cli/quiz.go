package cli

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/model/lesson"
	"eeporl/model/predict"
	"eeporl/pomdp/figure"
	"eeporl/tui"
)

// quizAsked is how many questions a quiz has if nobody says so.
const quizAsked = 10

func (a *app) quiz() *cobra.Command {
	var questions int
	name := ""
	var seed uint64
	cmd := &cobra.Command{
		Use:   "quiz",
		Short: "Ask what comes next, and name the lessons for what was wrong",
		Long: `quiz runs through EEPORL's story on a model and asks at its turns what comes next: which symbol is
emitted, whether orders agree, which action a branch leads to. An answer is a number; a copy of the
session runs on to tell, with the reason. At the end stand the score and the lessons for what was
wrong. It is lines of text throughout, for screen readers and pipes too.`,
		Example: `  eeporl quiz
  eeporl quiz --questions 5 --model robot --seed 7`,
		Args: noArgument,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := newSession(name)
			if err != nil {
				return err
			}
			c := s.Config()
			c.Seed = seed
			if s, err = model.New(c); err != nil {
				return err
			}
			return a.ask(cmd.Context(), s, questions)
		},
	}
	f := cmd.Flags()
	addFlag(f, &questions, "questions", "", strconv.Itoa(quizAsked), "N", "how many questions", model.WholeNumber(100))
	f.StringVar(&name, "model", "tea", "`SCENARIO|MODEL` to ask about")
	addFlag(f, &seed, "seed", "", "1", "S", "seed of the session", model.ParseSeed)
	return cmd
}

// ask poses the questions, reads an answer a line, and sums up.
func (a *app) ask(ctx context.Context, s model.Session, n int) error {
	progress := a.progress()
	progress.say("running through the story")
	posed, err := predict.Quiz(ctx, s, n)
	progress.done()
	if err != nil {
		return &failure{err}
	}
	var unwritten error
	say := func(format string, args ...any) {
		if _, err := fmt.Fprintf(a.direct, format+"\n", args...); err != nil && unwritten == nil {
			unwritten = err
		}
	}
	answers := bufio.NewScanner(a.stdin)
	right, asked := 0, 0
	var wrong []string
	for i, x := range posed {
		if unwritten != nil {
			break
		}
		sentence, _ := x.Session.Account(true)
		say("Question %d of %d. %s, N = %s: %s", i+1, len(posed), x.Session.Config().Scenario, figure.Count(x.Session.Now().N), sentence)
		say("%s", x.Ask)
		for k, choice := range x.Choices {
			say("  %d: %s", k+1, choice)
		}
		said := chosenOf(answers, len(x.Choices), say)
		if said < 0 {
			break // no more answers
		}
		answer, err := x.Answer(ctx, x.Session)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			say("Nobody was right: %v.\n", err)
			continue
		}
		asked++
		if said == answer.Right {
			right++
			say("Right. %s\n", answer.Why)
			continue
		}
		wrong = append(wrong, x.Kind)
		say("Not this time: %s. %s\n", x.Choices[answer.Right], answer.Why)
	}
	say("%d of %d right.", right, asked)
	if unwritten != nil {
		return failedToWrite("stdout", unwritten)
	}
	return a.lookAgain(wrong, say)
}

// chosenOf reads a choice, from 0; -1 where the lines end.
func chosenOf(answers *bufio.Scanner, choices int, say func(string, ...any)) int {
	for answers.Scan() {
		n, err := strconv.Atoi(strings.TrimSpace(answers.Text()))
		if err == nil && n >= 1 && n <= choices {
			return n - 1
		}
		say("found %q, expected a number from 1 to %d", answers.Text(), choices)
	}
	return -1
}

// lookAgain names the lessons that ask what was answered wrongly.
func (a *app) lookAgain(wrong []string, say func(string, ...any)) error {
	lessons, err := lesson.Builtin(lesson.Env{Names: tui.ScreenNames()})
	if err != nil {
		return &failure{err}
	}
	for _, l := range lessons {
		if slices.ContainsFunc(l.Steps, func(s lesson.Step) bool { return s.Predict != "" && slices.Contains(wrong, s.Predict) }) {
			say("To look at again: eeporl tour %s: %s.", l.Name, l.Title)
		}
	}
	return nil
}
