package shapes

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"eeporl/pomdp/npz"
	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs/tabular"
)

// Peeked is how many bytes of a file tell what it is.
const Peeked = 1 << 12

// Foreign says what a file of another kind is, told by its first bytes, and the way from there; ""
// for a file that may be a log.
func Foreign(head []byte) (what, way string) {
	const saveAs = "a table saved as CSV: in the program that made it, Save as, CSV UTF-8"
	const pandas = "a table as CSV: python3 -c 'import pandas as p; p.read_%s(\"FILE\").to_csv(\"log.csv\", index=False)'"
	has := func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) }
	holds := func(text string) bool { return bytes.Contains(head, []byte(text)) }
	text := bytes.ToLower(bytes.TrimLeft(head, "\ufeff \t\r\n"))
	dense := string(bytes.Join(bytes.Fields(text[:min(len(text), 200)]), nil))
	_, value, _ := strings.Cut(dense, ":")
	whole := strings.HasPrefix(dense, "{") && !bytes.Contains(text, []byte("\n{")) && !bytes.Contains(text, []byte("}{"))
	switch {
	case has("PK\x03\x04") && (holds("xl/") || holds("[Content_Types].xml") || holds("docProps/")):
		return "an Excel workbook", saveAs
	case has("PK\x03\x04") && holds("opendocument"):
		return "an OpenDocument spreadsheet", saveAs
	case has("PK\x03\x04") && holds(".npy"):
		return "an npz archive of arrays", `one array of its own: python3 -c 'import numpy as n; z = n.load("FILE"); print(z.files); n.save("log.npy", z["NAME"])', N × 10 whole numbers a1,z2,r2,…`
	case has("PK\x03\x04"):
		return "a zip archive", "the files in it, by their names: unzip FILE -d logs, then logs/* in place of FILE; or gzip or Zstandard"
	case has("\xd0\xcf\x11\xe0"):
		return "an old Excel workbook (.xls)", saveAs
	case has("\xff\xfe\x00\x00"), has("\x00\x00\xfe\xff"):
		return "text in UTF-32", "UTF-8: iconv -f UTF-32 -t UTF-8 FILE > log.csv"
	case has("PAR1"):
		return "a Parquet file", fmt.Sprintf(pandas, "parquet")
	case has("ARROW1") || has("FEA1"):
		return "an Arrow or Feather file", fmt.Sprintf(pandas, "feather")
	case has("\x89HDF"):
		return "an HDF5 file", "its episodes as CSV or JSON Lines; for Minari and D4RL datasets a few lines of h5py write them"
	case has("MATLAB 5.0"):
		return "a MATLAB file", "a table as CSV: writetable(T, 'log.csv')"
	case has("RDX") || has("RDA"):
		return "a file of R's save", `a table as CSV: Rscript -e 'print(load("FILE")); write.csv(NAME, "log.csv", row.names=FALSE)'`
	case has("X\n\x00\x00\x00"):
		return "a file of R's saveRDS", `a table as CSV: Rscript -e 'write.csv(readRDS("FILE"), "log.csv", row.names=FALSE)'`
	case has("$FL2") || has("$FL3"):
		return "an SPSS file", fmt.Sprintf(pandas, "spss")
	case has("<stata_dta>"):
		return "a Stata file", fmt.Sprintf(pandas, "stata")
	case has("SQLite format 3"):
		return "an SQLite database", "a table as CSV: sqlite3 -csv -header FILE 'select * from TABLE' > log.csv"
	case has("BZh"):
		return "a file packed with bzip2", "the file as it was: bunzip2 -c FILE > log.csv, or gzip or Zstandard"
	case has("\xfd7zXZ"):
		return "a file packed with xz", "the file as it was: xz -dc FILE > log.csv, or gzip or Zstandard"
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return "a tar archive", "the file in it: tar -xOf FILE NAME > log.csv"
	case whole && strings.HasPrefix(dense, `{"columns":[`):
		return "a table in one JSON object, as pandas splits it", `the table as CSV: python3 -c 'import pandas as p; p.read_json("FILE", orient="split").to_csv("log.csv", index=False)'`
	case whole && strings.HasPrefix(value, "[{"):
		return "a JSON object around a list", "the list alone, an object for each step: jq '.[]' FILE > log.json"
	case whole && strings.HasPrefix(value, "[[["):
		name, _, _ := strings.Cut(strings.TrimPrefix(dense, `{"`), `"`)
		return "a JSON object around arrays of arrays", "an object for each step, with its episode and what stands at its places: jq -c '.[\"" + name + "\"] | to_entries[] | .key as $e | .value[] | {episode: $e, action: .[0], reward: .[1], observation: .[2]}' FILE > log.jsonl"
	case whole && strings.HasPrefix(value, "[") && (bytes.Contains(text, []byte("],")) || !bytes.Contains(text, []byte("]"))):
		return "a JSON object of lists, one a column", `one object for each step, with its episode: python3 -c 'import pandas as p; p.read_json("FILE").to_json("log.jsonl", orient="records", lines=True)'`
	case has("Obj\x01"):
		return "an Avro file", "its records as JSON Lines: python3 -m fastavro FILE > log.jsonl"
	case has("ORC") && len(head) > 3 && head[3] < ' ':
		return "an ORC file", fmt.Sprintf(pandas, "orc")
	case has("HEADER RECORD*******"):
		return "a SAS transport file", `a table as CSV: python3 -c 'import pandas as p; p.read_sas("FILE", format="xport").to_csv("log.csv", index=False)'`
	case has("#ROSBAG"), has("\x89MCAP"):
		return "a recording of ROS", "its messages as CSV, one row for each step"
	case bytes.HasPrefix(text, []byte("@relation")):
		return "a file of Weka's", "a table as CSV: the names of its @attribute lines, then what stands below @data"
	case bytes.HasPrefix(text, []byte("create table")), bytes.HasPrefix(text, []byte("insert into")), bytes.HasPrefix(text, []byte("pragma ")), bytes.HasPrefix(text, []byte("-- mysql dump")), bytes.HasPrefix(text, []byte("--\n-- postgresql")):
		return "statements of SQL", "a table as CSV, from a database that they were carried out in: sqlite3 -csv -header FILE.db 'select * from TABLE' > log.csv"
	case has("7z\xbc\xaf"), has("Rar!"):
		return "an archive", "the file in it as it was"
	case has("%PDF"):
		return "a PDF", "a table as CSV"
	case has("\x80\x03"), has("\x80\x04"), has("\x80\x05"):
		return "a Python pickle", fmt.Sprintf(pandas, "pickle")
	case bytes.HasPrefix(text, []byte("<?xml")) && bytes.Contains(text, []byte("<pomdpx")), bytes.HasPrefix(text, []byte("<pomdpx")):
		return "a POMDPX model", "a log of episodes; models are read as TOML or as Cassandra's .POMDP, from which pomdpconvert made it"
	case bytes.HasPrefix(text, []byte("<table")):
		return "a table of HTML", "a table as CSV: python3 -c 'import pandas as p; p.read_html(\"FILE\")[0].to_csv(\"log.csv\", index=False)'"
	case bytes.HasPrefix(text, []byte("<!doctype html")), bytes.HasPrefix(text, []byte("<html")):
		return "a web page", "the file that it links to"
	case strings.HasPrefix(dense, "[[") && len(dense) > 2 && dense[2] >= 'a' && dense[2] <= 'z':
		return "a TOML file", `its tables as JSON Lines: python3 -c 'import json, tomllib; [print(json.dumps(x)) for x in next(iter(tomllib.load(open("FILE", "rb")).values()))]' > log.jsonl`
	case strings.HasPrefix(dense, "[[["):
		return "a JSON array of arrays", "an object for each step, with its episode and what stands at its places: " + placesOfSteps(dense)
	case strings.HasPrefix(dense, "[["):
		return "a JSON array of arrays", "an object for each step, with what stands at its places: " + placesAsFields(dense)
	case bytes.HasPrefix(text, []byte("<?xml")):
		return "an XML file", "a table as CSV, or JSON Lines"
	case bytes.HasPrefix(text, []byte("discount")) && bytes.Contains(text, []byte("states")), bytes.HasPrefix(text, []byte("values:")):
		return "a model in Cassandra's format", "a log of episodes; a model goes where SCENARIO|MODEL stands, or after --like"
	}
	return "", ""
}

// placesAsFields is a jq line that names what stands in arrays of an array: by the first of them where it holds names alone, and
// else by the likeliest names for so many places.
func placesAsFields(dense string) string {
	first, _, _ := strings.Cut(strings.TrimLeft(dense, "["), "]")
	places := strings.Split(first, ",")
	if !slices.ContainsFunc(places, func(p string) bool { return !strings.HasPrefix(p, `"`) }) && tabular.Guessed(tabular.Action, strings.Split(strings.ReplaceAll(first, `"`, ""), ",")) != "" {
		return `jq -c '.[0] as $h | .[1:][] | [$h, .] | transpose | map({(.[0]): .[1]}) | add' FILE > log.jsonl`
	}
	names := []string{"episode", "action", "reward", "observation"}
	if len(places) > len(names) {
		names = tabular.LongColumns()
	}
	for i := range names {
		names[i] = fmt.Sprintf("%s: .[%d]", names[i], i)
	}
	return "jq -c '.[] | {" + strings.Join(names, ", ") + "}' FILE > log.jsonl, with the names in their order"
}

// placesOfSteps is a jq line that names what stands in the steps' arrays in those of episodes, by how many places they have.
func placesOfSteps(dense string) string {
	first, _, _ := strings.Cut(strings.TrimLeft(dense, "["), "]")
	names := []string{"action", "reward", "observation"}
	switch strings.Count(first, ",") + 1 {
	case 4:
		names = []string{"state", "action", "reward", "next_state"}
	case 5:
		names = []string{"state", "action", "reward", "next_state", "done"}
	}
	for i := range names {
		names[i] = fmt.Sprintf("%s: .[%d]", names[i], i)
	}
	return "jq -c 'to_entries[] | .key as $e | .value[] | {episode: $e, " + strings.Join(names, ", ") + "}' FILE > log.jsonl, with the names in their order"
}

// ForeignError is the error of a file of another kind.
func ForeignError(in *bufio.Reader, file string) error {
	head, _ := in.Peek(Peeked)
	what, way := Foreign(head)
	if what == "" {
		return nil
	}
	return fault.New(fault.Fault{File: file, Found: what, Want: way})
}

// Mark is the byte order mark of UTF-8.
var Mark = []byte("\xef\xbb\xbf")

// IsArray says whether a file is an npy array.
func IsArray(in *bufio.Reader) (bool, error) {
	magic, err := in.Peek(len(npz.Magic))
	if err != nil && err != io.EOF {
		return false, err
	}
	return string(magic) == npz.Magic, nil
}
