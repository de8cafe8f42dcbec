import Foundation
import Profile
import TestSupport

/// A profile on the disk that goes away with its owner.
final class ProfileFile {
  private let folder = TemporaryFolder()
  var path: String { folder.path("profile.yaml") }

  init(_ yaml: String) throws { try write(Data(yaml.utf8)) }
  init(_ bytes: [UInt8]) throws { try write(Data(bytes)) }

  func write(_ data: Data) throws { try folder.write("profile.yaml", data) }

  func profile() throws -> Profile {
    defer { withExtendedLifetime(self) {} }
    return try Profile(file: path)
  }

  /// Every mistake in it, without the file's name.
  func mistakes() throws -> [String] {
    try Profile.mistakes(in: path).map { String($0.description.dropFirst(path.count + 2)) }
  }

  /// A profile with everything in it.
  static let whole = """
    # Everything that a family can decide.
    wearer: {name: Rosa, photo: rosa.jpg}
    caregivers:
      - {name: Ana, gender: female, kinship: hija, email: ana@example.org, photo: ana.jpg}
      - name: Luis
        kinship: sobrino
        email: luis.mora+vigia@correo.example.com
        mail: no
        relay: yes
    perimeter:
      lat: -2.9005
      lon: -79.0045
      radius_m: 250
      schedule:
        - {days: weekdays, from: "07:00", to: "22:00"}
        - {days: [sat, sun], from: "22:00", to: "6:30"}
      accompanied_until: 2026-11-21 18:00
    reminders:
      - id: 7
        type: medication
        name: Pastilla de la tensión   # the white one
        dose: 1 pastilla
        at: 2026-11-21 08:00
        repeat: daily
        tell_caregiver: yes
      - {name: Regar, at: {date: 2026-11-21, time: "10:30"}, repeat: [mon, wed], until: 2026-12-24}
      - {name: Gotas, type: medication, dose: 2 gotas, at: 2026-11-21 06:00, repeat: every 8 h}
      - {name: Médico, at: 2026-11-25T09:15, description: "Llevar el carné: es importante"}
    insulin:
      unit: mmol/L
      lower_target: 5.0
      upper_target: 7.2
      sensitivity: 2.8
      base_u: {breakfast: 4, lunch: 6, dinner: 5}
      carb_ratio_g: 12
      maximum_u: 10
      pen_step_u: 0.5
      meals: {breakfast: "08:00", lunch: "13:00", dinner: "20:00"}
      ask_carbohydrates: yes
    quiet_hours:
      - {from: "22:00", to: "00:00"}
    alarms: {battery_low: medium, left_perimeter: high, medication: medium}
    notices:
      escalate_after_min: 10
      repeat_after_min: 60
      reminder_limit_min: 20
      snooze_min: 5
      breadcrumbs_min: 2
      all_is_well_at: "09:00"
      heartbeat: yes
    routes:
      mail:
        host: smtp.example.org
        port: 587
        security: starttls
        user: vigia
        from: vigia@example.org
        credentials: mail.secret
      relay: {url: "https://relay.example.org/notice"}
      inbound: {host: imap.example.org, user: vigia, credentials: mail.secret, authentication: mx.example.org}
      heartbeat: https://relay.example.org/ping
    language: en
    time_zone: America/Guayaquil
    text_size: huge
    volume: 65

    """
}
