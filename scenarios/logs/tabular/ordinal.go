package tabular

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The days of a week and the months of a year begin with these in English, German, French and Spanish.
var (
	weekdays = [][]string{{"mon", "mo", "montag", "lun"}, {"tue", "die", "di", "mar"}, {"wed", "mit", "mi", "mer", "mie"}, {"thu", "don", "do", "jeu", "jue"}, {"fri", "fre", "fr", "ven", "vie"}, {"sat", "sam", "sa", "sab"}, {"sun", "son", "so", "dim", "dom"}}
	months   = [][]string{{"jan", "ene"}, {"feb", "fev"}, {"mar", "maer"}, {"apr", "avr", "abr"}, {"may", "mai"}, {"jun", "juin"}, {"jul", "juil"}, {"aug", "aou", "ago"}, {"sep"}, {"oct", "okt"}, {"nov"}, {"dec", "dez", "dic"}}
)

// firstNumber is a number within words.
var firstNumber = regexp.MustCompile(`\d+`)

// Ordinal is the place that a word says: of a day in the week, of a month, a number within it, 0 for a baseline; false for none.
func Ordinal(word string) (place int, ok bool) {
	plain := Plain(word)
	if at := firstNumber.FindString(word); at != "" {
		n, err := strconv.Atoi(at)
		return n, err == nil
	}
	if plain == "baseline" || plain == "screening" || plain == "start" || plain == "pre" {
		return 0, true
	}
	if i := slices.Index([]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}, plain); i >= 0 {
		return i + 1, true
	}
	place = weekdayOf(plain)
	if place == 0 {
		place = monthOf(plain)
	}
	return place, place > 0
}

// units of money, in plain or as signs.
var money = []string{"eur", "euro", "euros", "cent", "cents", "ct", "usd", "dollar", "dollars", "gbp", "pound", "pounds", "pence", "chf", "rappen", "jpy", "yen", "cny", "inr", "keur", "kusd", "points", "pts", "€", "$", "£", "¥", "k€", "k$"}

// IsUnit says whether a text is a unit of what can be earned.
func IsUnit(text string) bool {
	return slices.Contains(money, Plain(text)) || slices.Contains(money, strings.ToLower(text))
}
