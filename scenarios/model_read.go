package scenarios

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"eeporl/pomdp"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs"
	"eeporl/scenarios/logs/shapes"
	"eeporl/scenarios/plaintext"
)

// Bounds on model files, checked before anything is allocated. Matrices are
// written out in full, so the file's size bounds the model's.
const (
	maxModelBytes = 4 << 20
	maxNames      = 1000 // states, actions, observations
	maxHorizon    = 1_000_000
	foreignBytes  = 4096 // that tell a file of another kind
	maxFaults     = 1000 // the rest of a file with more is not worth telling
)

// ReadModel reads a model file in TOML. file is its name in errors. A bad
// file's error is a *FileError that lists every fault that can be told apart;
// other errors are those of r.
func ReadModel(r io.Reader, file string) (Scenario, error) {
	data, err := io.ReadAll(io.LimitReader(plaintext.Reader(r), maxModelBytes+1))
	if err != nil {
		return Scenario{}, fmt.Errorf("%s: %w", file, err)
	}
	if len(data) > maxModelBytes {
		return Scenario{}, &FileError{Faults: []Fault{{File: file, Line: 1, Found: "a file of more than 4 MiB", Want: "a smaller model"}}}
	}
	if what, way := shapes.Foreign(data[:min(len(data), foreignBytes)]); what != "" {
		return Scenario{}, &FileError{Faults: []Fault{{File: file, Found: what, Want: "a model in TOML, or a .POMDP file; as a log: " + way}}}
	}
	doc, bad := parseDocument(data)
	if bad != nil {
		bad.File = file
		return Scenario{}, &FileError{Faults: []Fault{*bad}}
	}
	m := modelReader{doc: doc, file: file, places: map[place]int{}, unread: map[place]bool{}}
	return m.read()
}

// place is a part of the model that a fault can be about, as in pomdp.Fault:
// -1 where an index does not apply.
type place struct {
	part        pomdp.Part
	action, row int
}

func whole(part pomdp.Part) place { return place{part, -1, -1} }

type modelReader struct {
	doc    *document
	file   string
	faults []Fault
	places map[place]int  // offset of each part in the file
	unread map[place]bool // parts with a fault of their own: validation of them means nothing
	seen   map[string]int // offset of each key
	spec   pomdp.Spec
	about  string
	story  string
	bins   logs.BinSet
}

func (m *modelReader) read() (Scenario, error) {
	m.spec.Discount = 1
	m.seen = map[string]int{}
	for _, t := range m.doc.tables {
		m.table(t)
	}
	for _, e := range m.doc.entries {
		if len(e.path) == 1 && m.first(e) {
			m.topLevel(e)
		}
	}
	m.allocateMatrices()
	for _, e := range m.doc.entries {
		switch {
		case len(e.path) < 2 || !m.first(e):
		case e.path[0] == binsKey:
			m.binsOf(e)
		default:
			m.matrixOf(e)
		}
	}
	m.missing()
	model, err := pomdp.New(m.spec)
	var invalid *pomdp.Invalid
	if errors.As(err, &invalid) {
		for _, f := range invalid.Faults {
			m.validation(f)
		}
	}
	if len(m.faults) > 0 {
		slices.SortStableFunc(m.faults, func(a, b Fault) int { return a.Line - b.Line })
		return Scenario{}, &FileError{Faults: m.faults}
	}
	if err != nil {
		return Scenario{}, fmt.Errorf("%s: %w", m.file, err)
	}
	return Scenario{Name: m.spec.Name, Story: m.story, About: m.about, Model: model, Bins: m.bins}, nil
}

func (m *modelReader) fault(at int, where, found, want string) {
	if len(m.faults) == maxFaults {
		return
	}
	m.faults = append(m.faults, Fault{File: m.file, Line: m.doc.line(at), Place: where, Found: found, Want: want})
}

// first reports whether a key occurs for the first time; a repeated key is a fault.
func (m *modelReader) first(e entry) bool {
	key := strings.Join(e.path, "\x00")
	at, twice := m.seen[key]
	if twice {
		m.fault(e.at, "", "key "+keyText(e.path)+" again", fmt.Sprintf("it once: line %d has it", m.doc.line(at)))
		return false
	}
	m.seen[key] = e.at
	return true
}

func (m *modelReader) table(t entry) {
	if t.path[0] == binsKey && len(t.path) <= 2 {
		return // what is in it tells what is wrong with it
	}
	if len(t.path) != 1 || !slices.Contains(matrixParts(), pomdp.Part(t.path[0])) {
		m.fault(t.at, "", "section "+keyText(t.path), "one of "+printable.List(matrixKeys(), printable.Names, ""))
		return
	}
	part := whole(pomdp.Part(t.path[0]))
	if at, twice := m.places[part]; twice {
		m.fault(t.at, "", "section "+keyText(t.path)+" again", fmt.Sprintf("it once: line %d has it", m.doc.line(at)))
		return
	}
	m.places[part] = t.at
	if t.value.kind == unstable.ArrayTable {
		m.fault(t.at, "", "list of sections [["+t.path[0]+"]]", "one section ["+t.path[0]+"]")
	}
}

func (m *modelReader) topLevel(e entry) {
	key := e.path[0]
	m.places[whole(pomdp.Part(key))] = e.at
	ok := true
	switch key {
	case "name":
		m.spec.Name, ok = m.text(key, e.value)
		if ok && strings.TrimSpace(m.spec.Name) == "" {
			m.fault(e.value.at, key, "an empty string", "a name")
		}
	case "story":
		m.story, ok = m.text(key, e.value)
	case "about":
		m.about, ok = m.text(key, e.value)
	case "states":
		m.spec.States, ok = m.names(pomdp.PartStates, e.value)
	case "actions":
		m.spec.Actions, ok = m.names(pomdp.PartActions, e.value)
	case "observations":
		m.spec.Observations, ok = m.names(pomdp.PartObservations, e.value)
	case "rewards":
		m.spec.Rewards, ok = m.numbers(key, e.value)
		m.rememberItems(pomdp.PartRewards, e.value)
	case "initial":
		m.spec.Initial, ok = m.numbers(key, e.value)
	case "horizon":
		m.spec.Horizon, ok = m.horizon(e.value)
	case "discount":
		m.spec.Discount, ok = m.number(key, e.value)
	case "transition", "observation", "reward":
		m.fault(e.value.at, key, describe(e.value), "a section ["+key+"] with one matrix an action")
		ok = false
	default:
		m.fault(e.at, "", "key "+keyText(e.path), oneOf(key, modelKeys()))
	}
	if !ok {
		m.unread[whole(pomdp.Part(key))] = true
	}
}

// validation files a fault of pomdp.New under its line, unless it only follows
// from a fault already reported.
func (m *modelReader) validation(f pomdp.Fault) {
	for _, part := range append(dependsOn(f.Part), f.Part) {
		if m.unread[whole(part)] {
			return
		}
	}
	for _, p := range []place{{f.Part, f.Action, -1}, {f.Part, f.Action, f.Row}} {
		if m.unread[p] {
			return
		}
	}
	at := 0
	for _, p := range []place{whole(f.Part), {f.Part, f.Action, -1}, {f.Part, f.Action, f.Row}} {
		if known, ok := m.places[p]; ok {
			at = known
		}
	}
	m.fault(at, f.Place, f.Found, f.Want)
	if f.Row < 0 && f.Action < 0 {
		m.unread[whole(f.Part)] = true // an empty list, say: nothing of its size fits
	}
}

// missing reports the keys that are not there.
func (m *modelReader) missing() {
	for _, key := range modelKeys() {
		part := pomdp.Part(key)
		if _, ok := m.places[whole(part)]; ok || key == "about" || key == "story" || key == "discount" {
			continue
		}
		m.unread[whole(part)] = true
		what := "key " + key
		if slices.Contains(matrixParts(), part) {
			what = "section [" + key + "]"
		}
		m.fault(len(m.doc.data), "", "no "+what, meaning(part))
	}
	for _, part := range matrixParts() {
		header, ok := m.places[whole(part)]
		if !ok || m.unread[whole(part)] || m.unread[whole(pomdp.PartActions)] {
			continue
		}
		for a, name := range m.spec.Actions {
			p := place{part, a, -1}
			if _, ok := m.places[p]; ok {
				continue
			}
			m.unread[p] = true
			if slices.Index(m.spec.Actions, name) == a { // not a name given twice
				m.fault(header, string(part), "no matrix for action "+strconv.Quote(name), meaning(part))
			}
		}
	}
}

func dependsOn(part pomdp.Part) []pomdp.Part {
	switch part {
	case pomdp.PartInitial:
		return []pomdp.Part{pomdp.PartStates}
	case pomdp.PartTransition:
		return []pomdp.Part{pomdp.PartActions, pomdp.PartStates}
	case pomdp.PartObservation:
		return []pomdp.Part{pomdp.PartActions, pomdp.PartStates, pomdp.PartObservations}
	case pomdp.PartReward:
		return []pomdp.Part{pomdp.PartActions, pomdp.PartStates, pomdp.PartRewards}
	}
	return nil
}
