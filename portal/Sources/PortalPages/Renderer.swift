import Mustache

/// Turns pages into HTML. Made once, and shared: it holds the templates.
public struct Renderer: Sendable {
  private let library: MustacheLibrary

  /// - Throws: only for a mistake in a template.
  public init() throws {
    MustacheContentTypes.register(PageContent(), named: PageContent.name)
    library = MustacheLibrary(
      templates: try Renderer.texts.mapValues {
        try MustacheTemplate(string: "{{% CONTENT_TYPE: \(PageContent.name)}}\n" + $0)
      })
  }

  static let texts = [
    "shell": ShellTemplates.shell, "request": ShellTemplates.request,
    "contact": ShellTemplates.contact, "place": ShellTemplates.place,
    "ground": ShellTemplates.ground, "row": ShellTemplates.row,
    "health": WearerTemplates.health, "ways": WearerTemplates.ways,
    "language": AccountTemplates.language,
    "overview": WearerTemplates.overview, "alerts": WearerTemplates.alerts,
    "alert": WearerTemplates.alert, "company": WearerTemplates.company,
    "test": WearerTemplates.test, "day": WearerTemplates.day,
    "login": AccountTemplates.login, "link": AccountTemplates.link,
    "invitation": AccountTemplates.invitation, "home": AccountTemplates.home,
    "account": AccountTemplates.account, "people": AccountTemplates.people,
    "device": AccountTemplates.device, "audit": AccountTemplates.audit,
    "refusal": AccountTemplates.refusal,
    "quit": QuitTemplates.quit, "milestone": QuitTemplates.milestone,
    "diary": DiaryTemplates.diary, "figures": DiaryTemplates.figures,
    "diary-entry": DiaryFormTemplates.entry,
    "diary-changes": DiaryFormTemplates.changes,
    "ranges": DiaryTemplates.ranges, "sheet": DiaryTemplates.sheet,
    "testimonies": TestimonyTemplates.testimonies, "testimony": TestimonyTemplates.testimony,
    "setting-field": SettingTemplates.field, "setting-form": SettingTemplates.form,
    "advice": SettingTemplates.advice,
    "setting-state": SettingTemplates.state, "setting-people": SettingTemplates.people,
    "settings": SettingTemplates.settings, "conflict": SettingTemplates.conflict,
    "changes": SettingTemplates.changes, "reminders": SettingTemplates.reminders,
    "moderation": TestimonyTemplates.moderation, "refusal-form": TestimonyTemplates.refusalForm,
  ]

  /// A whole page in UTF-8. The same values give the same text.
  public func html(_ page: Page, in frame: Frame) -> String {
    let speak = PageWording(frame)
    let (template, title, content) = content(page, frame, speak)
    let whole = speak.plain(FramePhrase.title).replacingGap(.title, title)
    let values: [String: Any] = [
      "w": Phrasebook(language: frame.language),
      "shell": Shell(page, frame, speak, title: whole), "page": content,
    ]
    return library.render(values, withTemplate: template) ?? ""
  }

  private func content(
    _ page: Page, _ frame: Frame, _ speak: PageWording
  ) -> (template: String, title: String, content: Any) {
    // A page about a wearer without one would be a mistake of the caller; it names nobody.
    let wearer = frame.wearer ?? WearerLink(id: "", name: "", right: .look)
    switch page {
    case .login(let view):
      return ("login", speak.plain(LoginPhrase.title), LoginContent(view, speak))
    case .invitation(let view):
      return (
        "invitation", speak.plain(LoginPhrase.invitationTitle), InvitationContent(view, speak)
      )
    case .oneTimeLink(let view):
      return ("link", speak.plain(LoginPhrase.linkTitle), OneTimeLinkContent(view, speak))
    case .home(let view):
      return ("home", speak.plain(OverviewPhrase.homeTitle), HomeContent(view, speak))
    case .account(let view):
      return ("account", speak.plain(AccountPhrase.title), AccountContent(view, speak))
    case .overview(let view):
      let content = OverviewContent(view, wearer, speak)
      return ("overview", content.title, content)
    case .alerts(let view):
      let title = "\(wearer.name): \(speak.plain(AlertPhrase.title))"
      return ("alerts", title, AlertsContent(view, wearer, speak))
    case .alert(let view):
      let content = AlertContent(view, wearer, speak)
      return ("alert", content.title, content)
    case .company(let view):
      let title = "\(wearer.name): \(speak.plain(CompanyPagePhrase.title))"
      return ("company", title, CompanyContent(view, wearer, speak))
    case .testAlert(let view):
      let title = "\(wearer.name): \(speak.plain(TestAlertPhrase.title))"
      return ("test", title, TestAlertContent(view, wearer, speak))
    case .day(let view):
      let content = DayContent(view, wearer, speak)
      return ("day", content.title, content)
    case .audit(let view):
      return ("audit", speak.plain(AuditPhrase.title), AuditContent(view, wearer, speak))
    case .people(let view):
      return ("people", speak.plain(PeoplePhrase.title), PeopleContent(view, wearer, speak))
    case .pairing(let view):
      let content = PairingContent(view, wearer, speak)
      return ("device", content.title, content)
    case .quit(let view):
      let content = QuitContent(view, wearer, speak)
      return ("quit", content.title, content)
    case .diary(let view):
      let content = DiaryContent(view, wearer, speak)
      return ("diary", content.title, content)
    case .diaryForm(let view):
      let content = DiaryFormContent(view, wearer, speak)
      return ("diary-entry", content.title, content)
    case .testimonies(let view):
      let title = speak.plain(TestimonyPhrase.title)
      return ("testimonies", title, TestimoniesContent(view, speak))
    case .moderation(let view):
      let title = speak.plain(TestimonyPhrase.moderation)
      return ("moderation", title, ModerationContent(view, speak))
    case .reminders(let view):
      let content = RemindersContent(view, wearer, speak)
      return ("reminders", content.title, content)
    case .settings(let view):
      let content = SettingsContent(view, wearer, speak)
      return ("settings", content.title, content)
    case .conflict(let view):
      let title = speak.plain(SettingPhrase.conflictTitle)
      return ("conflict", title, ConflictContent(view, wearer, speak))
    case .changes(let view):
      let title = speak.plain(SettingPhrase.historyTitle)
      return ("changes", title, ChangesContent(view, wearer, speak))
    case .refusal(let view):
      let content = RefusalContent(view, speak)
      return ("refusal", content.heading, content)
    }
  }
}
