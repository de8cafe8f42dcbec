import Device

/// Writes a reader's events down again in our own format. The copy has the same events at the same
/// instants, and the same words and marks.
public struct TraceCopy {
  private let write: (String) throws -> Void
  private var writer: TraceWriter?
  /// A row of settings that is not at its end.
  private var row: [Event] = []

  /// Nil: everything is copied.
  public private(set) var sharing: TraceSharing?

  /// - Parameters:
  ///   - sharing: nil: everything is copied.
  ///   - write: takes each line; an error that it throws ends the copy.
  public init(sharing: TraceSharing? = nil, to write: @escaping (String) throws -> Void) {
    self.sharing = sharing
    self.write = write
  }

  /// Copies to the end of the trace. It throws what the reader and `write` throw.
  public mutating func copy(_ reader: TraceReader) throws {
    while let item = try reader.next() {
      try copyMarks(reader)
      if let off = reader.offSince {
        try giveUpRow()
        try begun(by: nil).writeOff(at: off)
      }
      try take(item, reader.words)
    }
    try giveUpRow()
    try copyMarks(reader)
    if let off = reader.offSince { try begun(by: nil).writeOff(at: off) }
  }

  private mutating func copyMarks(_ reader: TraceReader) throws {
    for mark in reader.takeMarks() where sharing?.keepsNote() ?? true {
      try begun(by: nil).write(mark)
    }
  }

  /// A trace begins with the format version: of its own, or in what comes first.
  private mutating func begun(by item: TraceReader.Item?) throws -> TraceWriter {
    if let writer { return writer }
    let begun: TraceWriter
    begun =
      item?.event.beginsTrace ?? false ? TraceWriter(plain: write) : try TraceWriter(to: write)
    writer = begun
    return begun
  }

  private mutating func take(_ item: TraceReader.Item, _ words: TraceWords) throws {
    var (item, words) = (item, words)
    if sharing != nil {
      guard let shared = sharing?.share(item) else { return }
      item = shared
      if item.event.kind == .setting(.end) { words = sharing?.share(words) ?? words }
    }
    let event = item.event
    if writer == nil, case .setting(.perimeter(let perimeter)) = event.kind {
      let begun = TraceWriter(plain: write)
      try begun.configure(perimeter, at: event.at)
      writer = begun
      return
    }
    let writer = try begun(by: item)
    if case .setting(let setting) = event.kind {
      if setting == .begin { try giveUpRow() }
      if setting == .begin || !row.isEmpty {
        row.append(event)
        return setting == .end ? try finishRow(words) : ()
      }
    } else {
      try giveUpRow()
    }
    switch (event.kind, item.record) {
    case (.setting(.perimeter(let perimeter)), _): try writer.configure(perimeter, at: event.at)
    case (.fix, let record?): try writer.add(record, at: event.at)
    default: try writer.write(event)
    }
  }

  private mutating func finishRow(_ words: TraceWords) throws {
    guard let first = row.first, row.allSatisfy({ $0.at == first.at }) else {
      return try giveUpRow()
    }
    let settings = row.compactMap { event in
      if case .setting(let setting) = event.kind { setting } else { nil }
    }
    try writer?.configure(settings, words, at: first.at)
    row.removeAll()
  }

  /// Writes settings that make no whole row at one instant one by one.
  private mutating func giveUpRow() throws {
    for event in row { try writer?.write(event) }
    row.removeAll()
  }
}

extension Event {
  /// Its line says which version of the format follows.
  fileprivate var beginsTrace: Bool {
    if case .booted = kind { return true }
    return kind == .setting(.begin)
  }
}
