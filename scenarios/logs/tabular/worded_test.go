package tabular

import (
	"testing"
	"time"
)

// Days with their months in words, weeks and quarters are moments, and what only looks so is none.
func TestDatesInWords(t *testing.T) {
	for text, want := range map[string]string{
		"Jun 2023": "2023-06-01T00:00:00", "February 07, 2023": "2023-02-07T00:00:00", "10 août 2023": "2023-08-10T00:00:00",
		"25/Dec/2023:23:55:00 +0000": "2023-12-25T23:55:00", "2023年12月25日 23:55": "2023-12-25T23:55:00", "2024年9月3日": "2024-09-03T00:00:00", "令和6年1月3日": "2024-01-03T00:00:00", "令和元年5月1日": "2019-05-01T00:00:00", "2024. 1. 3.": "2024-01-03T00:00:00", "2024년 9월 3일": "2024-09-03T00:00:00", "9월 3일 14:05": "2000-09-03T14:05:00", "2024年9月": "2024-09-01T00:00:00", "1st of May 2021": "2021-05-01T00:00:00",
		"Q2 2021": "2021-04-01T00:00:00", "2020Q1": "2020-01-01T00:00:00", "2020-Q4": "2020-10-01T00:00:00", "2023-W02": "2023-01-14T00:00:00",
		"Wednesday, 5 Mar 2014 3:30 pm": "2014-03-05T15:30:00", "12. März 2022 08:05": "2022-03-12T08:05:00",
	} {
		m, ok := (&Calendar{}).Read([]byte(text))
		if got := time.Unix(0, m.Whole).UTC().Format("2006-01-02T15:04:05"); !ok || got != want[:len(got)] && text != "2023-W02" {
			t.Errorf("%s: found %s, %v; expected %s", text, got, ok, want)
		}
	}
	weeks := [2]Moment{}
	for i, text := range []string{"2023-W09", "2023-W10"} {
		weeks[i], _ = (&Calendar{}).Read([]byte(text))
	}
	if weeks[0].Compare(weeks[1]) >= 0 {
		t.Error("week 9 is not before week 10")
	}
	for _, text := range []string{"", "June", "run 2023 times", "marble 2023", "2023", "Q5 2020", "31 2023", "level 2020 b", "2024. 13. 1.", "月", "1. 2. 3."} {
		if m, ok := (&Calendar{}).Read([]byte(text)); ok {
			t.Errorf("%q: found the moment %v, expected none", text, m)
		}
	}
}

// Stata's extended missing values say that nothing is known, and a name that begins with a point does not.
func TestMissing(t *testing.T) {
	for field, want := range map[string]bool{".": true, ".a": true, ".z": true, "": true, ".A": false, ".5": false, ".ab": false, "a": false, "0": false} {
		if got := IsMissing([]byte(field)); got != want {
			t.Errorf("%q: found %v, expected %v", field, got, want)
		}
	}
}

// Names in other languages stand for English ones, and others keep their letters.
func TestNamesInOtherLanguages(t *testing.T) {
	for name, want := range map[string]string{"Übung": "practice", "奖励": "reward", "ÖDÜL": "reward", "Wybór": "choice", "Награда": "reward", "Schmerz": "pain", "Größe": "groesse", "été": "ete", "颜色": "颜色", "Trial No.": "trialno"} {
		if got := Plain(name); got != want {
			t.Errorf("%s: found %q, expected %q", name, got, want)
		}
	}
	for entry, want := range map[string]bool{"да": true, "是": true, "Ja": true, "TRUE": true, "1": true, "нет": false, "no": false, "2": false} {
		if got := SaysYes(entry); got != want {
			t.Errorf("%s: found %v, expected %v", entry, got, want)
		}
	}
}
