import ArgumentParser
import Diary
import HAL
import Profile

/// Which entries are meant: the same for list, stats and export.
struct DiarySelection: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Not before this day or time.", valueName: "time"),
    transform: TypedValue.text)
  var from: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Not after this day or time; a day counts to its end.", valueName: "time"),
    transform: TypedValue.text)
  var to: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Only of this category.", valueName: "name"),
    transform: TypedValue.text)
  var category: String?

  var isAll: Bool { from == nil && to == nil && category == nil }

  func items(of book: DiaryBook, removed: Bool = false, _ moment: DiaryMoment) throws
    -> [DiaryBook.Item]
  {
    let first = try from.map { try moment.range($0, option: "--from").lowerBound } ?? .min
    let end = try to.map { try moment.range($0, option: "--to").upperBound } ?? .max
    guard first < end else {
      throw InputError(
        file: "--to", "is \"\(to ?? "")\", before --from \"\(from ?? "")\"; expected it after")
    }
    let category = try self.category.map { try DiaryCategory(named: $0, own: book.categories) }
    return (removed ? book.items : book.current).filter { item in
      let taken = item.known.taken.milliseconds
      return taken >= first && taken < end && (category.map { $0 == DiaryCategory(item) } ?? true)
    }
  }
}
