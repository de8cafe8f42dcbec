/// The page round the traces, as a Mustache template. HTML that is XML too, so that a parser can
/// check it.
enum PageTemplate {
  static let text = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <meta name="generator" content="vigia replay --report"/>
    <title>{{{title}}}</title>
    <style>
    {{{css}}}
    </style>
    </head>
    <body>
    {{{symbols}}}
    <main>
    {{#overview}}
    <header class="overview">
    <p class="kicker">Field trial</p>
    <h1>{{headline}}</h1>
    <p class="verdict {{tone}}">{{#glyph}}<span aria-hidden="true">{{.}}</span> {{/glyph}}{{verdict}}</p>
    <table class="list reflow">
    <caption class="hidden">The traces of this report</caption>
    <thead><tr><th scope="col">Trace</th><th scope="col">Verdict</th>\
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
    </main>
    </body>
    </html>

    """
}
