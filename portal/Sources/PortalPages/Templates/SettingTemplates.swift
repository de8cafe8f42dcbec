/// The pages by which a family sets things.
enum SettingTemplates {
  /// One field, by its kind.
  static let field = """
    {{#isGroup}}
    <fieldset><legend>{{{label}}}</legend>
    {{#fieldHelp}}
    <p class="note">{{{.}}}</p>
    {{/fieldHelp}}
    {{#fieldProblem}}
    <p class="problem" id="{{id}}-problem" role="alert">{{.}}</p>
    {{/fieldProblem}}
    <div class="boxes">
    {{#options}}
    <label class="box"><input type="{{boxKind}}" name="{{optionName}}" value="{{optionValue}}"\
    {{#isChosen}} checked{{/isChosen}}> <span>{{{optionLabel}}}</span></label>
    {{/options}}
    </div></fieldset>
    {{/isGroup}}
    {{^isGroup}}
    <label for="{{id}}">{{{label}}}</label>
    {{#fieldHelp}}
    <p class="note" id="{{id}}-help">{{{.}}}</p>
    {{/fieldHelp}}
    {{#fieldProblem}}
    <p class="problem" id="{{id}}-problem" role="alert">{{.}}</p>
    {{/fieldProblem}}
    {{#isSelect}}
    <select id="{{id}}" name="{{fieldName}}"{{#described}} aria-describedby="{{.}}"{{/described}}\
    {{#fieldProblem}} aria-invalid="true"{{/fieldProblem}}>
    {{#options}}
    <option value="{{optionValue}}"{{#isChosen}} selected{{/isChosen}}>{{{optionLabel}}}</option>
    {{/options}}
    </select>
    {{/isSelect}}
    {{^isSelect}}
    <input id="{{id}}" name="{{fieldName}}" type="{{kind}}" value="{{value}}"{{#isNeeded}} required{{/isNeeded}}\
    {{#longest}} maxlength="{{.}}"{{/longest}}{{#least}} min="{{.}}"{{/least}}{{#most}} max="{{.}}"{{/most}}\
    {{#mode}} inputmode="{{.}}"{{/mode}}{{#accepted}} accept="{{.}}"{{/accepted}}{{#described}} aria-describedby="{{.}}"{{/described}}\
    {{#fieldProblem}} aria-invalid="true"{{/fieldProblem}}>
    {{/isSelect}}
    {{/isGroup}}

    """

  /// One form with its fields, in a card.
  static let form = """
    <section class="card" aria-labelledby="{{formID}}-title">
    <h2 id="{{formID}}-title">{{{formTitle}}}</h2>
    {{#formLead}}
    <p>{{{.}}}</p>
    {{/formLead}}
    {{#formProblem}}
    <p class="problem" role="alert">{{.}}</p>
    {{/formProblem}}
    {{#deviceSays}}
    <p class="command"><code lang="en">{{.}}</code></p>
    {{/deviceSays}}
    {{#formPhoto}}
    <p>{{{.}}}</p>
    {{/formPhoto}}
    <form method="post" action="{{formAction}}" id="{{formID}}"{{#formEncoding}} enctype="{{.}}"{{/formEncoding}}>
    <input type="hidden" name="revision" value="{{formRevision}}">
    {{#fields}}{{>setting-field}}{{/fields}}
    <button class="main">{{formSubmit}}</button>
    {{#formRemove}}
    <button class="plain" name="remove" value="yes">{{.}}</button>
    {{/formRemove}}
    </form>
    </section>

    """

  /// Changes on their way to the device, and those that got lost.
  static let state = """
    {{#saidNotice}}
    <p class="notice" role="status">{{.}}</p>
    {{/saidNotice}}
    <div id="changes" data-part>
    {{#hasLost}}
    <section class="card warn" aria-labelledby="lost-changes">
    <h2 id="lost-changes">{{w.setting.lostTitle}}</h2>
    <ul class="rows">
    {{#lostChanges}}
    <li>{{{changeTitle}}} <span class="when">{{{changeDetail}}}</span> <a href="{{comparePath}}">{{{compareLabel}}}</a></li>
    {{/lostChanges}}
    </ul>
    </section>
    {{/hasLost}}
    {{#hasChanges}}
    <section class="card" aria-labelledby="changes-title">
    <h2 id="changes-title">{{w.setting.changesTitle}}</h2>
    <ul class="rows">
    {{#changes}}
    <li class="change {{changeTone}}"><b>{{{changeTitle}}}</b> <span class="when">{{{changeDetail}}}</span></li>
    {{/changes}}
    </ul>
    {{#allPath}}
    <p><a href="{{.}}">{{w.setting.allChanges}}</a></p>
    {{/allPath}}
    </section>
    {{/hasChanges}}
    </div>
    {{#isUnknown}}
    <p class="caution">{{w.setting.unknownProfile}}</p>
    {{#firstPath}}
    <p><a class="button" href="{{.}}">{{w.setting.writeFirst}}</a></p>
    {{/firstPath}}
    {{/isUnknown}}

    """

  static let settings = """
    {{<shell}}{{$main}}{{#page}}
    <h1>{{{heading}}}</h1>
    {{#lead}}
    <p>{{{.}}}</p>
    {{/lead}}
    <p id="watch"{{^watch}} hidden{{/watch}}{{#isUnwatched}} class="caution"{{/isUnwatched}} data-part>{{{watch}}}</p>
    {{#settingState}}{{>setting-state}}{{/settingState}}
    {{>ground}}
    {{#hasGround}}
    <div id="centre" class="card" data-here="{{w.setting.tapHere}}">
    <p id="tap" class="note" hidden>{{w.setting.tap}}</p>
    {{#devicePath}}
    <form method="get" action="{{.}}"><input type="hidden" name="centre" value="device">
    <button>{{{deviceLabel}}}</button></form>
    {{/devicePath}}
    {{#deviceNote}}
    <p class="note">{{{.}}}</p>
    {{/deviceNote}}
    </div>
    {{/hasGround}}
    {{#forms}}{{>setting-form}}{{/forms}}
    {{#advice}}{{>advice}}{{/advice}}
    <ul class="rows">
    {{#others}}
    <li><a href="{{otherPath}}">{{otherName}}</a></li>
    {{/others}}
    </ul>
    {{/page}}{{/main}}{{/shell}}
    """

  /// The device's own advice on the perimeter.
  static let advice = """
    <section class="card" id="advice" data-part aria-labelledby="advice-title">
    <h2 id="advice-title">{{w.advice.title}}</h2>
    <p>{{w.advice.lead}}</p>
    {{#hasAdvice}}
    {{#adviceLines}}
    <p{{#isCaution}} class="caution"{{/isCaution}}>{{{adviceText}}}</p>
    {{/adviceLines}}
    {{#usePath}}
    <p><a class="button" href="{{.}}">{{{useLabel}}}</a></p>
    {{/usePath}}
    {{/hasAdvice}}
    {{#requests}}{{>request}}{{/requests}}
    {{#askPath}}
    <form method="post" action="{{.}}"><button>{{w.advice.ask}}</button></form>
    {{/askPath}}
    {{#barred}}
    <p class="note">{{{.}}}</p>
    {{/barred}}
    </section>

    """

  static let conflict = """
    {{<shell}}{{$main}}{{#page}}
    <h1>{{w.setting.conflictTitle}}</h1>
    <p class="strong">{{{conflictCause}}}</p>
    {{#deviceSays}}
    <p class="command"><code lang="en">{{.}}</code></p>
    {{/deviceSays}}
    <p>{{w.setting.conflictLead}}</p>
    <section class="card" aria-labelledby="mine">
    <h2 id="mine">{{{mineTitle}}}</h2>
    <p class="who">{{{conflictForm}}}</p>
    {{#hasMine}}
    <dl>
    {{#mine}}
    <div{{#differs}} class="caution"{{/differs}}><dt>{{{rowLabel}}}</dt><dd>{{{rowValue}}}</dd></div>
    {{/mine}}
    </dl>
    {{/hasMine}}
    {{#againAction}}
    <form method="post" action="{{againAction}}">
    <input type="hidden" name="revision" value="{{nowRevision}}">
    {{#lostNumber}}
    <input type="hidden" name="lost" value="{{.}}">
    {{/lostNumber}}
    {{#mineFields}}
    <input type="hidden" name="{{hiddenName}}" value="{{hiddenValue}}">
    {{/mineFields}}
    <button class="main">{{againLabel}}</button>
    </form>
    {{/againAction}}
    </section>
    <section class="card" aria-labelledby="now">
    <h2 id="now">{{w.setting.nowTitle}}</h2>
    {{#isGone}}
    <p class="strong">{{w.setting.gone}}</p>
    {{/isGone}}
    {{#hasStanding}}
    <dl>
    {{#standing}}
    <div{{#differs}} class="caution"{{/differs}}><dt>{{{rowLabel}}}</dt><dd>{{{rowValue}}}</dd></div>
    {{/standing}}
    </dl>
    {{/hasStanding}}
    {{#hasList}}
    <ul class="rows">
    {{#list}}
    <li>{{.}}</li>
    {{/list}}
    </ul>
    {{/hasList}}
    {{#settleAction}}
    <form method="post" action="{{.}}"><button class="main">{{w.setting.leave}}</button></form>
    {{/settleAction}}
    {{#leavePath}}
    <p><a class="button" href="{{.}}">{{w.setting.leave}}</a></p>
    {{/leavePath}}
    </section>
    {{/page}}{{/main}}{{/shell}}
    """

  static let changes = """
    {{<shell}}{{$main}}{{#page}}
    <h1>{{w.setting.historyTitle}}</h1>
    <p>{{w.setting.historyLead}}</p>
    {{#settingState}}{{>setting-state}}{{/settingState}}
    {{#isEmpty}}
    <p>{{w.setting.historyEmpty}}</p>
    {{/isEmpty}}
    {{/page}}{{/main}}{{/shell}}
    """

  static let reminders = """
    {{<shell}}{{$main}}{{#page}}
    <h1>{{{heading}}}</h1>
    {{#settingState}}{{>setting-state}}{{/settingState}}
    <section class="card" aria-labelledby="today">
    <h2 id="today">{{w.reminder.today}}</h2>
    <div id="moments" data-part>
    {{#hasToday}}
    <ol class="story">
    {{#today}}
    <li class="{{momentTone}}"><span class="time">{{momentTime}}</span> <span><b>{{{momentName}}}</b>
    <span class="where">{{{momentState}}}</span></span></li>
    {{/today}}
    </ol>
    {{/hasToday}}
    {{^hasToday}}
    <p>{{w.reminder.todayNone}}</p>
    {{/hasToday}}
    </div>
    </section>
    <section aria-labelledby="list">
    <h2 id="list">{{w.reminder.list}}</h2>
    <nav class="turn" aria-label="{{w.reminder.filter}}">
    {{#filters}}
    <a class="button" href="{{filterPath}}"{{#isHere}} aria-current="true"{{/isHere}}>{{filterName}}</a>
    {{/filters}}
    </nav>
    {{#isEmpty}}
    <p>{{w.reminder.empty}}</p>
    {{/isEmpty}}
    <ul class="rows">
    {{#rows}}
    <li>
    <b>{{{reminderName}}}</b>
    <span class="when">{{{reminderWhen}}}</span>
    {{#reminderMore}}
    <span class="when">{{{.}}}</span>
    {{/reminderMore}}
    {{#editPath}}
    <a href="{{editPath}}">{{{editLabel}}}</a> <a href="{{deletePath}}">{{{deleteLabel}}}</a>
    {{/editPath}}
    </li>
    {{/rows}}
    </ul>
    {{#addPath}}
    <p><a class="button" href="{{.}}">{{w.reminder.add}}</a></p>
    {{/addPath}}
    {{#barred}}
    <p class="note">{{.}}</p>
    {{/barred}}
    </section>
    {{/page}}{{/main}}{{/shell}}
    """

  /// The people of the profile, on the page of people.
  static let people = """
    {{#settingState}}{{>setting-state}}{{/settingState}}
    <section aria-labelledby="profile-people">
    <h2 id="profile-people">{{w.setting.peopleTitle}}</h2>
    <p>{{w.setting.peopleLead}}</p>
    <ol class="rows">
    {{#profilePeople}}
    <li><b>{{{profileName}}}</b> <span class="when">{{{profileMore}}}</span>
    <a href="{{profileEdit}}">{{{profileEditLabel}}}</a> <a href="{{profileDelete}}">{{{profileDeleteLabel}}}</a>
    {{#profileUp}}
    <form method="post" action="{{profileUp}}"><input type="hidden" name="revision" value="{{profileRevision}}">
    <button class="plain">{{{profileUpLabel}}}</button></form>
    {{/profileUp}}
    </li>
    {{/profilePeople}}
    </ol>
    {{#profileAdd}}
    <p><a class="button" href="{{.}}">{{w.setting.caregiverAdd}}</a></p>
    {{/profileAdd}}
    </section>
    {{#profileForms}}{{>setting-form}}{{/profileForms}}

    """
}
