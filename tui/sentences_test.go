package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"eeporl/model"
	"eeporl/model/lesson"
	"eeporl/model/predict"
	"eeporl/model/watch"
)

// mostWords is how long a sentence of the tour may be.
const mostWords = 20

// sentences splits a text where one ends.
func sentences(text string) []string {
	return strings.FieldsFunc(strings.NewReplacer(". ", "\n", "? ", "\n", "! ", "\n").Replace(text), func(r rune) bool { return r == '\n' })
}

func checkSentences(t *testing.T, where, text string) {
	t.Helper()
	for _, s := range sentences(text) {
		words := 0
		for _, w := range strings.Fields(s) {
			if strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				words++
			}
		}
		if words > mostWords {
			t.Errorf("%s: %d words in %q", where, words, s)
		}
	}
}

// What a learner reads is in short sentences: lessons, talks, questions and the reasons for
// their answers.
func TestTourSpeaksInShortSentences(t *testing.T) {
	key := func(name string) string { return name }
	look := func(string, []watch.Value) (watch.Value, bool) { return watch.Value{}, false }
	for _, l := range lessons(t) {
		checkSentences(t, l.Name, l.Gist)
		checkSentences(t, l.Name, l.Moral)
		for _, s := range l.Steps {
			for _, p := range append([]lesson.Prose{s.Text, s.Task, s.Done}, s.Hints...) {
				checkSentences(t, l.Name+", "+s.Title, p.String(key, look))
			}
		}
	}
	plays, err := filepath.Glob("script/ready/*.play")
	if err != nil || len(plays) == 0 {
		t.Fatal("no talks", err)
	}
	for _, path := range plays {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if caption, ok := strings.CutPrefix(line, "caption "); ok {
				checkSentences(t, path, caption)
			}
		}
	}
	config, err := loadScenario("tea")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(3) {
		config.Seed = seed
		s, err := model.New(config)
		if err != nil {
			t.Fatal(err)
		}
		posed, err := predict.Quiz(t.Context(), s, 40)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range posed {
			checkSentences(t, q.Kind, q.Ask)
			if a, err := q.Answer(t.Context(), q.Session); err == nil {
				checkSentences(t, q.Kind, a.Why)
			}
		}
	}
}
