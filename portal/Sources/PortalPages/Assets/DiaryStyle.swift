extension StyleSheet {
  /// The diary: charts, bars, and the sheets that only a printer shows.
  static let diary = """
    .goal{fill:var(--good);fill-opacity:.14}
    .chart .hour{text-anchor:middle}
    .point{stroke:var(--card);stroke-width:1.5}
    .point.below{fill:var(--urgent)}.point.above{fill:var(--warn)}.point.within{fill:var(--good)}
    .dose{fill:var(--card);stroke:var(--ink);stroke-width:2}
    .most{fill:var(--brand);fill-opacity:.22}.half{fill:var(--brand);fill-opacity:.42}
    .median{fill:none;stroke:var(--ink);stroke-width:3}
    .rangebar{display:block;width:100%;height:1.9rem;margin:0 0 .75rem}
    .swatch{width:1rem;height:1rem;flex:none;margin-right:.6rem;vertical-align:-.1rem}
    .range-1{fill:var(--urgent)}.range-2{fill:var(--urgent);fill-opacity:.4;stroke:var(--urgent);stroke-width:2}
    .range-3{fill:var(--good)}.range-5{fill:var(--warn)}
    .range-4{fill:var(--warn);fill-opacity:.4;stroke:var(--warn);stroke-width:2}
    .spans{display:flex;flex-wrap:wrap;gap:.6rem;margin:0 0 1rem}
    .entries{list-style:none;margin:0 0 1rem;padding:0}
    .entries li{display:grid;grid-template-columns:3.6rem 1fr;gap:0 .6rem;padding:.5rem 0;
    border-bottom:1px solid var(--line)}
    .entries .where{grid-column:2}.entries .below b{color:var(--urgent)}.entries .above b{color:var(--warn)}
    .entries .change{grid-column:2;min-height:44px;display:inline-flex;align-items:center;justify-self:start}
    .request.failed{background:var(--urgentsoft);border-color:var(--urgent);color:var(--urgent)}
    .failed .steps li,.failed .age{color:inherit}
    .failed .steps .done:last-child::before{background:var(--urgent);border-color:var(--urgent)}
    .days h3{margin:1rem 0 .25rem}.days h3 a{min-height:44px;display:inline-flex;align-items:center}
    .sheets{display:none}
    @page sheet{size:A4 portrait;margin:9mm}
    @media print{
    .screen{display:none!important}
    .sheets{display:block}
    body:has(.sheets) :is(header,footer,.stale){display:none}
    .sheet{page:sheet;break-after:page;break-inside:avoid;font-size:8pt;line-height:1.15}
    .sheet:last-child{break-after:auto}
    .sheet h2{font-size:12pt;margin:0 0 1mm}.sheet p{margin:0 0 1.5mm}
    .sheet table{border-collapse:collapse;width:100%;table-layout:fixed}
    .sheet :is(th,td){border:1px solid #777;padding:.4mm 1mm;text-align:left;vertical-align:top;
    white-space:nowrap;overflow:hidden;text-overflow:ellipsis;font-weight:400}
    .sheet thead th{font-size:7.5pt;font-weight:600;white-space:normal}
    .sheet th:first-child{width:13mm}.sheet thead th:last-child{width:25mm}
    .sheet .rangebar{height:5mm;margin:0 0 1.5mm}.sheet .swatch{width:3mm;height:3mm;margin:0 1mm 0 0}
    .sheet .plan{display:block;max-width:none;width:100%;height:42mm}
    .sheet figure{margin:0 0 2mm}.sheet figcaption{font-size:8pt;margin:0}
    }

    """
}
