import Device
import Diary
import Names

/// The form of one entry of the diary, new or there already.
public struct DiaryFormView: Sendable {
  /// The texts of the fields, as somebody typed them.
  public struct Fields: Equatable, Sendable {
    public var isDose: Bool
    /// A number, "LO" or "HI".
    public var amount = ""
    /// "mg/dL" or "mmol/L"
    public var unit = ""
    /// "2026-11-24" and "15:04", by the wearer's clock.
    public var date = ""
    public var time = ""
    /// "first" or "second", where the clocks show the time twice.
    public var which = ""
    /// The name of a category: see `DiaryFormView.common`, or one of the family's own.
    public var category = ""
    /// One of the family's own that begins with this entry.
    public var newCategory = ""
    public var notes = ""
    /// Units of insulin.
    public var dose = ""
    public var meal = ""
    public var base = ""
    public var correction = ""

    public init(isDose: Bool) { self.isDose = isDose }
  }

  /// The reason why the form is not taken, and the field that it is about.
  public enum Problem: Equatable, Sendable {
    case amount, amountRange
    case time, skipped, twice, ahead, old
    case category, notes
    case dose, base, correction, tooMuchCorrection
    /// Nothing would change.
    case same
    /// The diary has changed since the form was opened.
    case outdated
    /// Another change of the same entry is on its way.
    case underWay
    /// Too many changes are on their way.
    case tooMany
  }

  /// Names of the common categories in forms, in the order of the day.
  public static let common: [(category: ReadingCategory, name: String)] = [
    (.beforeBreakfast, "before-breakfast"), (.afterBreakfast, "after-breakfast"),
    (.beforeLunch, "before-lunch"), (.afterLunch, "after-lunch"),
    (.beforeDinner, "before-dinner"), (.afterDinner, "after-dinner"), (.other, "other"),
  ]
  /// Names of meals in forms.
  public static let meals: [(meal: Meal, name: String)] = [
    (.breakfast, "breakfast"), (.lunch, "lunch"), (.dinner, "dinner"),
  ]

  public var fields: Fields
  /// The part of the address that names the entry; nil for a new one.
  public var entry: String?
  /// The entry as it is now; nil for a new one.
  public var old: DiaryChange?
  /// The entry as it will be: the page asks whether that is right. Nil: the fields are shown.
  public var confirms: DiaryChange?
  /// The last record of the diary that the form has seen.
  public var after: Int64
  /// The family's own categories.
  public var categories: [String]
  public var problem: Problem?

  public init(
    fields: Fields, entry: String?, old: DiaryChange?, confirms: DiaryChange? = nil, after: Int64,
    categories: [String], problem: Problem? = nil
  ) {
    self.fields = fields
    self.entry = entry
    self.old = old
    self.confirms = confirms
    self.after = after
    self.categories = categories
    self.problem = problem
  }
}
