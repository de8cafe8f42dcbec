import HAL
import PortalPages
import PortalStore
import Profile

/// The first text of a wearer's settings, for a device that has none of its own.
///
/// It holds what a profile cannot do without, and whoever writes it as the first who is told. A device gets
/// it when it is paired, and adds its own ways to people.
enum FirstSettings {
  /// - Throws: `InputError` for names that a profile cannot hold.
  static func text(wearer: String, caregiver: Account) throws -> String {
    var text = try ProfileText("perimeter:\n  lat: 0\n  lon: 0\n  radius_m: 100\n")
    try text.change { draft in
      try draft.set("wearer", .members([YAMLMember("name", wearer)]))
      try draft.append(
        to: "caregivers",
        [
          ("name", .text(caregiver.name)), ("kinship", .text("-")),
          ("email", .text(caregiver.email)),
        ])
    }
    return text.text
  }
}

extension SettingEdit {
  /// Writes what the form says. The zone stays that of the device once it has told its own file.
  func first(_ text: inout ProfileText) throws {
    let now = SettingValues.values(.first, target, in: text.profile) ?? [:]
    let kinship = try words(.kinship, most: 30, needed: true)
    let zone = try choice(.timeZone, of: SettingField.zones)
    let language = try choice(.language, of: ["es", "en"])
    if own != nil, zone != now["time_zone"] { throw SettingProblem(.timeZone, .zoneIsTheirs) }
    try circle(&text)
    let hasSomebody = !text.profile.caregivers.isEmpty
    try text.change { draft in
      if zone != now["time_zone"] { try draft.set("time_zone", .text(zone)) }
      if language != now["language"] { try draft.set("language", .text(language)) }
      if kinship != now["kinship"], hasSomebody {
        try draft.set("kinship", of: 0, in: "caregivers", .text(kinship))
      }
    }
  }
}
