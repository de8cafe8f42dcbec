import Device
import HAL

/// The diary: the log folded into entries, each with every version it had. DIA-4.
public struct DiaryBook: Sendable {
  /// The state of an entry after one record.
  public struct Version: Sendable {
    public var sequence: Int64
    public var writer: StateWriter
    public var written: WallTime?
    /// Nil: it was deleted, or undone by the wearer.
    public var entry: DiaryEntry?
    public var annotation: Annotation
  }

  public struct Item: Sendable {
    /// Oldest first, never none.
    public private(set) var versions: [Version]
    /// The entry as it is, or as it last was.
    public private(set) var known: DiaryEntry

    fileprivate init(_ line: DiaryLine, _ entry: DiaryEntry) {
      versions = [Version(line, entry, line.annotation ?? Annotation())]
      known = entry
    }

    fileprivate mutating func take(_ line: DiaryLine, _ entry: DiaryEntry?) {
      versions.append(Version(line, entry, line.annotation ?? annotation))
      known = entry ?? known
    }

    public var id: EntryID { known.id }
    public var latest: Version { versions[versions.count - 1] }
    /// Its time lay more than 5 minutes ahead of the clock by which it was written down.
    public var isAhead: Bool {
      guard let first = versions.first(where: { $0.entry?.taken == known.taken }),
        let written = first.written
      else { return false }
      let (lead, isFar) = known.taken.milliseconds.subtractingReportingOverflow(
        written.milliseconds)
      return isFar ? known.taken > written : lead > 5 * 60_000
    }
    public var isRemoved: Bool { latest.entry == nil }
    public var annotation: Annotation { latest.annotation }
  }

  /// Everything there ever was, in the order of when it was taken.
  public let items: [Item]
  /// Records that could not be read.
  public let unreadable: Int

  /// - Parameter lines: in the order of the log. Any prefix of a log makes a book.
  public init(_ lines: [DiaryLine]) {
    var items: [Item] = []
    var places: [Place: Int] = [:]
    var unreadable = 0
    for line in lines {
      guard let record = line.record else {
        unreadable += 1
        continue
      }
      guard let place = Place(record) else { continue }
      let entry = DiaryBook.entry(record, before: places[place].flatMap { items[$0].latest.entry })
      if let index = places[place] {
        items[index].take(line, entry)
      } else if let entry {
        places[place] = items.count
        items.append(Item(line, entry))
      }
    }
    self.items = items.enumerated()
      .sorted { a, b in
        let (first, second) = (a.element.known.taken, b.element.known.taken)
        return first == second ? a.offset < b.offset : first < second
      }
      .map(\.element)
    self.unreadable = unreadable
  }

  /// The entries that are in the diary now.
  public var current: [Item] { items.filter { !$0.isRemoved } }

  /// The entries with that number: more than one only if a reading and a dose got the same.
  public func items(numbered id: EntryID) -> [Item] { items.filter { $0.id == id } }

  /// The family's own categories, in alphabetical order. DIA-7.
  public var categories: [String] {
    Set(current.compactMap { $0.annotation.category }).sorted()
  }

  /// An entry among all: readings and doses are numbered apart.
  struct Place: Hashable {
    var isDose: Bool
    var id: UInt64

    /// Nil: the record is about no entry of a diary.
    init?(_ record: Record) {
      switch record {
      case .diary(.reading(let reading)): (isDose, id) = (false, reading.id.value)
      case .diary(.dose(let dose)): (isDose, id) = (true, dose.id.value)
      case .diary(.readingRemoved(let removed)): (isDose, id) = (false, removed.value)
      case .diary(.doseRemoved(let removed)): (isDose, id) = (true, removed.value)
      case .diary(.doseDated(let dated, _)): (isDose, id) = (true, dated.value)
      case .alive, .place, .reminder, .outbox, .accompanied, .meal: return nil
      }
    }
  }

  private static func entry(_ record: Record, before: DiaryEntry?) -> DiaryEntry? {
    switch record {
    case .diary(.reading(let reading)): .reading(reading)
    case .diary(.dose(let dose)): .dose(dose)
    case .diary(.doseDated(_, let date)): before.map { $0.dated(date) }
    case .diary(.readingRemoved), .diary(.doseRemoved): nil
    case .alive, .place, .reminder, .outbox, .accompanied, .meal: nil
    }
  }
}

extension DiaryBook.Version {
  fileprivate init(_ line: DiaryLine, _ entry: DiaryEntry?, _ annotation: Annotation) {
    self.init(
      sequence: line.sequence, writer: line.writer, written: line.written, entry: entry,
      annotation: annotation)
  }
}
