import Device
import HAL
import Names

/// The statement of a notice.
extension Wording {
  /// "Rosa ha salido del perímetro"; without a name "Ha salido del perímetro".
  /// - Parameter made: when the notice was made; nil while no clock had been trusted.
  func statement(_ matter: Notice.Matter, made: WallTime? = nil) -> String {
    wearer.map { phrase(matter, $0, made) } ?? bareStatement(matter, made: made)
  }

  /// The statement that is true when the notice leaves: a late answer may have come since.
  func statement(_ notice: Notice) -> String {
    if notice.isPast { return past(notice.matter) }
    guard let time = notice.answered.map({ hour($0) }) else {
      return statement(notice.matter, made: notice.made)
    }
    let text: String? =
      switch notice.matter {
      case .reminder(.unanswered(let occurrence)):
        say(
          MatterPhrase.reminderAnsweredLate, (.wearer, wearer ?? ""),
          (.reminder, reminder(occurrence)), (.time, time))
      case .dose(.unanswered(let meal, _)):
        say(
          MatterPhrase.doseAnsweredLate, (.wearer, wearer ?? ""), (.meal, self.meal(meal)),
          (.time, time))
      case .perimeter, .help, .location, .position, .reminder, .glucose, .dose, .clock,
        .batteryLow, .power, .day, .storageFailed, .profileKept, .companyRefused, .profileChanged:
        nil
      }
    guard let text else { return statement(notice.matter, made: notice.made) }
    return wearer == nil ? Wording.bare(text) : text
  }

  /// The statement of a notice that leaves too late to be true any more.
  private func past(_ matter: Notice.Matter) -> String {
    let key: MatterPhrase =
      matter == .perimeter(.left)
      ? .leftPast : matter == .position(.lost) ? .positionLostPast : .shutDownPast
    let text = say(key, (.wearer, wearer ?? ""))
    return wearer == nil ? Wording.bare(text) : text
  }

  private static func bare(_ text: String) -> String {
    let text = text.drop { $0 == " " || $0 == ":" }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The statement without the wearer, for readers who know of whom it is.
  func bareStatement(_ matter: Notice.Matter, made: WallTime? = nil) -> String {
    Wording.bare(phrase(matter, "", made))
  }

  private func phrase(_ matter: Notice.Matter, _ wearer: String, _ made: WallTime?) -> String {
    func say(_ key: MatterPhrase, _ values: (Slot, String)...) -> String {
      Language.fill(language.template(key), [(.wearer, wearer)] + values)
    }
    return switch matter {
    case .perimeter(.left): say(.left)
    case .perimeter(.returned): say(.returned)
    case .perimeter(.excursions): say(.excursions)
    case .help: say(.help)
    case .location(.firstAfterHelp): say(.firstPosition)
    case .location(.breadcrumb): say(.breadcrumb)
    case .location(.asked): say(.asked)
    case .position(.lost): say(.positionLost)
    case .reminder(.due(let occurrence)): say(.reminderDue, (.reminder, reminder(occurrence)))
    case .reminder(.unanswered(let occurrence)):
      say(.reminderUnanswered, (.reminder, reminder(occurrence)))
    case .reminder(.missed(let occurrence)): say(.reminderMissed, (.reminder, reminder(occurrence)))
    case .glucose(.low(let result, let isVery, let age)): low(result, isVery, age, wearer)
    case .dose(.unanswered(let meal, _)): say(.doseUnanswered, (.meal, self.meal(meal)))
    case .clock(.untrusted): say(.clock)
    case .batteryLow(let percent): say(.battery, (.number, language.percent(percent)))
    case .power(.shuttingDown): say(.shuttingDown)
    case .power(.wasOff(let span)): say(.wasOff, (.age, language.text(span)))
    case .day(.allIsWell): say(.allIsWell)
    case .storageFailed(.damaged): say(.storageDamaged)
    case .storageFailed(let error): say(.storage, (.reason, reason(error)))
    case .glucose(.lowOver(let over)): self.over(over, wearer, made)
    case .dose(.entryAhead(let entry)):
      say(entry.isDose ? .doseAhead : .readingAhead, (.age, language.ahead(entry.ahead)))
    case .profileKept(let since):
      say(.profileKept, (.date, language.dateWithYear(zone.local(since))))
    case .companyRefused(let refusal): say(.companyRefused, (.time, hour(refusal)))
    case .profileChanged(let changes): say(.profileChanged, (.text, text(changes)))
    case .day(.open): say(.dayOpen)
    case .clock(.disagrees(let by)):
      say(.clockDisagrees, (.age, language.text(Milliseconds(Int64(clamping: by.count.magnitude)))))
    case .reminder(.unsure(let unsure)):
      say(.reminderUnsure, (.reminder, reminder(unsure.occurrence)))
    case .position(.receiverSilent): say(.receiverSilent)
    case .position(.noneForLong): say(.noPositionForLong)
    }
  }

  /// Meaning and advice.
  func advice(_ notice: Notice) -> [String] {
    switch notice.matter {
    case .perimeter(.left), .perimeter(.returned), .perimeter(.excursions), .location: []
    case .help: [say(AdvicePhrase.help)]
    case .position(.lost): [say(AdvicePhrase.positionLost)]
    case .reminder(.due(let occurrence)):
      about(occurrence) + (notice.isTimeUnsure ? [say(AdvicePhrase.reminderTimeUnsure)] : [])
    case .reminder(.unanswered(let occurrence)):
      [say(AdvicePhrase.reminderUnanswered)] + about(occurrence)
    case .reminder(.missed(let occurrence)): [say(AdvicePhrase.reminderMissed)] + about(occurrence)
    case .glucose(.low(_, let isVery, let age)):
      (age == .recent ? [] : [say(age == .unclear ? AdvicePhrase.timeUnclear : .measureNow)])
        + [say(isVery ? AdvicePhrase.veryLow : .low)]
    case .dose(.unanswered(_, let deleted)):
      deleted.map {
        [
          say(
            AdvicePhrase.doseDeleted, (.value, language.text($0.units)),
            (.time, language.dayAndClock(zone.local($0.taken)))),
          say(AdvicePhrase.doseMayFollow),
        ]
      } ?? [say(AdvicePhrase.doseUnanswered), say(AdvicePhrase.doseMayFollow)]
    case .clock(.untrusted): [say(AdvicePhrase.clock)]
    case .batteryLow: [say(AdvicePhrase.battery)]
    case .power(.shuttingDown): [say(AdvicePhrase.shuttingDown)]
    case .power(.wasOff): [say(AdvicePhrase.wasOff)]
    case .day(.allIsWell): [say(AdvicePhrase.allIsWell)]
    case .storageFailed(.damaged): [say(AdvicePhrase.damaged)]
    case .storageFailed: [say(AdvicePhrase.storage)]
    case .glucose(.lowOver(let over)):
      over.isUnconfirmed || over.cause == .old ? [say(AdvicePhrase.lowUnconfirmed)] : []
    case .dose(.entryAhead(let entry)): [say(advice(entry))]
    case .profileKept: [say(AdvicePhrase.profileKept)]
    case .companyRefused(let refusal): advice(refusal, made: notice.made)
    case .profileChanged: [say(AdvicePhrase.profileChanged)]
    case .day(.open(let open)): [say(AdvicePhrase.dayOpen)] + lines(open)
    case .clock(.disagrees): [say(AdvicePhrase.clockDisagrees)]
    case .reminder(.unsure(let unsure)):
      about(unsure.occurrence) + [
        say(
          advice(unsure),
          (.time, language.dayAndClock(CivilDate(unsure.announced))))
      ]
    case .position(.receiverSilent): [say(AdvicePhrase.receiverSilent)]
    case .position(.noneForLong): [say(AdvicePhrase.noPositionForLong)]
    }
  }

  /// One of every hour is called again at its time where the call came 29 minutes before it.
  private func advice(_ unsure: UnsureReminder) -> AdvicePhrase {
    unsure.occurrence.due.count - unsure.announced.count < 29 ? .reminderUnsure : .reminderEarly
  }

  /// A dose that somebody dated more than a day ahead counts for nothing.
  private func advice(_ entry: EntryAhead) -> AdvicePhrase {
    guard entry.isDose else { return .readingAhead }
    return entry.ahead.count > 86_400_000 && !entry.isOfDevice ? .doseFarAhead : .doseAhead
  }

  /// True where a missing position must be said: the caregiver would look for one.
  func needsPosition(_ matter: Notice.Matter) -> Bool {
    switch matter {
    case .perimeter(.left), .perimeter(.returned), .help, .location, .position(.lost),
      .glucose(.low), .batteryLow,
      .power(.shuttingDown), .power(.wasOff), .day(.allIsWell), .day(.open),
      .position(.receiverSilent), .position(.noneForLong):
      true
    case .perimeter(.excursions), .reminder(.due), .reminder(.unanswered), .reminder(.missed),
      .dose(.unanswered),
      .clock(.untrusted), .storageFailed, .glucose(.lowOver), .dose(.entryAhead), .profileKept,
      .companyRefused, .profileChanged, .clock(.disagrees), .reminder(.unsure):
      false
    }
  }

  /// The due time, and the caregiver's own text about it.
  private func about(_ occurrence: Occurrence) -> [String] {
    let words = names.reminder(occurrence)
    let due = language.dayAndClock(CivilDate(occurrence.due))
    return [
      say(AdvicePhrase.reminder, (.time, due)),
      words?.dose.map { say(MailPhrase.reminderDose, (.value, oneLine($0))) },
      words?.description.map { say(MailPhrase.reminderDescription, (.text, oneLine($0))) },
    ].compactMap { $0 }
  }

  private func reason(_ error: StorageError) -> String {
    switch error {
    case .full: say(AdvicePhrase.full)
    case .readOnly: say(AdvicePhrase.readOnly)
    case .failed, .damaged: say(AdvicePhrase.failed)
    }
  }

  /// "addresses, perimeter"
  private func text(_ changes: ProfileChanges) -> String {
    let all: [(ProfileChanges, ChangePhrase)] = [
      (.addresses, .addresses), (.perimeter, .perimeter), (.company, .company),
      (.reminders, .reminders),
    ]
    let named = all.filter { changes.contains($0.0) }.map { say($0.1) }
    return named.isEmpty ? say(ChangePhrase.settings) : named.joined(separator: ", ")
  }

  // MARK: Low glucose

  func low(
    _ result: MeterResult, _ isVery: Bool, _ age: ReadingAge, _ wearer: String
  ) -> String {
    func say(_ key: MatterPhrase, _ more: (Slot, String)...) -> String {
      Language.fill(
        language.template(key), [(.wearer, wearer), (.value, language.text(result))] + more)
    }
    return switch age {
    case .recent: say(isVery ? .veryLow : .low)
    case .minutes(let minutes):
      say(
        isVery ? .veryLowBefore : .lowBefore,
        (.age, language.minutes(.seconds(Int64(minutes) * 60))))
    case .unclear: say(isVery ? .veryLowUnclear : .lowUnclear)
    }
  }

  /// "was 50 mg/dL at 09:01, 140 mg/dL at 09:04".
  func over(_ over: LowGlucoseOver, _ wearer: String, _ made: WallTime?) -> String {
    let key: MatterPhrase =
      switch over.cause {
      case .measured: over.isUnconfirmed ? .lowUnconfirmed : .lowOver
      case .corrected: .lowCorrected
      case .removed: .lowRemoved
      case .old: .lowOld
      }
    return Language.fill(
      language.template(key),
      [
        (.wearer, wearer), (.value, text(over.low, over.lowAge, made)),
        (.total, over.ended.map { text($0, over.endAge, made) } ?? ""),
      ])
  }

  /// A result and the time of the day; where no clock had spoken, how long ago, if that is known.
  private func text(_ result: MeterResult, _ minutes: Int16, _ made: WallTime?) -> String {
    let value = language.text(result)
    guard minutes != LowGlucoseOver.unknownAge else { return value }
    guard let made else {
      let age = language.minutes(.seconds(Int64(max(minutes, 0)) * 60))
      return say(MatterPhrase.resultBefore, (.value, value), (.age, age))
    }
    let minute = made.milliseconds / 60_000 - Int64(minutes)
    return say(
      MatterPhrase.resultAt, (.value, value),
      (.time, hour(WallTime(milliseconds: minute * 60_000))))
  }

  // MARK: The daily mail

  func lines(_ open: OpenMatters) -> [String] {
    let all: [(OpenMatters, OpenPhrase)] = [
      (.help, .help), (.exit, .exit), (.lowGlucose, .low), (.dose, .dose), (.reminder, .reminder),
      (.position, .position), (.receiver, .receiver), (.battery, .battery), (.clock, .clock),
      (.notice, .notice), (.storage, .storage),
    ]
    return all.filter { open.contains($0.0) }.map { "- \(say($0.1))." }
  }

  // MARK: Company

  /// Milliseconds from now to the hour of the example.
  private static let visit: Int64 = 2 * 3_600_000

  /// "las 18:30", as it was written.
  func hour(_ refusal: CompanyRefusal) -> String {
    language.hour(CivilDate(CivilMinute(Int32(refusal.minute))))
  }

  func reason(_ refusal: CompanyRefusal) -> String {
    switch refusal.reason {
    case .past: say(CompanyPhrase.past)
    case .tooFar: say(CompanyPhrase.tooFar)
    case .timeUnknown: say(CompanyPhrase.timeUnknown)
    case .overtaken: say(CompanyPhrase.overtaken)
    case .clocksContradict: say(CompanyPhrase.clocksContradict)
    }
  }

  /// - Parameter made: when the device refused; nil while it did not know the time.
  func advice(_ refusal: CompanyRefusal, made: WallTime?) -> [String] {
    // Somebody else may be with the wearer by the newer word: nothing is said of the watch.
    if refusal.reason == .overtaken {
      return [say(CompanyPhrase.doesNotCount, (.reason, reason(refusal)))]
    }
    let watched = say(CompanyPhrase.watched, (.reason, reason(refusal)))
    let isTimeKnown = refusal.reason != .timeUnknown && refusal.reason != .clocksContradict
    guard isTimeKnown, let made else {
      return [watched, say(CompanyPhrase.again)]
    }
    let later = zone.local(WallTime(milliseconds: made.milliseconds &+ Wording.visit))
    let quarter = CivilMinute(Int32(later.hour * 60 + later.minute / 15 * 15))
    return [watched, say(CompanyPhrase.write, (.time, CivilDate(quarter).clock))]
  }
}
