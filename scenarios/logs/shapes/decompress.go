package shapes

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Unpack undoes gzip or Zstandard, told by the first bytes and not by the
// file's name: so it works on pipes too. release frees what it holds.
func Unpack(in io.Reader, file string) (out *bufio.Reader, release func(), err error) {
	const buffer = 1 << 16
	// The largest window that a zstd file may ask memory for: that of zstd --long.
	const window = 1 << 27
	raw := bufio.NewReaderSize(in, buffer)
	magic, err := raw.Peek(4)
	if err != nil && err != io.EOF {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(raw)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: gzip: %w", file, damage(err))
		}
		return bufio.NewReaderSize(packed{z, "gzip"}, buffer), func() { z.Close() }, nil
	case bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(raw, zstd.WithDecoderMaxWindow(window), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, nil, fmt.Errorf("%s: zstd: %w", file, damage(err))
		}
		return bufio.NewReaderSize(packed{z, "zstd"}, buffer), z.Close, nil
	}
	return raw, func() {}, nil
}

// packed says in its errors that it was the packing that is damaged.
type packed struct {
	io.Reader
	method string
}

func (p packed) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%s: %w", p.method, damage(err))
	}
	return n, err
}

func damage(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("the file was cut off, or something that is not packed stands after its end: %w", io.ErrUnexpectedEOF)
	}
	return err
}
