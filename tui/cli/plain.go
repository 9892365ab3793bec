package cli

import (
	"context"
	"io"

	"eeporl/model"
	"eeporl/scenarios/atomicfile"
	"eeporl/tui/plain"
)

// words is the explorer in typed words. At a terminal each answer comes at once
// and a mistake is told; otherwise the answer waits for the last line, and a
// mistake ends it.
func (a *app) words(ctx context.Context, session model.Session, x *exploration, in io.Reader, name string) error {
	talk := x.commands == "" && a.env.Terminal
	out := io.Writer(&a.out)
	if talk {
		out = a.direct
	}
	e := plain.New(session, !x.screen.Unveiled, out, saveSession)
	if err := e.Run(ctx, in, name, talk); err != nil {
		return &failure{err}
	}
	if x.screen.File == "" {
		return nil
	}
	return failedToWrite(x.screen.File, saveSession(x.screen.File, e.Session()))
}

func saveSession(path string, s model.Session) error {
	return atomicfile.WriteFile(path, func(w io.Writer) error { return model.Save(w, s) })
}
