package tabular

import (
	"bytes"
	"slices"
	"strings"
)

// IsMissing says whether a field says that nothing is known: the texts that pandas takes for that,
// and those of R, SAS, Stata, JSON and databases.
func IsMissing(field []byte) bool {
	switch string(field) {
	case "", "NA", "N/A", "n/a", "#N/A", "#N/A N/A", "#NA", "<NA>", "NaN", "nan", "-NaN", "-nan", "NAN", "1.#QNAN", "-1.#IND", "1.#IND", "-1.#QNAN",
		"NULL", "null", "Null", "None", "NaT", `\N`, "(null)", "<null>", "<none>", "(none)", "NA_character_", "NA_integer_", "NA_real_", ".",
		"#NV", "#N/V", "#DIV/0!", "#VALUE!", "#WERT!", "#REF!", "#BEZUG!", "#NUM!", "#ZAHL!", "#NAME?", "#NULL!":
		return true
	}
	return len(field) == 2 && field[0] == '.' && 'a' <= field[1] && field[1] <= 'z' // Stata's extended ones
}

// IsNoNumber says whether a field in the place of a number says that there is none: words that may be
// names elsewhere.
func IsNoNumber(field []byte) bool {
	if n := len(field); n > 0 && '0' <= field[n-1] && field[n-1] <= '9' { // as most are
		return false
	}
	return IsMissing(field) || bytes.EqualFold(field, []byte("none")) || SaysUnknown(string(field))
}

// SaysUnknown says whether an entry is a word that often says that nothing is known, and may as well be a name.
func SaysUnknown(entry string) bool {
	return slices.Contains([]string{"?", "??", "-", "--", "---", "–", "—", "/", "*", "na", "n.a.", "k.a.", "nr", "nil", "nd", "unk", "n/d", "s/d", "n.d.", "s.d.", "[]", "{}", `""`, "inf", "-inf", "(blank)", "(empty)", "(leer)", "не указано", "нет данных", "不明", "未知"}, strings.ToLower(entry)) ||
		slices.Contains([]string{"missing", "unknown", "undefined", "noresponse", "notanswered", "noanswer", "notrecorded", "notavailable", "notapplicable", "notknown", "nodata", "blank", "empty", "keineangabe", "nichtbekannt", "unbekannt", "inconnu", "desconocido", "pad", "padding", "missingvalue", "notrun", "nanind", "sindato", "sindatos"}, Plain(entry))
}

// IsMark says whether a field marks its row: it says something, and that is no no.
func IsMark(field []byte) bool {
	return !IsMissing(field) && !SaysNo(string(field)) && !strings.EqualFold(string(field), "none")
}
