package lesson

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"eeporl/scenarios"
)

// The lessons of the tour, in the order of their names.
//
//go:embed lessons/*.txt
var files embed.FS

// allLessons are the lessons' files.
const allLessons = "lessons/*.txt"

// Number is that of one of the tour's own lessons, from 1; 0 where there is none of the name.
func Number(name string) int { return numbers()[name] }

var numbers = sync.OnceValue(func() map[string]int {
	out := map[string]int{}
	all, _ := fs.Glob(files, allLessons)
	for i, file := range all { // 05-labels.txt
		_, name, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".txt"), "-")
		out[name] = i + 1
	}
	return out
})

// Builtin reads the tour's own lessons.
func Builtin(env Env) ([]Lesson, error) {
	names, err := fs.Glob(files, allLessons)
	if err != nil {
		return nil, err
	}
	var out []Lesson
	for _, name := range names {
		file, err := files.Open(name)
		if err != nil {
			return nil, err
		}
		l, err := Read(file, path.Base(name), env)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("the lesson %w", err)
		}
		out = append(out, l)
	}
	return out, nil
}

// Core is how many minutes the lessons of the short path take.
func Core(lessons []Lesson) int {
	sum := 0
	for _, l := range lessons {
		if l.Core {
			sum += l.Minutes
		}
	}
	return sum
}

// Next is the lesson after number i: on the short path the next one of it, while there is
// one. After the last it is i.
func Next(lessons []Lesson, i int) int {
	for j := i + 1; j < len(lessons) && lessons[i].Core; j++ {
		if lessons[j].Core {
			return j
		}
	}
	return min(i+1, len(lessons)-1)
}

// Names are the names of lessons.
func Names(lessons []Lesson) []string {
	out := make([]string, len(lessons))
	for i, l := range lessons {
		out[i] = l.Name
	}
	return out
}

// Named finds a lesson by its number from 1 or its name.
func Named(lessons []Lesson, name string) (int, error) {
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(lessons) {
		return n - 1, nil
	}
	names := Names(lessons)
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	did := ""
	if near := scenarios.Nearest(name, names); near != "" {
		did = " (did you mean " + near + "?)"
	}
	return 0, fmt.Errorf("found the lesson %q%s, expected a number from 1 to %d or one of %v", name, did, len(lessons), names)
}
