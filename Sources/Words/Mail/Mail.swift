import Device
import HAL

/// A notice as the caregiver reads it. ALZ-4.
public struct Mail: Equatable, Sendable {
  /// One line, without control characters.
  public var subject: String
  public var body: String
}

extension Language {
  /// The mail of one attempt to bring a notice to a caregiver.
  /// - Parameter hasInbound: answers come in, so that it is said how to answer.
  public func mail(
    _ dispatch: Dispatch, names: Names, zone: ZoneOffset, hasInbound: Bool
  ) -> Mail {
    let letter = Letter(
      dispatch: dispatch, wording: Wording(language: self, names: names, zone: zone),
      hasInbound: hasInbound)
    return Mail(subject: letter.subject, body: letter.body)
  }

  /// The `descripcion` of a form POST to a relay: one line. ALZ-9.
  public func relayText(
    _ dispatch: Dispatch, names: Names, zone: ZoneOffset, hasInbound: Bool
  ) -> String {
    Letter(
      dispatch: dispatch, wording: Wording(language: self, names: names, zone: zone),
      hasInbound: hasInbound
    ).short
  }

  /// The mail for a notice that has no recipient yet. `moment` is the time of the fix in words, nil
  /// while no clock is trusted.
  public func mail(_ notice: Notice, moment: String?) -> Mail {
    let wording = Wording(language: self, names: Names(), zone: .utc)
    let subject = wording.bareStatement(notice.matter, made: notice.made)
    var lines = [subject + "."]
    lines += wording.place(
      notice.whereabouts, isPast: notice.age >= Letter.fresh,
      saysMotion: wording.saysMotion(notice.matter))
    if let moment { lines.append(say(MailPhrase.fixTime, (.time, moment))) }
    return Mail(subject: subject, body: lines.joined(separator: "\n") + "\n")
  }
}

/// One dispatch, being put into words.
struct Letter {
  /// From here on, lateness is said.
  static let late = Milliseconds.seconds(120)
  /// The age from which a motion is past.
  static let fresh = Milliseconds.seconds(60)

  let dispatch: Dispatch
  let wording: Wording
  let hasInbound: Bool

  var notice: Notice { dispatch.notice }
  private var language: Language { wording.language }
  private var isLate: Bool { dispatch.late >= Letter.late }
  /// Age of the position when the mail is written; a lower bound if a power cut hides the rest.
  private var age: Milliseconds { Milliseconds(notice.age.count &+ dispatch.late.count) }

  var subject: String {
    let text = headline
    return hasInbound ? "\(text) \(tokenText(notice.token))" : text
  }

  /// The event, and the delay with which it is told.
  private var headline: String {
    let statement = wording.statement(notice)
    if dispatch.isLater { return wording.say(MailPhrase.lateForUnknown, (.text, statement)) }
    guard isLate else { return statement }
    return wording.say(
      MailPhrase.late, (.text, statement), (.late, language.minutes(dispatch.late)))
  }

  var body: String {
    let parts = [
      [greeting], what + outing.map { $0 + "." } + again + lateness, excursions.map { "- \($0)." },
      position + battery,
      howToAnswer,
      [wording.say(MailPhrase.signature, (.id, wording.text(notice.id)))],
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  /// One line for a relay.
  var short: String {
    var parts = [headline]
    parts += outing + excursions
    if let place = notice.whereabouts {
      parts += wording.short(place, saysMotion: wording.saysMotion(notice.matter))
      parts += [age(.shortAge, unknown: .shortAgeUnknown), mapLink(place.position)]
    } else if wording.needsPosition(notice.matter) {
      parts.append(wording.say(MailPhrase.noPosition))
    }
    if let percent = notice.battery {
      parts.append(wording.say(MailPhrase.shortBattery, (.number, language.percent(percent))))
    }
    if hasInbound { parts.append(tokenText(notice.token)) }
    return parts.joined(separator: "; ")
  }

  private var greeting: String {
    let hasName = wording.caregiver(dispatch.recipient.caregiver).map { !oneLine($0.name).isEmpty }
    return hasName == true
      ? wording.say(MailPhrase.greeting, (.name, wording.name(dispatch.recipient.caregiver)))
      : wording.say(MailPhrase.greetingNobody)
  }

  private var what: [String] {
    [wording.statement(notice) + "."]
      + (notice.answered == nil && !notice.isPast ? wording.advice(notice) : [])
  }

  /// A repetition is a message of its own, and says so.
  private var again: [String] {
    dispatch.round > 1
      ? [wording.say(MailPhrase.again, (.number, String(dispatch.round)))] : []
  }

  private var lateness: [String] {
    if dispatch.isLater { return [wording.say(MailPhrase.lateAndOff)] }
    guard isLate else { return [] }
    let late = language.minutes(dispatch.late)
    guard let made = notice.made else {
      return [wording.say(MailPhrase.lateSinceUnknown, (.late, late))]
    }
    return [
      wording.say(
        MailPhrase.lateSince, (.late, late), (.time, language.moment(made, wording.zone)))
    ]
  }

  /// The times and distance of a return: since when, after how long, from how far. Unknown facts are left out.
  private var outing: [String] {
    guard notice.matter == .perimeter(.returned) else { return [] }
    return [
      notice.made.map { wording.say(MailPhrase.backSince, (.time, wording.hour($0))) },
      notice.outing.lasted.map {
        wording.say(MailPhrase.timeOutside, (.age, language.minutes($0)))
      },
      notice.outing.farthest.map {
        wording.say(MailPhrase.farthestOutside, (.distance, language.text($0)))
      },
    ].compactMap { $0 }
  }

  private var excursions: [String] {
    guard let list = dispatch.excursions else { return [] }
    func time(_ time: WallTime?) -> String {
      time.map { language.dayAndClock(wording.zone.local($0)) }
        ?? wording.say(TimePhrase.timeUnknown)
    }
    let older = dispatch.olderExcursions
    let listed = (0..<list.count).map { index in
      // A distance that is not known is left out.
      wording.say(
        list[index].farthest.value > 0 ? MailPhrase.excursion : .excursionTimes,
        (.date, time(list[index].left)), (.time, time(list[index].returned)),
        (.distance, language.text(list[index].farthest)))
    }
    return older > 0
      ? [wording.say(MailPhrase.olderExcursions, (.number, String(older)))] + listed : listed
  }

  private var position: [String] {
    guard let place = notice.whereabouts else {
      guard wording.needsPosition(notice.matter) else { return [] }
      let isHelp = notice.matter == .help
      return [wording.say(MailPhrase.noPosition)]
        + (isHelp ? [wording.say(AdvicePhrase.helpWithoutPosition)] : [])
    }
    let made =
      notice.isAgeUnknown
      ? nil : notice.made.map { WallTime(milliseconds: $0.milliseconds &- notice.age.count) }
    let time =
      made.map { language.moment($0, wording.zone) } ?? wording.say(TimePhrase.unknown)
    let isLast = notice.matter == .position(.lost) || notice.matter == .position(.noneForLong)
    return (isLast ? [wording.say(MailPhrase.lastGood)] : [])
      + wording.place(
        place, isPast: dispatch.isLater || notice.isAgeUnknown || age >= Letter.fresh,
        saysMotion: wording.saysMotion(notice.matter))
      + [
        age(.age, unknown: .ageUnknown),
        wording.say(MailPhrase.fixTime, (.time, time)),
      ]
  }

  /// Whole seconds, from a minute on whole minutes.
  private func age(_ known: MailPhrase, unknown: MailPhrase) -> String {
    if dispatch.isLater || notice.isAgeUnknown { return wording.say(unknown) }
    let text = age.count < 1000 ? wording.say(MailPhrase.instant) : language.minutes(age)
    return wording.say(known, (.age, text))
  }

  private var battery: [String] {
    notice.battery.map { [wording.say(MailPhrase.battery, (.number, language.percent($0)))] } ?? []
  }

  private var howToAnswer: [String] {
    guard hasInbound else { return [] }
    let wearer = wording.wearer ?? wording.say(PersonPhrase.wearer)
    return [
      wording.say(MailPhrase.reply), tokenText(notice.token), wording.say(MailPhrase.replyWhere),
      wording.say(MailPhrase.replyAccompanied, (.wearer, wearer)),
    ]
  }
}

extension Language {
  /// A mail that only shows that mails arrive.
  /// - Parameter caregiver: index in the order of `names`, from 0.
  public func testMail(to caregiver: UInt8, names: Names) -> Mail {
    let wording = Wording(language: self, names: names, zone: .utc)
    let hasName = wording.caregiver(caregiver).map { !oneLine($0.name).isEmpty } ?? false
    let greeting =
      hasName
      ? say(MailPhrase.greeting, (.name, wording.name(caregiver))) : say(MailPhrase.greetingNobody)
    let parts = [
      greeting, say(MailPhrase.testNothing), say(MailPhrase.testWays), say(MailPhrase.testSeen),
    ]
    return Mail(
      subject: testSubject(wording), body: parts.joined(separator: "\n\n") + "\n")
  }

  /// The same for a relay: one line.
  public func testText(names: Names) -> String {
    let wording = Wording(language: self, names: names, zone: .utc)
    return testSubject(wording) + ". " + say(MailPhrase.testNothing)
  }

  private func testSubject(_ wording: Wording) -> String {
    wording.wearer.map { say(MailPhrase.testSubject, (.wearer, $0)) }
      ?? say(MailPhrase.testSubjectNobody)
  }
}
