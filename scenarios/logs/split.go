package logs

import "bytes"

// splitter cuts lines of CSV or TSV into fields. Quoted fields may hold
// separators and doubled quotes, but no line ends: so a stray quote spoils one
// line and not the rest of a log.
type splitter struct {
	separator byte
	buffer    [][]byte
}

// fields returns the line's fields without blanks around them; they are valid
// until the next call. problem says what stands where the field after the
// returned ones should be.
func (s *splitter) fields(line []byte) (fields [][]byte, problem string) {
	s.buffer = s.buffer[:0]
	quotes := bytes.IndexByte(line, '"') >= 0
	for {
		line = s.trimLeft(line)
		if len(line) > 0 && line[0] == '"' {
			field, rest, problem := s.quoted(line[1:])
			if problem != "" {
				return s.buffer, problem
			}
			s.buffer = append(s.buffer, field)
			if rest == nil {
				return s.buffer, ""
			}
			line = rest
			continue
		}
		end := bytes.IndexByte(line, s.separator)
		field := line
		if end >= 0 {
			field = line[:end]
		}
		if quotes && bytes.IndexByte(field, '"') >= 0 {
			return s.buffer, "a quote inside a field that does not begin with one"
		}
		s.buffer = append(s.buffer, s.trimRight(field))
		if end < 0 {
			return s.buffer, ""
		}
		line = line[end+1:]
	}
}

// quoted reads a field after its opening quote. rest follows the separator; it
// is nil at the end of the line.
func (s *splitter) quoted(line []byte) (field, rest []byte, problem string) {
	var doubled []byte // what stands before the last doubled quote, that one included
	for {
		end := bytes.IndexByte(line, '"')
		if end < 0 {
			return nil, nil, "a quote that is not closed on its line"
		}
		if end+1 < len(line) && line[end+1] == '"' {
			doubled = append(doubled, line[:end+1]...)
			line = line[end+2:]
			continue
		}
		field, rest = line[:end], s.trimLeft(line[end+1:])
		if doubled != nil {
			field = append(doubled, field...)
		}
		if len(rest) == 0 {
			return field, nil, ""
		}
		if rest[0] != s.separator {
			return nil, nil, "text after a closing quote"
		}
		return field, rest[1:], ""
	}
}

// isBlank says what may stand around a field: in TSV a tab may not.
func (s *splitter) isBlank(c byte) bool { return c == ' ' || c == '\t' && s.separator != '\t' }

func (s *splitter) trimLeft(b []byte) []byte {
	for len(b) > 0 && s.isBlank(b[0]) {
		b = b[1:]
	}
	return b
}

func (s *splitter) trimRight(b []byte) []byte {
	for len(b) > 0 && s.isBlank(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}
