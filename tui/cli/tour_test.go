package cli

import (
	"os"
	"strings"
	"testing"
)

func TestTourInWords(t *testing.T) {
	a := runIn(testEnv(), "forward\nnext\nforward\nnext\n1\nnext\nview moments\nmore\n\ngrow\ngrow\ngrow\ngrow\n\n", "tour", "hmm", "--plain")
	for _, part := range []string{"Lesson 2 of ", `To do: Type "forward"`, "Question: ", "Done: ", "The lesson is over."} {
		if !strings.Contains(a.out, part) {
			t.Errorf("found no %q, expected it:\n%s%s", part, a.out, a.err)
		}
	}
	if strings.ContainsRune(a.out, '\x1b') || strings.Contains(a.out, "> ") {
		t.Error("found escapes or a prompt in a pipe, expected text")
	}
	if a := runIn(testEnv(), "lesson 1\nforward\n", "tour", "--commands", "-"); !strings.Contains(a.out, ": guarantee") || !strings.Contains(a.out, "Done: ") {
		t.Errorf("the list, then a lesson: %s%s", a.out, a.err)
	}
}

// At a terminal a slip is told and the lesson goes on; in a file it ends it with
// its line.
func TestTourInWordsAfterASlip(t *testing.T) {
	env := testEnv()
	env.Terminal = true
	if a := runIn(env, "hop\nnext\nforward\n", "tour", "hidden", "--plain"); a.code != exitAnswered || !strings.Contains(a.out, "not done") || !strings.Contains(a.out, "Done: ") {
		t.Errorf("exit %d: %s%s", a.code, a.out, a.err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("words", []byte("forward\nhop\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if a := runIn(testEnv(), "", "tour", "hidden", "--commands", "words"); a.code == exitAnswered || !strings.Contains(a.err, "words:2: found the verb") {
		t.Errorf("exit %d: %s", a.code, a.err)
	}
}
