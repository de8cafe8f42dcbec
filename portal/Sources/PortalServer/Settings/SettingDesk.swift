import Device
import Forms
import Foundation
import HAL
import PortalPages
import PortalStore
import Profile

/// One form that somebody sent, judged against the texts that the portal has.
struct SettingDesk: Sendable {
  let scene: WearerScene
  let form: SettingForm
  private(set) var target: String
  let values: [String: String]
  /// The revision that the form was made from; nil: it names none.
  let base: Int?
  /// The lost change that the form repeats.
  let lost: Int?

  /// The outcome of a form.
  enum Outcome: Sendable {
    /// Nothing was different.
    case same
    case saved(about: String)
    /// Nothing was stored: another text stands now, and somebody chooses.
    case conflict(ConflictView)
    /// Nil: there are no settings yet.
    case wrong(SettingProblem, ProfileRevision?)
  }

  /// - Parameter photo: the name of a photo that came as a file.
  init(
    _ scene: WearerScene, _ form: SettingForm, target: String, _ entered: Form,
    photo: String? = nil
  ) {
    self.scene = scene
    self.form = form
    self.target = target
    var values = SettingDesk.values(form, entered)
    if let photo { values["photo"] = photo }
    self.values = values
    base = Int(entered.text("revision"))
    lost = Int(entered.text("lost"))
  }

  private static func values(_ form: SettingForm, _ entered: Form) -> [String: String] {
    var values: [String: String] = [:]
    for field in form.fields { values[field.name] = entered.text(field.name) }
    if form.fields.contains(.days) {
      // Seven boxes in the form, and one field where a form is repeated.
      let boxes = SettingField.weekdays.filter { entered.text("days_\($0)") == "yes" }
      if !boxes.isEmpty { values["days"] = boxes.joined(separator: ",") }
    }
    return values
  }

  /// Stores the change, unless it would overwrite what nobody has seen.
  func decide() async throws -> Outcome {
    guard let current = try await scene.file.currentRevision() else {
      guard form == .first else { throw PageRefusal(.conflict, .settingsUnknown) }
      return try await begin()
    }
    guard let profile = SettingDesk.profile(current) else {
      return .wrong(SettingProblem(nil, .layout), current)
    }
    let own = try await scene.file.ownRevision().flatMap(SettingDesk.profile)
    let edited = Result {
      try SettingEdit(form: form, target: target, values: values, own: own)
        .applied(to: current.yaml, now: localMinute(profile))
    }
    if let desk = try await renumbered(current, profile) {
      return .conflict(
        desk.view(
          current, profile, cause: try await cause(current), writer: scene.account.name))
    }
    // Sent twice, or what was to go is gone: there is nothing to choose.
    if let text = try? edited.get().text, !hasNoPlace(in: profile),
      text.utf8.elementsEqual(current.yaml.utf8)
    {
      if let lost { _ = try await scene.file.settle(lost) }
      return .same
    }
    if let conflict = try await conflict(current, profile) { return .conflict(conflict) }
    if case .failure(let problem as SettingProblem) = edited { return .wrong(problem, current) }
    let changed = try edited.get()
    let named = SettingValues.about(form, target, in: profile)
    let about = named.isEmpty && form.home != .perimeter ? values["name"] ?? "" : named
    let change = ProfileChange(
      by: scene.account, base: current.revision, form: form.rawValue, target: target, about: about,
      fields: values)
    let number = try await scene.file.change(
      changed.text, change, repeating: lost, at: scene.now)
    // Somebody else was quicker between the two looks: the next one meets their text.
    guard number != nil else { return try await decide() }
    return .saved(about: about)
  }

  /// The minute on the wearer's wall. The zone is that of the device, which its own file may have changed since. Before
  /// any device has told its settings it is that of the text.
  private func localMinute(_ profile: Profile) -> CivilMinute {
    if scene.profile != nil { return scene.localMinute }
    let date = Date(timeIntervalSince1970: Double(scene.now.milliseconds) / 1000)
    let ahead = Int64(profile.timeZone.secondsFromGMT(for: date)) * 1000
    return CivilMinute(Int32((scene.now.milliseconds + ahead) / 60_000))
  }

  /// Stores the first text of all.
  private func begin() async throws -> Outcome {
    let text: ProfileText
    do {
      text = try SettingEdit(form: form, target: target, values: values, own: nil).applied(
        to: try FirstSettings.text(wearer: scene.entry.name, caregiver: scene.account),
        now: scene.localMinute)
    } catch let problem as SettingProblem {
      return .wrong(problem, nil)
    }
    let change = ProfileChange(
      by: scene.account, base: 0, form: form.rawValue, target: "", about: "", fields: values)
    // Somebody else was quicker: the next look meets their text.
    guard try await scene.file.change(text.text, change, at: scene.now) != nil else {
      return try await decide()
    }
    return .saved(about: "")
  }

  /// The form changes something that is not there any more.
  private func hasNoPlace(in profile: Profile) -> Bool {
    let isDeleting = form == .reminderDelete || form == .caregiverDelete
    return form.hasTarget && !isDeleting
      && SettingValues.values(form, target, in: profile) == nil
  }

  /// The same deletion under the present number of somebody whose name or address was put right meanwhile. They are
  /// told as before. Nil: the form is about nobody of that kind.
  func renumbered(
    _ current: ProfileRevision, _ profile: Profile
  ) async throws -> SettingDesk? {
    guard form == .caregiverDelete, let base, base != current.revision,
      SettingValues.caregiver(target, in: profile) == nil,
      let then = try await scene.file.revision(base).flatMap(SettingDesk.profile),
      let at = SettingValues.caregiver(target, in: then)
    else { return nil }
    let before = then.caregivers[at].words
    let edited = try await edited(since: base)
    let known = Set(then.caregivers.map(\.setting.who))
    let now =
      profile.caregivers.first { $0.setting.who == edited }
      ?? profile.caregivers.first { person in
        !known.contains(person.setting.who)
          && (person.words.name == before.name
            || person.words.email != nil && person.words.email == before.email)
      }
    guard let now else { return nil }
    var desk = self
    desk.target = String(now.setting.who, radix: 16)
    return desk
  }

  /// The number of the person after the edits made here behind a revision. One edit may change name and address both.
  /// Nil: there was no such edit.
  private func edited(since base: Int) async throws -> UInt32? {
    var number: UInt32?
    for revision in try await scene.file.revisions(most: 200).reversed() {
      let present = number.map { String($0, radix: 16) } ?? target
      guard revision.revision > base, !revision.isLost, let change = revision.change,
        change.form == SettingForm.caregiverEdit.rawValue, change.target == present,
        let person = SettingDesk.profile(revision)?.caregivers.first(where: {
          $0.words.name == change.fields["name"] && $0.words.email ?? "" == change.fields["email"]
        })
      else { continue }
      number = person.setting.who
    }
    return number
  }

  /// Nil: the form overwrites nothing but what its sender saw.
  private func conflict(
    _ current: ProfileRevision, _ profile: Profile
  ) async throws -> ConflictView? {
    let now = SettingValues.touched(form, target, in: profile)
    var then: [String: String]?
    if let base, base != current.revision {
      let text = try await scene.file.revision(base).flatMap(SettingDesk.profile)
      then = text.flatMap { SettingValues.touched(form, target, in: $0) }
    } else if base != nil {
      then = now
    }
    if let then, then == now { return nil }
    return try await view(current, profile, cause: cause(current), writer: scene.account.name)
  }

  /// The newest change of what this form is about.
  private func cause(_ current: ProfileRevision) async throws -> ConflictView.Cause {
    guard let base else { return .unknown }
    let later = try await scene.file.revisions(most: 200).filter { revision in
      revision.revision > base && !revision.isLost
    }
    if later.contains(where: { $0.change == nil }) {
      return .deviceChanged(later.first { $0.change == nil }?.made ?? current.made)
    }
    let same = later.first { revision in
      revision.change.flatMap { SettingForm(rawValue: $0.form) }?.home == form.home
    }
    return (same ?? later.first)?.change.map { .changedBy($0.who, (same ?? current).made) }
      ?? .unknown
  }

  func view(
    _ current: ProfileRevision, _ profile: Profile, cause: ConflictView.Cause, writer: String
  ) -> ConflictView {
    let named = SettingValues.about(form, target, in: profile)
    return ConflictView(
      form, target: target, about: named.isEmpty ? values["name"] ?? "" : named, cause: cause,
      mine: values, now: SettingValues.values(form, target, in: profile),
      list: SettingValues.list(form, in: profile), revision: current.revision, lost: lost,
      writer: writer,
      photos: (
        scene.picture(values["photo"]),
        scene.picture(SettingValues.values(form, target, in: profile)?["photo"])
      ))
  }

  static func profile(_ revision: ProfileRevision) -> Profile? {
    try? ProfileText(revision.yaml).profile
  }
}

/// A lost change, to be looked at beside what stands.
extension SettingDesk {
  /// Nil: the change is none that a form of today could repeat.
  init?(_ scene: WearerScene, lost revision: ProfileRevision) {
    guard let change = revision.change, let form = SettingForm(rawValue: change.form) else {
      return nil
    }
    self.scene = scene
    self.form = form
    target = change.target
    values = change.fields
    base = change.base
    lost = revision.revision
  }
}

extension WearerScene {
  /// The minute on the wearer's wall.
  var localMinute: CivilMinute { localMinute(now) }

  func localMinute(_ time: WallTime) -> CivilMinute {
    let ahead = profile?.ahead(at: time) ?? 0
    return CivilMinute(Int32((time.milliseconds + ahead) / 60_000))
  }
}
