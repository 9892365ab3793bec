package share

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"eeporl/scenarios/plaintext"
)

// pictureLimit bounds what is read of a file that may hold a session.
const pictureLimit = 64 << 20

// pngSignature begins every PNG file.
const pngSignature = "\x89PNG\r\n\x1a\n"

// Open reads a session's text out of a picture, SVG or PNG, or out of a report.
// inside says where in the file it was found, "" for a file that is neither: its
// whole text is the session. The error says what was found and expected, without the file's
// name.
func Open(r io.Reader) (session []byte, inside string, err error) {
	data, err := plaintext.AtMost(r, pictureLimit, "a session or a picture of one")
	switch {
	case err != nil:
		return nil, "", err
	case bytes.HasPrefix(data, []byte(pngSignature)):
		session, err = openPNG(data)
		return session, "text chunk", err
	case bytes.HasPrefix(bytes.TrimLeft(data, "\ufeff \t\r\n"), []byte("<")):
		session, err = openSVG(data)
		return session, "metadata", err
	case bytes.HasPrefix(data, []byte("# EEPORL")):
		session, err = openReport(data)
		return session, "last part", err
	}
	return data, "", nil
}

var errNoSession = errors.New("found no session in it, expected a picture or a report that eeporl has made")

func openSVG(data []byte) ([]byte, error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	var found strings.Builder
	in := false
	for {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			return nil, errNoSession
		case err != nil:
			line, _ := d.InputPos()
			return nil, fmt.Errorf("line %d: found %w, expected an SVG picture", line, err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Space == namespace && t.Name.Local == "session" {
				in = true
			} else if in {
				return nil, fmt.Errorf("found the element %q in the session, expected text", t.Name.Local)
			}
		case xml.CharData:
			if in {
				found.Write(t)
			}
		case xml.EndElement:
			if in {
				return []byte(found.String()), nil
			}
		}
	}
}

func openPNG(data []byte) ([]byte, error) {
	for rest := data[len(pngSignature):]; len(rest) >= 12; {
		size := uint64(binary.BigEndian.Uint32(rest))
		if size > uint64(len(rest)-12) {
			return nil, errors.New("found a chunk that ends after the file, expected a whole PNG picture")
		}
		body, sum := rest[4:8+size], binary.BigEndian.Uint32(rest[8+size:])
		if crc32.ChecksumIEEE(body) != sum {
			return nil, fmt.Errorf("found a damaged chunk %q, expected its checksum to hold", body[:4])
		}
		if text, ok := bytes.CutPrefix(body, []byte("iTXt"+sessionKeyword+"\x00\x00\x00")); ok {
			return internationalText(text)
		}
		rest = rest[12+size:]
	}
	return nil, errNoSession
}

// internationalText skips the language and the translated keyword.
func internationalText(data []byte) ([]byte, error) {
	for range 2 {
		var ok bool
		if _, data, ok = bytes.Cut(data, []byte{0}); !ok {
			return nil, errors.New("found a text chunk that breaks off, expected a session")
		}
	}
	return data, nil
}
