package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"eeporl/model"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/atomicfile"
	"eeporl/tui/share"
)

// form is one kind of file that a screen or a session is shared as.
type form struct {
	extension, what string
	opens           opening // what replay opens of it
	write           func(context.Context, io.Writer, App) error
}

// opening is what of the explorer replay opens from a file.
type opening string

const (
	nothing   opening = ""
	theBeat   opening = "this beat"
	theScreen opening = "this very screen"
)

// forms are all of them, pictures first.
func forms() []form {
	picture := func(write func(io.Writer, *share.Picture) error) func(context.Context, io.Writer, App) error {
		return func(_ context.Context, w io.Writer, a App) error { return write(w, a.Picture()) }
	}
	return []form{
		{".svg", "picture", theScreen, picture(share.WriteSVG)},
		{".png", "picture", theScreen, picture(share.WritePNG)},
		{".ans", "screen as text with colours", nothing, picture(share.WriteANSI)},
		{".txt", "screen as text", nothing, func(_ context.Context, w io.Writer, a App) error {
			a.Colours = a.On(colorprofile.ASCII) // what colours would say, glyphs do
			return share.WriteText(w, a.Picture())
		}},
		{".cast", "session as a recording (asciicast)", nothing, func(ctx context.Context, w io.Writer, a App) error { return a.writeCast(ctx, w) }},
		{".md", "session as a report", theBeat, func(ctx context.Context, w io.Writer, a App) error {
			return share.WriteReport(ctx, w, a.session, a.Veiled)
		}},
		{".session", "session", theScreen, func(_ context.Context, w io.Writer, a App) error { return model.Save(w, a.session, shared(a)...) }},
	}
}

// ExportForms lists the extensions of the files that can be written.
func ExportForms() string {
	var all []string
	for _, f := range forms() {
		all = append(all, f.extension)
	}
	return printable.Or(all)
}

// CheckExport says what is wrong with the name of a file to be written.
func CheckExport(path string) error {
	_, err := formOf(path)
	return err
}

func formOf(path string) (form, error) {
	for _, f := range forms() {
		if strings.EqualFold(filepath.Ext(path), f.extension) {
			return f, nil
		}
	}
	return form{}, fmt.Errorf("found %q, expected a file that ends in %s", path, ExportForms())
}

// Export writes the screen or its session in the form that an extension such as .svg stands for;
// an unknown extension is an error.
func (a App) Export(ctx context.Context, w io.Writer, extension string) error {
	f, err := formOf(extension)
	if err != nil {
		return err
	}
	return f.write(ctx, w, a)
}

// exportPicture writes the screen as a picture under a new name.
func exportPicture(a App) (App, tea.Cmd) {
	if a.attending.Guest {
		return a.export(".svg")
	}
	return a.export(unused(fileName(a.session) + ".svg"))
}

// export writes a file, off the event loop. It overwrites none.
func (a App) export(path string) (App, tea.Cmd) {
	f, err := formOf(path)
	if a.attending.Guest {
		err = ErrGuest
	}
	if err == nil {
		if _, missing := os.Lstat(path); missing == nil {
			err = fmt.Errorf("%s is there already; another name keeps both", path)
		}
	}
	if err != nil {
		a.note = notSaved(err)
		return a, nil
	}
	own, ctx := a.apart(), a.work.context()
	return a, func() tea.Msg {
		err := atomicfile.WriteFile(path, func(w io.Writer) error { return f.write(ctx, w, own) })
		return savedMsg{path, err, f.opens}
	}
}

// apart is a copy of the explorer for another goroutine: it shares nothing that the event
// loop changes.
func (a App) apart() App {
	a.work, a.recorders, a.search = newWork(nil), nil, nil
	return a
}

// exportsTo says what is exported to a file of that name; to "", what files there are.
func exportsTo(path string) string {
	if path == "" {
		return "export FILE: share this screen or session as " + ExportForms()
	}
	if f, err := formOf(path); err == nil {
		return "export this " + f.what + " to " + path
	}
	return "export to " + path + ", which must end in " + ExportForms()
}

// savedMsg says how saving went.
type savedMsg struct {
	path string
	err  error
	// opens says that replay opens the file.
	opens opening
}

// fileName is a name for what is made of the session, without its extension.
func fileName(s model.Session) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, s.Config().Called())
}

// save writes the session whole or not at all, away from the event loop.
func save(a App) (App, tea.Cmd) {
	if a.attending.Guest {
		a.note = ErrGuest.Error()
		return a, nil
	}
	if a.path == "" {
		a.path = unused(fileName(a.session) + ".session")
	}
	path, s, screen := a.path, a.session, a.lay(noOverlay).Screen() // what lies over the views passes
	return a, func() tea.Msg {
		return savedMsg{path, SaveFile(path, s, screen...), theScreen}
	}
}

// SaveFile writes a session to a file, whole or not at all, if CheckSession lets it.
func SaveFile(path string, s model.Session, screen ...string) error {
	if err := CheckSession(path); err != nil {
		return err
	}
	return atomicfile.WriteFile(path, func(w io.Writer) error { return model.Save(w, s, screen...) })
}

// CheckSession is an error for a file that is there already and holds no session: what it holds would be lost.
func CheckSession(path string) error {
	words := strings.TrimRight(model.FileHeader, "0123456789") // of any version
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		head, err := io.ReadAll(io.LimitReader(f, int64(len(words))))
		if f.Close(); err == nil && string(head) != words {
			return errors.New("found a file that holds something else than a session, expected another name")
		}
	}
	return nil
}

// unused is a file's name, with a number where it is taken already: no session
// and no picture overwrites another.
func unused(name string) string {
	extension := filepath.Ext(name)
	base := strings.TrimSuffix(name, extension)
	for i := 2; ; i++ {
		if _, err := os.Lstat(name); err != nil {
			return name
		}
		name = fmt.Sprintf("%s-%d%s", base, i, extension)
	}
}

// notSaved says why a file was not written, and where a folder takes none, what to do.
func notSaved(err error) string {
	var at *fs.PathError
	if !errors.As(err, &at) || !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) && !errors.Is(err, fs.ErrNotExist) {
		return "not saved: " + err.Error()
	}
	folder := filepath.Dir(at.Path)
	if folder == "." {
		folder = "this folder"
	}
	return fmt.Sprintf("not saved: %s cannot be written in (%v); :save PATH elsewhere", folder, at.Err)
}

func (a App) saved(msg savedMsg) App {
	switch {
	case msg.err != nil:
		a.note = notSaved(msg.err)
	case msg.opens != nothing:
		a.note = "saved: eeporl replay " + Quote(msg.path) + " opens " + string(msg.opens)
	default:
		a.note = "saved: " + msg.path
	}
	return a
}
