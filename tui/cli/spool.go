package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"

	"eeporl/scenarios/logs"
)

// mostSpooled bounds what is kept of a stream to be read twice.
const mostSpooled = 1 << 30

// spool keeps what can be read only once, stdin and such as a process substitution, in files until done, so
// that it can be read twice; what is too large stays as it was.
func (a *app) spool(paths ...string) (done func(), err error) {
	var files []string
	done = func() {
		for _, f := range files {
			_ = os.Remove(f)
		}
		a.spooled = nil
	}
	for _, path := range paths {
		if path != "-" {
			info, err := os.Stat(path)
			if err != nil || info.IsDir() || info.Mode().IsRegular() {
				continue // who opens it says what is wrong
			}
		}
		in := a.stdin
		if path != "-" {
			once, err := a.openOnce(path)
			if err != nil {
				continue
			}
			in = once
		}
		file, err := os.CreateTemp("", "eeporl")
		if err != nil {
			done()
			return nil, &failure{fmt.Errorf("found no place for a temporary file (%v), expected a folder that can be written in; TMPDIR names another", err)}
		}
		files = append(files, file.Name())
		n, err := io.Copy(file, io.LimitReader(in, mostSpooled+1))
		if err == nil {
			_, err = file.Seek(0, io.SeekStart)
		}
		switch {
		case err != nil:
			file.Close()
			done()
			return nil, failed(streamName(path), err)
		case n <= mostSpooled:
			file.Close()
			if a.spooled == nil {
				a.spooled = map[string]string{}
			}
			a.spooled[path] = file.Name()
		case path == "-":
			a.stdin = io.MultiReader(file, in)
		default:
			if a.looked == nil {
				a.looked = map[string]*onceFile{}
			}
			a.looked[path] = &onceFile{Reader: io.MultiReader(file, in), file: file, kept: new(bytes.Buffer)}
		}
	}
	return done, nil
}

// streamName is what messages call a path.
func streamName(path string) string {
	if path == "-" {
		return "stdin"
	}
	return path
}

// sources are the logs at some paths, or what was kept of them.
func (a *app) sources(paths []string) (out []logs.Source) {
	for _, path := range paths {
		out = append(out, logs.Source{Name: streamName(path), Path: a.kept(path)})
	}
	return out
}

// kept is the file that holds a path's content; "" for a stream that is not kept.
func (a *app) kept(path string) string {
	if kept := a.spooled[path]; kept != "" || path == "-" {
		return kept
	}
	return path
}

// again says whether all paths can be read again.
func (a *app) again(paths []string) bool {
	return !slices.ContainsFunc(paths, func(path string) bool {
		info, err := os.Stat(a.kept(path))
		return err != nil || !info.Mode().IsRegular()
	})
}
