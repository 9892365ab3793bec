package script

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed ready/*.play
var ready embed.FS

// Names lists the scripts that come with the program.
func Names() []string { return []string{"teaser", "lecture", "debugging", "failures"} }

// Ready is the text of a script that comes with the program.
func Ready(name string) (text string, ok bool) {
	b, err := fs.ReadFile(ready, "ready/"+name+".play")
	return string(b), err == nil && !strings.Contains(name, "/")
}
