/// The style of the page's tools, behind that of the page. Paper has no tools: it shows the recording.
enum LivingStyle {
  static let text = controls + plan + wrist + player + narrow + print

  private static let controls = """
    [hidden]{display:none!important}
    .tools button,.tools input[type=number],.player button,.player select{min-height:44px;min-width:44px;
    font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--track);
    border-radius:.5rem;padding:.25rem .75rem;cursor:pointer}
    .tools button:hover,.player button:hover{background:var(--ground)}
    .tools button:disabled{color:var(--muted);border-color:var(--rule);cursor:default}
    .lively :focus-visible{outline:3px solid var(--link);outline-offset:2px}
    .lively [type=range]{height:44px;margin:0;min-width:0;accent-color:var(--link);cursor:pointer}
    .lively [type=radio]{width:1.25rem;height:1.25rem;margin:0;accent-color:var(--link)}
    .side :is(h3,h4){font-size:1.0625rem;margin:0 0 .5rem}
    .side .head,.side legend{display:block;padding:0;color:var(--muted);font-size:.875rem}
    .side p{margin:0}
    .side fieldset{border:0;margin:0;padding:0;min-width:0}
    .pair{display:flex;align-items:center;gap:.5rem}
    .pair [type=range]{flex:1}
    .pair [type=number]{width:5rem;padding:.25rem .5rem;cursor:text}
    .tempers{display:flex;flex-wrap:wrap;gap:0 .75rem}
    .tempers label{display:flex;align-items:center;gap:.4rem;min-height:44px;cursor:pointer}
    .outcome{display:block;min-height:4.5rem;margin:.75rem 0;font-weight:600;line-height:1.4}
    .told-now :is(h3,h4){font-size:1.0625rem;margin:1.25rem 0 .5rem}
    .compare{max-width:34rem;margin-top:.5rem}
    .compare :is(th,td){width:34%}.compare th:first-child{width:32%}
    .compare td:last-child{font-weight:600}.compare.same td:last-child{font-weight:400;color:var(--muted)}
    .compare [data-key=digest] td{font:.8125rem/1.4 ui-monospace,"SF Mono",Menlo,Consolas,monospace;
    overflow-wrap:anywhere}
    .found{margin:0;padding:0;list-style:none}
    .found li{padding:.25rem 0;border-bottom:1px solid var(--rule)}
    .found button{display:block;border:0;padding:0;color:var(--link);background:none;text-align:left;
    text-decoration:underline;text-underline-offset:.15em}
    .line{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem}
    .line span{flex:1 0 100%;color:var(--muted);font-size:.875rem}
    .line code{flex:1;min-width:0;overflow-wrap:anywhere;color:var(--ink);padding:.5rem 0}

    """

  private static let plan = """
    .stage{display:grid;grid-template-columns:minmax(0,1fr) 18rem;gap:1rem 2rem;margin-top:1rem}
    .map{position:relative;height:clamp(20rem,62vh,36rem);overflow:hidden;background:var(--ground);
    border-radius:.5rem;touch-action:pan-y;cursor:grab}
    .map:active{cursor:grabbing}
    .map:focus-within{touch-action:none}
    svg.live{display:block;width:100%;height:100%}
    .tools .house{position:absolute;width:44px;height:44px;padding:8px;border-radius:50%;
    transform:translate(-50%,-50%);touch-action:none;cursor:move;border-color:var(--ink)}
    .house svg{display:block;width:100%;height:100%;fill:none;stroke:var(--ink);stroke-width:1.6;
    stroke-linejoin:round;stroke-linecap:round}
    .zooms{display:flex;gap:.5rem;margin:.5rem 0}
    .asrecorded{fill:none;stroke:var(--muted);stroke-width:1.5;stroke-dasharray:3 5}
    .haze{fill:var(--link);opacity:.16}
    .here{fill:var(--link);stroke:var(--paper);stroke-width:2}
    .here.faint{fill:var(--paper);stroke:var(--link)}
    .cursor{fill:none;stroke:var(--link);stroke-width:2}
    .lively svg[data-axis]{cursor:pointer;touch-action:pan-y}
    .lively tr[data-at]{cursor:pointer}
    @media screen{
    .changed .told{display:none}
    .lively tr[aria-current]{background:var(--ground);box-shadow:inset 3px 0 var(--link)}
    }

    """

  private static let wrist = """
    .wrist{margin:0}
    .face{display:flex;flex-direction:column;justify-content:center;gap:.35rem;min-height:11rem;
    padding:.75rem;border:.5rem solid #3b4048;border-radius:1.75rem;background:#0d0f12;color:#fff;
    text-align:center;overflow-wrap:anywhere}
    .face p{margin:0;line-height:1.25}
    .face .clock{font-size:2.5rem;font-weight:600;font-variant-numeric:tabular-nums}
    .face .headline{font-size:1.375rem;font-weight:600}
    .face :is(.title,.photo,.hint){font-size:.875rem;color:#c9ced6}
    .face .quiet{color:#c9ced6}
    .side .sounding{margin:.25rem 0;text-align:center;color:var(--muted)}
    .side .sounding.loud{color:var(--exit);font-weight:600}

    """

  private static let player = """
    .player{position:sticky;bottom:0;z-index:2;display:grid;align-items:center;gap:.25rem .5rem;
    grid-template-columns:auto auto minmax(0,1fr) auto auto auto auto;margin:1.5rem -1rem 0;
    padding:.5rem 1rem;background:var(--paper);border-top:1px solid var(--track);
    box-shadow:0 -6px 16px rgb(0 0 0/.12)}
    .player button svg{display:block;width:20px;height:20px;fill:var(--ink)}
    .player .play{background:var(--link);border-color:var(--link)}
    .player .play svg{fill:var(--paper)}
    .player .play .stop,.player.playing .go{display:none}
    .player.playing .stop{display:inline}
    .player .time{width:100%}
    .when{margin:0;min-width:10.5rem;line-height:1.3;font-variant-numeric:tabular-nums}
    .when span{display:block;color:var(--muted);font-size:.875rem}
    .when .out{color:var(--exit);font-weight:600}
    .player .sound{display:flex;align-items:center;gap:.5rem}
    .player .sound[aria-pressed=true]{border-color:var(--link);color:var(--link)}
    .player .waves{display:none;fill:none;stroke:var(--link);stroke-width:1.6}
    .player [aria-pressed=true] .waves{display:inline}
    :root:has(.lively){scroll-padding-bottom:9rem}
    @media screen{.lively>.still{display:none}}

    """

  private static let narrow = """
    @media (max-width:40rem){
    .stage{grid-template-columns:minmax(0,1fr)}
    .map{height:clamp(18rem,58vh,26rem)}
    .face{max-width:18rem;margin:0 auto}
    .outcome{min-height:0}
    .player{grid-template-columns:auto auto auto minmax(0,1fr) auto}
    .player .time{grid-area:1/1/auto/-1}
    .when{grid-area:2/1/auto/-1;display:flex;gap:.75rem;align-items:baseline;min-width:0}
    .player .sound span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .player .sound{justify-self:start}
    .player select{padding:.25rem}
    .compare :is(th,td){padding-right:.5rem}
    }

    """

  private static let print = """
    @media print{.living,.player,.changed-layer,.cursor{display:none}}
    """
}
