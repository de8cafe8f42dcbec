/// One trace of the page, as a Mustache template.
enum TraceTemplate {
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
    <h{{sublevel}}>Expectations</h{{sublevel}}>
    <table class="list verdicts">
    <thead><tr><th scope="col">Result</th><th scope="col">Expected</th>\
    {{#hasMiss}}<th scope="col">What happened instead</th>{{/hasMiss}}</tr></thead>
    <tbody>
    {{#verdicts}}
    <tr><td class="{{resultTone}}"><span aria-hidden="true">{{resultGlyph}}</span> {{result}}</td>\
    <th scope="row">{{{expected}}}</th>{{#instead}}<td>{{{.}}}</td>{{/instead}}</tr>
    {{/verdicts}}
    </tbody></table>
    </section>
    {{/hasVerdicts}}
    <section>
    <h{{sublevel}}>Plan</h{{sublevel}}>
    {{#plans}}
    <figure>
    <figcaption>{{caption}}</figcaption>
    {{{drawing}}}
    {{#legend}}
    <ul class="legend" aria-label="Legend">
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
    <h{{sublevel}}>Distance from the centre</h{{sublevel}}>
    <figure>
    <figcaption>{{caption}}</figcaption>
    {{{drawing}}}
    {{#legend}}
    <ul class="legend" aria-label="Legend">
    {{#entries}}
    <li>{{{swatch}}}{{text}}</li>
    {{/entries}}
    </ul>
    {{/legend}}
    </figure>
    </section>
    {{/chart}}
    <section>
    <h{{sublevel}}>Events</h{{sublevel}}>
    {{#hasEvents}}
    <table class="events reflow">
    <thead><tr><th scope="col">No.</th><th scope="col">Time ({{zone}})</th>\
    <th scope="col">Since start</th><th scope="col">Event</th>\
    <th scope="col">Distance</th><th scope="col">Accuracy</th>\
    <th scope="col">Place</th></tr></thead>
    <tbody>
    {{#events}}
    <tr class="{{style}}">{{#number}}<th scope="row">{{.}}</th>{{/number}}\
    {{^number}}<td></td>{{/number}}<td>{{#date}}<small>{{.}}</small> {{/date}}{{#otherTime}}<span title="{{.}}">{{/otherTime}}{{time}}{{#otherTime}}</span>{{/otherTime}}</td>\
    <td>{{since}}</td>\
    <td>{{{symbol}}}{{words}}{{#code}} <code>{{.}}</code>{{/code}}</td>\
    <td>{{distance}}</td><td>{{accuracy}}</td>\
    <td>{{#link}}<a href="{{.}}">{{place}}</a>{{/link}}</td></tr>
    {{/events}}
    </tbody></table>
    {{/hasEvents}}
    {{^hasEvents}}
    <p>Nothing happened.</p>
    {{/hasEvents}}
    {{#leftOut}}
    <p class="note">{{.}}</p>
    {{/leftOut}}
    </section>
    <section>
    <h{{sublevel}}>Trace quality</h{{sublevel}}>
    <table class="quality"><tbody>
    {{#quality}}
    <tr><th scope="row">{{term}}</th><td>{{#isCode}}<code>{{value}}</code>{{/isCode}}\
    {{^isCode}}{{value}}{{/isCode}}{{#note}}<small>{{.}}</small>{{/note}}</td></tr>
    {{/quality}}
    </tbody></table>
    </section>
    </article>

    """
}
