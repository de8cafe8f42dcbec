/// The page of a wearer who gives up smoking.
enum QuitTemplates {
  static let quit = """
    {{<shell}}{{$main}}{{#page}}
    <section class="state calm">
    <p class="who">{{name}}</p>
    <h1>{{{headline}}}</h1>
    {{#lines}}
    <p>{{{.}}}</p>
    {{/lines}}
    {{#motive}}
    <p>{{{.}}}</p>
    {{/motive}}
    </section>
    {{#cautions}}
    <p class="caution">{{{.}}}</p>
    {{/cautions}}
    {{#contactLine}}
    <p class="contact">{{{.}}}</p>
    {{/contactLine}}
    {{#hasFigures}}
    <div class="columns">
    <div>
    <section class="card" aria-labelledby="gained">
    {{#hasBegun}}
    <h2 id="gained">{{w.quit.gained}}</h2>
    <dl>
    {{#facts}}
    <div><dt>{{{term}}}</dt><dd>{{{value}}}</dd></div>
    {{/facts}}
    </dl>
    {{/hasBegun}}
    {{#before}}
    <h2 id="gained">{{w.quit.before}}</h2>
    <p>{{{.}}}</p>
    {{/before}}
    </section>
    <section class="card" aria-labelledby="health">
    <h2 id="health">{{w.quit.health}}</h2>
    {{#next}}
    <h3>{{w.quit.next}}</h3>
    <ul class="rows">{{>milestone}}</ul>
    {{/next}}
    {{#hasReached}}
    <h3>{{w.quit.reached}}</h3>
    <ul class="rows">
    {{#reached}}{{>milestone}}{{/reached}}
    </ul>
    {{/hasReached}}
    {{#laterCount}}
    <details>
    <summary>{{{.}}}</summary>
    <ul class="rows">
    {{#later}}{{>milestone}}{{/later}}
    </ul>
    </details>
    {{/laterCount}}
    {{#hasSlipped}}
    <p class="note">{{w.quit.healthNote}}</p>
    {{/hasSlipped}}
    </section>
    </div>
    <div>
    <section class="card" aria-labelledby="cravings">
    <h2 id="cravings">{{w.quit.cravings}}</h2>
    <p>{{{answersLine}}}</p>
    {{#chart}}
    <figure>{{{.}}}<figcaption>{{w.quit.cravingsChart}}</figcaption></figure>
    <details>
    <summary>{{w.quit.cravingsTable}}</summary>
    <ol class="spots">
    {{#answers}}
    <li>{{{rowWhen}}}: {{{rowText}}}</li>
    {{/answers}}
    </ol>
    </details>
    {{/chart}}
    </section>
    <section class="card" aria-labelledby="slips">
    <h2 id="slips">{{w.quit.slips}}</h2>
    {{#slipsShown}}
    <p>{{{.}}}</p>
    {{/slipsShown}}
    {{#hasSlips}}
    <ul class="spots">
    {{#slips}}
    <li>{{{rowWhen}}}: {{{rowText}}}{{#rowNote}} <span class="where">{{.}}</span>{{/rowNote}}</li>
    {{/slips}}
    </ul>
    {{/hasSlips}}
    {{^hasSlips}}
    <p>{{w.quit.slipsNone}}</p>
    {{/hasSlips}}
    <p class="note">{{w.quit.slipsHow}}</p>
    {{#told}}
    <p class="note">{{{.}}}</p>
    {{/told}}
    </section>
    <section class="card" aria-labelledby="badges">
    <h2 id="badges">{{w.quit.badges}}</h2>
    {{#hasBadges}}
    <ul class="spots">
    {{#badges}}
    <li>{{.}}</li>
    {{/badges}}
    </ul>
    {{/hasBadges}}
    {{^hasBadges}}
    <p>{{w.quit.badgesNone}}</p>
    {{/hasBadges}}
    </section>
    <section class="card" id="tip" aria-labelledby="tip-title">
    <h2 id="tip-title">{{w.quit.tip}}</h2>
    <p class="strong">{{tip}}</p>
    <p class="note">{{{tipSource}}}</p>
    <p><a class="button" href="{{tipPath}}">{{w.quit.anotherTip}}</a></p>
    </section>
    </div>
    </div>
    <details>
    <summary>{{w.quit.sources}}</summary>
    <ul class="spots">
    {{#sources}}
    <li>{{.}}</li>
    {{/sources}}
    </ul>
    </details>
    {{/hasFigures}}
    <p class="note">{{w.quit.notAdvice}}</p>
    <p><a class="button" href="{{testimonies}}">{{w.quit.testimonies}}</a></p>
    {{/page}}{{/main}}{{/shell}}
    """

  static let milestone = """
    <li><b>{{stepTime}}</b> <span class="when">{{{stepWhen}}}</span> <span class="state">{{stepGain}}</span></li>

    """
}
