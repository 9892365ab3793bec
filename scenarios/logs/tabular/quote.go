package tabular

import (
	"strconv"
	"strings"
)

// Quoted are the parts of a flag's value as they are typed.
func Quoted(flags []string) string {
	for i, f := range flags {
		if strings.ContainsAny(f, `,"`) {
			flags[i] = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
	}
	text := strings.Join(flags, ",")
	if strings.ContainsAny(text, " '\"$&|;<>()*?[]#~`\\!") {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return text
}

// Names quotes the names of a header, as many as a message has room for.
func Names(header []string) string {
	const shown = 40
	var out []string
	for _, name := range header[:min(len(header), shown)] {
		out = append(out, strconv.Quote(Short(name)))
	}
	text := strings.Join(out, ", ")
	if more := len(header) - shown; more > 0 {
		text += ", … (" + strconv.Itoa(len(header)) + ")"
	}
	return text
}

// Others are the names after the first one, as a message goes on with them; "" for none.
func Others(header []string) string {
	if len(header) == 0 {
		return ""
	}
	const shown = 10
	text := Names(header[:min(len(header), shown)])
	if len(header) > shown {
		text += ", …"
	}
	return ", " + text
}

// Short is a name, or its beginning where it is long.
func Short(name string) string {
	const shown = 40
	if len(name) > shown {
		return name[:shown] + "…"
	}
	return name
}
