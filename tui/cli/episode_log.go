package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/moments/choose"
	"eeporl/pomdp"
)

// episodeLog is the log that an explorer is asked to open.
type episodeLog struct {
	data   dataSource
	states int
}

// orderedEpisodes is how many of a log's first episodes are kept in their
// order, to be stepped through: some 6 MB.
const orderedEpisodes = 100_000

func (r *episodeLog) addFlags(f *pflag.FlagSet) {
	f.StringArrayVar(&r.data.paths, "log", nil, "explore a `LOG` or counts file in place of a model; again for more files")
	addFlag(f, &r.states, "states", "", "", "K", "number of hidden states of --log (default that of --like, or what the counts suggest)", model.WholeNumber(model.MostStates))
	r.data.addFlags(f, "`SCENARIO|MODEL` that declares the names in --log")
}

// logFlags say what a log is and means.
func logFlags() (names []string) {
	f := pflag.NewFlagSet("log", pflag.ContinueOnError)
	new(episodeLog).addFlags(f)
	f.VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	return names
}

// asked reports whether a log was given; a flag that needs --log without it is an
// error.
func (r *episodeLog) asked(f *pflag.FlagSet) (bool, error) {
	if len(r.data.paths) > 0 {
		return true, nil
	}
	for _, name := range logFlags() {
		if f.Changed(name) {
			return false, fmt.Errorf("--%s: found it without --log, expected both", name)
		}
	}
	return false, nil
}

// record reads the log: its triples, and its whole episodes where it can be read again.
func (a *app) record(ctx context.Context, r episodeLog) (*model.Record, error) {
	var like *pomdp.POMDP
	if r.data.like != "" {
		s, err := load(r.data.like, 0, nil)
		if err != nil {
			return nil, err
		}
		like, r.data.Bins = s.Model, s.Bins
		if r.states == 0 {
			r.states = like.Sizes().S
		}
	}
	line := a.progress()
	defer line.done()
	line.say("reading %s", pathsText(r.data.paths))
	data, err := a.readData(ctx, r.data, like)
	if err != nil {
		return nil, err
	}
	if like == nil && data.symbols != nil { // names that were read off it are kept with the session
		actions, observations, rewards := data.symbols.Inferred()
		if actions {
			r.data.Actions = data.symbols.Actions
		}
		if observations && data.options.Bins.None() {
			r.data.Observations = data.symbols.Observations
		}
		if rewards && data.options.Bins.None() {
			r.data.Rewards = data.symbols.Rewards
		}
	}
	if !r.data.allowUnseen {
		if err := data.leaveOut(false, nil); err != nil {
			return nil, failed(data.name, err)
		}
	}
	counts, err := data.count(nil, false)
	if err != nil {
		return nil, err
	}
	out := &model.Record{Counts: counts, Findings: append(data.findings(), data.names...)}
	line.say("reading whole episodes")
	if out.Episodes, err = a.wholeEpisodes(ctx, r.data, data); err != nil {
		return nil, failed(data.name, err)
	}
	out.Findings = append(out.Findings, data.ofEpisodes(out.Episodes)...)
	_, peeking := moments.OpenLoop(counts, out.Episodes)
	out.Findings = append(out.Findings, peeking...)
	var from learnable
	if out.Episodes != nil {
		from = learnableOf(out.Episodes, counts)
		out.Episodes = from.episodes
	}
	if r.states == 0 {
		line.say("choosing the number of states")
		o := moments.Options{RewardValues: data.Rewards}
		var order *choose.OrderChoice
		if out.Episodes != nil {
			least, most := stateRange{}.ends()
			choice, _ := from.chooseStates(ctx, data, least, most, o, line)
			order, err = choice, ctx.Err()
		} else {
			order, err = chooseStates(ctx, counts, stateRange{}, o)
		}
		if err != nil {
			return nil, failed(data.name, err)
		}
		r.states = order.Used()
	}
	n := data.Sizes
	if out.Shell, err = model.Shell(baseName(data.name), r.states, defaultHorizon, named(data.Actions, "action", n.A), named(data.Observations, "obs", n.Z), data.Rewards); err != nil {
		return nil, failed(data.name, err)
	}
	if out.First, err = r.first(data); err != nil {
		return nil, failed(data.name, err)
	}
	out.Words = r.words()
	return out, nil
}

// logSettings are those of a new session on a log, where nobody says otherwise: as 'eeporl estimate' has them.
func logSettings(r *model.Record) []model.Assignment {
	if r == nil || r.Episodes == nil {
		return nil
	}
	out := []model.Assignment{{Name: "estimator", Value: moments.WholeName}}
	if steps := r.Episodes.Lengths().Commonest; steps > 0 {
		out = append(out, model.Assignment{Name: "horizon", Value: strconv.Itoa(min(steps, mostLogHorizon))})
	}
	return out
}

// named returns names, or if there are none a name made of what and each index.
func named(names []string, what string, n int) []string {
	if names != nil {
		return names
	}
	for i := range n {
		names = append(names, fmt.Sprintf("%s-%d", what, i))
	}
	return names
}

// first reads the first episodes of one log in their order. Counts files,
// several logs, windows, counted rows and stdin have none.
func (r *episodeLog) first(data *dataset) ([]pomdp.Cell, error) {
	if len(r.data.paths) != 1 || data.symbols == nil || r.data.windows {
		return nil, nil
	}
	info, err := os.Stat(r.data.paths[0])
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil // stdin or a pipe, which was read already
	}
	file, err := os.Open(r.data.paths[0])
	if err != nil {
		return nil, failed(r.data.paths[0], err)
	}
	defer file.Close()
	var cells []pomdp.Cell
	for row, err := range data.symbols.Triples(file, r.data.paths[0], data.options) {
		switch {
		case err != nil && r.data.skipBad:
			continue
		case err != nil:
			return nil, err
		case row.Count != 1:
			return nil, nil
		}
		if cells = append(cells, data.fewer.cell(row.Cell, data.symbols.Sizes(0))); len(cells) == orderedEpisodes {
			break
		}
	}
	return cells, nil
}

// words are the flags that read the log again.
func (r *episodeLog) words() string {
	var out []string
	add := func(flag, value string) {
		if value != "" {
			out = append(out, "--"+flag, strconv.Quote(value))
		}
	}
	for _, path := range r.data.paths {
		add("log", path)
	}
	add("states", strconv.Itoa(r.states))
	add("like", r.data.like)
	add("actions", namesText(r.data.Actions))
	add("observations", namesText(r.data.Observations))
	add("rewards", strings.Join(pomdp.LevelTexts(r.data.Rewards), ","))
	add("columns", columnsText(r.data.Columns))
	add("only", r.data.Only)
	add("missing", namesText(r.data.Missing))
	add("worth", namesText(r.data.Worth))
	add("blank-action", r.data.Idle)
	if r.data.Blank != nil {
		add("blank-reward", strconv.FormatFloat(*r.data.Blank, 'g', -1, 64))
	}
	add("bins", r.data.bins.text)
	for _, x := range []struct {
		flag string
		is   bool
	}{
		{"windows", r.data.windows}, {"unsorted", r.data.Unsorted}, {"absorbing", r.data.Absorbing}, {"skip-bad", r.data.skipBad},
		{"episode-per-file", r.data.EpisodePerFile}, {"allow-unseen", r.data.allowUnseen}, {"allow-repeats", r.data.allowRepeats},
	} {
		if x.is {
			out = append(out, "--"+x.flag)
		}
	}
	return strings.Join(out, " ")
}

// recorded reads a log by its words, which a session file holds.
func recorded(ctx context.Context, words string) (model.Subject, error) {
	split, err := splitWords(words)
	if err != nil {
		return model.Subject{}, err
	}
	var r episodeLog
	f := pflag.NewFlagSet("log", pflag.ContinueOnError)
	r.addFlags(f)
	if err := f.Parse(split); err != nil {
		return model.Subject{}, err
	}
	if len(r.data.paths) == 0 || len(f.Args()) > 0 {
		return model.Subject{}, fmt.Errorf("found %q, expected --log and what declares its symbols", words)
	}
	for _, path := range r.data.paths {
		if path == "-" {
			return model.Subject{}, errors.New("found a log that came from stdin, expected a file that can be read again")
		}
	}
	r.data.Settled = true
	record, err := (&app{env: Env{}}).record(ctx, r)
	if err != nil {
		return model.Subject{}, err
	}
	return model.Subject{Name: record.Shell.Name(), Record: record}, nil
}

// splitWords undoes the quoting of words.
func splitWords(text string) (out []string, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		word, rest, _ := strings.Cut(text, " ")
		switch text[0] {
		case '\'':
			end := strings.IndexByte(text[1:], '\'')
			if end < 0 {
				return nil, fmt.Errorf("found %s, expected a word in quotes", text)
			}
			word, rest = text[1:1+end], text[2+end:]
		case '"':
			quoted, err := strconv.QuotedPrefix(text)
			if err != nil {
				return nil, fmt.Errorf("found %s, expected a word in quotes", text)
			}
			rest = text[len(quoted):]
			if word, err = strconv.Unquote(quoted); err != nil {
				return nil, err
			}
		}
		out, text = append(out, word), rest
	}
	return out, nil
}
