package tui

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"eeporl/tui/panel"
	"eeporl/tui/panes/kit"
)

// README's tables of views and of keys are the program's; -update writes them.
func TestReadmeListsViewsAndKeys(t *testing.T) {
	const path = "README.md"
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	readme := was
	for name, table := range map[string]string{"views": viewTable(), "keys": keyTable()} {
		between := regexp.MustCompile("(?s)(<!-- " + name + ":[^\n]*\n)(.*?)(<!-- end of " + name + " -->)")
		if !between.Match(readme) {
			t.Fatalf("tui/README.md has no place for the %s", name)
		}
		readme = between.ReplaceAll(readme, []byte("${1}"+table+"${3}"))
	}
	if bytes.Equal(readme, was) {
		return
	}
	if update := flag.Lookup("update"); update != nil && update.Value.String() == "true" {
		if err := os.WriteFile(path, readme, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Error("tui/README.md's tables are not the program's; go test ./tui -run Readme -update writes them")
}

// viewTable is what each view answers, as Markdown.
func viewTable() string {
	var b strings.Builder
	b.WriteString("| View | Answers |\n|---|---|\n")
	for v := range kit.Views {
		fmt.Fprintf(&b, "| %s | %s |\n", v, v.Answers())
	}
	return b.String()
}

// keyTable is the key table as Markdown.
func keyTable() string {
	var b strings.Builder
	b.WriteString("| Key | Does |\n|---|---|\n")
	for _, x := range bindings() {
		labels := make([]string, len(x.keys))
		for i, k := range x.keys {
			labels[i] = "`" + strings.ReplaceAll(panel.KeyLabel(k, false), "|", `\|`) + "`" // a bare one ends a table's cell
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(labels, " "), x.does)
	}
	return b.String()
}
