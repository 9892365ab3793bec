package shapes

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Packing is how a file is packed, told by the end of its name.
type Packing string

// The packings.
const (
	Unpacked  Packing = ""
	Gzip      Packing = ".gz"
	Zstandard Packing = ".zst"
)

// PackingOf tells a file's packing from its name, and the name without it.
func PackingOf(path string) (p Packing, rest string) {
	switch p = Packing(strings.ToLower(filepath.Ext(path))); p {
	case Gzip, Zstandard:
		return p, path[:len(path)-len(p)]
	}
	return Unpacked, path
}

// Pack packs what is written to it into w. Equal bytes are packed into equal
// bytes. Closing it does not close w.
func (p Packing) Pack(w io.Writer) (io.WriteCloser, error) {
	switch p {
	case Gzip:
		return gzip.NewWriter(w), nil
	case Zstandard:
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	}
	return unpacked{w}, nil
}

type unpacked struct{ io.Writer }

func (unpacked) Close() error { return nil }
