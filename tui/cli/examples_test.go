package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"eeporl/pomdp/pomdptest/tier"
)

// TestExamples runs every example of every --help, in the order in which they
// stand: later ones may read files that earlier ones wrote.
func TestExamples(t *testing.T) {
	tier.Long(t, "runs the program many times; its parallel parts have tests of their own")
	var each func(cmd *cobra.Command)
	each = func(cmd *cobra.Command) {
		if own := cmd.Name() != "completion" && cmd.Parent().Name() != "completion" && cmd.Name() != "help"; own {
			t.Run(strings.ReplaceAll(cmd.CommandPath(), " ", "-"), func(t *testing.T) {
				if len(strings.Fields(cmd.Long)) < 20 {
					t.Errorf("found the description %q, expected a paragraph", cmd.Long)
				}
				runExamples(t, cmd.Example)
			})
		}
		for _, sub := range cmd.Commands() {
			each(sub)
		}
	}
	a := &app{env: testEnv()}
	root := &cobra.Command{Use: "none"}
	root.AddCommand(a.root(nil))
	each(root.Commands()[0])
}

func runExamples(t *testing.T, examples string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(examples, " \\\n     ", "")), "\n")
	if len(lines) < 2 {
		t.Errorf("found %d examples, expected at least 2", len(lines))
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for _, line := range lines {
		if strings.Contains(line, foreignPrefix) {
			continue // a program that may not be here
		}
		if strings.HasPrefix(strings.TrimSpace(line), "eeporl serve") {
			continue // a server has tests of its own, at a terminal
		}
		pipeline, file, redirected := strings.Cut(strings.TrimSpace(line), " > ")
		stdin := ""
		for command := range strings.SplitSeq(pipeline, " | ") {
			words := shellWords(quick.Replace(command))
			if words[0] != "eeporl" {
				t.Fatalf("%s: found the program %s, expected eeporl", line, words[0])
			}
			a := runIn(testEnv(), stdin, words[1:]...)
			if a.code != exitAnswered || a.out == "" && !strings.Contains(command, " -o ") {
				t.Errorf("%s: found exit code %d, %d bytes and on stderr %q", line, a.code, len(a.out), a.err)
			}
			stdin = a.out
		}
		if redirected {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(stdin), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// shellWords splits as a shell does where there are no quotes but single ones.
func shellWords(line string) []string {
	var words []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}
