import Device
import Diary
import Entries
import Profile
import Words

/// A reading was taken for one of DIA-2, or for one of the family's own. DIA-7.
enum DiaryCategory: Equatable {
  case common(ReadingCategory)
  case own(String)

  private static let longest = DiaryRules.longestCategory

  static let common: [(category: ReadingCategory, name: String)] = [
    (.beforeBreakfast, "before-breakfast"), (.afterBreakfast, "after-breakfast"),
    (.beforeLunch, "before-lunch"), (.afterLunch, "after-lunch"),
    (.beforeDinner, "before-dinner"), (.afterDinner, "after-dinner"), (.other, "other"),
  ]

  init(_ item: DiaryBook.Item) { self.init(item.known, item.annotation) }

  init(_ entry: DiaryEntry, _ annotation: Annotation) {
    switch entry {
    case .reading(let reading):
      self = annotation.category.map { .own($0) } ?? .common(reading.category)
    case .dose(let dose): self = .common(ReadingCategory(before: dose.meal))
    }
  }

  /// A category that is there already.
  ///
  /// - Parameters:
  ///   - own: the family's own, as the diary has them.
  ///   - canBegin: `--new-category` is there to begin another.
  init(named text: String, own: [String], canBegin: Bool = false) throws {
    if let category = DiaryCategory.commonCategory(text) {
      self = .common(category)
    } else if let name = own.first(where: { DiaryCategory.isSame($0, text) }) {
      self = .own(name)
    } else {
      let names = (DiaryCategory.common.map(\.name) + own).joined(separator: ", ")
      throw InputError(
        file: "--category",
        "is \"\(text)\"; expected one of \(names)"
          + (canBegin ? ", or --new-category to begin one" : ""))
    }
  }

  /// A category that this entry begins.
  init(new text: String, own: [String]) throws {
    func refuse(_ why: String) -> InputError {
      InputError(file: "--new-category", "is \"\(text)\"; \(why)")
    }
    let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard !name.isEmpty, name.count <= DiaryCategory.longest, isPlain else {
      throw refuse("expected 1 to \(DiaryCategory.longest) characters")
    }
    guard DiaryCategory.commonCategory(name) == nil,
      !own.contains(where: { DiaryCategory.isSame($0, name) })
    else { throw refuse("it is there already; expected it as --category") }
    self = .own(name)
  }

  /// A category by the name for scripts, or as a list shows it in either language.
  private static func commonCategory(_ text: String) -> ReadingCategory? {
    common.first { category, name in
      isSame(name, text)
        || Language.allCases.contains { isSame(category.text($0), text) }
    }?.category
  }

  private static func isSame(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }

  /// The name for scripts.
  var name: String {
    switch self {
    case .own(let name): name
    case .common(let category):
      DiaryCategory.common.first { $0.category == category }?.name ?? "other"
    }
  }

  /// The core has this one.
  var inCore: ReadingCategory {
    switch self {
    case .own: .other
    case .common(let category): category
    }
  }

  var own: String? {
    if case .own(let name) = self { return name }
    return nil
  }
}
