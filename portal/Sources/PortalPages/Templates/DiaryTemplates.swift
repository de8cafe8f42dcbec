/// The page of a wearer's readings and doses, and its sheets of paper.
enum DiaryTemplates {
  static let diary = """
    {{<shell}}{{$main}}{{#page}}
    <div class="screen">
    <section class="state calm">
    <p class="who">{{name}}</p>
    <h1>{{w.diary.title}}</h1>
    <p>{{{headline}}}</p>
    </section>
    {{#cautions}}
    <p class="caution">{{{.}}}</p>
    {{/cautions}}
    {{#contactLine}}
    <p class="contact">{{{.}}}</p>
    {{/contactLine}}
    <section class="card" aria-labelledby="spans">
    <h2 id="spans">{{w.diary.spans}}</h2>
    <nav class="spans" aria-labelledby="spans">
    {{#links}}
    <a class="button" href="{{linkPath}}"{{#isHere}} aria-current="true"{{/isHere}}>{{linkName}}</a>
    {{/links}}
    {{#earlierPath}}
    <a class="button" href="{{.}}" rel="prev">{{w.diary.earlier}}</a>
    {{/earlierPath}}
    {{#laterPath}}
    <a class="button" href="{{.}}" rel="next">{{w.diary.later}}</a>
    {{/laterPath}}
    </nav>
    <form method="get" action="{{action}}">
    {{#problem}}
    <p class="problem" id="span-problem" role="alert">{{{.}}}</p>
    {{/problem}}
    <label for="from">{{w.diary.from}}</label>
    <input id="from" name="from" type="date" value="{{from}}"\
    {{#problem}} aria-invalid="true" aria-describedby="span-problem"{{/problem}}>
    <label for="to">{{w.diary.to}}</label>
    <input id="to" name="to" type="date" value="{{to}}"\
    {{#problem}} aria-invalid="true" aria-describedby="span-problem"{{/problem}}>
    <button>{{w.diary.show}}</button>
    </form>
    </section>
    <div id="changes" data-part>
    {{#hasChanges}}{{>diary-changes}}{{/hasChanges}}
    </div>
    {{#newReadingPath}}
    <p class="spans"><a class="button" href="{{.}}">{{w.diaryform.newReading}}</a>
    <a class="button" href="{{newDosePath}}">{{w.diaryform.newDose}}</a></p>
    {{/newReadingPath}}
    {{#barred}}
    <p class="note">{{{.}}}</p>
    {{/barred}}
    {{#emptyLine}}
    <p class="strong">{{{.}}}</p>
    {{/emptyLine}}
    <div class="columns" id="diary" data-part>
    <div>
    {{#hasReadings}}
    <section class="card" aria-labelledby="ranges-heading">
    <h2 id="ranges-heading">{{w.diary.ranges}}</h2>
    {{#ranges}}{{>ranges}}{{/ranges}}
    <p class="note">{{w.diary.rangesNote}}</p>
    </section>
    <section class="card" aria-labelledby="pattern-heading">
    <h2 id="pattern-heading">{{w.diary.pattern}}</h2>
    {{#pattern}}
    {{#chart}}
    <figure>{{{.}}}<figcaption>{{w.diary.patternHelp}}</figcaption></figure>
    {{/chart}}
    {{^chart}}
    <p>{{w.diary.patternNone}}</p>
    {{/chart}}
    <p class="note">{{w.diary.patternNote}}</p>
    <details>
    <summary>{{w.diary.patternList}}</summary>
    <ul class="spots">
    {{#numbers}}
    <li>{{{.}}}</li>
    {{/numbers}}
    </ul>
    </details>
    {{/pattern}}
    </section>
    <section class="card" aria-labelledby="figures-heading">
    {{#all}}
    <h2 id="figures-heading">{{figuresName}}</h2>
    {{>figures}}
    {{/all}}
    {{#hasGroups}}
    <details>
    <summary>{{w.diary.byCategory}}</summary>
    {{#groups}}
    <h3>{{figuresName}}</h3>
    {{>figures}}
    {{/groups}}
    </details>
    {{/hasGroups}}
    </section>
    {{/hasReadings}}
    {{#hasInsulin}}
    <section class="card" aria-labelledby="insulin-heading">
    <h2 id="insulin-heading">{{w.diary.insulin}}</h2>
    <dl>
    {{#insulin}}
    <div><dt>{{{term}}}</dt><dd>{{{value}}}</dd></div>
    {{/insulin}}
    </dl>
    <p class="note">{{w.diary.insulinNote}}</p>
    </section>
    {{/hasInsulin}}
    </div>
    <div>
    {{^isEmpty}}
    <section class="card" id="day" aria-labelledby="day-heading">
    <h2 id="day-heading">{{w.diary.day}}: {{{dayHeading}}}</h2>
    {{#dayChart}}
    <figure>{{{.}}}<figcaption>{{{dayHelp}}}</figcaption></figure>
    {{/dayChart}}
    {{^dayChart}}
    <p>{{{dayHelp}}}</p>
    {{/dayChart}}
    </section>
    <section class="card days" aria-labelledby="entries-heading">
    <h2 id="entries-heading">{{w.diary.entries}}</h2>
    {{#cut}}
    <p>{{{.}}}</p>
    {{/cut}}
    {{#days}}
    <h3><a href="{{dayPath}}">{{{dayTitle}}}<span class="hidden">. {{w.diary.showDay}}</span></a></h3>
    <ol class="entries">
    {{#rows}}
    <li class="{{rowStyle}}"><span class="time">{{rowTime}}</span> <span>{{{rowText}}}</span>
    {{#rowMore}}<span class="where">{{{.}}}</span>{{/rowMore}}
    {{#rowNote}}<span class="where">{{.}}</span>{{/rowNote}}
    {{#isUnderWay}}<span class="where strong">{{w.diaryform.rowUnderWay}}</span>{{/isUnderWay}}
    {{^isUnderWay}}{{#rowPath}}<a class="change" href="{{.}}">{{w.diaryform.change}}<span class="hidden">:
    {{rowTime}}, {{{rowText}}}</span></a>{{/rowPath}}{{/isUnderWay}}</li>
    {{/rows}}
    </ol>
    {{/days}}
    </section>
    {{/isEmpty}}
    <section class="card" aria-labelledby="export-heading">
    <h2 id="export-heading">{{w.diary.export}}</h2>
    <h3>{{w.diary.paper}}</h3>
    <p>{{w.diary.paperHelp}}</p>
    {{#paperCut}}
    <p class="note">{{{.}}}</p>
    {{/paperCut}}
    <p><a class="button" href="{{spreadsheetPath}}" download>{{w.diary.spreadsheet}}</a></p>
    <p class="note">{{w.diary.spreadsheetHelp}}</p>
    <p><a class="button" href="{{csvPath}}" download>{{w.diary.csv}}</a></p>
    <p class="note">{{w.diary.csvHelp}}</p>
    </section>
    </div>
    </div>
    <p class="note">{{w.quit.notAdvice}}</p>
    </div>
    <div class="sheets">
    {{#sheets}}{{>sheet}}{{/sheets}}
    </div>
    {{/page}}{{/main}}{{/shell}}
    """

  static let figures = """
    <dl>
    {{#facts}}
    <div><dt>{{{term}}}</dt><dd>{{{value}}}</dd></div>
    {{/facts}}
    </dl>

    """

  static let ranges = """
    {{{bar}}}
    <ul class="spots">
    {{#list}}
    <li>{{{swatch}}}{{{rangeName}}}: <b>{{{rangeShare}}}</b></li>
    {{/list}}
    </ul>

    """

  /// A fortnight on paper.
  static let sheet = """
    <section class="sheet">
    <h2>{{{sheetTitle}}}</h2>
    <p>{{{sheetLine}}}</p>
    {{#ranges}}
    {{{bar}}}
    <p>{{#list}}{{{swatch}}}{{{rangeName}}}: <b>{{{rangeShare}}}</b>. {{/list}}</p>
    {{/ranges}}
    {{#chart}}
    <figure>{{{.}}}<figcaption>{{w.diary.patternTitle}}. {{w.diary.patternHelp}}
    {{w.diary.patternNote}}</figcaption></figure>
    {{/chart}}
    <table>
    <thead><tr>{{#heads}}<th scope="col">{{{cell}}}</th>{{/heads}}</tr></thead>
    <tbody>
    {{#lines}}
    <tr><th scope="row">{{{lineDay}}}</th>{{#cells}}<td>{{{cell}}}</td>{{/cells}}</tr>
    {{/lines}}
    </tbody>
    </table>
    <p>{{{sheetUnit}}}</p>
    </section>

    """
}
