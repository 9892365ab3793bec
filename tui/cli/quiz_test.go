package cli

import (
	"strings"
	"testing"

	"eeporl/model/predict"
)

// A quiz asks every kind of question, keeps the score, and names lessons.
func TestQuiz(t *testing.T) {
	a := runIn(testEnv(), strings.Repeat("1\n", 6)+"x\n"+strings.Repeat("1\n", 20), "quiz", "--questions", "18", "--seed", "2")
	if a.code != exitAnswered || strings.Count(a.out, "Question ") != 18 || !strings.Contains(a.out, " of 18 right.") || !strings.Contains(a.out, `found "x", expected a number from 1 to`) ||
		!strings.Contains(a.out, "To look at again: eeporl tour ") {
		t.Errorf("%+v", a)
	}
	for _, part := range []string{"Which hidden state", "learned on its own", "make it the same state in every pair", "policy tree take next", "optimal policy do the same"} {
		if !strings.Contains(a.out, part) {
			t.Errorf("none of the %d kinds asks %q", len(predict.Kinds()), part)
		}
	}
	if again := runIn(testEnv(), "1\n", "quiz", "--questions", "3"); !strings.Contains(again.out, "of 1 right.") {
		t.Errorf("without answers it goes on: %+v", again)
	}
	if b := runIn(testEnv(), "", "quiz", "--model", "teaa"); b.code == exitAnswered || !strings.Contains(b.err, "teaa") {
		t.Errorf("%+v", b)
	}
}

// explain tells what a saved session did.
func TestExplain(t *testing.T) {
	t.Chdir(t.TempDir())
	drew(t, "tea --seed 2 --do estimate -o a.session")
	if text := answered(t, "explain a.session"); !strings.Contains(text, "full estimated the POMDP") || strings.Count(text, "\n") < 5 || !strings.Contains(text, "To try next: ") {
		t.Error(text)
	}
	if a := ask("explain missing.session"); a.code == exitAnswered {
		t.Errorf("%+v", a)
	}
}
