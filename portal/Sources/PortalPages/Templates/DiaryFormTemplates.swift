/// The form of an entry of the diary.
enum DiaryFormTemplates {
  static let entry = """
    {{<shell}}{{$main}}{{#page}}
    <p class="who">{{name}}</p>
    <h1>{{{heading}}}</h1>
    {{#problem}}
    <p class="problem" id="problem" role="alert">{{{.}}}</p>
    {{/problem}}
    {{#old}}
    <section class="card" aria-labelledby="old-title">
    <h2 id="old-title">{{w.diaryform.old}}</h2>
    <p>{{{.}}}</p>
    {{#oldNote}}
    <p class="note">{{.}}</p>
    {{/oldNote}}
    </section>
    {{/old}}
    {{#newText}}
    <section class="card" aria-labelledby="new-title">
    <h2 id="new-title">{{w.diaryform.new}}</h2>
    <p class="strong">{{{.}}}</p>
    {{#newNote}}
    <p class="note">{{.}}</p>
    {{/newNote}}
    </section>
    {{/newText}}
    {{#question}}
    <form method="post" action="{{action}}">
    <p class="strong">{{{.}}}</p>
    {{#hidden}}
    <input type="hidden" name="{{fieldName}}" value="{{{fieldValue}}}">
    {{/hidden}}
    <button class="main">{{{confirm}}}</button>
    </form>
    {{/question}}
    {{#hasFields}}
    <section class="card">
    <form method="post" action="{{action}}">
    {{#hidden}}
    <input type="hidden" name="{{fieldName}}" value="{{{fieldValue}}}">
    {{/hidden}}
    {{#isReading}}
    <label for="amount">{{w.diaryform.amount}}</label>
    <p class="note" id="amount-help">{{w.diaryform.amountHelp}}</p>
    <input id="amount" name="amount" required maxlength="12" autocomplete="off" value="{{amount}}"\
    {{#wrongAmount}} aria-invalid="true"{{/wrongAmount}}\
     aria-describedby="amount-help{{#wrongAmount}} problem{{/wrongAmount}}">
    <label for="unit">{{w.diaryform.unit}}</label>
    <select id="unit" name="unit">
    {{#units}}
    <option value="{{optionValue}}"{{#isChosen}} selected{{/isChosen}}>{{optionName}}</option>
    {{/units}}
    </select>
    {{/isReading}}
    {{#isDose}}
    <label for="dose">{{w.diaryform.dose}}</label>
    <p class="note" id="dose-help">{{w.diaryform.doseHelp}}</p>
    <input id="dose" name="dose" required maxlength="12" autocomplete="off" inputmode="decimal" value="{{dose}}"\
    {{#wrongDose}} aria-invalid="true"{{/wrongDose}} aria-describedby="dose-help{{#wrongDose}} problem{{/wrongDose}}">
    <label for="meal">{{w.diaryform.meal}}</label>
    <select id="meal" name="meal">
    {{#meals}}
    <option value="{{optionValue}}"{{#isChosen}} selected{{/isChosen}}>{{optionName}}</option>
    {{/meals}}
    </select>
    {{/isDose}}
    <label for="date">{{w.diaryform.date}}</label>
    <input id="date" name="date" type="date" required value="{{date}}"\
    {{#wrongTime}} aria-invalid="true" aria-describedby="problem"{{/wrongTime}}>
    <label for="time">{{w.diaryform.time}}</label>
    <p class="note" id="time-help">{{{zone}}}</p>
    <input id="time" name="time" type="time" required value="{{time}}"\
    {{#wrongTime}} aria-invalid="true"{{/wrongTime}} aria-describedby="time-help{{#wrongTime}} problem{{/wrongTime}}">
    {{#isTwice}}
    <label for="which">{{w.diaryform.which}}</label>
    <select id="which" name="which">
    {{#which}}
    <option value="{{optionValue}}"{{#isChosen}} selected{{/isChosen}}>{{optionName}}</option>
    {{/which}}
    </select>
    {{/isTwice}}
    {{#isReading}}
    <label for="category">{{w.diaryform.category}}</label>
    <select id="category" name="category"\
    {{#wrongCategory}} aria-invalid="true" aria-describedby="problem"{{/wrongCategory}}>
    {{#categories}}
    <option value="{{optionValue}}"{{#isChosen}} selected{{/isChosen}}>{{optionName}}</option>
    {{/categories}}
    </select>
    <label for="new_category">{{w.diaryform.newCategory}}</label>
    <p class="note" id="new-help">{{w.diaryform.newCategoryHelp}}</p>
    <input id="new_category" name="new_category" maxlength="40" autocomplete="off" value="{{newCategory}}"\
    {{#wrongCategory}} aria-invalid="true"{{/wrongCategory}}\
     aria-describedby="new-help{{#wrongCategory}} problem{{/wrongCategory}}">
    {{/isReading}}
    {{#isDose}}
    <label for="base">{{w.diaryform.base}}</label>
    <p class="note" id="base-help">{{w.diaryform.baseHelp}}</p>
    <input id="base" name="base" maxlength="12" autocomplete="off" inputmode="decimal" value="{{base}}"\
    {{#wrongBase}} aria-invalid="true"{{/wrongBase}} aria-describedby="base-help{{#wrongBase}} problem{{/wrongBase}}">
    <label for="correction">{{w.diaryform.correction}}</label>
    <p class="note" id="correction-help">{{w.diaryform.correctionHelp}}</p>
    <input id="correction" name="correction" maxlength="12" autocomplete="off" value="{{correction}}"\
    {{#wrongCorrection}} aria-invalid="true"{{/wrongCorrection}}\
     aria-describedby="correction-help{{#wrongCorrection}} problem{{/wrongCorrection}}">
    {{/isDose}}
    <label for="notes">{{w.diaryform.notes}}</label>
    <p class="note" id="notes-help">{{w.diaryform.notesHelp}}</p>
    <textarea id="notes" name="notes" maxlength="2000"{{#wrongNotes}} aria-invalid="true"{{/wrongNotes}}\
     aria-describedby="notes-help{{#wrongNotes}} problem{{/wrongNotes}}">
    {{{notes}}}</textarea>
    <button class="main">{{w.diaryform.next}}</button>
    </form>
    <p class="note">{{w.diaryform.counts}}</p>
    </section>
    {{#deletePath}}
    <form method="post" action="{{.}}">
    {{#hidden}}
    <input type="hidden" name="{{fieldName}}" value="{{{fieldValue}}}">
    {{/hidden}}
    <button class="plain">{{w.diaryform.delete}}</button>
    </form>
    {{/deletePath}}
    {{#isNew}}
    <p><a href="{{otherPath}}">{{{other}}}</a></p>
    {{/isNew}}
    {{/hasFields}}
    <p><a class="button" href="{{diaryPath}}">{{w.diaryform.back}}</a></p>
    {{/page}}{{/main}}{{/shell}}
    """

  /// Changes that caregivers asked for, before the device's own entries.
  static let changes = """
    <section class="card" aria-labelledby="changes-title">
    <h2 id="changes-title">{{w.diaryform.changes}}</h2>
    {{#changes}}
    <article class="change">
    {{#isUnderWay}}
    <p class="caution">{{w.diaryform.notKnown}}</p>
    {{/isUnderWay}}
    {{#request}}{{>request}}{{/request}}
    {{#changeNote}}
    <p class="note">{{.}}</p>
    {{/changeNote}}
    {{#dismissPath}}
    <form method="post" action="{{.}}"><button class="plain">{{w.diaryform.putAway}}</button></form>
    {{/dismissPath}}
    </article>
    {{/changes}}
    <p class="note">{{w.diaryform.notKnownHelp}}</p>
    </section>

    """
}
