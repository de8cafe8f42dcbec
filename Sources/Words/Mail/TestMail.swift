import HAL

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
