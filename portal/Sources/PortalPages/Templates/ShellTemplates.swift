/// The outside of every page, and the parts that several pages share.
enum ShellTemplates {
  static let shell = """
    <!doctype html>
    <html lang="{{shell.language}}" data-now="{{shell.now}}" data-pace="{{shell.pace}}"\
    {{#shell.turn}} data-turn="{{.}}"{{/shell.turn}}\
    {{#shell.live}} data-live="{{.}}"{{/shell.live}}{{#shell.renews}} data-renews{{/shell.renews}} data-worker="{{shell.worker}}" data-ago="{{shell.ago}}"\
     data-ago-short="{{shell.agoShort}}" data-ahead="{{shell.ahead}}" data-stale="{{shell.stale}}">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{{shell.title}}</title>
    <link rel="icon" href="{{shell.sign}}" type="image/svg+xml">
    {{#shell.leaflet}}
    <link rel="stylesheet" href="{{.}}leaflet.css">
    {{/shell.leaflet}}
    <link rel="stylesheet" href="{{shell.style}}">
    {{#shell.leaflet}}
    <script src="{{.}}leaflet.js" defer></script>
    {{/shell.leaflet}}
    <script src="{{shell.script}}" defer></script>
    </head>
    <body>
    <a class="skip" href="#main">{{w.frame.skip}}</a>
    <header>
    <div class="bar">
    <a class="brand" href="{{shell.home}}">Vigía</a>
    <p class="clock">{{{shell.clock}}}</p>
    </div>
    {{#shell.hasPages}}
    <nav aria-label="{{w.frame.pages}}">
    {{#shell.pages}}
    <a href="{{path}}"{{#isHere}} aria-current="page"{{/isHere}}>{{name}}</a>
    {{/shell.pages}}
    </nav>
    {{/shell.hasPages}}
    </header>
    <p class="stale" id="stale" role="status"></p>
    {{#shell.trouble}}
    <p class="trouble" role="alert">{{.}}</p>
    {{/shell.trouble}}
    <main id="main" tabindex="-1">
    {{$main}}{{/main}}
    </main>
    <footer>
    <p class="asof"><span id="asof">{{{shell.asOf}}}</span> <a href="{{shell.reload}}" id="reload">{{w.frame.reload}}</a></p>
    <p id="live" hidden>{{w.frame.live}}</p>
    <p>{{{shell.zone}}}</p>
    {{#shell.account}}
    <nav class="more" aria-label="{{w.frame.more}}">
    {{#shell.more}}
    <a href="{{path}}"{{#isHere}} aria-current="page"{{/isHere}}>{{name}}</a>
    {{/shell.more}}
    </nav>
    <form method="post" action="{{shell.logout}}" class="leave">
    <p>{{{shell.account}}}</p>
    <button class="plain">{{w.frame.logout}}</button>
    </form>
    {{/shell.account}}
    </footer>
    </body>
    </html>

    """

  /// A wish on its way to the device, in three steps.
  static let request = """
    <div class="request {{tone}}">
    <p class="wish">{{{wishTitle}}} <span class="age">({{{wishAge}}})</span></p>
    {{#hasSteps}}
    <ol class="steps">
    {{#steps}}
    <li class="{{style}}"{{#isNow}} aria-current="step"{{/isNow}}>{{name}} <span class="hidden">({{state}})</span></li>
    {{/steps}}
    </ol>
    {{/hasSteps}}
    <p>{{{detail}}}</p>
    </div>

    """

  /// The state of a contact that is late or lost, before all else.
  static let contact = """
    {{#lost}}
    <section class="card warn" aria-labelledby="lost">
    <h2 id="lost">{{{lostTitle}}}</h2>
    <p>{{{lostText}}}</p>
    <p class="strong">{{{lostAsOf}}}</p>
    {{#lostUntold}}
    <p>{{{.}}}</p>
    {{/lostUntold}}
    </section>
    {{/lost}}
    {{#contactLine}}
    <p class="contact">{{{.}}}</p>
    {{/contactLine}}

    """

  /// A place: age and accuracy first.
  static let place = """
    {{#figures}}
    <p class="figures {{fade}}"{{#fixAt}} data-fade="{{.}}"{{/fixAt}}>{{{figures}}}</p>
    {{/figures}}
    {{#placeLines}}
    <p>{{{.}}}</p>
    {{/placeLines}}
    {{#mapLink}}
    <p><a href="{{.}}" rel="noopener">{{w.place.openMap}}</a></p>
    {{/mapLink}}

    """

  /// Our own plan, and the map in its place where the script can load one.
  static let ground = """
    {{#ground}}
    <figure class="ground" id="ground"{{#tiles}} data-tiles="{{template}}" data-attribution="{{attribution}}"\
     data-deepest="{{deepest}}" data-zoom-in="{{w.place.zoomIn}}" data-zoom-out="{{w.place.zoomOut}}"\
     data-label="{{w.place.mapLoading}}" data-failed="{{w.place.mapFailed}}"\
     data-show-map="{{w.place.map}}" data-show-plan="{{w.place.ownPlan}}"{{/tiles}}>
    <div class="plans" id="plans" data-part{{#groundHome}} data-home="{{.}}"{{/groundHome}}\
    {{#groundRadius}} data-radius="{{.}}"{{/groundRadius}}{{#groundPlace}} data-place="{{.}}"{{/groundPlace}}\
    {{#groundAt}} data-at="{{.}}"{{/groundAt}}{{#groundAccuracy}} data-accuracy="{{{.}}}"{{/groundAccuracy}}\
    {{#groundTrail}} data-trail="{{.}}"{{/groundTrail}}>{{{wide}}}{{{narrow}}}</div>
    <figcaption>{{#hasCircle}}{{w.place.circle}}{{/hasCircle}} {{#hasDots}}{{w.place.dots}}{{/hasDots}}
    {{#hasWalks}}<span id="walks">{{w.place.walks}}</span>{{/hasWalks}}</figcaption>
    </figure>
    {{/ground}}

    """

  /// A notice in a list.
  static let row = """
    <li class="{{urgency}}">
    <a href="{{alertPath}}">{{alertTitle}}</a>
    <span class="when">{{{made}}}</span>
    <span class="state">{{{alertState}}}</span>
    </li>

    """
}
