package bench_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/pomdp"
)

var small = pomdp.Sizes{S: 1, A: 1, Z: 2, R: 1} // d = 2, k = 1

func TestReadNamesWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		``:                                 "found no answer in JSON",
		`[]`:                               "found array, expected an object",
		`{}`:                               "found nothing to compare",
		`{"error":"I give up"}`:            `it says: "I give up"`,
		`{"O":[[1],[2,3]]}`:                "O: found 2 entries in row 2, expected 1",
		`{"O":[[1,2]]}`:                    "O: found 1 × 2, expected 2 × 1",
		`{"O":[[1],[0]],"w":[]}`:           "",
		`{"O":[[1],[null]]}`:               "",
		`{"hmm":{"O":[[1],[0]]}}`:          "",
		`{"O":[[1],[0]],"labels":[[0,1]]}`: "found [0, 1] for column 1, expected actions from 0 to 0",
		`{"O":[[1],[0]],"w":[1,2]}`:        "w: found 2 entries, expected k = 1",
		`{"parameters":[]}`:                "found 0 pairs of actions, expected all 1",
		`{"parameters":[{"pair":[0,3]}]}`:  "found the pair [0, 3]",
		`{"parameters":[{"pair":[0,0],"initial":[1],"observation":[[1],[0]],"reward":[[1]],"transition":[[[1]]]}]}`:   "",
		`{"parameters":[{"pair":[0,0],"initial":[1],"observation":[[1],[0]],"reward":[[1]],"transition":[]}]}`:        "found 0 transition matrices",
		`{"parameters":[{"pair":[0,0],"initial":[1,2],"observation":[[1],[0]],"reward":[[1]],"transition":[[[1]]]}]}`: "found initial with 1 rows, expected 1 × 1",
		`{"parameters":[{"pair":[0,0],"initial":[1],"observation":[[1,0]],"reward":[[1]],"transition":[[[1]]]}]}`:     "found observation with 1 rows, expected 2 × 1",
		`{"sigma":[1e999]}`:                                                           "sigma: found number 1e999, expected a real number",
		`{"tree":[{"next":[1,1]},{"action":0}]}`:                                      "tree: found no action in node 0, expected one",
		`{"w":[NaN]}`:                                                                 "JSON has no NaN and no Infinity, null stands for them",
		`{"eigenvalues":[[1,2]]}`:                                                     "eigenvalues: found array, expected a real number, or null",
		`{"O":[[1],[0]],"eigenvalues":[1,2]}`:                                         "eigenvalues: found 2 entries, expected k = 1",
		`{"tree":[{"action":0,"next":[1,1]},{"action":0}]}`:                           "",
		`{"tree":[{"action":1}]}`:                                                     "tree: found action 1 in node 0, expected one from 0 to 0",
		`{"tree":[{"action":0,"next":[1]},{"action":0}]}`:                             "tree: found 1 branches in node 0, expected one for each z, 2",
		`{"tree":[{"action":0,"next":[0,1]},{"action":0}]}`:                           "tree: found a branch to 0 in node 0, expected a later one, at most 1",
		`{"tree":[{"action":0,"next":[1,2]},{"action":0,"next":[2,2]},{"action":0}]}`: "tree: found a branch to 2, where fewer or more steps are left in node 0",
	} {
		_, err := bench.Read(strings.NewReader(text), small)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, expected %q", text, err, want)
		}
	}
}

// What numpy saves is read, in either order of rows and columns.
func TestReadNPZ(t *testing.T) {
	npy := func(header string, data ...any) []byte {
		var b bytes.Buffer
		b.WriteString("\x93NUMPY\x01\x00")
		_ = binary.Write(&b, binary.LittleEndian, uint16(len(header)))
		b.WriteString(header)
		for _, x := range data {
			_ = binary.Write(&b, binary.LittleEndian, x)
		}
		return b.Bytes()
	}
	pack := func(entries map[string][]byte) *bytes.Reader {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for name, data := range entries {
			w, _ := z.Create(name + ".npy")
			_, _ = w.Write(data)
		}
		z.Close()
		return bytes.NewReader(b.Bytes())
	}
	read := func(entries map[string][]byte) (*bench.Answer, error) {
		in := pack(entries)
		return bench.ReadNPZ(in, in.Size(), small)
	}
	a, err := read(map[string][]byte{
		"O":      npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }\n", []float64{.25, .75}),
		"P12":    npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }\n", []float32{1, 2, 3, 4}),
		"w":      npy("{'descr': '<i8', 'fortran_order': False, 'shape': (1,), }\n", int64(1)),
		"labels": npy("{'descr': '<i4', 'fortran_order': False, 'shape': (1, 2), }\n", []int32{0, 0}),
		"other":  []byte("not an array"),
	})
	if err != nil || a.O.At(1, 0) != .75 || a.P12.At(0, 1) != 3 || a.W[0] != 1 || a.Labels[0] != 0 {
		t.Errorf("%+v, %v", a, err)
	}
	of := func(shape string, x ...float64) []byte {
		return npy("{'descr': '<f8', 'fortran_order': True, 'shape': ("+shape+"), }\n", x)
	}
	a, err = read(map[string][]byte{"initial": of("1, 1", 1), "observation": of("1, 2, 1", .25, .75), "reward": of("1, 1, 1", 1), "transition": of("1, 1, 1, 1", 1)})
	if err != nil || a.Parameters.Observation[0][1][0] != .75 {
		t.Errorf("%+v, %v", a, err)
	}
	for want, entries := range map[string]map[string][]byte{
		"reward: found the shape [1 2], expected [1 1 1]": {"reward": of("1, 2", 1, 2)},
		"found 1 of the arrays initial, observation":      {"initial": of("1, 1", 1)},
		"nothing to compare":                              {},
		"O: found no npy array":                           {"O": []byte("x")},
		"expected real numbers":                           {"O": npy("{'descr': '<c16', 'fortran_order': False, 'shape': (2, 1), }\n")},
		"found the end of the file":                       {"O": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }\n", 1.)},
		"found 1 × 2, expected 2":                         {"O": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }\n", []float64{1, 2})},
		"expected one of at most":                         {"O": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999, 99999999), }\n")},
		"labels: found 7 for column":                      {"labels": npy("{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }\n", byte(7))},
	} {
		if _, err := read(entries); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, expected %q", err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"O":[[1],[0]],"T":[[1]],"w":[1],"labels":[[0,0]],"U1":[[1],[0]],"theta":[[1]]}`)
	f.Add(`{"parameters":[{"pair":[0,0],"initial":[1],"observation":[[1],[0]],"reward":[[1]],"transition":[[[1]]]}]}`)
	f.Add(`{"P12":[[.5,0],[0,null]],"sigma":[1,.5],"hmm":{"O":[[1],[0]]}}`)
	f.Add(`{"P12":[[1e308,1e308],[1e308,-1e308]],"P13":[[1e308,1],[0,1]],"U1":[[null],[1]],"U2":[[1],[1e300]],"U3":[[1],[0]],"theta":[[1e308]],"O":[[null],[1]],"T":[[1e308]]}`)
	counts := moments.NewCounts(small)
	for range 10 {
		counts.AddTriple(pomdp.Cell{})
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := bench.Read(strings.NewReader(text), small)
		if err != nil {
			return
		}
		_, _ = bench.Examine(t.Context(), a, bench.Subject{Counts: counts, States: 1})
	})
}

// A model too large for dense matrices is refused with its size.
func TestTooLarge(t *testing.T) {
	n := pomdp.Sizes{S: 4, A: 4, Z: 6, R: 6}
	counts := moments.NewCounts(n)
	counts.AddTriple(pomdp.Cell{})
	if _, err := bench.Examine(t.Context(), &bench.Answer{Sizes: n, Sigma: []float64{1}}, bench.Subject{Counts: counts, States: 4}); err == nil || !strings.Contains(err.Error(), "expected at most") {
		t.Errorf("got %v", err)
	}
}

// shell is a program that a test makes up.
func shell(t *testing.T, script string) *bench.Child {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh here")
	}
	return &bench.Child{Command: []string{sh, "-c", script}, Timeout: 20 * time.Second}
}

// What a program may do wrong is an error that says so, and neither it nor its children live on.
func TestHostileChildren(t *testing.T) {
	counts, states := drawn(t, "tea", 1e4, 1)
	request := bench.RequestOf(counts, states, 1)
	n := counts.Sizes()
	n.S = states
	for what, c := range map[string]struct{ script, want string }{
		"ends at once":        {"exit 3", "expected an answer"},
		"crashes with a word": {"echo 'no such thing' >&2; read x; exit 1", `its last words: "no such thing"`},
		"hangs":               {"sleep 1000 & sleep 1000", "found no answer after"},
		"never reads":         {"exec sleep 1000", "found no answer after"},
		"ignores the end":     {"trap '' TERM INT HUP; read x; sleep 1000 & while :; do sleep 1; done", "found no answer after"},
		"writes garbage":      {"read x; printf '\\001\\002 garbage\\n'", "found no answer in JSON"},
		"writes without end":  {"read x; yes | tr -d '\\n'", "more than 64 MiB"},
		"fills stderr":        {"read x; yes error | head -c 3000000 >&2; echo '{}'", "nothing to compare"},
		"gives NaN":           {"read x; echo '{\"w\":[NaN]}'", "found no answer in JSON"},
		"is not there":        {"", "no such file"},
	} {
		t.Run(what, func(t *testing.T) {
			child := shell(t, "echo $$ > pid; "+c.script)
			if strings.HasPrefix(c.want, "found no answer after") {
				child.Timeout = 300 * time.Millisecond
			}
			t.Chdir(t.TempDir())
			if c.script == "" {
				child.Command = []string{filepath.Join(t.TempDir(), "nothing")}
			}
			began := time.Now()
			_, err := child.Ask(t.Context(), request, n)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, expected %q", err, c.want)
			}
			if took := time.Since(began); took > 15*time.Second {
				t.Errorf("it took %v", took)
			}
			pid, _ := exec.Command("cat", "pid").Output()
			if left, _ := exec.Command("ps", "-o", "pid=", "-g", strings.TrimSpace(string(pid))).Output(); len(pid) > 0 && len(bytes.TrimSpace(left)) > 0 {
				t.Errorf("processes are left: %s", left)
			}
			child.Close()
		})
	}
}

// One program answers many requests, and a refusal does not end it.
func TestChildAnswersAgain(t *testing.T) {
	counts, states := drawn(t, "tea", 0, 1)
	n := counts.Sizes()
	n.S = states
	w, _ := json.Marshal(map[string]any{"sigma": []float64{1, 2}})
	child := shell(t, `read x; echo '{"error":"not yet"}'; while read x; do echo '`+string(w)+`'; done`)
	defer child.Close()
	if _, err := child.Ask(t.Context(), bench.RequestOf(counts, states, 1), n); err == nil || !strings.Contains(err.Error(), "not yet") {
		t.Errorf("the refusal is %v", err)
	}
	for range 3 {
		a, err := child.Ask(t.Context(), bench.RequestOf(counts, states, 1), n)
		if err != nil || len(a.Sigma) != 2 {
			t.Fatalf("%+v, %v", a, err)
		}
	}
}

// The example agrees with the formulas at the exact law of every well-posed scenario.
func TestExampleAgrees(t *testing.T) {
	python := ""
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			python = name
			break
		}
	}
	if python == "" {
		t.Skip("no Python with numpy here")
	}
	if lines := strings.Count(bench.Examples()["python"], "\n"); lines > 60 {
		t.Errorf("it has %d lines, expected 60 at most", lines)
	}
	agrees(t, 15, python, "-c", bench.Examples()["python"])
}

// So does the one in Go.
func TestGoExampleAgrees(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	path := filepath.Join(t.TempDir(), "example")
	if out, err := exec.Command("go", "build", "-o", path, "./example").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	agrees(t, 7, path)
}

// agrees asks a program at the exact law of every well-posed scenario for so many figures.
func agrees(t *testing.T, figures int, command ...string) {
	t.Helper()
	child := &bench.Child{Command: command, Timeout: time.Minute}
	defer child.Close()
	for _, name := range []string{"tea", "noisy-tiger", "dialog", "diagnosis", "robot"} {
		counts, states := drawn(t, name, 0, 1)
		n := counts.Sizes()
		n.S = states
		a, err := child.Ask(t.Context(), bench.RequestOf(counts, states, 1), n)
		if err != nil {
			t.Fatal(name, err)
		}
		r, err := bench.Examine(t.Context(), a, bench.Subject{Counts: counts, States: states, Options: moments.Options{}})
		if err != nil || r.First >= 0 || len(r.Judged) != figures {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		for _, j := range r.Judged {
			if j.Size > 1e-8 {
				t.Errorf("%s: %s differs by %g", name, j.What, j.Size)
			}
		}
	}
}

// Who closes a program does not wait for the answer that it owes.
func TestClosedWhileAsked(t *testing.T) {
	counts, states := drawn(t, "tea", 1e4, 1)
	n := counts.Sizes()
	n.S = states
	t.Chdir(t.TempDir())
	f := bench.NewForeign(context.Background(), shell(t, "echo asked > asked; exec sleep 1000").Command, time.Minute)
	answered := make(chan error)
	go func() {
		_, err := f.Ask(context.Background(), bench.RequestOf(counts, states, 1), n, 0)
		answered <- err
	}()
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat("asked"); err == nil {
			break
		}
		if time.Since(began) > 20*time.Second {
			t.Fatal("the program was not started")
		}
	}
	began := time.Now()
	f.Close()
	if err := <-answered; !errors.Is(err, context.Canceled) || time.Since(began) > 10*time.Second {
		t.Errorf("got %v after %v, expected the question given up", err, time.Since(began))
	}
	if _, err := f.Ask(context.Background(), bench.RequestOf(counts, states, 1), n, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("asked after the end: got %v", err)
	}
}
