/// Every score that Vigía knows, in the order in which they are listed.
public enum AllScores {
  public static let list: [any Score] = [
    ChildPugh(), MELD(), MELDNa(), MELDNa2008(), FiveVariableMELD(), MELD3(), ALBI(),
    Okuda(), CLIP(), BCLC(), GRETCH(), TNM(), CUPI(),
    Milan(), UCSF(), UpToSeven(), TumourVolume(), Alberta(),
    FIB4(), APRI(), Maddrey(), Lille(),
  ]

  /// - Parameter name: in any case, with or without hyphens, points, spaces and underscores.
  public static func named(_ name: String) -> (any Score)? {
    let wanted = plain(name)
    return list.first { score in ([score.name] + score.aliases).contains { plain($0) == wanted } }
  }

  private static func plain(_ name: String) -> String {
    String(name.lowercased().filter { !"-_. ".contains($0) })
  }
}
