import Console
import Device
import Diary
import Profile

/// What the commands of the diary work with.
struct DiaryDesk {
  let folder: StateFolder
  let words: DiaryWords
  var moment: DiaryMoment { words.moment }

  /// The diary as it is now.
  func book() throws -> DiaryBook {
    let reader = try RecordReader(folder)
    let book = try reader.book()
    for complaint in try reader.complaints() { complain(complaint) }
    if book.unreadable > 0 {
      complain(
        "\(folder.database): \(book.unreadable) records cannot be read by this version; left out")
    }
    return book
  }

  /// The one entry of that number.
  func item(_ text: String, in book: DiaryBook) throws -> DiaryBook.Item {
    guard let id = EntryID(text: text) else {
      throw InputError(
        file: text, "is no number of an entry; expected one such as 12 or 7-12, as listed")
    }
    let items = book.items(numbered: id)
    guard let item = items.first else {
      throw InputError(file: text, "is not in the diary; vigia diary list shows what is")
    }
    guard items.count == 1 else {
      throw InputError(file: text, "is a reading and a dose; expected a number of one entry")
    }
    return item
  }

  /// The same, for a change.
  func presentItem(_ text: String, in book: DiaryBook) throws -> DiaryBook.Item {
    let item = try item(text, in: book)
    guard !item.isRemoved else {
      throw InputError(file: text, "was deleted; expected an entry that is in the diary")
    }
    return item
  }
}
