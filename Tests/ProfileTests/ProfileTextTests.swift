import Device
import HAL
import Testing

@testable import Profile

@Suite("Settings that a portal changes in a profile's text")
struct ProfileTextTests {
  private static let block = """
    # For Rosa.
    wearer:
      name: Rosa   # our grandmother
    caregivers:
      # She comes first.
      - name: Ana
        kinship: hija
        email: ana@home.org

      # He is often at sea.
      - {name: Luis, kinship: hijo, email: luis@home.org}
    perimeter: {lat: -2.9, lon: -79, radius_m: 150}  # the house
    notices:
      snooze_min: 12
      # the end of the notices
    text_size: large   # she asked for it
    quiet_hours: []
    """

  private func changed(
    _ text: String = block, _ body: (inout ProfileText.Draft) throws -> Void
  ) throws -> ProfileText {
    var profile = try ProfileText(text)
    try profile.change(body)
    return profile
  }

  @Test(
    "A text is checked as a file with the same bytes",
    arguments: [
      ProfileFile.whole, block, "\u{FEFF}" + block, "", "perimeter: [",
      block + "\nvolume: 500\nx: 1\n",
      block + String(repeating: "#", count: 1 << 20),
    ])
  func check(_ text: String) throws {
    let file = try ProfileFile(text)
    let (profile, mistakes) = try Profile.check(text: text, file: file.path)
    #expect(try mistakes.map(\.description) == Profile.mistakes(in: file.path).map(\.description))
    #expect(profile?.settings == (try? Profile.check(file.path))?.profile?.settings)
    withExtendedLifetime(file) {}
  }

  @Test("A setting changes its own bytes alone")
  func bytes() throws {
    let text = try changed { draft in
      try draft.set("text_size", .text("huge"))
      try draft.set("name", in: "wearer", .text("Rosa: María"))
      try draft.set("radius_m", in: "perimeter", .number(300))
      try draft.set("lon", in: "perimeter", .degrees(-790_045_000))
      try draft.set("snooze_min", in: "notices", .number(20))
    }.text
    let expected = ProfileTextTests.block.replacing("size: large", with: "size: huge")
      .replacing("name: Rosa ", with: "name: \"Rosa: María\" ")
      .replacing("radius_m: 150", with: "radius_m: 300")
      .replacing("lon: -79,", with: "lon: -79.0045,")
      .replacing("snooze_min: 12", with: "snooze_min: 20")
    #expect(text == expected)
  }

  @Test("A setting that is not there comes in, and the default takes it away again")
  func members() throws {
    let with = try changed { draft in
      try draft.set("volume", .number(70))
      try draft.set("sensitivity", in: "perimeter", .text("calm"))
      try draft.set("all_is_well_at", in: "notices", .time(545))
      try draft.raise(.reminder, to: .high)
    }
    #expect(with.profile.volume == 70 && with.profile.perimeter.temper == .calm)
    #expect(with.profile.limits.allIsWellAt == 545)
    #expect(with.profile.raised.map(\.priority) == [.high])
    #expect(with.text.contains("all_is_well_at: \"09:05\"") && with.text.contains("# the end"))
    let without = try changed(with.text) { draft in
      try draft.set("volume", nil)
      try draft.set("sensitivity", in: "perimeter", nil)
      try draft.set("all_is_well_at", in: "notices", nil)
      try draft.raise(.reminder, to: .low)
    }
    #expect(without.profile.volume == 80 && without.profile.raised.isEmpty)
    #expect(without.text.hasPrefix(ProfileTextTests.block))
  }

  @Test("People change their places, and comments stay where they are")
  func exchange() throws {
    let text = try changed { try $0.exchange(0, in: "caregivers") }
    #expect(text.profile.caregivers.map(\.words.name) == ["Luis", "Ana"])
    let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[4] == "  # She comes first.")
    #expect(lines[5] == "  - {name: Luis, kinship: hijo, email: luis@home.org}")
    #expect(lines[7] == "  # He is often at sea." && lines[8] == "  - name: Ana")
    let again = try changed(text.text) { try $0.exchange(0, in: "caregivers") }
    #expect(again.text == ProfileTextTests.block)
    // The same holds between brackets.
    let flow = ProfileTextTests.block.replacing(
      "quiet_hours: []", with: "quiet_hours: [{from: 1:00, to: 2:00}, {from: 3:00, to: 4:00}]")
    let hours = try changed(flow) { try $0.exchange(0, in: "quiet_hours") }
    #expect(hours.profile.quiet.map(\.from) == [180, 60])
    #expect(throws: ProfileText.Layout.self) {
      _ = try changed { try $0.exchange(1, in: "caregivers") }
    }
  }

  @Test("The schedule of the perimeter comes, changes and goes, in either layout")
  func schedule() throws {
    let night = WeeklyHours(weekdays: 0b001_1111, from: 1320, to: 360)
    let day = WeeklyHours(weekdays: 0b000_0101, from: 480, to: 1440)
    let block = """
      perimeter:
        lat: -2.9  # the gate
        lon: -79
        schedule:
          - {days: daily, from: "07:00", to: "22:00"}
          - days: weekend
            from: "08:00"
            to: "23:00"
        radius_m: 150
      volume: 70

      """
    for before in [block, "perimeter: {lat: -2.9, lon: -79, radius_m: 150}\nvolume: 70\n"] {
      var text = try ProfileText(before)
      for rows in [[night, day], [day], []] {
        try text.change {
          try $0.set("schedule", in: "perimeter", rows.isEmpty ? nil : .hours(rows))
        }
        #expect(text.profile.watch == rows, "\(text.text)")
        #expect(text.profile.volume == 70 && text.profile.perimeter.radius.value == 150)
      }
      #expect(text.text.contains("# the gate") == before.contains("# the gate"))
    }
  }

  @Test("Lists grow and shrink")
  func lists() throws {
    let text = try changed { draft in
      try draft.append(
        to: "quiet_hours",
        [("days", .list(["mon", "tue"])), ("from", .time(1320)), ("to", .time(420))])
      try draft.set("gender", of: 0, in: "caregivers", .text("female"))
      try draft.remove(1, from: "caregivers")
    }
    #expect(text.profile.quiet == [WeeklyHours(weekdays: 3, from: 1320, to: 420)])
    #expect(text.profile.caregivers.map(\.words.gender) == [.female])
    #expect(text.text.contains("# He is often at sea."))
  }

  @Test(
    "A change that would make a mistake, or needs a layout by hand, changes nothing",
    arguments: [
      "perimeter: {lat: -2.9, lon: -79, radius_m: 150}\nnotices: &a {snooze_min: 5}\nx: *a\n",
      "{perimeter: {lat: -2.9, lon: -79, radius_m: 150}}\n",
    ])
  func refused(_ layout: String) throws {
    var text = try ProfileText(ProfileTextTests.block)
    #expect(throws: InputError.self) {
      try text.change { draft in
        try draft.set("volume", .number(60))
        try draft.set("radius_m", in: "perimeter", .number(5000))
      }
    }
    #expect(text.text == ProfileTextTests.block && text.profile.volume == 80)
    if var other = try? ProfileText(layout) {
      #expect(throws: ProfileText.Layout.self) {
        try other.change { try $0.set("snooze_min", in: "notices", .number(6)) }
      }
      #expect(other.text == layout)
    }
  }

  @Test(
    "Every layout of a section gives the same meaning",
    arguments: [
      "", "notices: {}\n", "notices: {snooze_min: 5}\n",
      "notices:\n    snooze_min: 5\n",
      "notices:\n  \"snooze_min\": \"5\"\n",
      "notices: {\n  snooze_min: 5,\n  repeat_after_min: 9 }\n",
      "notices:\n  repeat_after_min: 9 # why\n\n# end\n",
    ])
  func layouts(_ section: String) throws {
    for ending in ["\n", "\r\n"] {
      let base = ("perimeter: {lat: -2.9, lon: -79, radius_m: 150}\n" + section + "volume: 70\n")
        .replacing("\n", with: ending)
      let text = try changed(base) { try $0.set("snooze_min", in: "notices", .number(33)) }
      #expect(text.profile.limits.snooze == 33 && text.profile.volume == 70)
      let back = try changed(text.text) { try $0.set("snooze_min", in: "notices", nil) }
      #expect(back.profile.limits.snooze == Limits().snooze && back.profile.volume == 70)
      #expect(back.text.contains("# why") == base.contains("# why"))
    }
  }

  @Test(
    "Degrees are written as they are",
    arguments: [
      (-29_000_000 as Int64, "-2.9"), (790_045_001, "79.0045001"), (0, "0.0"), (-1, "-0.0000001"),
      (1_800_000_000, "180.0"),
    ])
  func degrees(_ count: Int64, _ text: String) {
    #expect(YAMLField.degrees(count).yaml == text)
  }
}
