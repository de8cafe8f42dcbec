/// The pages about accounts, people and devices.
enum AccountTemplates {
  static let login = """
    {{<shell}}{{$main}}{{#page}}
    <div class="gate">
    <h1>{{w.login.title}}</h1>
    <p>{{w.login.lead}}</p>
    {{#notice}}
    <p class="notice" role="status">{{.}}</p>
    {{/notice}}
    {{#problem}}
    <p class="problem" id="problem" role="alert">{{{.}}}</p>
    {{/problem}}
    <form method="post" action="{{action}}" class="card">
    <input type="hidden" name="next" value="{{next}}">
    <label for="email">{{w.login.email}}</label>
    <input id="email" name="email" type="email" autocomplete="username" required value="{{email}}"\
    {{#problem}} aria-invalid="true" aria-describedby="problem"{{/problem}}>
    <label for="password">{{w.login.password}}</label>
    <input id="password" name="password" type="password" autocomplete="current-password" required\
    {{#problem}} aria-invalid="true" aria-describedby="problem"{{/problem}}>
    <button class="main">{{w.login.enter}}</button>
    </form>
    {{#linkAction}}
    <form method="post" action="{{.}}" class="card">
    <h2>{{w.login.forgotten}}</h2>
    <p>{{w.login.forgottenHow}}</p>
    <label for="link-email">{{w.login.email}}</label>
    <input id="link-email" name="email" type="email" autocomplete="username" required value="{{email}}">
    <button>{{w.login.sendLink}}</button>
    </form>
    {{/linkAction}}
    {{^linkAction}}
    <section class="card">
    <h2>{{w.login.forgotten}}</h2>
    <p>{{w.login.noMail}}</p>
    </section>
    {{/linkAction}}
    </div>
    {{/page}}{{/main}}{{/shell}}
    """

  static let link = """
    {{<shell}}{{$main}}{{#page}}
    <div class="gate">
    <h1>{{w.login.linkTitle}}</h1>
    <p>{{{email}}}</p>
    <p>{{{until}}}</p>
    <form method="post" action="{{action}}"><button class="main">{{w.login.linkEnter}}</button></form>
    </div>
    {{/page}}{{/main}}{{/shell}}
    """

  static let invitation = """
    {{<shell}}{{$main}}{{#page}}
    <div class="gate">
    <h1>{{w.login.invitationTitle}}</h1>
    {{#lines}}
    <p>{{{.}}}</p>
    {{/lines}}
    <form method="post" action="{{action}}" class="card">
    {{#languages}}
    <input type="hidden" name="username" autocomplete="username" value="{{email}}">
    <label for="name">{{w.login.name}}</label>
    <p class="note" id="name-help">{{w.login.nameHelp}}</p>
    {{#nameProblem}}
    <p class="problem" id="name-problem" role="alert">{{.}}</p>
    {{/nameProblem}}
    <input id="name" name="name" autocomplete="name" maxlength="60" required value="{{name}}"\
    {{#nameProblem}} aria-invalid="true"{{/nameProblem}}\
     aria-describedby="name-help{{#nameProblem}} name-problem{{/nameProblem}}">
    <label for="password">{{w.login.passwordNew}}</label>
    <p class="note" id="password-help">{{w.login.passwordHelp}}</p>
    {{#passwordProblem}}
    <p class="problem" id="password-problem" role="alert">{{.}}</p>
    {{/passwordProblem}}
    <input id="password" name="password" type="password" autocomplete="new-password" minlength="10" required\
    {{#passwordProblem}} aria-invalid="true"{{/passwordProblem}}\
     aria-describedby="password-help{{#passwordProblem}} password-problem{{/passwordProblem}}">
    {{>language}}
    {{/languages}}
    <button class="main">{{w.login.accept}}</button>
    </form>
    </div>
    {{/page}}{{/main}}{{/shell}}
    """

  static let language = """
    <label for="language">{{w.login.language}}</label>
    <select id="language" name="language">
    <option value="es" lang="es"{{#languages.isSpanish}} selected{{/languages.isSpanish}}>{{w.login.spanish}}</option>
    <option value="en" lang="en"{{#languages.isEnglish}} selected{{/languages.isEnglish}}>{{w.login.english}}</option>
    </select>

    """

  static let home = """
    {{<shell}}{{$main}}{{#page}}
    <h1>{{w.overview.homeTitle}}</h1>
    <div id="people" data-part>
    {{#isEmpty}}
    <p>{{w.overview.homeEmpty}}</p>
    {{/isEmpty}}
    {{#rows}}
    <section class="card state {{tone}}">
    <h2><a href="{{path}}">{{name}}</a></h2>
    <p class="strong">{{headline}}</p>
    <p>{{{contactWords}}}</p>
    </section>
    {{/rows}}
    </div>
    {{/page}}{{/main}}{{/shell}}
    """

  static let account = """
    {{<shell}}{{$main}}{{#page}}
    <h1>{{w.account.title}}</h1>
    {{#notice}}
    <p class="notice" role="status">{{.}}</p>
    {{/notice}}
    <section class="card" aria-labelledby="you">
    <h2 id="you">{{w.account.you}}</h2>
    <p>{{email}}</p>
    <form method="post" action="{{action}}">
    <label for="name">{{w.login.name}}</label>
    {{#nameProblem}}
    <p class="problem" id="name-problem" role="alert">{{.}}</p>
    {{/nameProblem}}
    <input id="name" name="name" autocomplete="name" maxlength="60" required value="{{name}}"\
    {{#nameProblem}} aria-invalid="true" aria-describedby="name-problem"{{/nameProblem}}>
    {{>language}}
    <button>{{w.account.save}}</button>
    </form>
    </section>
    <section class="card" aria-labelledby="sessions">
    <h2 id="sessions">{{w.account.sessions}}</h2>
    <p class="note">{{w.account.sessionsNote}}</p>
    <ul class="rows">
    {{#sessions}}
    <li>
    <b>{{{agent}}}</b>
    {{#isThis}}
    <span class="tag">{{w.account.this}}</span>
    {{/isThis}}
    <span class="when">{{{seen}}} {{{began}}}</span>
    {{#end}}
    <form method="post" action="{{.}}"><button class="plain">{{w.account.end}}</button></form>
    {{/end}}
    </li>
    {{/sessions}}
    </ul>
    {{#endOthers}}
    <form method="post" action="{{.}}"><button>{{w.account.endOthers}}</button></form>
    {{/endOthers}}
    </section>
    <section class="card" aria-labelledby="change">
    <h2 id="change">{{w.account.password}}</h2>
    <form method="post" action="{{passwordAction}}">
    <input type="hidden" name="username" autocomplete="username" value="{{email}}">
    {{#byLink}}
    <p class="note">{{{.}}}</p>
    {{/byLink}}
    {{#linkOver}}
    <p class="problem" role="alert">{{.}} <a href="{{loginPath}}">{{w.account.linkAgain}}</a></p>
    {{/linkOver}}
    {{#needsOld}}
    <label for="old">{{w.account.old}}</label>
    {{#oldProblem}}
    <p class="problem" id="old-problem" role="alert">{{.}}</p>
    {{/oldProblem}}
    <input id="old" name="old" type="password" autocomplete="current-password" required\
    {{#oldProblem}} aria-invalid="true" aria-describedby="old-problem"{{/oldProblem}}>
    {{/needsOld}}
    <label for="new">{{w.account.new}}</label>
    <p class="note" id="new-help">{{w.login.passwordHelp}}</p>
    {{#newProblem}}
    <p class="problem" id="new-problem" role="alert">{{.}}</p>
    {{/newProblem}}
    <input id="new" name="new" type="password" autocomplete="new-password" minlength="10" required\
    {{#newProblem}} aria-invalid="true"{{/newProblem}}\
     aria-describedby="new-help{{#newProblem}} new-problem{{/newProblem}}">
    <button>{{w.account.change}}</button>
    </form>
    </section>
    {{/page}}{{/main}}{{/shell}}
    """

  static let people = """
    {{<shell}}{{$main}}{{#page}}
    <h1>{{w.people.title}}</h1>
    {{#notice}}
    <p class="notice" role="status">{{.}}</p>
    {{/notice}}
    {{#problem}}
    <p class="problem" id="problem" role="alert">{{.}}</p>
    {{/problem}}
    {{#profile}}{{>setting-people}}{{/profile}}
    <h2>{{w.people.title}}</h2>
    <p class="note">{{w.people.lookHelp}}<br>{{w.people.helpHelp}}<br>{{w.people.administerHelp}}</p>
    <ul class="rows">
    {{#people}}
    <li>
    <b>{{{personName}}}</b> <span class="when">{{personMail}}</span>
    <form method="post" action="{{action}}">
    <label for="right-{{id}}">{{{label}}}</label>
    <div class="field"><select id="right-{{id}}" name="right">
    <option value="look"{{#isLook}} selected{{/isLook}}>{{w.people.look}}</option>
    <option value="help"{{#isHelp}} selected{{/isHelp}}>{{w.people.help}}</option>
    <option value="administer"{{#isAdminister}} selected{{/isAdminister}}>{{w.people.administer}}</option>
    <option value="none">{{w.people.none}}</option>
    </select>
    <button class="plain">{{w.people.change}}</button></div>
    </form>
    </li>
    {{/people}}
    </ul>
    {{#hasWaiting}}
    <section class="card" aria-labelledby="waiting">
    <h2 id="waiting">{{w.people.invitations}}</h2>
    <ul class="rows">
    {{#waiting}}
    <li>{{{text}}} <span class="tag">{{right}}</span>
    <form method="post" action="{{endInvitationAction}}"><input type="hidden" name="email"\
     value="{{waitingEmail}}"><button class="plain">{{w.people.endInvitation}}<span class="hidden">:
    {{waitingEmail}}</span></button></form></li>
    {{/waiting}}
    </ul>
    </section>
    {{/hasWaiting}}
    <section class="card" aria-labelledby="invite">
    <h2 id="invite">{{w.people.invite}}</h2>
    <p>{{inviteLead}}</p>
    {{#inviteAction}}
    <form method="post" action="{{.}}">
    <label for="name">{{w.people.name}}</label>
    <input id="name" name="name" maxlength="60" required value="{{name}}">
    <label for="email">{{w.people.email}}</label>
    <input id="email" name="email" type="email" required value="{{email}}">
    <label for="right">{{w.people.permission}}</label>
    <select id="right" name="right">
    <option value="look">{{w.people.look}}</option>
    <option value="help" selected>{{w.people.help}}</option>
    <option value="administer">{{w.people.administer}}</option>
    </select>
    <button class="main">{{w.people.send}}</button>
    </form>
    {{/inviteAction}}
    </section>
    {{/page}}{{/main}}{{/shell}}
    """

  static let device = """
    {{<shell}}{{$main}}{{#page}}
    <h1>{{{heading}}}</h1>
    <p>{{{state}}}</p>
    {{#contact}}{{>contact}}{{/contact}}
    {{#code}}
    <section class="card" aria-labelledby="code">
    <h2 id="code">{{title}}</h2>
    <p class="code"><span class="hidden">{{w.device.codeLabel}}:</span> {{text}}</p>
    <p class="strong">{{{once}}}</p>
    <p>{{w.device.codeHow}}</p>
    <p class="command"><code>{{command}}</code></p>
    {{#isReplacement}}
    <p>{{w.device.replacementHow}}</p>
    {{/isReplacement}}
    </section>
    {{/code}}
    <section class="card">
    <form method="post" action="{{makeAction}}"><button>{{makeLabel}}</button></form>
    <p class="note">{{w.device.makeHelp}}</p>
    </section>
    {{#hasLoss}}
    <section class="card" aria-labelledby="lost">
    <h2 id="lost">{{w.device.revokeTitle}}</h2>
    {{#replaceAction}}
    <form method="post" action="{{.}}"><button>{{w.device.replace}}</button></form>
    <p>{{w.device.replaceHelp}}</p>
    <ul>
    <li>{{w.device.replaceGets}}</li>
    <li>{{w.device.replaceLacks}}</li>
    <li>{{w.device.replaceKey}}</li>
    </ul>
    {{/replaceAction}}
    {{#revokeAction}}
    <form method="post" action="{{.}}"><button>{{w.device.revoke}}</button></form>
    <p class="note">{{w.device.revokeHelp}}</p>
    {{/revokeAction}}
    </section>
    {{/hasLoss}}
    {{/page}}{{/main}}{{/shell}}
    """

  static let audit = """
    {{<shell}}{{$main}}{{#page}}
    <h1>{{w.audit.title}}</h1>
    <p>{{{lead}}}</p>
    {{#isEmpty}}
    <p>{{w.audit.empty}}</p>
    {{/isEmpty}}
    {{^isEmpty}}
    <ul class="rows deeds">
    {{#rows}}
    <li><span class="when">{{{time}}}</span> <span>{{{text}}}</span></li>
    {{/rows}}
    </ul>
    {{/isEmpty}}
    {{#olderPath}}
    <p><a class="button" href="{{.}}">{{w.audit.older}}</a></p>
    {{/olderPath}}
    {{/page}}{{/main}}{{/shell}}
    """

  static let refusal = """
    {{<shell}}{{$main}}{{#page}}
    <div class="gate">
    <h1>{{heading}}</h1>
    <p>{{{text}}}</p>
    <p><a class="button" href="{{home}}">{{w.refusal.home}}</a></p>
    </div>
    {{/page}}{{/main}}{{/shell}}
    """
}
