extension StyleSheet {
  /// The chart of cravings, and the long fields and texts of testimonies.
  static let quitting = """
    .chart{max-width:36rem}
    .chart .scale{fill:none;stroke:var(--line);stroke-width:1}
    .chart .label{text-anchor:end;stroke:var(--card)}
    .craving{fill:var(--brand)}
    .quote{border-left:.3rem solid var(--line);margin:0 0 .5rem;padding:.2rem 0 .2rem .9rem;max-width:44rem}
    .quote p:last-child{margin:0}
    .card article+article{border-top:1px solid var(--line);margin-top:1rem;padding-top:1rem}
    .card .spots li:last-child{border:0}.spots .where{display:block}
    textarea{font:inherit;color:var(--ink);background:var(--card);border:2px solid var(--soft);border-radius:.7rem;
    min-height:9rem;padding:.6rem .7rem;width:100%;max-width:36rem;display:block}
    textarea[aria-invalid]{border-color:var(--urgent)}
    .consent{display:flex;gap:.7rem;align-items:flex-start;font-weight:400;min-height:44px;max-width:36rem}
    input[type=checkbox]{flex:none;width:2.45rem;height:2.45rem;min-height:44px;margin:0;accent-color:var(--brand)}
    .consent span{padding-top:.5rem}

    """
}
