extension StyleSheet {
  /// Plan and map. The mark fades with its age, and says its age all the same.
  static let drawings = """
    figure{margin:0 0 1rem}figcaption{color:var(--soft);margin-top:.5rem}
    .figures{font-size:1.3rem;font-weight:650;line-height:1.3}
    .figures.aging{color:var(--warn)}.figures.old{color:var(--fade)}
    .plan{display:block;width:100%;height:auto}
    .plan.wide{display:none}
    .land{fill:var(--land)}
    .perimeter{fill:var(--card);stroke:var(--ink);stroke-width:1.5;stroke-dasharray:6 4}
    .walks{fill:none;stroke:var(--walks);stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
    .trail{fill:none;stroke:var(--brand);stroke-width:2.5;stroke-linejoin:round;stroke-dasharray:1 6;stroke-linecap:round}
    .house{fill:var(--ink)}
    .bar{fill:none;stroke:var(--ink);stroke-width:1.5}
    .label{font-size:18px;fill:var(--ink);paint-order:stroke;stroke:var(--land);stroke-width:4px;stroke-linejoin:round}
    .label.strong{font-weight:650}
    .spot{fill:var(--urgent);stroke:var(--card);stroke-width:2.5}
    .reach{fill:var(--urgent);fill-opacity:.14;stroke:var(--urgent);stroke-width:1.5}
    .aging :is(.spot,.reach){fill:var(--warn);stroke-width:2}.aging .reach{stroke:var(--warn)}
    .old .spot{fill:var(--card);stroke:var(--fade);stroke-width:3}
    .old .reach{fill:none;stroke:var(--fade);stroke-dasharray:4 4}
    .map{height:24rem;border-radius:.8rem;background:var(--land);font:inherit;z-index:0}
    .leaflet-container{font:inherit;font-size:1rem}
    .leaflet-container .leaflet-control-attribution{font-size:1rem;background:var(--card);color:var(--ink);
    white-space:normal}
    .leaflet-container .leaflet-control-attribution a{color:var(--brand)}
    .leaflet-bar a,.leaflet-touch .leaflet-bar a{width:44px;height:44px;line-height:44px;font-size:1.4rem;
    background:var(--card);color:var(--ink)}
    .place-label{background:var(--card);color:var(--ink);border:2px solid var(--urgent);border-radius:.6rem;
    padding:.1rem .5rem;white-space:nowrap;font-weight:600;position:absolute;width:max-content;line-height:1.3;
    text-align:center}
    .place-label.aging{border-color:var(--warn)}.place-label.old{border-color:var(--fade);color:var(--fade)}
    .map-perimeter{stroke:var(--ink);fill:none}.map-trail{stroke:var(--brand);fill:none}
    .map-reach{stroke:var(--urgent);fill:var(--urgent)}.map-spot{stroke:#fff;fill:var(--urgent);fill-opacity:1}
    .map-home{stroke:#fff;fill:var(--ink);fill-opacity:1}
    @media (prefers-color-scheme:dark){.leaflet-tile-pane{filter:brightness(.7) saturate(.8)}}

    """

  static let wide = """
    @media (min-width:40rem){
    header,main,footer{padding-left:1.5rem;padding-right:1.5rem}
    .card{padding:1.4rem 1.5rem}.state{padding:1.3rem 1.5rem}
    h1{font-size:2rem}
    header nav{grid-template-columns:repeat(4,auto);justify-content:start}
    header nav a{padding:.2rem 1.2rem}
    .steps{grid-auto-flow:column;grid-auto-columns:1fr}
    button.main{width:auto;min-width:20rem}
    .plan.wide{display:block}.plan.narrow{display:none}
    .rows li{display:grid;grid-template-columns:1fr auto;gap:0 1.5rem;align-items:baseline}
    .rows .state{grid-column:1/-1}.rows form{grid-column:1/-1}
    .deeds li{grid-template-columns:17rem 1fr}
    .story li{grid-template-columns:4.2rem 1fr}
    }
    @media (min-width:64rem){
    .columns{display:grid;grid-template-columns:1.15fr 1fr;gap:1.25rem;align-items:start}
    .columns .rows li{display:block}
    .columns .steps{grid-auto-flow:row}
    .columns .steps{grid-template-columns:1fr}
    }
    @media (prefers-reduced-motion:no-preference){.steps [aria-current]::before{transition:background .3s}}
    @media print{
    :root{color-scheme:light;--paper:#fff;--card:#fff;--ink:#000;--soft:#333;--land:#f2f2f2}
    header nav,footer nav,form,.button,.skip,#reload,.map{display:none!important}
    .card{break-inside:avoid}
    .plan{max-width:12cm}
    }

    """
}
