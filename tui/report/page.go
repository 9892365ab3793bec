package report

import (
	_ "embed"
	"fmt"
	"html"
	"strings"
)

//go:embed style.css
var style string

// page is an HTML file that grows. All elements are closed, so that it is XML
// as well.
type page struct{ strings.Builder }

// element writes an element with text in it.
func (p *page) element(tag, attributes, text string) {
	p.open(tag, attributes)
	p.WriteString(clean(text))
	p.close(tag)
}

func (p *page) open(tag, attributes string) {
	p.WriteString("<" + tag)
	if attributes != "" {
		p.WriteString(" " + attributes)
	}
	p.WriteString(">")
}

func (p *page) close(tag string) { p.WriteString("</" + tag + ">\n") }

func (p *page) document(d document) {
	p.WriteString("<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\" />\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n<meta name=\"color-scheme\" content=\"light dark\" />\n")
	p.element("title", "", d.title)
	p.WriteString("<style>\n" + style)
	p.close("style")
	p.WriteString("</head>\n<body>\n<header>\n")
	p.element("h1", "", d.title)
	p.element("p", `class="lead"`, d.lead)
	p.tiles(d.tiles)
	p.WriteString("</header>\n<main>\n")
	for _, s := range d.sections {
		p.WriteString("<section>\n")
		p.element("h2", "", s.title)
		for _, b := range s.blocks {
			p.block(b)
		}
		p.WriteString("</section>\n")
	}
	p.WriteString("</main>\n</body>\n</html>\n")
}

func (p *page) tiles(tiles []tile) {
	if len(tiles) == 0 {
		return
	}
	p.WriteString("<dl class=\"tiles\">\n")
	for _, t := range tiles {
		p.WriteString("<div>")
		p.element("dt", "", t.name)
		p.element("dd", "", t.value)
		if t.note != "" {
			p.element("dd", `class="note"`, t.note)
		}
		p.WriteString("</div>\n")
	}
	p.WriteString("</dl>\n")
}

func (p *page) block(b block) {
	switch {
	case b.heading != "":
		p.element("h3", "", b.heading)
	case b.items != nil:
		p.items(b.items)
	case b.table != nil:
		p.table(b.table)
	case b.facts != nil:
		p.facts(b.facts)
	case b.lines != nil:
		p.element("pre", "", strings.Join(b.lines, "\n"))
	case b.plot != nil:
		p.figure(b.plot)
	default:
		p.element("p", "", b.text)
	}
}

func (p *page) facts(facts []Fact) {
	p.WriteString("<dl class=\"facts\">\n")
	for _, f := range facts {
		p.WriteString("<div>")
		p.element("dt", "", f.Name)
		p.element("dd", "", f.Value)
		p.WriteString("</div>\n")
	}
	p.WriteString("</dl>\n")
}

func (p *page) items(items []item) {
	p.WriteString("<ul class=\"findings\">\n")
	for _, i := range items {
		class := ""
		if i.fatal {
			class = `class="fatal"`
		}
		p.open("li", class)
		p.element("code", "", i.code)
		p.WriteString(clean(i.text))
		p.close("li")
	}
	p.WriteString("</ul>\n")
}

func (p *page) table(t *table) {
	p.WriteString("<div class=\"wide\"><table>\n<thead><tr>")
	attributes := func(column int) string {
		if column < len(t.right) && t.right[column] {
			return `class="number"`
		}
		return ""
	}
	for i, text := range t.head {
		p.element("th", attributes(i), text)
	}
	p.WriteString("</tr></thead>\n<tbody>\n")
	for _, row := range t.rows {
		p.WriteString("<tr>")
		for i, c := range row {
			if c.mark == nil {
				p.element("td", attributes(i), c.text)
				continue
			}
			p.open("td", `class="mark"`)
			p.mark(c.mark)
			p.close("td")
		}
		p.WriteString("</tr>\n")
	}
	p.WriteString("</tbody>\n</table></div>\n")
	if t.note != "" {
		p.element("p", `class="note"`, t.note)
	}
}

func (p *page) figure(f *plot) {
	p.WriteString("<figure>\n")
	p.element("figcaption", "", f.title)
	fmt.Fprintf(p, `<svg viewBox="0 0 %s %s" style="max-width:%spx" role="img" aria-label="%s">`+"\n",
		short(f.width), short(f.height), short(f.width), clean(f.title))
	f.draw(&drawing{page: p})
	p.close("svg")
	if f.caption != "" {
		p.element("p", `class="note"`, f.caption)
	}
	p.close("figure")
}

// clean escapes text, and drops the control characters that XML cannot hold.
func clean(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "�")))
}
