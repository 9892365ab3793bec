package cli

import "fmt"

// notice says on stderr what was found on the way to a model, such as how the
// rewards of a .POMDP file became levels, where the answer has no place for it.
func (a *app) notice(w world) {
	if a.quiet {
		return
	}
	for _, f := range w.found {
		fmt.Fprintf(a.stderr, "%s: %s: %s\n", w.Name, f.Code, f.Detail)
	}
}
