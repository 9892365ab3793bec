package cli

import (
	"strings"
	"testing"
	"unicode"

	"eeporl/pomdp/figure"
)

// TestManHoldsEverything: every command and every flag of it.
func TestManHoldsEverything(t *testing.T) {
	page := answered(t, "man")
	for _, part := range []string{".TH EEPORL 1", ".SH NAME", ".SH SYNOPSIS", ".SS \"eeporl sweep", ".SS \"eeporl scenarios show", `.B \-\-belief p0,p1,...`, `\-o, \-\-out FILE`, ".SH EXIT STATUS"} {
		if !strings.Contains(page, part) {
			t.Errorf("found no %q in the manual page", part)
		}
	}
	for i, line := range strings.Split(page, "\n") {
		if strings.ContainsFunc(line, func(r rune) bool { return r > unicode.MaxASCII }) {
			t.Errorf("line %d: found %q, expected ASCII, which every troff reads", i+1, line)
		}
		if strings.HasPrefix(line, "'") || strings.Trim(line, " ") != line && strings.HasPrefix(line, ".") {
			t.Errorf("line %d: found %q, which troff takes for a request", i+1, line)
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if script := answered(t, "completion "+shell); !strings.Contains(script, "eeporl") {
			t.Errorf("found no completion for %s", shell)
		}
	}
	for line, want := range map[string]string{
		"__complete che":           "check\t",
		"__complete run no":        "noisy-tiger\n",
		"__complete sweep tea dia": "dialog\n",
		"__complete run tea --est": "--estimator\t",
	} {
		if a := ask(line); a.code != exitAnswered || !strings.Contains(a.out, want) {
			t.Errorf("%s: found %+v, expected %q", line, a, want)
		}
	}
}

// TestAnswersGoIntoFiles: whole, and with nothing on stdout; not at all when
// the command fails.
func TestAnswersGoIntoFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	ascii := func(line, text string) string { // as a file has it
		if strings.HasPrefix(line, "simulate") || strings.Contains(line, "--json") || line == "scenarios show tea" {
			return text
		}
		return figure.ASCII(text)
	}
	for _, line := range []string{"check tea", "law tea --json", "run tea --episodes 1000", "scenarios show tea", "scenarios --json", "simulate tea --episodes 100", "bounds robot --seeds 0"} {
		want := answered(t, line)
		if out := answered(t, line+" -o answer.txt"); out != "" || fileText(t, "answer.txt") != ascii(line, want) {
			t.Errorf("%s: found %q on stdout and another file, expected nothing and the same", line, out)
		}
	}
	before := fileText(t, "answer.txt")
	for _, line := range []string{"run teaa -o answer.txt", "simulate tea --horizon 3 -o answer.txt", "check tea -o missing/answer.txt"} {
		if a := ask(line); a.code == exitAnswered || fileText(t, "answer.txt") != before {
			t.Errorf("%s: found %+v, expected it to fail and leave the file alone", line, a)
		}
	}
}
