/// The pages of testimonies.
enum TestimonyTemplates {
  /// The field of the text begins with a line break, which HTML leaves out: one of the text itself stays.
  static let testimonies = """
    {{<shell}}{{$main}}{{#page}}
    <h1>{{w.testimony.title}}</h1>
    {{#notice}}
    <p class="notice" role="status">{{.}}</p>
    {{/notice}}
    {{#problem}}
    <p class="problem" role="alert">{{.}} <a href="#write">{{w.testimony.toForm}}</a></p>
    {{/problem}}
    <p>{{w.testimony.lead}}</p>
    {{#isEmpty}}
    <p>{{w.testimony.empty}}</p>
    {{/isEmpty}}
    {{#published}}
    <article class="card">{{>testimony}}</article>
    {{/published}}
    {{#olderPath}}
    <p><a class="button" href="{{.}}">{{w.testimony.older}}</a></p>
    {{/olderPath}}
    <section class="card" aria-labelledby="own">
    <h2 id="own">{{w.testimony.own}}</h2>
    {{#own}}
    <article>
    {{#quote}}{{>testimony}}{{/quote}}
    <p class="strong">{{{state}}}</p>
    <form method="post" action="{{withdraw}}"><button class="plain">{{w.testimony.withdraw}}</button></form>
    </article>
    {{/own}}
    {{#hasOwn}}
    <p class="note">{{w.testimony.withdrawHelp}}</p>
    {{/hasOwn}}
    {{^hasOwn}}
    <p>{{w.testimony.ownNone}}</p>
    {{/hasOwn}}
    </section>
    <section class="card" id="write" aria-labelledby="write-title">
    <h2 id="write-title">{{w.testimony.write}}</h2>
    {{#lacksModerator}}
    <p class="caution">{{w.testimony.noModerator}}</p>
    {{/lacksModerator}}
    <p>{{w.testimony.writeHelp}}</p>
    {{#problem}}
    <p class="problem" id="problem">{{.}}</p>
    {{/problem}}
    <form method="post" action="{{action}}">
    <label for="text">{{w.testimony.text}}</label>
    <p class="note" id="text-help">{{w.testimony.textHelp}}</p>
    <textarea id="text" name="text" maxlength="600" required\
    {{#isTextWrong}} aria-invalid="true"{{/isTextWrong}}\
     aria-describedby="text-help{{#isTextWrong}} problem{{/isTextWrong}}">
    {{{text}}}</textarea>
    <label for="name">{{w.testimony.name}}</label>
    <p class="note" id="name-help">{{w.testimony.nameHelp}}</p>
    <input id="name" name="name" maxlength="40" required autocomplete="off" value="{{name}}"\
    {{#isNameWrong}} aria-invalid="true"{{/isNameWrong}}\
     aria-describedby="name-help{{#isNameWrong}} problem{{/isNameWrong}}">
    <label for="language">{{w.testimony.language}}</label>
    <select id="language" name="language">
    <option value="es" lang="es"{{#languages.isSpanish}} selected{{/languages.isSpanish}}>{{w.login.spanish}}</option>
    <option value="en" lang="en"{{#languages.isEnglish}} selected{{/languages.isEnglish}}>{{w.login.english}}</option>
    </select>
    <label class="consent"><input type="checkbox" name="consent" value="yes" required\
    {{#isConsentWrong}} aria-invalid="true" aria-describedby="problem"{{/isConsentWrong}}>
    <span>{{w.testimony.consent}}</span></label>
    <button class="main">{{w.testimony.send}}</button>
    </form>
    </section>
    {{/page}}{{/main}}{{/shell}}
    """

  static let testimony = """
    <blockquote class="quote" lang="{{textLanguage}}">
    {{#paragraphs}}
    <p>{{.}}</p>
    {{/paragraphs}}
    </blockquote>
    <p class="note">{{{byLine}}}</p>

    """

  static let moderation = """
    {{<shell}}{{$main}}{{#page}}
    <h1>{{w.testimony.moderation}}</h1>
    {{#notice}}
    <p class="notice" role="status">{{.}}</p>
    {{/notice}}
    {{#problem}}
    <p class="problem" role="alert">{{text}} <a href="#testimony-{{place}}">{{w.testimony.toForm}}</a></p>
    {{/problem}}
    <p>{{w.testimony.moderationLead}}</p>
    <h2>{{w.testimony.queue}}</h2>
    {{^hasWaiting}}
    <p>{{w.testimony.queueNone}}</p>
    {{/hasWaiting}}
    {{#waiting}}
    <section class="card" aria-labelledby="testimony-{{id}}">
    <h3 id="testimony-{{id}}">{{{heading}}}</h3>
    <p class="note">{{{about}}}</p>
    {{#quote}}{{>testimony}}{{/quote}}
    {{#publish}}
    <form method="post" action="{{.}}"><button class="main">{{w.testimony.publish}}</button></form>
    {{/publish}}
    {{>refusal-form}}
    </section>
    {{/waiting}}
    {{#hasPublished}}
    <section aria-labelledby="published">
    <h2 id="published">{{w.testimony.shown}}</h2>
    {{#published}}
    <article class="card" id="testimony-{{id}}">
    {{#quote}}{{>testimony}}{{/quote}}
    <details{{#reasonProblem}} open{{/reasonProblem}}>
    <summary>{{w.testimony.takeDown}}</summary>
    {{>refusal-form}}
    </details>
    </article>
    {{/published}}
    </section>
    {{/hasPublished}}
    <section class="card" aria-labelledby="decisions">
    <h2 id="decisions">{{w.testimony.decisions}}</h2>
    {{#hasDecisions}}
    <ul class="rows">
    {{#decisions}}
    <li><span class="when">{{{time}}}</span> <span>{{{text}}}</span></li>
    {{/decisions}}
    </ul>
    {{/hasDecisions}}
    {{^hasDecisions}}
    <p>{{w.testimony.decisionsNone}}</p>
    {{/hasDecisions}}
    </section>
    {{/page}}{{/main}}{{/shell}}
    """

  static let refusalForm = """
    <form method="post" action="{{refuse}}">
    <label for="reason-{{id}}">{{{reasonLabel}}}</label>
    <p class="note" id="help-{{id}}">{{w.testimony.reasonHelp}}</p>
    {{#reasonProblem}}
    <p class="problem" id="problem-{{id}}">{{.}}</p>
    {{/reasonProblem}}
    <input id="reason-{{id}}" name="reason" maxlength="200" required value="{{reason}}"\
    {{#reasonProblem}} aria-invalid="true"{{/reasonProblem}}\
     aria-describedby="help-{{id}}{{#reasonProblem}} problem-{{id}}{{/reasonProblem}}">
    <button class="plain">{{w.testimony.refuse}}</button>
    </form>

    """
}
