package logs

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"eeporl/pomdp/npz"
	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

func example() (text string, entries []int64) {
	text = drawTable(rand.New(rand.NewPCG(7, 7)), 50, false)
	for _, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		for _, field := range strings.Split(line, ",") {
			entries = append(entries, int64(field[0]-'0'))
		}
	}
	return text, entries
}

func narrow[T int8 | uint16 | int32 | uint64](entries []int64) []T {
	var out []T
	for _, x := range entries {
		out = append(out, T(x))
	}
	return out
}

// A log is the same however it is written and packed.
func TestFormatsAgree(t *testing.T) {
	text, entries := example()
	want := outcome(t, Options{}, text)
	var objects, counted strings.Builder
	var withCounts []int64
	for i := 0; i < len(entries); i += coded.Slots {
		x := entries[i : i+coded.Slots]
		fmt.Fprintf(&objects, `{"z2": %d, "a1":"%d", "r2":%d,"a2":%d,"z3":%d,"r3":%d,"a3":%d, "z4":"\u003%d","r4":%d , "a4":%d}`+"\n", x[1], x[0], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9])
		fmt.Fprintf(&counted, `{"count":1.0,"a1":%d,"z2":%d,"r2":%d,"a2":%d,"z3":%d,"r3":%d,"a3":%d,"z4":%d,"r4":%d,"a4":%d}`+"\r\n\n", x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9])
		withCounts = append(append(withCounts, x...), 1)
	}
	for name, log := range map[string]string{
		"CRLF":             strings.ReplaceAll(text, "\n", "\r\n"),
		"BOM":              "\ufeff" + text,
		"quotes":           `"` + strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(text), "\n", "\"\n\""), ",", `","`) + `"`,
		"TSV":              strings.ReplaceAll(text, ",", "\t"),
		"TSV, blanks":      strings.ReplaceAll(text, ",", " \t "),
		"blank lines":      "\n \n" + strings.ReplaceAll(text, "\n", "\n\n\t\n"),
		"gzip":             gzipped(t, text),
		"gzip, two parts":  gzipped(t, text[:99]) + gzipped(t, text[99:]),
		"zstd":             zstandard(t, text),
		"zstd, two frames": zstandard(t, text[:99]) + zstandard(t, text[99:]),
		"JSON":             objects.String(),
		"JSON, counts":     "\ufeff" + counted.String(),
		"npy 1":            npy(1, npyHeader("<i8", 50, 10), entries),
		"npy 2":            npy(2, npyHeader("|i1", 50, 10), narrow[int8](entries)),
		"npy 3":            npy(3, npyHeader("<u2", 50, 10), narrow[uint16](entries)),
		"npy, i4":          npy(1, npyHeader("<i4", 50, 10), narrow[int32](entries)),
		"npy, counts":      npy(1, npyHeader("<u8", 50, 11), narrow[uint64](withCounts)),
		"npy, gzip":        gzipped(t, npy(1, "{\"shape\": (50,10),'fortran_order':False,'descr':\"<i8\"}", entries)),
	} {
		for _, o := range []Options{{}, {Workers: 3, block: 100, Windows: true}} {
			if got := outcome(t, o, log); got != want {
				t.Errorf("%s, %+v: got %.300s, want %.300s", name, o, got, want)
			}
		}
	}
}

func TestFormatErrors(t *testing.T) {
	object := func(change string) string {
		return `{"a1":0,"z2":0,"r2":0,"a2":0,"z3":0,"r3":0,"a3":0,"z4":0,"r4":0,"a4":0}` + "\n" + change + "\n"
	}
	row := []int64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	for _, c := range []struct{ text, want string }{
		{object("{"), `log0:2: found "{", expected one JSON object on its line`},
		{object("[1]"), `log0:2: found "[1]", expected one JSON object`},
		{object("{} {}"), `log0:2: found "{} {}", expected one JSON object`},
		{object("{\"a1\":\"\x00\"}"), `expected one JSON object on its line`},
		{object(`{"a1":0,"a1":0}`), `log0:2: found the field a1 again, expected every field once`},
		{object(`{"a\u0031":0,"b":0}`), `log0:2: found the field "b", expected one of a1, z2`},
		{object(`{"a1":[0,1]}`), `log0:2: field a1: found "[0,1]}", expected a string, a number, true, false or null`},
		{object(`{"a1":0,"r2":"much"}`), `log0:2: field r2: found "much", expected a number`},
		{object(strings.Replace(strings.TrimSpace(object("")), "}", `,"count":-1}`, 1)), `log0:2: field count: found "-1", expected a number of episodes`},
		{"{}\n", `log0:1: found "{}", expected one object for each step, with the fields of`},
		{npy(4, "", row), "log0: npy header: found format version 4, expected 1, 2 or 3"},
		{npz.Magic, "log0: npy header: found the end of the file: it was cut off"},
		{npz.Magic + "\x01\x00\xff\xff", "log0: npy header: found the end of the file: it was cut off"},
		{npz.Magic + "\x02\x00\xff\xff\xff\xff", "log0: npy header: found a header of 4294967295 bytes, expected at most 65536"},
		{npy(1, npyHeader("<f8", 1, 10), row), `log0: npy header: found the type "<f8", expected little-endian integers`},
		{npy(1, npyHeader(">i8", 1, 10), row), `found the type ">i8"`},
		{npy(1, strings.Replace(npyHeader("<i8", 1, 10), "False", "True", 1), row), `(Fortran order), expected rows one after the other`},
		{npy(1, npyHeader("<i8", 10, 1), row), `found the shape "(10, 1)", expected (N, 10), or (N, 11) with counts`},
		{npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (10,), }", row), "found no shape of two dimensions"},
		{npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (99999999999999999999, 10)}", row), `found the shape "(99999999999999999999, 10)"`},
		{npy(1, "{'descr': [('a', '<i8')], 'fortran_order': False, 'shape': (1, 10)}", row), `found no single 'descr'`},
		{npy(1, npyHeader("<i8", 2, 10), row), "log0: found the end of the file after 1 rows: it was cut off, expected 2 rows, as its header says"},
		{npy(1, npyHeader("<i8", 3, 10), append(row, 9999, 1, 0, 0, 0, 0, 0, 0, 0, -1)), "log0: row 2, column 10 (a4): found -1"},
		{npy(1, npyHeader("<i8", 1, 10), append(row, 0)), "log0: found more bytes after the last row, expected the end of the file after 1 rows"},
		{npy(1, npyHeader("<i8", 1<<49, 10), row), "found the end of the file after 1 rows"},
		{npy(1, npyHeader("<i8", 0, 10), []int64{}), "log0: found no row"},
		{npy(1, npyHeader("<i8", 1, 10), []int64{0, 0, 0, 0, -1, 0, 0, 0, 0, 0}), "log0: row 1, column 5 (z3): found -1, expected an index below 10000"},
		{npy(1, npyHeader("<i8", 1, 10), []int64{0, 0, 0, 0, 1e9, 0, 0, 0, 0, 0}), "log0: row 1, column 5 (z3): found 1000000000, expected an index below 10000"},
		{npy(1, npyHeader("<u8", 1, 10), []int64{0, 0, 0, 0, 0, -1, 0, 0, 0, 0}), "log0: row 1, column 6 (r3): found 18446744073709551615, expected an index"},
		{npy(1, npyHeader("<i8", 1, 11), append(row, -1)), "log0: row 1, column 11 (count): found -1, expected a number of episodes"},
		{npy(1, npyHeader("<u8", 1, 11), append(row, -1)), "log0: row 1, column 11 (count): found 18446744073709551615, expected a number of episodes up to 2^53"},
		{"\x1f\x8b\x00", "log0: gzip: the file was cut off"},
		{"\x1f\x8b\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", "log0: gzip: "},
		{"\x28\xb5\x2f\xfd", "log0: zstd: "},
		{"eeporl-counts 1\n{}\n", "log0:1: found a counts file, expected a log of episodes"},
		{strings.Repeat("x", 1<<21), "log0:1: found a line of more than 1048576 bytes, expected the header"},
		{strings.Repeat("\n", 1<<20), "log0:1: found an empty file, expected the header"},
		{"a1;z2;r2\n", `log0:1: found no column a2, z3, r3, a3, z4, r4, a4, expected the header`},
	} {
		for _, o := range []Options{{}, {Workers: 2, block: 64}} {
			if got := outcome(t, o, c.text); !strings.HasPrefix(got, "error: log0") || !strings.Contains(got, c.want) {
				t.Errorf("%.80q: %.300s, want one with %s", c.text, got, c.want)
			}
		}
	}
}

// A packed file or an array that was cut off or changed is found out.
func TestDamagedFiles(t *testing.T) {
	text, entries := example()
	want := outcome(t, Options{}, text)
	stride := 5
	if os.Getenv("EEPORL_SLOW") != "" {
		stride = 1
	}
	for name, whole := range map[string]string{"gzip": gzipped(t, text), "zstd": zstandard(t, text), "npy": npy(1, npyHeader("<i8", 50, 10), entries)} {
		for n := 1; n < len(whole); n += stride {
			if got := outcome(t, Options{}, whole[:n]); !strings.HasPrefix(got, "error: log0") {
				t.Fatalf("%s cut off after %d of %d bytes: %.200s", name, n, len(whole), got)
			}
		}
		if name == "npy" {
			continue // it has no checksum
		}
		for n := 0; n < len(whole); n += stride {
			flipped := []byte(whole)
			flipped[n] ^= 1 << (n % 8)
			// Some bits of the packing say nothing about the content.
			if got := outcome(t, Options{}, string(flipped)); !strings.HasPrefix(got, "error: log0") && got != want {
				t.Fatalf("%s with byte %d changed: %.200s", name, n, got)
			}
		}
	}
	_, err := ReadLog(strings.NewReader(gzipped(t, text)[:99]), "x.gz", Declared{})
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", err)
	}
}

// Reading with whatever comes gives a log or an error that begins with the
// file's name; workers and blocks do not change it.
func FuzzCount(f *testing.F) {
	const rows = 3 // small seeds: the fuzzer's time goes to what it tries
	text, entries := example()
	text, entries = strings.Join(strings.SplitAfterN(text, "\n", rows+2)[:rows+1], ""), entries[:10*rows]
	few := drawEpisodes(rand.New(rand.NewPCG(1, 2)), 2)
	for _, seed := range []string{
		text, tableHead + ",count\n0,0,0,0,0,0,0,0,0,0,0.1\n", longText(few, 1),
		longJSON(few), npy(1, npyHeader("<i8", rows, 10), entries), gzipped(f, text), zstandard(f, text),
		"\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"), "{\"a1\":\"\\ud800\"}", tableHead + "\n\"\"\"\"\"\x00\n",
	} {
		f.Add([]byte(seed), false, false)
		f.Add([]byte(seed), true, true)
	}
	f.Fuzz(func(t *testing.T, data []byte, windows, skip bool) {
		o := Options{Windows: windows, SkipBad: skip, Workers: 1}
		want := outcome(t, o, string(data))
		if strings.HasPrefix(want, "error:") && !strings.HasPrefix(want, "error: log0") {
			t.Fatal(want)
		}
		o.Workers, o.block = 2, 50
		got := outcome(t, o, string(data))
		// What a damaged packing lets through before it fails may have a fault of its
		// own: a smaller block meets that one first.
		packed := strings.HasPrefix(want, "error: log0: zstd:") || strings.HasPrefix(want, "error: log0: gzip:")
		if got != want && !(packed && strings.HasPrefix(got, "error: log0")) {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// A line that is too long is read over in constant memory, wherever blocks end.
func TestLongLines(t *testing.T) {
	good := "0,0,0,0,0,0,0,0,0,0\n"
	for _, n := range []int{tabular.MaxLine, tabular.MaxLine + 1, 3*tabular.MaxLine + 3} {
		for _, end := range []string{"\n" + good + good, "\n", ""} {
			text := tableHead + "\n" + good + strings.Repeat("0", n) + end
			o := Options{Workers: 1, SkipBad: true}
			want := outcome(t, o, text)
			if !strings.Contains(want, "log0:3: found") || strings.Contains(want, fmt.Sprintf("log0:3: found a line of more than %d bytes", tabular.MaxLine)) != (n > tabular.MaxLine) {
				t.Errorf("%d bytes: %s", n, want)
			}
			for _, o.block = range []int{1000, tabular.MaxLine - 100, tabular.MaxLine, 3*tabular.MaxLine - 1} {
				if got := outcome(t, o, text); got != want {
					t.Errorf("%d bytes, blocks of %d: got %s, want %s", n, o.block, got, want)
				}
			}
		}
	}
	var bad *fault.FileError
	if _, err := ReadLog(io.MultiReader(strings.NewReader(tableHead+"\n"), io.LimitReader(zeros{}, 8<<20)), "zeros", Declared{}); !errors.As(err, &bad) {
		t.Errorf("error %v", err)
	}
}

// zeros is what /dev/zero gives.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}
