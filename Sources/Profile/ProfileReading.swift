/// One look at a profile file: the profile where it can be used, and else what the device still needs
/// of it.
public struct ProfileReading {
  /// Nil: it cannot be used.
  public let profile: Profile?
  /// The text of a profile that can be used, to be kept.
  public let text: String
  /// The reason why it cannot be used: the first mistake, in the order of the file.
  public let mistake: InputError?
  /// The parts that could be read in spite of the mistakes: for names and language only, nothing to act on.
  public let remnant: Profile?
  private let source: YAMLSource?

  /// Never throws: what is wrong is part of what was seen. A device reads it while it watches, so
  /// what is no file of a disk is not waited for.
  public init(_ file: String) {
    var mistake = InputError(file: file, "cannot be used")
    var source: YAMLSource?
    var remnant: Profile?
    var isFine = false
    do {
      let text = try YAMLSource(file: file, waits: false)
      source = text
      let (profile, mistakes) = try Profile.read(text)
      remnant = profile
      isFine = mistakes.isEmpty && profile != nil
      mistake = mistakes.first ?? mistake
    } catch let error as InputError {
      mistake = error
    } catch {}
    if remnant == nil { remnant = source.flatMap { ProfileReading.withoutPlace($0) } }
    profile = isFine ? remnant : nil
    text = isFine ? source?.text ?? "" : ""
    self.mistake = isFine ? nil : mistake
    self.remnant = remnant
    self.source = source
  }

  /// The rest of a file in which nothing is wrong but the perimeter, without which there is no profile.
  private static func withoutPlace(_ source: YAMLSource) -> Profile? {
    let anywhere = YAMLSource(
      file: source.file, text: "perimeter: {lat: 0, lon: 0, radius_m: 100}\n")
    guard let root = try? source.root(Mistakes()), let place = try? anywhere.root(Mistakes()),
      let whole = try? root.overlaid(by: place)
    else { return nil }
    return try? Profile(whole)
  }

  /// Whether the `insulin` section can be read, and means the same as that of a kept profile. Only then
  /// is a dose of the kept one what the family means today.
  public func hasSameInsulin(as kept: Profile) -> Bool {
    let mistakes = Mistakes()
    guard let source, let root = try? source.root(mistakes),
      let members = try? root.members(known: ["insulin"])
    else { return false }
    guard let value = members["insulin"] else { return kept.insulin == nil }
    let section = value.alone
    guard let settings = try? InsulinSection.read(section), section.mistakes.all.isEmpty else {
      return false
    }
    return settings.profile == kept.insulin && settings.mealtimes == kept.mealtimes
      && settings.usesMillimoles == kept.limits.usesMillimoles
      && settings.asksCarbohydrates == kept.limits.asksCarbohydrates
  }

  /// Whether the section of a way out or back can be read, and has this very secret. A file that cannot be
  /// used may be on its way to another server, and the secret with it.
  public func names(_ secret: Routes.Secret) -> Bool {
    guard let source, let root = try? source.root(Mistakes()),
      let routes = try? root.members(known: ["routes"])["routes"],
      let ways = try? routes.members(known: RouteSection.secretWays)
    else { return false }
    return ways.contains { name, value in
      let section = value.alone
      let found = try? RouteSection.secret(of: name, section)
      return found == secret && section.mistakes.all.isEmpty
    }
  }
}

extension YAMLValue {
  /// The same with a list of its own, without the mistakes elsewhere.
  fileprivate var alone: YAMLValue {
    YAMLValue(node: node, file: file, mistakes: Mistakes(), path: path)
  }
}

extension Profile {
  /// A profile whose text stands elsewhere than its file.
  /// - Parameter file: names in the text are looked for beside it.
  public init(text: String, file: String) throws {
    self = try Profile(YAMLSource(file: file, text: text))
  }
}
