import TestSupport
import Testing

/// The answers of other programs that are ours to give, and the reasons why the rest are not.
@Suite("Every family of the insulin oracles")
struct OracleFamilyTests {
  /// The family, where its cases run, and how many of them speak of what this product does.
  private static let tested: [(family: String, place: String, cases: Int)] = [
    ("exponential_fraction_remaining", "InsulinOracleTests", 4),
    ("exponential_iob_units", "InsulinOracleTests", 38),
    ("exponential_glucose_effect", "InsulinOracleTests", 13),
    ("seed_dose_rule", "InsulinOracleTests, policy edge", 10),
    ("seed_dose_available", "InsulinOracleTests", 6),
    ("seed_csv_field", "DiaryTests", 5),
    ("unit_conversion", "InsulinOracleTests, factor 18.01559", 6),
    ("unit_switch_display", "InsulinOracleTests", 2),
    ("decimal_entry_parse", "ProfileTests", 5),
    ("decimal_entry_incident", "ProfileTests", 5),
    ("round_to_step", "InsulinOracleTests, floor", 2),
    ("glucose_band", "InsulinOracleTests", 7),
    ("glucose_statistics", "DiaryTests", 6),
    ("gmi_published_table", "DiaryTests", 14),
    ("eag_published_table", "DiaryTests", 6),
    ("sd_both_conventions", "DiaryTests", 4),
  ]

  private static let untested: [(family: String, why: String)] = [
    ("walsh_iob_units", "our insulin wears off by the exponential model; Walsh's jumps at 0"),
    ("oref0_iob_range", "half of it is the bilinear curve, the rest ranges without a delay"),
    ("bilinear_iob", "our insulin wears off by the exponential model"),
    ("simple_bolus_loop", "it corrects to the middle of the range and doses without a reading"),
    ("dose_entry_notice_loop", "it is about the warnings beside Loop's text fields"),
    (
      "dose_decision_record_loop",
      "it is about Loop's text fields and login; that both doses are stored, and that an offer goes "
        + "with its reading, is in DosePromptTests and DoseMemoryTests"
    ),
    ("trio_bolus", "it adds trend, carbohydrates on board and a fraction, and rounds to nearest"),
    ("bolus_safety_trio", "it judges doses that a phone sends to a pump"),
    (
      "edge_correction_nightscout_bwp",
      "it takes insulin on board off the glucose, so that it lowers the meal as well"
    ),
    ("edge_correction_aaps", "its sensitivity of 20 mmol/L a unit contradicts its ratio of 12 g"),
    ("predictive_correction_loop", "there is no prediction without a continuous sensor"),
    ("round_to_device_step", "the steps are those of pumps' basal rates"),
    ("hard_limits_aaps", "the limits go by a patient type that our profile does not have"),
    ("guardrail_loop", "it grades settings as advisable; ours are in range or refused"),
    ("spurious_jump_loop", "it judges a row of sensor values five minutes apart"),
    ("alarm_level_nightscout", "its thresholds are Nightscout's own; ours are 54, 70 and 250"),
  ]

  @Test("Each family that the project answers has its cases in a test")
  func all() throws {
    for (family, why) in OracleFamilyTests.untested { print("\(family): \(why)") }
    for (family, place, cases) in OracleFamilyTests.tested {
      print("\(family): \(cases) cases in \(place)")
    }
    #expect(Oracles.insulin.families == Set(OracleFamilyTests.tested.map(\.family)))
  }

  @Test(
    "Every family of the collection is tested, or says in one line why not",
    .needsShared(Oracles.shared("insulin")))
  func collection() {
    let named =
      OracleFamilyTests.tested.map(\.family) + OracleFamilyTests.untested.map(\.family)
    #expect(Set(named).count == named.count)
    let collection = Oracles(path: Shared.path(Oracles.shared("insulin")))
    #expect(Set(named) == collection.families)
  }

  @Test("A filter that lets nothing through would test nothing")
  func counts() {
    for (family, place, cases) in OracleFamilyTests.tested {
      let ours = Oracles.insulin.family(family).filter { one in
        switch family {
        case "seed_dose_rule": one.text("target_policy") == "edge"
        case "unit_conversion": one.number("factor") == 18.01559
        case "round_to_step": one.text("mode") == "floor"
        default: true
        }
      }
      #expect(ours.count >= cases, "\(family) in \(place)")
    }
  }
}
