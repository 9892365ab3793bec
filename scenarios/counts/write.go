package counts

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"eeporl/pomdp"
)

// A counts file is text. Its first line is the magic word and the version, its
// second the header as one JSON object; then a line for each triple that
// occurred, in the order of pomdp.Sizes.CellIndex: the cell, and the numbers whose
// exact sum is its count (Sum.Parts, in the shortest decimals that read back the
// same float64), with blanks between. Where whole episodes were counted the version is 2, and a
// line for each different one follows: its steps with commas between, each as action.reward
// level.observation with - for what was not recorded (-.-.- for steps of which nothing is known), and the count likewise. The last line is the
// SHA-256 of everything before it.
//
//	eeporl-counts 1
//	{"actions":["left","right"],"observations":null,…,"cells":3}
//	0 12
//	5 0.30000000000000004 -2.7755575615628914e-17
//	9 3
//	sha256 5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03
const (
	// Magic begins every counts file.
	Magic        = "eeporl-counts "
	version      = 1
	wholeVersion = 2
	sealed       = "sha256 "
)

// header is the second line. Fields are written in this order.
type header struct {
	A              int       `json:"a"`
	Z              int       `json:"z"`
	R              int       `json:"r"`
	Actions        []string  `json:"actions"`
	Observations   []string  `json:"observations"`
	Rewards        []float64 `json:"rewards"`
	RewardsAssumed bool      `json:"rewards_assumed"`
	Windows        bool      `json:"windows"`
	Rows           uint64    `json:"rows"`
	Skipped        uint64    `json:"skipped"`
	Short          uint64    `json:"short"`
	Cells          int       `json:"cells"`
	Episodes       *int      `json:"episodes,omitempty"`
	Incomplete     uint64    `json:"incomplete,omitempty"`
	Gaps           uint64    `json:"gaps,omitempty"`
	Indexed        []string  `json:"indexed,omitempty"`
}

// Write writes a table. Equal tables give equal bytes.
func Write(w io.Writer, t *Table) error {
	hash := sha256.New()
	out := bufio.NewWriter(io.MultiWriter(w, hash))
	v := version
	if t.Whole() {
		v = wholeVersion
	}
	fmt.Fprintf(out, "%s%d\n", Magic, v)
	line, err := t.headerLine()
	if err != nil {
		return err
	}
	out.Write(line)
	var text []byte
	for i := range t.entries {
		e := &t.entries[i]
		text = appendCount(strconv.AppendInt(text[:0], int64(e.Cell), 10), &e.Count)
		out.Write(append(text, '\n'))
	}
	for i := range t.episodes {
		e := &t.episodes[i]
		text = appendCount(appendActs(text[:0], e.Acts), &e.Count)
		out.Write(append(text, '\n'))
	}
	if err := out.Flush(); err != nil { // a bufio.Writer keeps its first error
		return err
	}
	_, err = fmt.Fprintf(w, "%s%x\n", sealed, hash.Sum(nil))
	return err
}

func (t *Table) headerLine() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	var episodes *int
	if t.Whole() {
		n := len(t.episodes)
		episodes = &n
	}
	err := e.Encode(header{
		A: t.Sizes.A, Z: t.Sizes.Z, R: t.Sizes.R, Actions: t.Actions, Observations: t.Observations,
		Rewards: t.Rewards, RewardsAssumed: t.RewardsAssumed, Windows: t.Windows,
		Rows: t.Rows, Skipped: t.Skipped, Short: t.Short, Cells: len(t.entries), Episodes: episodes, Incomplete: t.Incomplete, Gaps: t.Gaps, Indexed: t.Indexed,
	})
	if b.Len() > maxHeader {
		return nil, fmt.Errorf("found names of %d bytes, expected less than %d", b.Len(), maxHeader)
	}
	return b.Bytes(), err
}

func appendCount(text []byte, count *Sum) []byte {
	for _, x := range count.Parts() {
		text = appendNumber(append(text, ' '), x)
	}
	return text
}

func appendActs(text []byte, acts []pomdp.Act) []byte {
	for i, a := range acts {
		if i > 0 {
			text = append(text, ',')
		}
		text = appendIndex(append(appendIndex(append(appendIndex(text, a.Action), '.'), a.Reward), '.'), a.Observation)
	}
	return text
}

func appendIndex(text []byte, i int) []byte {
	if i < 0 {
		return append(text, '-')
	}
	return strconv.AppendInt(text, int64(i), 10)
}

// appendNumber writes whole numbers without exponent, as people expect counts.
func appendNumber(text []byte, x float64) []byte {
	if x == math.Trunc(x) && math.Abs(x) < 1<<63 {
		return strconv.AppendInt(text, int64(x), 10)
	}
	return strconv.AppendFloat(text, x, 'g', -1, 64)
}
