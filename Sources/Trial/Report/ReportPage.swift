import HAL
import Mustache
import Words

/// The report of a trial: one HTML page that needs nothing but itself, for a screen, a phone or
/// paper.
///
/// The same data make the same bytes.
public struct ReportPage {
  private struct Line {
    var anchor: String
    var label: String
    var lineTone: String
    var lineGlyph: String?
    var lineVerdict: String
    var numbers: [Number]
  }

  private struct Number {
    var column: String
    var value: String
  }

  private struct Overview {
    var headline: String
    var tone: String
    var glyph: String?
    var verdict: String
    var columns: [String]
    var lines: [Line]
  }

  private struct Page {
    var title: String
    var policy: String
    var css: String
    var symbols: String
    var overview: Overview?
    var traces: [TraceView]
    var signOff: String
    var scripts: String
    var language: String
    var fieldTrial: String
    var tracesCaption: String
    var trace: String
    var verdictHead: String
  }

  private let traces: [ReportData]
  /// The trail at the page's end; nil for a page that nobody signs.
  public var signOff: SignOff?
  /// The device's program in the page; nil for a page that replays nothing.
  public var module: LivingModule?

  /// One section a trace, in this order; with an overview first when there are several.
  public init(_ traces: [ReportData]) {
    self.traces = traces.map {
      var data = $0
      data.samples.finish()
      return data
    }
  }

  public init(_ traces: ReportData...) { self.init(traces) }

  /// The page, in UTF-8 under 1 MB for a day of fixes.
  /// - Throws: never but by a mistake in the templates.
  public func html() throws -> String {
    let isAlone = traces.count == 1
    let views = traces.enumerated().map {
      TraceView(
        $0.element, id: "trace-\($0.offset + 1)", isAlone: isAlone,
        living: Living(hasModule: module != nil, command: command($0.offset)))
    }
    let text = ReportText(traces.first?.language ?? .english)
    let overview = isAlone ? nil : self.overview(views, text)
    let title = overview.map { "\($0.headline): \($0.verdict)" }
    let style = "\n\(StyleSheet.text)\(LivingStyle.text)\n"
    let hasTools = views.contains { $0.living.tools != nil }
    let page = Page(
      title: title ?? views.map { "\($0.title): \($0.head.verdict)" }.joined(),
      policy: LivingScript.policy(style: style, hasTools: hasTools), css: style,
      symbols: Symbols.svg, overview: overview, traces: views,
      signOff: signOff?.section(traces) ?? "",
      scripts: hasTools ? scripts(text.words.language) : "", language: text.words.language.rawValue,
      fieldTrial: text(.kicker), tracesCaption: text(.tracesCaption), trace: text(.trace),
      verdictHead: text(.verdict))
    let library = MustacheLibrary(templates: [
      "trace": try MustacheTemplate(string: TraceTemplate.text),
      "tools": try MustacheTemplate(string: LivingTemplate.section),
      "player": try MustacheTemplate(string: LivingTemplate.player),
    ])
    return try MustacheTemplate(string: PageTemplate.text).render(page, library: library)
  }

  private func overview(_ views: [TraceView], _ text: ReportText) -> Overview {
    let asked = traces.filter { !$0.verdicts.isEmpty }
    let missed = asked.filter { data in data.verdicts.contains { $0.miss != nil } }.count
    let numbers = text.numbers
    let verdict: (String, String?, String) =
      asked.isEmpty
      ? ("neutral", nil, text(.nothingExpected))
      : missed > 0
        ? (
          "bad", "✗",
          text.words(
            .tracesMissed, (.number, numbers.count(missed)), (.total, numbers.count(asked.count)))
        )
        : ("good", "✓", text(.tracesMet))
    let columns: [ReportPhrase] = [.exits, .returns, .suspects, .positionLost, .duration]
    return Overview(
      headline: text(.traces, traces.count), tone: verdict.0, glyph: verdict.1,
      verdict: verdict.2, columns: columns.map { text($0) },
      lines: zip(traces, views).map { data, view in
        Line(
          anchor: view.id, label: view.name, lineTone: view.head.tone, lineGlyph: view.head.glyph,
          lineVerdict: view.head.verdict,
          numbers: zip(columns, ReportPage.figures(data)).map {
            Number(column: text($0), value: $1)
          })
      })
  }

  /// The command for the tools; nil where there is none, or it would put one circle in the place of several.
  private func command(_ trace: Int) -> String? {
    traces[trace].circles.count > 1 ? nil : signOff?.replayCommand(trace)
  }

  private func scripts(_ language: Language) -> String {
    guard let module else { return "" }
    let commands = traces.indices.map { command($0) }
    return LivingScript.blocks(zip(traces, commands), module, language)
  }

  private static func figures(_ data: ReportData) -> [String] {
    let summary = data.summary
    let numbers = data.text.numbers
    return [summary.exits, summary.returns, summary.suspects, summary.losses].map(numbers.count)
      + [numbers.duration(Milliseconds.seconds((data.end.count + 500) / 1000))]
  }
}

/// The page round the traces, as a Mustache template. HTML that is XML too, so that a parser can
/// check it.
private enum PageTemplate {
  static let text = """
    <!DOCTYPE html>
    <html lang="{{language}}">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <meta http-equiv="Content-Security-Policy" content="{{{policy}}}"/>
    <meta name="generator" content="vigia replay --report"/>
    <title>{{{title}}}</title>
    <style>{{{css}}}</style>
    </head>
    <body>
    {{{symbols}}}
    <main>
    {{#overview}}
    <header class="overview">
    <p class="kicker">{{fieldTrial}}</p>
    <h1>{{headline}}</h1>
    <p class="verdict {{tone}}">{{#glyph}}<span aria-hidden="true">{{.}}</span> {{/glyph}}{{verdict}}</p>
    <table class="list reflow">
    <caption class="hidden">{{tracesCaption}}</caption>
    <thead><tr><th scope="col">{{trace}}</th><th scope="col">{{verdictHead}}</th>\
    {{#columns}}<th scope="col" class="num">{{.}}</th>{{/columns}}</tr></thead>
    <tbody>
    {{#lines}}
    <tr><th scope="row"><a href="#{{anchor}}">{{{label}}}</a></th>\
    <td class="{{lineTone}}">{{#lineGlyph}}<span aria-hidden="true">{{.}}</span> {{/lineGlyph}}{{lineVerdict}}</td>\
    {{#numbers}}<td class="num" data-label="{{column}}">{{value}}</td>{{/numbers}}</tr>
    {{/lines}}
    </tbody></table>
    </header>
    {{/overview}}
    {{#traces}}
    {{>trace}}
    {{/traces}}
    {{{signOff}}}</main>
    {{{scripts}}}</body>
    </html>

    """
}

/// One trace of the page, as a Mustache template.
private enum TraceTemplate {
  static let text = """
    <article id="{{id}}" aria-labelledby="{{id}}-name">
    <header>
    {{#kicker}}<p class="kicker">{{.}}</p>
    {{/kicker}}
    <h{{level}} class="name" id="{{id}}-name">{{{name}}}</h{{level}}>
    {{#head}}
    <p class="verdict {{tone}}">{{#glyph}}<span aria-hidden="true">{{.}}</span> {{/glyph}}{{verdict}}</p>
    <p class="lead">{{lead}}</p>
    <dl class="facts">
    {{#facts}}
    <div><dt>{{term}}</dt><dd>{{main}}{{#notes}}<small>{{.}}</small>{{/notes}}</dd></div>
    {{/facts}}
    </dl>
    {{/head}}
    </header>
    {{#hasVerdicts}}
    <section>
    <h{{sublevel}}>{{say.expectations}}</h{{sublevel}}>
    <table class="list verdicts">
    <thead><tr><th scope="col">{{say.result}}</th><th scope="col">{{say.expected}}</th>\
    {{#hasMiss}}<th scope="col">{{say.instead}}</th>{{/hasMiss}}</tr></thead>
    <tbody>
    {{#verdicts}}
    <tr><td class="{{resultTone}}"><span aria-hidden="true">{{resultGlyph}}</span> {{result}}</td>\
    <th scope="row">{{{expected}}}</th>{{#instead}}<td>{{{.}}}</td>{{/instead}}</tr>
    {{/verdicts}}
    </tbody></table>
    </section>
    {{/hasVerdicts}}
    {{#crossings}}
    <section class="crossings">
    <h{{sublevel}}>{{title}}</h{{sublevel}}>
    <p class="note">{{note}}</p>
    {{#items}}
    <div class="crossing" id="{{id}}">
    <p class="what"><strong>{{title}}</strong>{{#link}} <a href="{{.}}">{{mapWord}}</a>{{/link}}</p>
    <dl class="facts">{{#facts}}<div><dt>{{term}}</dt><dd>{{value}}</dd></div>{{/facts}}</dl>
    <p><strong>{{cause}}:</strong> {{why}}</p>
    {{#drawing}}
    <figure>
    <figcaption>{{caption}}</figcaption>
    {{{drawing}}}
    <ul class="legend">
    {{#legend}}
    <li>{{{swatch}}}{{text}}</li>
    {{/legend}}
    </ul>
    </figure>
    {{/drawing}}
    </div>
    {{/items}}
    {{#leftOut}}
    <p class="note">{{.}}</p>
    {{/leftOut}}
    </section>
    {{/crossings}}
    {{#sweep}}
    <section class="sweep">
    <h{{sublevel}}>{{title}}</h{{sublevel}}>
    <p class="note">{{note}}</p>
    <table class="list sweeps">
    <thead><tr><th scope="col">{{head}}</th>{{#columns}}<th scope="col" class="num">{{.}}</th>{{/columns}}</tr></thead>
    <tbody>
    {{#lines}}
    <tr><th scope="row">{{name}}</th>{{#cells}}<td class="num" data-label="{{column}}">{{value}}</td>{{/cells}}</tr>
    {{/lines}}
    </tbody></table>
    <div class="multiples">
    {{#charts}}
    {{{.}}}
    {{/charts}}
    </div>
    </section>
    {{/sweep}}
    {{>tools}}
    <section class="still">
    <h{{sublevel}}>{{say.plan}}</h{{sublevel}}>
    {{#plans}}
    <figure>
    <figcaption>{{caption}}</figcaption>
    {{{drawing}}}
    {{#legend}}
    <ul class="legend" aria-label="{{say.legend}}">
    {{#entries}}
    <li>{{{swatch}}}{{text}}</li>
    {{/entries}}
    </ul>
    {{/legend}}
    </figure>
    {{/plans}}
    </section>
    {{#chart}}
    <section>
    <h{{sublevel}}>{{say.chart}}</h{{sublevel}}>
    <figure>
    <figcaption>{{caption}}</figcaption>
    {{{drawing}}}
    {{#legend}}
    <ul class="legend" aria-label="{{say.legend}}">
    {{#entries}}
    <li>{{{swatch}}}{{text}}</li>
    {{/entries}}
    </ul>
    {{/legend}}
    </figure>
    </section>
    {{/chart}}
    <section>
    <h{{sublevel}}>{{say.events}}</h{{sublevel}}>
    {{#hasEvents}}
    <table class="events reflow">
    <thead><tr><th scope="col">{{say.number}}</th><th scope="col">{{say.time}}</th>\
    <th scope="col">{{say.since}}</th><th scope="col">{{say.event}}</th>\
    <th scope="col">{{say.distance}}</th><th scope="col">{{say.accuracy}}</th>\
    <th scope="col">{{say.place}}</th></tr></thead>
    <tbody>
    {{#events}}
    <tr class="{{style}}" data-at="{{at}}">{{#number}}<th scope="row">{{.}}</th>{{/number}}\
    {{^number}}<td></td>{{/number}}<td>{{#date}}<small>{{.}}</small> {{/date}}{{#otherTime}}<span title="{{.}}">{{/otherTime}}{{time}}{{#otherTime}}</span>{{/otherTime}}</td>\
    <td>{{since}}</td>\
    <td>{{{symbol}}}{{words}}</td>\
    <td>{{distance}}</td><td>{{accuracy}}</td>\
    <td>{{#link}}<a href="{{.}}"{{#placeLabel}} aria-label="{{.}}"{{/placeLabel}}>{{place}}</a>{{/link}}</td></tr>
    {{/events}}
    </tbody></table>
    {{/hasEvents}}
    {{^hasEvents}}
    <p>{{say.nothingHappened}}</p>
    {{/hasEvents}}
    {{#leftOut}}
    <p class="note">{{.}}</p>
    {{/leftOut}}
    {{#hasEvents}}
    <details>
    <summary>{{say.machine}}</summary>
    <p class="note">{{say.machineNote}}</p>
    <pre tabindex="0">{{{machine}}}</pre>
    </details>
    {{/hasEvents}}
    </section>
    <section>
    <h{{sublevel}}>{{say.quality}}</h{{sublevel}}>
    <table class="quality"><tbody>
    {{#quality}}
    <tr><th scope="row">{{term}}</th><td>{{#isCode}}<code>{{value}}</code>{{/isCode}}\
    {{^isCode}}{{value}}{{/isCode}}{{#note}}<small>{{.}}</small>{{/note}}</td></tr>
    {{/quality}}
    </tbody></table>
    </section>
    {{>player}}
    </article>

    """
}
