/// The pages about one wearer.
enum WearerTemplates {
  static let overview = """
    {{<shell}}{{$main}}{{#page}}
    <div id="state" data-part>
    <section class="state {{tone}}">
    <p class="who">{{#portrait}}{{{.}}}{{/portrait}}{{name}}</p>
    <div role="status"><h1>{{{headline}}}</h1></div>
    {{#lostLines}}
    <p>{{{.}}}</p>
    {{/lostLines}}
    </section>
    </div>
    <div id="contact" data-part>
    {{#contact}}{{>contact}}{{/contact}}
    </div>
    <div id="open" data-part>
    {{#pairPath}}
    <p><a class="button" href="{{.}}">{{w.overview.neverHow}}</a></p>
    {{/pairPath}}
    {{#lostPath}}
    <p><a class="button" href="{{.}}">{{w.setting.lostTitle}}</a></p>
    {{/lostPath}}
    {{#hasOpen}}
    <h2 class="hidden">{{w.overview.open}}</h2>
    {{/hasOpen}}
    {{#open}}
    <section class="card open {{row.urgency}}" aria-labelledby="alert-{{id}}">
    <h3 id="alert-{{id}}"><a href="{{row.alertPath}}">{{row.alertTitle}}</a></h3>
    <p class="when">{{{row.made}}}</p>
    <p>{{{row.alertState}}}</p>
    {{#take}}{{>request}}{{/take}}
    {{#takePath}}
    <form method="post" action="{{.}}"><button class="main" id="take-{{id}}">{{w.alert.take}}</button></form>
    <p class="note">{{w.alert.takeHelp}}</p>
    {{/takePath}}
    {{#barred}}
    <p class="note">{{{.}}}</p>
    {{/barred}}
    </section>
    {{/open}}
    {{#noRoute}}
    <p class="caution">{{{.}}}</p>
    {{/noRoute}}
    </div>
    <div class="columns">
    <section class="card" aria-labelledby="place-title">
    <div id="place" data-part>
    <h2 id="place-title">{{{placeTitle}}}</h2>
    {{#wear}}
    <p class="caution">{{{.}}}</p>
    {{/wear}}
    {{#place}}{{>place}}{{/place}}
    </div>
    {{>ground}}
    {{#ask}}
    <form method="post" action="{{action}}"><button>{{label}}</button></form>
    <p class="note">{{w.place.askHelp}}</p>
    {{/ask}}
    </section>
    <div>
    <section class="card" id="company" data-part aria-labelledby="company-title">
    <h2 id="company-title">{{w.company.title}}</h2>
    <p{{#isUnwatched}} class="caution"{{/isUnwatched}}>{{{company}}}</p>
    {{#companyPath}}
    <p><a class="button" href="{{.}}">{{w.company.short}}</a></p>
    {{/companyPath}}
    {{#companyOver}}
    <form method="post" action="{{.}}"><button>{{w.company.overTitle}}</button></form>
    <p class="note">{{w.company.overHelp}}</p>
    {{/companyOver}}
    {{#barred}}
    <p class="note">{{{.}}}</p>
    {{/barred}}
    </section>
    <section class="card" id="requests" data-part aria-labelledby="requests-title">
    <h2 id="requests-title">{{w.overview.requests}}</h2>
    {{#requests}}{{>request}}{{/requests}}
    {{^hasRequests}}
    <p>{{w.overview.requestsNone}}</p>
    {{/hasRequests}}
    </section>
    <section class="card" id="health" data-part aria-labelledby="health-title">
    <h2 id="health-title">{{w.health.title}}</h2>
    {{#health}}{{>health}}{{/health}}
    {{^health}}
    <p>{{w.health.none}}</p>
    {{/health}}
    </section>
    {{#diaryPath}}
    <section class="card" aria-labelledby="diary-title">
    <h2 id="diary-title">{{w.diary.title}}</h2>
    <p><a class="button" href="{{.}}">{{w.diary.see}}</a></p>
    </section>
    {{/diaryPath}}
    {{#quitPath}}
    <section class="card" aria-labelledby="quitting-title">
    <h2 id="quitting-title">{{w.quit.title}}</h2>
    <p><a class="button" href="{{.}}">{{w.quit.see}}</a></p>
    </section>
    {{/quitPath}}
    </div>
    </div>
    <section id="earlier" data-part aria-labelledby="earlier-title">
    <h2 id="earlier-title">{{w.overview.earlier}}</h2>
    {{#hasEarlier}}
    <ul class="rows">
    {{#earlier}}{{>row}}{{/earlier}}
    </ul>
    {{/hasEarlier}}
    {{^hasEarlier}}
    <p>{{w.overview.noneEarlier}}</p>
    {{/hasEarlier}}
    <p><a class="button" href="{{alertsPath}}">{{w.overview.allAlerts}}</a></p>
    </section>
    {{/page}}{{/main}}{{/shell}}
    """

  static let health = """
    <p class="note">{{{told}}}</p>
    <dl>
    {{#facts}}
    <div{{#isWorrying}} class="caution"{{/isWorrying}}><dt>{{term}}</dt><dd>{{{value}}}</dd></div>
    {{/facts}}
    </dl>

    """

  static let alerts = """
    {{<shell}}{{$main}}{{#page}}
    <div id="alerts" data-part>
    <p class="who">{{name}}</p>
    <h1>{{w.alert.title}}</h1>
    {{#isEmpty}}
    <p>{{w.alert.empty}}</p>
    {{/isEmpty}}
    {{^isEmpty}}
    <ul class="rows">
    {{#alerts}}{{>row}}{{/alerts}}
    </ul>
    {{/isEmpty}}
    {{#olderPath}}
    <p><a class="button" href="{{.}}">{{w.alert.older}}</a></p>
    {{/olderPath}}
    </div>
    {{/page}}{{/main}}{{/shell}}
    """

  static let alert = """
    {{<shell}}{{$main}}{{#page}}
    <div id="state" data-part>
    <section class="state {{tone}}">
    <p class="who">{{{made}}}</p>
    <h1>{{headline}}</h1>
    <p role="status">{{{state}}}</p>
    </section>
    </div>
    <div id="contact" data-part>
    {{#contact}}{{>contact}}{{/contact}}
    </div>
    <div id="answer" data-part class="{{tone}}">
    {{#takes}}{{>request}}{{/takes}}
    {{#takePath}}
    <form method="post" action="{{.}}"><button class="main" id="take">{{w.alert.take}}</button></form>
    <p class="note">{{w.alert.takeHelp}}</p>
    {{/takePath}}
    {{#barred}}
    <p class="note">{{{.}}}</p>
    {{/barred}}
    </div>
    <div class="columns">
    <section class="card" aria-labelledby="place-title">
    <div id="place" data-part>
    {{#newer}}
    <h2>{{w.place.now}}</h2>
    {{>place}}
    {{/newer}}
    <h2 id="place-title">{{w.place.then}}</h2>
    {{#place}}{{>place}}{{/place}}
    {{#battery}}
    <p>{{{.}}}</p>
    {{/battery}}
    </div>
    {{>ground}}
    </section>
    <div>
    {{#hasAdvice}}
    <section class="card" aria-labelledby="advice-title">
    <h2 id="advice-title">{{w.alert.advice}}</h2>
    {{#advice}}
    <p>{{.}}</p>
    {{/advice}}
    </section>
    {{/hasAdvice}}
    <section class="card" id="ways" data-part aria-labelledby="ways-title">
    <h2 id="ways-title">{{w.alert.ways}}</h2>
    {{>ways}}
    </section>
    </div>
    </div>
    <p><a class="button" href="{{allPath}}">{{w.overview.allAlerts}}</a></p>
    {{/page}}{{/main}}{{/shell}}
    """

  static let ways = """
    {{#hasRoutes}}
    <ul class="ways">
    {{#routes}}
    <li class="{{routeTone}}"><b>{{{routeName}}}</b> <span>{{{routeFate}}}</span></li>
    {{/routes}}
    </ul>
    {{/hasRoutes}}
    {{^hasRoutes}}
    <p>{{w.alert.waysNone}}</p>
    {{/hasRoutes}}

    """

  static let company = """
    {{<shell}}{{$main}}{{#page}}
    <div id="state" data-part>
    <section class="state {{#isUnwatched}}warn{{/isUnwatched}}{{^isUnwatched}}calm{{/isUnwatched}}">
    <p class="who">{{name}}</p>
    <h1>{{w.company.title}}</h1>
    <p role="status">{{{state}}}</p>
    </section>
    {{#contact}}{{>contact}}{{/contact}}
    {{#requests}}{{>request}}{{/requests}}
    </div>
    {{#mayHelp}}
    <div id="over" data-part>
    {{#mayEnd}}
    <section class="card" aria-labelledby="over-title">
    <h2 id="over-title">{{w.company.overTitle}}</h2>
    <form method="post" action="{{overAction}}"><button class="main">{{w.company.over}}</button></form>
    <p class="note">{{w.company.overHelp}}</p>
    </section>
    {{/mayEnd}}
    </div>
    <section class="card" aria-labelledby="quick-title">
    <h2 id="quick-title">{{{quickTitle}}}</h2>
    <p>{{{lead}}}</p>
    {{#stale}}
    <p class="problem" role="alert">{{.}}</p>
    {{/stale}}
    <div id="choices" data-part>
    <form method="post" action="{{action}}" class="choices">
    <input type="hidden" name="from" value="{{from}}">
    {{#choices}}
    <button name="until" id="until-{{hours}}" value="{{value}}">{{{label}}}</button>
    {{/choices}}
    </form>
    </div>
    <form method="post" action="{{action}}">
    <label for="until">{{w.company.field}}</label>
    <p class="note" id="until-help">{{{zone}}} {{w.company.limit}}</p>
    {{#problem}}
    <p class="problem" id="until-problem" role="alert">{{.}}</p>
    {{/problem}}
    <div class="field"><input id="until" name="until" type="time" required value="{{entered}}"\
    {{#problem}} aria-invalid="true"{{/problem}} aria-describedby="until-help{{#problem}} until-problem{{/problem}}">
    <button>{{w.company.say}}</button></div>
    </form>
    </section>
    {{/mayHelp}}
    {{#barred}}
    <p class="note">{{{.}}}</p>
    {{/barred}}
    {{/page}}{{/main}}{{/shell}}
    """

  static let test = """
    {{<shell}}{{$main}}{{#page}}
    <h1>{{w.test.title}}</h1>
    <p>{{w.test.lead}}</p>
    {{#action}}
    <form method="post" action="{{.}}"><button class="main">{{w.test.send}}</button></form>
    {{/action}}
    {{#barred}}
    <p class="note">{{{.}}}</p>
    {{/barred}}
    <div id="state" data-part>
    {{#contact}}{{>contact}}{{/contact}}
    <section class="card" aria-labelledby="result-title">
    <h2 id="result-title">{{w.test.result}}</h2>
    {{#requests}}{{>request}}{{/requests}}
    {{^hasRequests}}
    <p>{{w.test.none}}</p>
    {{/hasRequests}}
    {{#hasRoutes}}{{>ways}}{{/hasRoutes}}
    </section>
    </div>
    {{/page}}{{/main}}{{/shell}}
    """

  static let day = """
    {{<shell}}{{$main}}{{#page}}
    <p class="who">{{name}}</p>
    <h1>{{{heading}}}</h1>
    <nav class="turn" aria-label="{{w.frame.day}}">
    {{#previousPath}}
    <a class="button" href="{{.}}" rel="prev">{{w.day.previous}}</a>
    {{/previousPath}}
    {{#nextPath}}
    <a class="button" href="{{.}}" rel="next">{{w.day.next}}</a>
    {{/nextPath}}
    </nav>
    <div class="columns">
    <section class="card" id="moment" aria-labelledby="moment-title">
    <h2 id="moment-title">{{w.day.slider}}: <output id="at" for="minute">{{clock}}</output></h2>
    <form method="get" action="{{action}}#moment" id="slide">
    <label class="hidden" for="minute">{{w.day.slider}}</label>
    <input type="range" id="minute" name="minute" min="0" max="1439" value="{{minute}}" list="ticks">
    <datalist id="ticks">{{#ticks}}<option value="{{minute}}"></option>{{/ticks}}</datalist>
    <p class="turn">{{#beforePath}}<a class="button" id="before" href="{{.}}">{{w.day.before}}</a>{{/beforePath}}
    {{#afterPath}}<a class="button" id="after" href="{{.}}">{{w.day.after}}</a>{{/afterPath}}
    <button class="plain" id="show">{{w.day.show}}</button></p>
    </form>
    <h3>{{w.day.shown}}</h3>
    <p id="shown" aria-live="polite" data-none="{{w.day.shownNone}}">{{{shown}}}</p>
    {{>ground}}
    </section>
    <section class="card" aria-labelledby="events-title">
    <h2 id="events-title">{{w.day.events}}</h2>
    {{#hasEvents}}
    <ol class="story">
    {{#events}}
    <li class="{{style}}" data-minute="{{eventMinute}}"{{#isNow}} aria-current="time"{{/isNow}}>
    <span class="time">{{eventTime}}</span>
    <div>{{#eventPath}}<a href="{{.}}">{{{eventText}}}</a>{{/eventPath}}{{^eventPath}}{{{eventText}}}{{/eventPath}}
    {{#eventPlace}}<span class="where">{{{.}}}</span>{{/eventPlace}}</div>
    </li>
    {{/events}}
    </ol>
    {{/hasEvents}}
    {{^hasEvents}}
    <p>{{w.day.noEvents}}</p>
    {{/hasEvents}}
    {{#hasSpots}}
    <details>
    <summary>{{{spotCount}}}</summary>
    <ol class="spots">
    {{#spots}}
    <li data-minute="{{spotMinute}}" data-place="{{spotPosition}} {{spotReach}}"\
     data-accuracy="{{{spotAccuracy}}}" data-clock="{{spotClock}}">{{{spotText}}}</li>
    {{/spots}}
    </ol>
    </details>
    {{/hasSpots}}
    {{^hasSpots}}
    <p>{{w.day.positionsNone}}</p>
    {{/hasSpots}}
    </section>
    </div>
    {{/page}}{{/main}}{{/shell}}
    """
}
