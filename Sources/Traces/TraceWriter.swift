import Device
import HAL
import Names
import Words

/// Writes a trace in our own format: JSON Lines that gpsd's tools read, too. Its methods throw what the
/// caller's `write` throws, and no other error.
public struct TraceWriter {
  private let write: (String) throws -> Void

  /// Begins a trace that has its perimeter, or nothing, for a configuration. It throws what `write` throws.
  public init(perimeter: Perimeter? = nil, to write: @escaping (String) throws -> Void) throws {
    self.write = write
    try configure(perimeter, at: .start)
  }

  /// Begins with whatever is written first; the format version comes with the settings.
  public init(plain write: @escaping (String) throws -> Void) { self.write = write }

  /// A perimeter alone, without the rest of a profile.
  public func configure(_ perimeter: Perimeter?, at instant: Instant) throws {
    var line = head(at: instant)
    if let perimeter {
      line.add(
        "perimeter",
        raw: "{\"lat\":\(perimeter.center.latitudeText),"
          + "\"lon\":\(perimeter.center.longitudeText),\"radius_m\":\(perimeter.radius.value)"
          + (perimeter.temper == .normal ? "}" : ",\"temper\":\"\(perimeter.temper.spelling)\"}"))
    }
    try write(line.line)
  }

  /// A whole profile with its words: `CONFIG`, and a line for each setting. It is read back as the
  /// row of settings from `.begin` to `.end`, at one instant.
  /// - Parameter settings: in their order; `.begin` and `.end` may be left out.
  public func configure(
    _ settings: some Sequence<Setting>, _ words: TraceWords = TraceWords(), at instant: Instant
  ) throws {
    var caregivers = words.names.caregivers[...]
    var zones: [ZoneTransition] = []
    var lines: [String] = []
    func flush() {
      guard !zones.isEmpty else { return }
      lines.append(LineText.zone(zones, at: instant).line)
      zones.removeAll()
    }
    for setting in settings {
      if case .zone(let transition) = setting {
        zones.append(transition)
        if zones.count == LineText.mostTransitions { flush() }
        continue
      }
      flush()
      var line = LineText.setting(setting, at: instant)
      switch setting {
      case .begin, .end: continue
      case .caregiver(let caregiver):
        let words = caregivers.popFirst()
        // A reader works it out from the name.
        if caregiver.who != Names.Caregiver.who(name: words?.name ?? "") {
          line.add("who", caregiver.who)
        }
        words?.add(to: &line)
      case .reminder(let reminder): words.names.reminders[reminder.id]?.add(to: &line)
      case .perimeter, .watch, .zone, .insulin, .mealtime, .quiet, .priority, .limits,
        .accompanied, .kept, .noProfile, .changed:
        break
      }
      lines.append(line.line)
    }
    flush()
    var head = head(at: instant)
    words.add(to: &head)
    head.add("settings", lines.count)
    try write(head.line)
    for line in lines { try write(line) }
  }

  private func head(at instant: Instant) -> LineText {
    var line = LineText("CONFIG", at: instant)
    line.add("format", GpsdDecoder.format)
    return line
  }

  /// Any event, so that a device can write down its whole life. A setting written here stands alone
  /// and without words: whole profiles go through `configure`.
  ///
  /// A fix must hold finite numbers, and a time in the years 0 to 9999.
  public func write(_ event: Event) throws {
    switch event.kind {
    case .fix(let fix): try add(TraceRecord(fix: fix, line: 0), at: event.at)
    case .setting(let setting):
      var line = LineText.setting(setting, at: event.at)
      if case .caregiver(let caregiver) = setting, caregiver.who != 0 {
        line.add("who", caregiver.who)
      }
      try write(line.line)
    case .booted, .restored, .clock, .keys, .key, .reading, .edited, .answer, .message, .battery,
      .storage, .shuttingDown, .deadline:
      if let line = LineText.event(event.kind, at: event.at) { try write(line.line) }
    }
  }

  /// Writes an observer's remark.
  public func write(_ mark: TraceMark) throws {
    var line = LineText(.mark, at: mark.at)
    line.add("text", mark.text)
    try write(line.line)
  }

  /// The power is gone, and nothing wakes the device from that moment until the next event.
  public func writeOff(at instant: Instant) throws { try write(LineText(.off, at: instant).line) }

  /// Writes one epoch as a line of gpsd's class TPV. It throws what `write` throws.
  public func add(_ record: TraceRecord, at instant: Instant) throws {
    var line =
      "{\"class\":\"TPV\",\"at_ms\":\(instant.milliseconds),\"mode\":\(record.fix.mode.rawValue)"
    if let time = record.fix.time {
      line += ",\"time\":\"\(CivilTime.text(time.wall))\""
      if !time.isDated { line += ",\"undated\":true" }
    }
    if let position = record.fix.position {
      line += ",\"lat\":\(position.latitudeText),\"lon\":\(position.longitudeText)"
    }
    if let altitude = record.altitude { line += ",\"altMSL\":\(altitude.value)" }
    if let eph = record.fix.eph { line += ",\"eph\":\(eph.value)" }
    if let speed = record.fix.speed { line += ",\"speed\":\(speed.value)" }
    if let course = record.fix.course { line += ",\"track\":\(course.value)" }
    if let hdop = record.hdop { line += ",\"hdop\":\(hdop)" }
    if let used = record.satellitesUsed { line += ",\"uSat\":\(used)" }
    try write(line + "}\n")
  }
}
