package lesson

import (
	"slices"
	"strings"

	"eeporl/model/watch"
	"eeporl/pomdp/printable"
)

// Prose is text with keys and figures in it.
type Prose []Piece

// Piece is plain text, the key of a command ([forward]) or what is typed for a
// setting ([set c=9]), or a figure ({N}).
type Piece struct {
	Text   string     // plain text, or the key's name
	Key    bool       // Text is the name of a key
	Figure watch.Expr // a figure; Text is its value once that is frozen
}

// Freeze fixes the figures that are known to what they are now: what a text tells of the scene
// stays true when the learner goes on from it.
func (p Prose) Freeze(look watch.Lookup) Prose {
	out := slices.Clone(p)
	for i, x := range out {
		if x.IsFigure() && x.Text == "" {
			if value := x.Figure.Eval(look); !value.Unknown {
				out[i].Text = value.String()
			}
		}
	}
	return out
}

// since is the prose where was(…) has the values that look has now.
func (p Prose) since(look watch.Lookup) Prose {
	out := slices.Clone(p)
	for i, x := range out {
		if x.IsFigure() {
			out[i].Figure = x.Figure.Freeze(look)
		}
	}
	return out
}

// IsFigure says whether the piece is a figure.
func (x Piece) IsFigure() bool { return x.Figure.String() != "" }

// String writes the prose out: keys by their labels, figures by their values.
func (p Prose) String(key func(name string) string, look watch.Lookup) string {
	var b strings.Builder
	for _, x := range p {
		b.WriteString(x.Write(key, look))
	}
	return b.String()
}

// Write is one piece as it stands on the screen.
func (x Piece) Write(key func(name string) string, look watch.Lookup) string {
	switch {
	case x.Key:
		return key(x.Text)
	case x.IsFigure() && x.Text == "":
		return x.Figure.Eval(look).String()
	}
	return x.Text
}

// prose reads text with [keys] and {figures}. For a literal [this] the text has [[this]],
// for a literal {this} it has {{this}}.
func (r *reader) prose(text string) (Prose, error) {
	var out Prose
	var plain strings.Builder
	flush := func() {
		if plain.Len() > 0 {
			out = append(out, Piece{Text: strings.NewReplacer("]]", "]", "}}", "}").Replace(plain.String())})
			plain.Reset()
		}
	}
	for rest := text; rest != ""; {
		i := strings.IndexAny(rest, "[{")
		if i < 0 {
			plain.WriteString(rest)
			break
		}
		plain.WriteString(rest[:i])
		open := rest[i]
		rest = rest[i+1:]
		if strings.HasPrefix(rest, string(open)) {
			plain.WriteByte(open)
			rest = rest[1:]
			continue
		}
		end := map[byte]string{'[': "]", '{': "}"}[open]
		inside, after, ok := strings.Cut(rest, end)
		if !ok {
			return nil, r.found("%q without its end", "%s, or %c%c and two at the end for the sign itself", string(open)+printable.Clip(rest), end, open, open)
		}
		flush()
		piece, err := r.piece(open, strings.TrimSpace(inside))
		if err != nil {
			return nil, err
		}
		out, rest = append(out, piece), after
	}
	flush()
	return out, nil
}

func (r *reader) piece(open byte, inside string) (Piece, error) {
	if open == '[' {
		if strings.HasPrefix(inside, "set ") {
			return Piece{Text: inside, Key: true}, r.known(inside)
		}
		if r.env.Key != nil && !r.env.Key(inside) {
			return Piece{}, r.found("the key %q", "the name of a command that has one, such as [forward] or [estimate], or [set c=9]", inside)
		}
		return Piece{Text: inside, Key: true}, nil
	}
	e, err := watch.Parse(inside, r.env.Names...)
	if err != nil {
		return Piece{}, r.wrong("{"+inside+"}", err)
	}
	return Piece{Figure: e}, nil
}
