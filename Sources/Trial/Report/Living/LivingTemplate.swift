/// The tools of one walk, as Mustache templates. Without its script nothing of them is seen but a line.
enum LivingTemplate {
  /// Plan, the wearer's screen, and another perimeter.
  static let section = """
    {{#living}}
    <section class="living">
    <h{{sublevel}}>{{title}}</h{{sublevel}}>
    <p class="note state" role="status">{{state}}</p>
    {{#tools}}
    <div class="tools" hidden="hidden">
    <p class="note">{{words.note}}</p>
    <div class="stage">
    <div class="land">
    <div class="map" tabindex="0" role="application" aria-label="{{words.map}}" aria-describedby="{{id}}-map">
    <svg class="live" aria-hidden="true"></svg>
    <button type="button" class="house" aria-label="{{words.house}}" aria-describedby="{{id}}-house">\
    <svg viewBox="-9 -9 18 18" aria-hidden="true"><path d="M-7 0 0-7 7 0M-5-1.500V6H5V-1.500M-1.500 6V2h3v4"/></svg></button>
    </div>
    <p class="zooms"><button type="button" class="in" aria-label="{{words.zoomIn}}">+</button>\
    <button type="button" class="out" aria-label="{{words.zoomOut}}">−</button>\
    <button type="button" class="all">{{words.zoomAll}}</button></p>
    </div>
    <div class="side" role="group" aria-labelledby="{{id}}-whatif">
    <h{{lowlevel}} id="{{id}}-whatif">{{words.whatIf}}</h{{lowlevel}}>
    <label class="head" for="{{id}}-radius">{{words.radius}}</label>
    <p class="pair"><input type="range" id="{{id}}-radius" class="radius-range" min="100" max="1000" step="10" value="{{radius}}"/>\
    <input type="number" class="radius-number" aria-label="{{words.metres}}" min="100" max="1000" step="1" value="{{radius}}"/> m</p>
    <fieldset><legend class="head">{{words.sensitivity}}</legend>
    <p class="tempers">{{#tempers}}<label><input type="radio" name="{{id}}-temper" value="{{value}}"{{#isChosen}} checked="checked"{{/isChosen}}/> {{name}}</label>{{/tempers}}</p></fieldset>
    <p><button type="button" class="reset" disabled="disabled">{{words.reset}}</button></p>
    <output class="outcome" aria-live="polite" for="{{id}}-radius"></output>
    <figure class="wrist"><figcaption>{{words.wearer}}</figcaption>
    <div class="face"></div>
    <p class="sounding">{{words.silent}}</p>
    </figure>
    </div>
    </div>
    <div class="told-now">
    <ul class="legend">
    {{#legend}}
    <li>{{{swatch}}}{{text}}</li>
    {{/legend}}
    </ul>
    <p class="note" id="{{id}}-map">{{words.mapHelp}}</p>
    <p class="note" id="{{id}}-house">{{words.houseHelp}}</p>
    <table class="compare"><thead><tr><td></td><th scope="col">{{words.recorded}}</th><th scope="col">{{words.now}}</th></tr></thead><tbody>
    {{#rows}}
    <tr data-key="{{key}}"><th scope="row">{{head}}</th><td></td><td></td></tr>
    {{/rows}}
    </tbody></table>
    <div class="changes" hidden="hidden">
    <h{{lowlevel}}>{{words.listNow}}</h{{lowlevel}}>
    <ol class="found"></ol>
    {{#hasCommand}}
    <p class="line"><span>{{words.command}}</span> <code class="command" tabindex="0"></code> <button type="button" class="copy">{{words.copy}}</button></p>
    {{/hasCommand}}
    <p class="line"><span>{{words.profile}}</span> <code class="profile" tabindex="0"></code> <button type="button" class="copy">{{words.copy}}</button></p>
    <p class="note">{{words.rest}}</p>
    </div>
    </div>
    </div>
    {{/tools}}
    </section>
    {{/living}}

    """

  /// The bar of the time, at the foot of the window while the walk is in sight.
  static let player = """
    {{#living}}
    {{#tools}}
    <div class="player" role="group" aria-label="{{words.player}}" hidden="hidden">
    <button type="button" class="play" aria-label="{{words.play}}">\
    <svg viewBox="-9 -9 18 18" aria-hidden="true"><path class="go" d="M-5-7 7 0-5 7z"/><path class="stop" d="M-6-6h4V6h-4zM2-6h4V6H2z"/></svg></button>
    <button type="button" class="before" aria-label="{{words.before}}"><svg viewBox="-9 -9 18 18" aria-hidden="true"><path d="M6-6v12l-9-6zM-6-6h3V6h-3z"/></svg></button>
    <input type="range" class="time" aria-label="{{words.time}}" min="0" max="1" step="1000" value="0"/>
    <button type="button" class="after" aria-label="{{words.after}}"><svg viewBox="-9 -9 18 18" aria-hidden="true"><path d="M-6-6v12l9-6zM3-6h3V6H3z"/></svg></button>
    <p class="when"><strong></strong> <span></span></p>
    <label class="speed"><span class="hidden">{{words.speed}}</span><select>{{#speeds}}<option value="{{value}}"{{#isChosen}} selected="selected"{{/isChosen}}>{{name}}</option>{{/speeds}}</select></label>
    <button type="button" class="sound" aria-pressed="false">\
    <svg viewBox="-9 -9 18 18" aria-hidden="true"><path d="M-8-3h4l5-5V8l-5-5h-4z"/><path class="waves" d="M4-4a6 6 0 0 1 0 8M6-7a10 10 0 0 1 0 14"/></svg> \
    <span>{{words.soundOff}}</span></button>
    </div>
    {{/tools}}
    {{/living}}

    """
}
