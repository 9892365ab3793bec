package panel

import (
	"context"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"eeporl/model"
	"eeporl/model/lesson"
	"eeporl/model/predict"
	"eeporl/model/watch"
	"eeporl/model/why"
	"eeporl/scenarios"
	"eeporl/tui/canvas"
	"eeporl/tui/class"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// glanceAt is what panels see of tea after some commands, with no explorer around them.
func glanceAt(t testing.TB, lines ...string) Glance {
	t.Helper()
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: "tea", Story: scenarios.StoryOf(sc), Model: sc.Model, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		i, err := model.ParseCommand(line)
		if err != nil {
			t.Fatal(err)
		}
		s, _, _ = model.Do(s, i)
		if s, err = model.Settle(context.Background(), s); err != nil {
			t.Fatal(err)
		}
	}
	return Glance{
		Session: s, Window: Window{Width: 120, Height: 40}, Looks: Looks{InHand: kit.Of(s.Now().Kind), Veiled: true},
		Ink:  Ink{Theme: theme.New(colorprofile.TrueColor, theme.Dark, false)},
		Bare: true,
		Keys: []KeyLine{
			{Name: "forward", Keys: []string{"right", "l"}, Does: "next beat", Hint: "next", Group: GoGroup, Common: true, Runs: true},
			{Name: "skip", Keys: []string{"]"}, Does: "skip a lesson's step", Group: AskGroup},
			{Name: "last", Keys: []string{"end"}, Does: "to the last beat", Group: GoGroup, Runs: true},
		},
		Off:    func(KeyLine) string { return "" },
		KeyFor: func(name string) string { return "<" + name + ">" },
		Lookup: func() watch.Lookup { return watch.Session(s) },
		Means: func(line string) string {
			if line == "zoom on" {
				return "zoom on: one view on the whole screen"
			}
			return ""
		},
		Commands:   func() []Command { return []Command{{"view", "NAME", "bring a view to hand"}} },
		Exports:    func(path string) string { return "export to " + path },
		Reproduces: func() string { return "eeporl explore tea --at 'forward; view moments'" },
		Spots:      func() []kit.Spot { return nil },
	}
}

// typed are keys, one after the other, and what the last one asks for.
func typed[P any](p P, key func(P, tea.KeyPressMsg, Glance) (P, []Ask, bool), g Glance, keys ...string) (P, []Ask, bool) {
	var asks []Ask
	var ok bool
	for _, k := range keys {
		p, asks, ok = key(p, KeyPress(k), g)
	}
	return p, asks, ok
}

// drawn is what a drawing leaves on 100 by 30 cells.
func drawn(draw func(canvas.Area)) string {
	c := canvas.New(100, 30)
	draw(c.All())
	var b strings.Builder
	for y := range 30 {
		b.WriteString(strings.TrimRight(c.All().Line(y), " ") + "\n")
	}
	return b.String()
}

func holds(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("found no %q in\n%s", part, text)
		}
	}
}

func asksFor(t *testing.T, found []Ask, want ...Ask) {
	t.Helper()
	if !slices.Equal(found, want) {
		t.Errorf("found %#v, expected %#v", found, want)
	}
}

func TestSettings(t *testing.T) {
	g := glanceAt(t)
	l := ChosenSetting(g.Session, 0)
	name := g.Session.Settings()[1].Name
	l, asks, _ := typed(l, SettingsList.Key, g, "down")
	asksFor(t, asks)
	holds(t, drawn(func(b canvas.Area) { l.Draw(b, g) }), name, "Settings")
	_, asks, _ = typed(l, SettingsList.Key, g, "enter")
	asksFor(t, asks, Close{})
	c := ChosenSetting(g.Session, slices.IndexFunc(g.Session.Settings(), func(s model.SettingValue) bool { return s.Name == "c" }))
	c, asks, _ = typed(c, SettingsList.Key, g, ".", "2", "enter")
	asksFor(t, asks, Close{}, Act{model.Intent{Verb: model.Set, Arg: "c=.2"}, "Enter"})
	holds(t, drawn(func(b canvas.Area) { c.Draw(b, g) }), "Enter starts a branch with c=.2")
	if _, asks, ok := typed(c, SettingsList.Key, g, "x", "enter"); len(asks) > 0 || !ok {
		t.Errorf("an impossible value asks for %v", asks)
	}
	if _, _, ok := typed(c, SettingsList.Key, g, "ctrl+c"); ok {
		t.Error("ctrl+c stays in the list")
	}
}

func TestEdit(t *testing.T) {
	g := glanceAt(t)
	e, ok := EditOf(g.Session, why.Target{Kind: why.Transition, I: 0, J: 0, K: 1})
	if !ok {
		t.Fatal("a probability of the model cannot be changed")
	}
	if _, ok := EditOf(g.Session, why.Target{Kind: why.P12}); ok {
		t.Error("a moment can be changed")
	}
	e, _, _ = typed(e, Edit.Key, g, "up", "up", "down")
	holds(t, drawn(func(b canvas.Area) { e.Draw(b, g) }), e.entry.Name, "was", "row after:")
	if e.Trial(g.Session) == nil || (Edit{}).Trial(g.Session) != nil {
		t.Error("the trial is not that of the line")
	}
	_, asks, _ := typed(e, Edit.Key, g, "enter")
	asksFor(t, asks, Act{model.Intent{Verb: model.Set, Arg: e.setting()}, "Enter"})
	bad, asks, _ := typed(e, Edit.Key, g, "x", "enter")
	asksFor(t, asks)
	if !bad.Open || bad.Trial(g.Session) != nil {
		t.Error("an impossible value is taken")
	}
	if closed, _, _ := typed(e, Edit.Key, g, "esc"); closed.Open {
		t.Error("Esc leaves it open")
	}
}

func TestGlossary(t *testing.T) {
	g := glanceAt(t)
	l, err := GlossaryOver("a belief stands here", "")
	if err != nil || l.Terms[0].Name != "belief" {
		t.Fatalf("the first term is %v, %v", l.Terms[0].Name, err)
	}
	if _, err := GlossaryOver("", "frobnicator"); err == nil {
		t.Error("it has frobnicator")
	}
	l, _, _ = typed(l, GlossaryList.Key, g, "w", "h", "i", "t", "e")
	found := l.Matches()
	holds(t, drawn(func(b canvas.Area) { l.Draw(b, g) }), "whitening", "Glossary")
	next, asks, _ := typed(l, GlossaryList.Key, g, "enter")
	if len(asks) != 1 || asks[0].(LightUp).Name != found[0].Name || next.Open {
		t.Errorf("Enter asks for %v", asks)
	}
	for _, key := range []string{"down", "pgdown", "up", "pgup", "tab"} {
		if l, _, _ = typed(l, GlossaryList.Key, g, key); l.Chosen < 0 || l.Chosen >= len(l.Matches()) {
			t.Errorf("%s chooses %d of %d", key, l.Chosen, len(l.Matches()))
		}
	}
}

func TestPicker(t *testing.T) {
	g := glanceAt(t)
	p := Picker{Title: "Open another world", Verb: "open", Command: "open", None: "Nothing.", Finder: Finder{Line: NewField("", 50)},
		List: []Choice{{"worlds", "tiger", "a door"}, {"worlds", "tea", "a visitor"}, {"files", "mine.toml", ""}}}
	holds(t, drawn(func(b canvas.Area) { p.Draw(b, g) }), "worlds", "tiger", "a visitor", "files")
	_, asks, _ := typed(p, Picker.Key, g, "down", "enter")
	asksFor(t, asks, Close{}, Do("open tea"))
	_, asks, _ = typed(p, Picker.Key, g, "v", "i", "s", "enter") // by its story
	asksFor(t, asks, Close{}, Do("open tea"))
	q, asks, _ := typed(p, Picker.Key, g, "x", "/", "y", "enter") // a path
	asksFor(t, asks, Close{}, Do("open x/y"))
	holds(t, drawn(func(b canvas.Area) { q.Draw(b, g) }), "Nothing.")
	_, asks, _ = typed(Picker{}, Picker.Key, g, "enter")
	asksFor(t, asks)
}

func TestPalette(t *testing.T) {
	g := glanceAt(t)
	for _, c := range []struct {
		line string
		want []Ask
		next string
	}{
		{"zoom on", []Ask{Do("zoom on")}, ""},
		{"next beat", []Ask{Press{"right", "next beat"}}, ""},
		{"polished", []Ask{Do("estimator polished")}, ""},
		{"export a.svg", []Ask{Export("a.svg")}, ""},
		{"bring a view", nil, "view "},
		{"bookmark N", nil, "bookmark "},
		{"set seed=", nil, "set seed="},
		{"qqqq", []Ask{Say(`nothing here is called "qqqq"`)}, ""},
	} {
		p := Typing(c.line)
		holds(t, drawn(func(b canvas.Area) { p.Draw(b, g) }), c.line)
		next, asks, _ := typed(p, Palette.Key, g, "enter")
		asksFor(t, asks, c.want...)
		if next.Line.Text() != c.next || next.Open != (c.next != "") {
			t.Errorf("%q leaves %q", c.line, next.Line.Text())
		}
	}
	if p, _, _ := typed(Typing(""), Palette.Key, g, "down", "down", "up"); p.Chosen != 1 {
		t.Errorf("the arrows choose %d", p.Chosen)
	}
}

func TestPrediction(t *testing.T) {
	g := glanceAt(t, "forward", "forward", "forward", "forward")
	for i := 0; !predict.Any(g.Session) && i < 20; i++ {
		g.Session, _, _ = model.Do(g.Session, model.Intent{Verb: model.Forward})
	}
	p := Prediction{Open: true, Questions: predict.Questions(g.Session), Said: -1, Marked: -1}
	q := p.Questions[0]
	holds(t, drawn(func(b canvas.Area) { p.Draw(b, g) }), "What do you expect?", q.Choices[0])
	marked, asks, _ := typed(p, Prediction.Key, g, "enter")
	asksFor(t, asks, Say("type 1 to "+string(rune('0'+len(q.Choices)))+", or Enter for the marked one: a wrong guess costs nothing"))
	_, asks, _ = typed(marked, Prediction.Key, g, "enter")
	asksFor(t, asks, Foretell{})
	said, asks, _ := typed(p, Prediction.Key, g, "down", "enter")
	asksFor(t, asks, Foretell{})
	answer, err := p.Questions[0].Answer(context.Background(), g.Session)
	if err != nil {
		t.Fatal(err)
	}
	told, score := said.Foretold(Answered{Question: &said.Questions[0], Answer: answer}, Score{})
	if told.Answer == nil || score.Made != 1 || score.Right == 1 != (answer.Right == 0) {
		t.Errorf("the score is %v after choice 1, %d is right", score, answer.Right+1)
	}
	holds(t, drawn(func(b canvas.Area) { told.Draw(b, g) }), "(so it is)")
	holds(t, drawn(func(b canvas.Area) { told.DrawKeys(b, g) }), "Enter", "Esc close")
	if closed, asks, _ := typed(told, Prediction.Key, g, "enter"); closed.Open || len(asks) != 1 {
		t.Error("Enter does not go on with the answer")
	}
	late, _ := p.Foretold(Answered{Question: &said.Questions[0], Answer: answer}, Score{})
	if late.Answer != nil {
		t.Error("an answer is taken in before a choice")
	}
	// The presenter's question stands before the guest with the guest's own answer.
	theirs, _ := (Prediction{}).Asked(p, false, Score{})
	if !theirs.Theirs || theirs.Said != -1 {
		t.Error("the presenter's question is not the guest's to answer")
	}
}

func TestQuestion(t *testing.T) {
	g := glanceAt(t, "leap 1000", "estimate", "last")
	g.InHand = kit.Recovery
	targets := g.Targets()
	g.Focus = Focus{On: true, Ref: targets[0].Value()}
	q := Question{Open: true}
	holds(t, drawn(func(b canvas.Area) { q.Draw(b, g) }), "Why?", "Esc close")
	_, asks, _ := typed(q, Question.Key, g, "right")
	asksFor(t, asks, Turn(targets[1].Value()), ScrollToTop{})
	if next, _, _ := typed(q, Question.Key, g, "esc"); next.Open {
		t.Error("Esc leaves it open")
	}
	if _, asks, ok := typed(q, Question.Key, g, "l", "end"); !ok || len(asks) != 1 {
		t.Errorf("a key that runs the session asks for %v", asks)
	}
	if next, _, ok := typed(q, Question.Key, g, "]"); ok || next.Open {
		t.Error("a key of the screen does not go on below")
	}
	_, asks, _ = typed(q, Question.Key, g, "Y")
	asksFor(t, asks, Copy(g.Focus.Path(g.InHand, g.Session)))
}

func TestFocus(t *testing.T) {
	ref := func(i int) why.Ref { return why.Target{Kind: why.Label, I: i}.Value() }
	spots := []kit.Spot{{Ref: ref(0), X: 0, Y: 0, W: 4, H: 2}, {Ref: ref(1), X: 10, Y: 0, W: 4, H: 2}, {Ref: ref(2), X: 0, Y: 6, W: 4, H: 2}}
	f := Focused(spots[0])
	right, ok := f.Move(spots, 1, 0)
	if !ok || right.Ref != ref(1) {
		t.Errorf("to the right stands %v", right.Ref)
	}
	below, ok := right.Move(spots, 0, 1)
	if !ok || below.Ref != ref(2) || below.X != 3 {
		t.Errorf("below stands %v at %d", below.Ref, below.X)
	}
	if _, ok := f.Move(spots, -1, 0); ok {
		t.Error("something stands to the left")
	}
	if s, ok := f.SpotAt(spots, 11, 0); !ok || s.Ref != ref(1) {
		t.Errorf("at column 11 stands %v", s.Ref)
	}
	g := glanceAt(t)
	g.InHand = kit.Moments // of which nothing is listed before an episode
	g.Spots = func() []kit.Spot { return []kit.Spot{spots[2], spots[1], spots[0], spots[1]} }
	if got, want := g.Targets(), []why.Target{ref(0).Target, ref(1).Target, ref(2).Target}; !slices.Equal(got, want) {
		t.Errorf("what is drawn is listed as %v, expected %v", got, want)
	}
	g.Spots = func() []kit.Spot { return spots }
	if next, _, _ := typed(f, Focus.Key, g, "end", "tab"); next.Ref != ref(0) {
		t.Errorf("after the last comes %v", next.Ref)
	}
	_, asks, _ := typed(f, Focus.Key, g, "enter")
	asksFor(t, asks, Explain{})
	_, asks, _ = typed(f, Focus.Key, g, "down")
	asksFor(t, asks, Move{0, 1, 1})
}

func TestHelp(t *testing.T) {
	g := glanceAt(t)
	var h Help
	holds(t, drawn(func(b canvas.Area) { h.Draw(b, g) }), "Help", "Most used", "A=")
	g.Scroll.Rows = 1000
	holds(t, drawn(func(b canvas.Area) { h.Draw(b, g) }), "next beat", "skip a lesson")
	g.Scroll.Rows = 0
	h, asks, _ := typed(h, Help.Key, g, "s", "k", "i")
	asksFor(t, asks, ScrollToTop{})
	text := drawn(func(b canvas.Area) { h.Draw(b, g) })
	holds(t, text, "Help with ski", "skip a lesson")
	if strings.Contains(text, "next beat") {
		t.Error("what does not have the letters stands there")
	}
	legend, _, _ := typed(Help{}, Help.Key, g, "e", "x", "a", "c", "t")
	holds(t, drawn(func(b canvas.Area) { legend.Draw(b, g) }), "A dot stands for an exact zero")
	seed, _, _ := typed(Help{}, Help.Key, g, "s", "e", "e", "d")
	holds(t, drawn(func(b canvas.Area) { seed.Draw(b, g) }), ":NAME=VALUE", "other episodes")
	if _, _, ok := typed(h, Help.Key, g, "esc"); ok {
		t.Error("Esc stays in the help")
	}
	if _, asks, ok := typed(h, Help.Key, g, "right"); !ok || len(asks) > 0 {
		t.Error("an arrow moves the session below the help")
	}
}

func TestLessons(t *testing.T) {
	g := glanceAt(t)
	env := lesson.Env{
		Names: watch.Names(), Key: func(string) bool { return true }, Predict: predict.Kinds(),
		Model: func(string) error { return nil }, Command: func(string, string) error { return nil },
	}
	var all []lesson.Lesson
	for _, name := range []string{"first", "second"} {
		l, err := lesson.Read(strings.NewReader("lesson "+name+"\ntitle The "+name+" lesson\nmodel tea\nseed 1\nminutes 1\ngist What it is about.\nmoral What to keep.\n"+
			"step A step\ntext N is {N}.\ntask Press [grow] for more.\nuntil N >= 5\ndone {N} are counted\nhint [grow] counts on.\ntry leap 1000\n"), name, env)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	l := LessonPanel{Lessons: all, Open: true, Begun: true, Run: lesson.Start(all[0]).Set(g.Lookup())}
	holds(t, drawn(func(b canvas.Area) { l.Draw(b, g) }), "Lesson 1: The first lesson", "step 1 of", "N is 0.", "Press <grow> for more.", "<skip> skips the step")
	done := l
	done.Run = l.Run.Notice(glanceAt(t, "leap 1000").Lookup(), true)
	holds(t, drawn(func(b canvas.Area) { done.Draw(b, g) }), "Enter ends the lesson")
	holds(t, drawn(func(b canvas.Area) { l.DrawList(b, g) }), all[1].Title, "at step 1 of")
	_, asks, _ := typed(l, LessonPanel.ListKey, g, "enter")
	asksFor(t, asks, Resume{})
	_, asks, _ = typed(l, LessonPanel.ListKey, g, "down", "enter")
	asksFor(t, asks, Do("tour "+all[1].Name))
}

// Two branches stand beside each other, or their difference.
func TestDifference(t *testing.T) {
	g := glanceAt(t, "leap 1000", "estimate", "last", "set c=.2", "last")
	other, ok := g.Session.Twin(1, nil)
	if !ok {
		t.Fatal("there is no other branch")
	}
	holds(t, drawn(func(b canvas.Area) { DrawDifference(b, other, 1, g) }), "Difference at this beat", "branch 1", "branch 2", "1 − 2")
	scene := kit.Scene{Session: &g.Session, Now: g.Session.Now(), Theme: g.Theme, Veiled: true}
	holds(t, drawn(func(b canvas.Area) { DrawPair(b, scene, other, 1, g) }), "branch 1")
}

// Whatever is drawn of a session says what it is there for.
func TestWhatIsRead(t *testing.T) {
	g := glanceAt(t, "leap 1000", "estimate", "plan", "last")
	g.Watches, _ = watch.List(nil).With("N")
	pictures := map[string]struct {
		draw  func(canvas.Area, Glance)
		parts []string
	}{
		"findings":   {DrawFindings, []string{"Findings"}},
		"summary":    {DrawSummary, []string{"This session so far", "1000"}},
		"branches":   {DrawBranches, []string{"Branches", "RMSE", "1000"}},
		"watches":    {DrawWatches, []string{"N", "1000", "scenario"}},
		"line":       {DrawLine, []string{"eeporl explore tea"}},
		"header":     {DrawHeader, []string{"eeporl", "tea", "N = 1000", "plan"}},
		"scrub":      {DrawScrub, []string{"N=1000", "estimate", "plan", "●"}},
		"account":    {DrawAccount, []string{"."}},
		"hints":      {DrawHints, []string{"Enter", "next"}},
		"too small":  {DrawTooSmall, []string{"80 x 24"}},
		"number":     {DrawNumber, []string{"█"}},
		"strip":      {DrawStrip, []string{"N 1000"}},
		"focus keys": {DrawFocusHints, []string{"explain"}},
	}
	for name, p := range pictures {
		t.Run(name, func(t *testing.T) {
			holds(t, drawn(func(b canvas.Area) { p.draw(b, g) }), p.parts...)
		})
	}
}

func TestScrubPlaces(t *testing.T) {
	g := glanceAt(t, "leap 1000", "estimate")
	last := uint64(0)
	for x := range 100 {
		if place, ok := ScrubPlace(g.Session, x, 100); ok {
			if place < last || place >= g.Session.Beats() {
				t.Fatalf("column %d is beat %d after beat %d", x, place, last)
			}
			last = place
		}
	}
}

func TestBanner(t *testing.T) {
	g := glanceAt(t)
	w := Banner{Shown: true, Caption: "Why one would want an HMM", Mode: Playing, At: 3, Of: 9, Until: "until N = 5"}
	text := strings.ReplaceAll(drawn(func(b canvas.Area) { w.Draw(b.Rows(0, 4), g) }), string(Firm), " ")
	holds(t, text, "Why one would want an HMM", "3/9", "until N = 5", "Space")
}

func TestClass(t *testing.T) {
	g := glanceAt(t)
	c := Class{Room: new(class.Room), Bars: true, Status: class.Status{
		Notice: class.Notice{Join: []string{"ssh -p 2222 here"}, Fingerprint: "SHA256:x"},
		Guests: []class.Guest{{Name: "Ada"}, {Name: "Bob", Place: "plan"}},
	}}
	holds(t, drawn(func(b canvas.Area) { c.Draw(b, g) }), "ssh -p 2222 here", "SHA256:x", "2 here", "Ada", "on their own: plan")
	holds(t, c.Line(g.Ink), "class: 1 follow", "1 on their own")
	p := Prediction{Open: true, Questions: []predict.Question{{Ask: "What?", Choices: []string{"a", "b"}}}}
	c.Tally = class.Tally{Question: class.Question{Ask: "What?"}, Number: 1, Counts: []int{3, 1}}
	holds(t, c.answers(0, p, g.Ink), "3 of 4")
	if text := (Class{Where: Away}).Line(g.Ink); !strings.Contains(text, "Ctrl+G") {
		t.Errorf("a guest who is away reads %q", text)
	}
}

func TestPickerPutsNamesThatBeginFirst(t *testing.T) {
	p := Picker{List: []Choice{{Name: "noisy-tiger"}, {Name: "tea", Words: "no tiger here"}, {Name: "tiger"}}}
	p.Line = p.Line.With("tig")
	var names []string
	for _, c := range p.Matches() {
		names = append(names, c.Name)
	}
	if want := []string{"tiger", "noisy-tiger", "tea"}; !slices.Equal(names, want) {
		t.Errorf("found %q, expected %q", names, want)
	}
}

// From a figure that stands alone in its row an arrow leads to the bar beside its own; labels below each other are no neighbours to a side.
func TestArrowsGoToTheBarBeside(t *testing.T) {
	ref := func(k why.Kind, i int) why.Ref { return why.Ref{Target: why.Target{Kind: k, I: i}} }
	spots := []kit.Spot{{X: 30, Y: 0, W: 4, H: 2, Ref: ref(why.Sigma, 3)}}
	for i := range 4 {
		spots = append(spots, kit.Spot{X: 5 + 3*i, Y: 4, W: 2, H: 8, Ref: ref(why.Sigma, i)}, kit.Spot{X: 5, Y: 20 + 2*i, W: 2, H: 2, Ref: ref(why.Label, i)})
	}
	if f, ok := Focused(spots[0]).Move(spots, -1, 0); !ok || f.Ref != ref(why.Sigma, 2) {
		t.Errorf("left of the title's σ₄ found %v", f.Ref)
	}
	if f, ok := Focused(spots[2]).Move(spots, 1, 0); ok && f.Ref == ref(why.Label, 1) {
		t.Errorf("right of a label found the one below it")
	}
}
