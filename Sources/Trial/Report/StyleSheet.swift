/// The looks of the page. Colours are chosen for 4.5:1 (text) and 3:1 (signs) against the paper.
package enum StyleSheet {
  /// The style of pages with text and tables only.
  package static let document = palette + page + tables + narrow + print

  static let text = palette + page + tables + drawings + narrow + print

  /// The accuracy colours run from dark to light (in dark mode: from dim to bright), so that they stay
  /// apart for every eye. The dots grow with the error too.
  private static let palette = """
    :root{color-scheme:light dark;--paper:#fff;--ground:#f7f8f9;--ink:#1a1d21;--muted:#59616b;
    --rule:#d8dce1;--track:#828994;--exit:#b93a10;--good:#17693b;--bad:#b3261e;--link:#0b57a4;
    --a0:#432a74;--a1:#2a638f;--a2:#1d938a;--a3:#a58a00;--a4:#777d86}
    @media (prefers-color-scheme:dark){:root{--paper:#14161a;--ground:#1a1d22;--ink:#e7e9ec;
    --muted:#a4abb5;--rule:#343940;--track:#6d747e;--exit:#ff8c5f;--good:#74d09a;--bad:#ff9189;
    --link:#8cbcf3;--a0:#8d80e6;--a1:#55a3df;--a2:#47ceb3;--a3:#f7df52;--a4:#959ca6}}

    """

  private static let page = """
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%;
    font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
    main{max-width:57rem;margin:0 auto;padding:2.5rem 1rem 4rem}
    article+article,.overview+article{margin-top:4rem;padding-top:2.5rem;
    border-top:1px solid var(--rule)}
    h1,h2,h3{line-height:1.25;font-weight:600;text-wrap:balance}
    h1{font-size:1.75rem;margin:0}
    .name{overflow-wrap:anywhere;margin:0}
    h2.name{font-size:1.5rem}
    section>h2,section>h3{font-size:1.2rem;margin:2.75rem 0 .75rem}
    p{margin:.5rem 0}
    .kicker{margin:0 0 .25rem;color:var(--muted);font-size:.875rem}
    .verdict{font-size:1.375rem;font-weight:600;margin:.5rem 0 0}
    .good{color:var(--good)}.bad{color:var(--bad)}.neutral{color:var(--muted)}
    .lead{margin:.25rem 0 1.5rem;font-size:1.0625rem}
    .note,figcaption,small{color:var(--muted);font-size:.875rem}
    small{font-weight:400}
    a{color:var(--link);text-underline-offset:.15em}
    code{font:.8125rem/1.4 ui-monospace,"SF Mono",Menlo,Consolas,monospace;color:var(--muted)}
    .facts{display:grid;grid-template-columns:1fr 1fr 1.5fr 1.5fr;gap:1rem 2rem;margin:0;
    padding:1rem 0;border:solid var(--rule);border-width:1px 0}
    dt{color:var(--muted);font-size:.875rem}
    dd{margin:0;font-size:1.125rem;font-weight:600;font-variant-numeric:tabular-nums}
    dd small{display:block;line-height:1.4}
    .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}

    """

  private static let tables = """
    table{border-collapse:collapse;width:100%;font-size:.9375rem;line-height:1.4;
    font-variant-numeric:tabular-nums}
    th,td{text-align:left;vertical-align:baseline;padding:.45rem 1rem .45rem 0;
    border-bottom:1px solid var(--rule)}
    th:last-child,td:last-child{padding-right:0}
    thead th{color:var(--muted);font-size:.8125rem;font-weight:400}
    tbody th{font-weight:400}
    .num{text-align:right;white-space:nowrap}
    .overview table{margin-top:1rem}
    .verdicts td:first-child,.list .good,.list .bad{font-weight:600;white-space:nowrap}
    .events :is(th,td){white-space:nowrap}
    .events :nth-child(4){white-space:normal}
    .events :is(th,td):is(:nth-child(1),:nth-child(3),:nth-child(5),:nth-child(6)){text-align:right}
    .events tr>:first-child{color:var(--muted);width:2rem}
    .major>:is(:nth-child(4),:first-child){font-weight:600}
    .events .major>:first-child{color:var(--ink)}
    .events .minor{font-size:.875rem}
    .events small{display:block}
    .events code{white-space:nowrap;font-weight:400}
    .quality th{width:12rem;color:var(--muted)}
    .quality small{display:block}
    .quality code{color:var(--ink);overflow-wrap:anywhere}
    summary{cursor:pointer;min-height:1.5rem}
    pre{font:.8125rem/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-x:auto}
    .multiples{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:1rem;margin-top:1rem}
    .mini{display:block;width:100%}
    .sign th,.sign td{height:3rem;vertical-align:bottom}
    .sign td{border-bottom:1px solid var(--ink)}

    """

  private static let drawings = """
    figure{margin:0 0 1.5rem}
    figcaption{margin:0 0 .75rem;max-width:44rem}
    figure>svg{display:block;width:100%;height:auto;overflow:hidden}
    svg.narrow{display:none}
    .legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.75rem 0 0;padding:0;
    list-style:none;font-size:.875rem;line-height:1.5}
    .legend li{display:flex;align-items:center;gap:.35rem;white-space:nowrap}
    .key{width:18px;height:18px;flex:none;vertical-align:-.2em}
    .events .key{margin-right:.3rem}
    .ground{fill:var(--ground)}
    .perimeter{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
    .finder{fill:none;stroke:var(--ink);stroke-dasharray:3 3}
    .cross,.scale,.tick{fill:none;stroke:var(--ink)}
    .north,.terminal{fill:var(--ink)}
    .track,.gap{fill:none;stroke:var(--track);stroke-width:1;stroke-linejoin:round}
    .gap{stroke-dasharray:4 4}
    .dot,.refused,.distance{fill:none;stroke-linecap:round;stroke-linejoin:round}
    .a0{stroke:var(--a0);stroke-width:3}.a1{stroke:var(--a1);stroke-width:3.8}
    .a2{stroke:var(--a2);stroke-width:4.8}.a3{stroke:var(--a3);stroke-width:6.2}
    .a4{stroke:var(--a4);stroke-width:3.4;stroke-linecap:square}
    .refused{stroke:var(--muted);stroke-width:6}.hole{stroke:var(--ground);stroke-width:3.6}
    .distance{stroke:var(--a1);stroke-width:1.6}
    .lone{stroke-width:3.5}
    .band{fill:var(--a1);opacity:.2}
    .outside{fill:var(--exit);opacity:.1}
    .radius{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:7 4}
    .grid{stroke:var(--rule)}
    .exit{fill:var(--exit);stroke:var(--paper);stroke-width:1.5}
    .return{fill:var(--ink);stroke:var(--paper);stroke-width:1.5}
    .suspect{fill:var(--paper);stroke:var(--exit);stroke-width:2}
    .cleared{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
    .lost,.regained{fill:none;stroke:var(--ink);stroke-width:1.8}
    .sign{fill:none;stroke:var(--ink);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
    .begins{stroke-width:9}.waits{stroke-width:9;stroke:var(--muted)}
    .inner{stroke:var(--paper);stroke-width:6}.failed{stroke:var(--exit);stroke-width:2.4}
    .answered{stroke:var(--good);stroke-width:2.4}
    .hit{fill:transparent}
    .lane{fill:var(--muted)}
    .many{stroke:var(--muted);stroke-width:.7}
    .leader{fill:none;stroke:var(--ink);stroke-width:.8}
    text{font-size:12.5px;fill:var(--ink);font-variant-numeric:tabular-nums}
    .label,.n{paint-order:stroke;stroke:var(--ground);stroke-width:3px;stroke-linejoin:round}
    .mid,.n{text-anchor:middle}.right{text-anchor:end}
    .n{font-weight:600}.n.small{font-weight:400;font-size:11px}
    .exitink{fill:var(--exit)}
    .crossing{break-inside:avoid;padding:.5rem 0 1rem;border-top:1px solid var(--rule)}
    .crossing .facts{border:0;padding:.25rem 0;grid-template-columns:1fr 1fr 1fr}
    .crossing .what{font-size:1.0625rem}
    .fixdot{fill:none;stroke:var(--track);stroke-width:3.4;stroke-linecap:round}
    .estimate{fill:none;stroke:var(--exit);stroke-width:1.6;stroke-dasharray:5 3}
    .crossspan{fill:var(--a3);opacity:.22}
    .crossmark{fill:var(--paper);stroke:var(--ink);stroke-width:2}
    .moment{fill:none;stroke:var(--ink);stroke-width:1}
    .share{fill:var(--exit);opacity:.35}

    """

  private static let narrow = """
    @media (max-width:40rem){
    main{padding-top:1.25rem}
    h1,h2.name{font-size:1.375rem}
    .verdict{font-size:1.25rem}
    .facts{grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem}
    .facts div:nth-child(n+3){grid-column:1/-1}
    svg.wide{display:none}svg.narrow{display:block;max-width:30rem}
    .track,.gap,.dot,.refused,.distance,.radius,.fixdot,.estimate{vector-effect:non-scaling-stroke}
    .sweeps thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .sweeps,.sweeps tbody{display:block}
    .sweeps tr{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.6rem 0;border-bottom:1px solid var(--rule)}
    .sweeps :is(th,td){border:0;padding:0;text-align:left}.sweeps th{flex:1 0 100%;font-weight:600}
    .sweeps .num::before{content:attr(data-label) " ";color:var(--muted)}
    .verdicts :is(th,td){overflow-wrap:anywhere}.list :is(.good,.bad){white-space:normal}
    .legend{display:grid;gap:.25rem}.legend li{white-space:normal}
    .a0{stroke-width:2.4}.a1{stroke-width:3}.a2{stroke-width:3.8}.a3{stroke-width:4.8}
    .a4{stroke-width:2.6}.distance{stroke-width:1.4}
    .quality th{width:40%}
    .reflow thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .overview table,.overview tbody{display:block}
    .overview tr{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.6rem 0;
    border-bottom:1px solid var(--rule)}
    .overview th,.overview td{border:0;padding:0;text-align:left}
    .overview th,.overview th+td{flex:1 0 100%}
    .overview .num::before{content:attr(data-label) " ";color:var(--muted)}
    .events,.events tbody{display:block}
    .events,.events .minor{font-size:.875rem}
    .events tr{display:grid;grid-template-columns:1.75rem 1fr auto auto;gap:.1rem .6rem;
    padding:.5rem 0;border-bottom:1px solid var(--rule)}
    .events th,.events td{padding:0;border:0}
    .events tr>:nth-child(n){white-space:normal}
    .events tr>:nth-child(1){grid-row:1/4;width:auto}
    .events tr>:nth-child(2){grid-area:2/2}
    .events tr>:nth-child(3){grid-area:2/3/auto/-1}
    .events tr>:nth-child(4){grid-area:1/2/auto/-1}
    .events tr>:nth-child(5){grid-area:3/3}
    .events tr>:nth-child(6){grid-area:3/4}
    .events tr>:nth-child(7){grid-area:3/2}
    .events small{display:inline}
    .events td:empty{display:none}
    }

    """

  private static let print = """
    @media print{
    :root{color-scheme:light;--paper:#fff;--ground:#f7f8f9;--ink:#000;--muted:#444;--rule:#bbb;
    --track:#828994;--exit:#b93a10;--good:#17693b;--bad:#b3261e;--link:#000;
    --a0:#432a74;--a1:#2a638f;--a2:#1d938a;--a3:#a58a00;--a4:#777d86}
    @page{margin:14mm}
    *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
    html{font-size:9.5pt}
    main{max-width:none;padding:0}
    section>h2,section>h3{margin:1.5rem 0 .5rem}
    figure{margin-bottom:.75rem}
    figure>svg{max-height:92mm}
    details,td a[aria-label]{display:none}
    :is(.crossings,.sweep)>.note{break-after:avoid}
    th,td{padding-top:.2rem;padding-bottom:.2rem}
    text{font-size:13.5px}
    article+article,.overview+article{break-before:page;margin:0;padding:0;border:0}
    h2,h3,figcaption{break-after:avoid}
    figure,tr,.facts,.legend{break-inside:avoid}
    thead{display:table-header-group}
    a{text-decoration:none}
    }
    """
}
