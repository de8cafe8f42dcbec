/// The looks of the portal. Colours are chosen for 4.5:1 (text) and 3:1 (signs); no letter is below 18 px.
enum StyleSheet {
  static let text =
    palette + page + parts + StyleSheet.drawings + StyleSheet.quitting + StyleSheet.settings
    + StyleSheet.wide + StyleSheet.diary

  private static let palette = """
    :root{color-scheme:light dark;--paper:#f7f5f0;--card:#fff;--ink:#1c2226;--soft:#4f5860;--line:#d8d4ca;
    --brand:#17565e;--onbrand:#fff;--brandsoft:#e3eff0;--urgent:#9c2416;--onurgent:#fff;--urgentsoft:#fceae6;
    --warn:#704600;--warnsoft:#fdf1d8;--good:#1a5f3b;--goodsoft:#e4f2e8;--land:#efece4;--walks:#b9b2a3;
    --focus:#0b5cad;--fade:#5c6670}
    @media (prefers-color-scheme:dark){:root{--paper:#12161a;--card:#1b2025;--ink:#e8eaeb;--soft:#b2bac0;
    --line:#3a4148;--brand:#8fcdd3;--onbrand:#06262a;--brandsoft:#17323a;--urgent:#ffa594;--onurgent:#3b0d05;
    --urgentsoft:#3a1c17;--warn:#f2c877;--warnsoft:#332812;--good:#8ed4ab;--goodsoft:#16301f;--land:#20262b;
    --walks:#56606a;--focus:#9cc9ff;--fade:#a3acb4}}

    """

  private static let page = """
    *{box-sizing:border-box}
    html{font-size:112.5%;-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
    body{margin:0;background:var(--paper);color:var(--ink);line-height:1.5;overflow-wrap:break-word;
    font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
    header,main,footer,.stale,.trouble{max-width:72rem;margin:0 auto;padding:0 1rem}
    main{padding-bottom:2rem}
    main:focus{outline:0}
    h1,h2,h3{line-height:1.25;font-weight:650;text-wrap:balance;margin:0 0 .5rem}
    h1{font-size:1.65rem}h2{font-size:1.25rem}h3{font-size:1.15rem}
    p{margin:0 0 .75rem}
    a{color:var(--brand);text-underline-offset:.18em}
    :is(p,h2,h3)>a:only-child{display:inline-flex;align-items:center;min-height:44px}
    :focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:.3rem}
    .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    [hidden]{display:none!important}
    .skip{position:absolute;left:-100vw;top:0;background:var(--card);padding:.75rem 1rem}
    .skip:focus{left:0;z-index:9}
    .bar{display:flex;justify-content:space-between;align-items:center;gap:1rem;min-height:3.25rem}
    .brand{font-weight:700;color:var(--brand);text-decoration:none;min-height:44px;display:flex;align-items:center}
    .clock{margin:0;color:var(--soft);font-variant-numeric:tabular-nums;text-align:right;line-height:1.3}
    header nav{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.5rem,1fr));gap:.35rem;margin-bottom:1.1rem}
    header nav a{min-height:44px;display:flex;align-items:center;justify-content:center;border-radius:.7rem;
    background:var(--card);border:1px solid var(--line);text-decoration:none;color:var(--ink);padding:.2rem .3rem}
    header nav a[aria-current]{background:var(--brand);border-color:var(--brand);color:var(--onbrand);font-weight:650}
    .stale:empty{display:none}
    .stale,.trouble{background:var(--warnsoft);color:var(--warn);font-weight:650;padding:.75rem 1rem;margin-bottom:1rem;
    border-radius:.7rem}
    .who{color:var(--soft);margin:0 0 .15rem}
    footer{border-top:1px solid var(--line);padding-top:1rem;padding-bottom:2.5rem;color:var(--soft)}
    footer nav{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin-bottom:.5rem}
    footer a{min-height:44px;display:inline-flex;align-items:center}
    .leave p{margin:0 0 .25rem}

    """

  private static let parts = """
    .card{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.1rem 1rem;margin:0 0 1rem}
    .state{border-radius:1rem;padding:1rem;margin:0 0 1rem;background:var(--brandsoft);
    border-left:.45rem solid var(--brand)}
    .state h1{margin:0}.state>p:last-child{margin-bottom:0}.state :is(h1,div)+p{margin-top:.4rem}
    .state.urgent{background:var(--urgentsoft);border-color:var(--urgent)}
    .state.urgent :is(h1,.strong){color:var(--urgent)}
    .state.warn{background:var(--warnsoft);border-color:var(--warn)}
    .state.warn :is(h1,.strong){color:var(--warn)}
    .state.taken{background:var(--goodsoft);border-color:var(--good)}
    .card.warn{background:var(--warnsoft);border-color:var(--warn)}.card.warn h2{color:var(--warn)}
    .card.open{border-left:.45rem solid var(--brand)}.card.open.urgent{border-left-color:var(--urgent)}
    .contact{color:var(--soft)}
    .strong{font-weight:650}
    .note,.when,.where,.age{color:var(--soft)}
    .note{margin-top:.5rem}.card>:last-child,.card form:last-child{margin-bottom:0}
    .caution{background:var(--warnsoft);color:var(--warn);border-radius:.6rem;padding:.6rem .8rem;font-weight:600}
    .notice{background:var(--goodsoft);color:var(--good);border-radius:.6rem;padding:.6rem .8rem}
    .problem{background:var(--urgentsoft);color:var(--urgent);border-radius:.6rem;padding:.6rem .8rem;font-weight:600}
    button,.button{font:inherit;font-weight:600;min-height:48px;padding:.55rem 1.1rem;border-radius:.8rem;cursor:pointer;
    border:2px solid var(--brand);background:var(--card);color:var(--brand);text-decoration:none;text-align:center;
    max-width:100%;line-height:1.3}
    .button,:is(p,h2,h3)>a.button:only-child{display:inline-flex;align-items:center;justify-content:center}
    button.main{background:var(--brand);color:var(--onbrand);min-height:60px;font-size:1.15rem;width:100%}
    .urgent button.main{background:var(--urgent);border-color:var(--urgent);color:var(--onurgent)}
    button.plain{border-width:1px}
    form{margin:0 0 .75rem}
    label{display:block;font-weight:600;margin:.75rem 0 .25rem}
    label:first-of-type{margin-top:0}
    label+.note{margin:0 0 .35rem}
    input,select{font:inherit;color:var(--ink);background:var(--card);border:2px solid var(--soft);border-radius:.7rem;
    min-height:48px;padding:.4rem .7rem;width:100%;max-width:26rem}
    input[aria-invalid]{border-color:var(--urgent)}
    input[type=range]{max-width:none;padding:0;border:0;background:none;accent-color:var(--brand)}
    form>button{margin-top:1rem}form>button:first-child{margin-top:0}
    .field{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}
    .field>*{flex:0 1 auto;width:auto}
    .choices{display:flex;flex-wrap:wrap;gap:.6rem}
    .choices button{margin:0}
    .request{border:1px solid var(--line);border-radius:.8rem;padding:.8rem .9rem;margin:0 0 .75rem;background:var(--card)}
    .request.known{background:var(--goodsoft);border-color:var(--good)}
    .request.ended{background:var(--warnsoft);border-color:var(--warn)}
    .request p:last-child{margin:0}
    .wish{font-weight:650;margin-bottom:.5rem}.wish .age{font-weight:400}
    .steps{list-style:none;margin:0 0 .6rem;padding:0;display:grid;gap:.15rem}
    .steps li{padding-left:1.9rem;position:relative;color:var(--soft);min-height:1.7rem}
    .steps li::before{content:"";position:absolute;left:.2rem;top:.35rem;width:1rem;height:1rem;border-radius:50%;
    border:2px solid var(--soft);background:var(--card)}
    .steps .done{color:var(--ink)}.steps .done::before{background:var(--good);border-color:var(--good)}
    .ended .steps .done:last-child::before{background:var(--warn);border-color:var(--warn)}
    .steps [aria-current]{font-weight:650}
    dl{margin:0}dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.5rem 0;
    border-bottom:1px solid var(--line)}
    dl div:last-child{border:0}dl div.caution{padding:.5rem .8rem;border:0}
    dt{color:var(--soft)}.caution dt{color:inherit}dd{margin:0;font-weight:600}
    .rows,.ways,.story,.spots{list-style:none;margin:0 0 1rem;padding:0}
    .rows li,.ways li{padding:.8rem 0;border-bottom:1px solid var(--line)}
    .rows li:last-child,.ways li:last-child{border-bottom:0}
    .rows a{font-weight:600;display:inline-flex;align-items:center;min-height:44px}
    .rows :is(.when,.state,.tag),.ways span{display:block}
    .rows .state{background:none;border:0;padding:0;margin:0}
    .rows .urgent{border-left:.35rem solid var(--urgent);padding-left:.8rem}
    .rows form{margin:.5rem 0 0}
    .tag{color:var(--good);font-weight:600}
    .ways .failed span{color:var(--urgent)}
    .gate{max-width:34rem;margin:1rem auto 0}
    .code{font:700 1.9rem/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.08em;user-select:all}
    .command code{display:block;font:1rem/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;
    background:var(--land);border-radius:.6rem;padding:.7rem .8rem;user-select:all}
    .turn{display:flex;flex-wrap:wrap;gap:.6rem;margin:0 0 1rem}
    .story li{display:grid;grid-template-columns:3.6rem 1fr;gap:.6rem;padding:.7rem .5rem;
    border-bottom:1px solid var(--line);border-left:.35rem solid transparent}
    .story li[aria-current]{background:var(--brandsoft);border-left-color:var(--brand);border-radius:.5rem}
    .story a{min-height:44px;display:inline-flex;align-items:center}
    .story .where{display:block}
    .time{font-variant-numeric:tabular-nums;font-weight:600}
    .urgent .time{color:var(--urgent)}
    summary{min-height:44px;display:flex;align-items:center;cursor:pointer;font-weight:600;color:var(--brand)}
    .spots li{padding:.4rem 0;border-bottom:1px solid var(--line)}
    #at{font-variant-numeric:tabular-nums}

    """
}
