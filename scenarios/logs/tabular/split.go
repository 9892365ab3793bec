package tabular

import "bytes"

// Splitter cuts records of CSV or TSV into fields. In CSV (RFC 4180) quoted fields may hold
// separators, line breaks and doubled quotes. In TSV a quote is a character like any other, but for
// a field that stands in quotes as a whole, as R writes them. Where blanks separate fields, any number of them do.
type Splitter struct {
	Separator byte
	Buffer    [][]byte
}

// Texts are the fields of a header.
func (s *Splitter) Texts(line []byte) (texts []string, problem string) {
	fields, problem := s.Fields(line)
	for _, f := range fields {
		texts = append(texts, string(f))
	}
	return texts, problem
}

// Fields returns the record's fields without blanks around them; they are valid
// until the next call. problem says what stands where the field after the
// returned ones should be.
func (s *Splitter) Fields(line []byte) (fields [][]byte, problem string) {
	s.Buffer = s.Buffer[:0]
	if s.Separator == ' ' {
		line = bytes.TrimRight(line, " \t")
	}
	quotes := bytes.IndexByte(line, '"') >= 0
	for {
		line = s.trimLeft(line)
		if len(line) > 0 && line[0] == '"' {
			field, rest, problem := s.quoted(line[1:])
			if problem == "" {
				s.Buffer = append(s.Buffer, field)
				if rest == nil {
					return s.Buffer, ""
				}
				line = rest
				continue
			}
			if s.Separator != '\t' {
				return s.Buffer, problem
			}
		}
		end := s.next(line)
		field := line
		if end >= 0 {
			field = line[:end]
		}
		if quotes && s.Separator != '\t' && bytes.IndexByte(field, '"') >= 0 {
			return s.Buffer, "a quote inside a field that does not begin with one"
		}
		s.Buffer = append(s.Buffer, s.trimRight(field))
		if end < 0 {
			return s.Buffer, ""
		}
		line = line[end+1:]
	}
}

// Next is where the next separator stands; −1 for nowhere.
func (s *Splitter) next(line []byte) int {
	if s.Separator == ' ' {
		return bytes.IndexAny(line, " \t")
	}
	return bytes.IndexByte(line, s.Separator)
}

// quoted reads a field after its opening quote. rest follows the separator; it
// is nil at the end of the line.
func (s *Splitter) quoted(line []byte) (field, rest []byte, problem string) {
	var doubled []byte // what stands before the last doubled quote, that one included
	for {
		end := bytes.IndexByte(line, '"')
		if end < 0 {
			return nil, nil, "a quote that is not closed"
		}
		if end+1 < len(line) && line[end+1] == '"' {
			doubled = append(doubled, line[:end+1]...)
			line = line[end+2:]
			continue
		}
		field, rest = line[:end], line[end+1:]
		if s.Separator != ' ' {
			rest = s.trimLeft(rest)
		}
		if doubled != nil {
			field = append(doubled, field...)
		}
		if len(rest) == 0 {
			return field, nil, ""
		}
		if s.next(rest[:1]) < 0 {
			return nil, nil, "text after a closing quote"
		}
		return field, rest[1:], ""
	}
}

// isBlank says what may stand around a field: in TSV a tab may not.
func (s *Splitter) isBlank(c byte) bool { return c == ' ' || c == '\t' && s.Separator != '\t' }

func (s *Splitter) trimLeft(b []byte) []byte {
	for len(b) > 0 {
		switch {
		case s.isBlank(b[0]):
			b = b[1:]
		case b[0] == noBreak[0] && bytes.HasPrefix(b, noBreak):
			b = b[len(noBreak):]
		default:
			return b
		}
	}
	return b
}

func (s *Splitter) trimRight(b []byte) []byte {
	for len(b) > 0 {
		switch last := b[len(b)-1]; {
		case s.isBlank(last):
			b = b[:len(b)-1]
		case last == noBreak[1] && bytes.HasSuffix(b, noBreak):
			b = b[:len(b)-len(noBreak)]
		default:
			return b
		}
	}
	return b
}

// noBreak is the blank that web pages and spreadsheets put where no line may break; blanks are all that a name
// loses at its ends unless it stands in quotes.
var noBreak = []byte("\u00a0")

// Blanks stand around cells.
const Blanks = " \t\u00a0"

// maxQuoted bounds the search for the quote that closes a field, in bytes: each line of a log may have one that nothing closes.
const maxQuoted = 1 << 16

// RecordEnd is where the record that begins data ends, after its line break. In CSV a quoted field
// may hold line breaks; a quote that is not closed within maxQuoted bytes spoils its own line and no
// other. cut is set where data ends before that is known.
func RecordEnd(data []byte, separator byte) (end int, cut bool) {
	line := bytes.IndexByte(data, '\n') + 1
	if line == 0 {
		line, cut = len(data), true
	}
	if separator == 0 || separator == '\t' || bytes.IndexByte(data[:line], '"') < 0 {
		return line, cut
	}
	for i := 0; i < len(data) && i <= maxQuoted; {
		for i < len(data) && (data[i] == ' ' || data[i] == '\t') {
			i++
		}
		if i < len(data) && data[i] == '"' {
			closed := closing(data, i+1)
			if closed < 0 {
				return line, cut || len(data) <= maxQuoted
			}
			if i = closed + 1; !ends(data[i:], separator) {
				return line, cut // a quote that closes nothing
			}
		}
		next := bytes.IndexAny(data[i:], string([]byte{separator, '\n'}))
		switch {
		case next < 0:
			return len(data), true
		case data[i+next] == '\n':
			return i + next + 1, false
		}
		i += next + 1
	}
	return line, cut || len(data) <= maxQuoted
}

// ends says whether a field ends here, but for blanks.
func ends(data []byte, separator byte) bool {
	data = bytes.TrimLeft(data, " \t\r")
	return len(data) == 0 || data[0] == separator || data[0] == '\n'
}

// closing is where the quote that closes a field stands; −1 for none.
func closing(data []byte, from int) int {
	data = data[:min(len(data), from+maxQuoted)]
	for i := from; i < len(data); {
		end := bytes.IndexByte(data[i:], '"')
		if end < 0 {
			return -1
		}
		if i += end; i+1 == len(data) || data[i+1] != '"' {
			return i
		}
		i += 2
	}
	return -1
}

// MaxLine bounds the length of a line in bytes.
const MaxLine = 1 << 20
