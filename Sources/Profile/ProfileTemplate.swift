import Device
import HAL

/// A profile to begin with, commented.
public enum ProfileTemplate {
  /// The place in `text`, which is nobody's home.
  static let home = Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000)

  /// - Parameter insulin: with the section of an insulin-dependent wearer.
  public static func text(insulin: Bool) -> String {
    people + place + reminders + (insulin ? insulinSection : "") + quit + calm + routes
  }

  private static let people = """
    # Vigía profile. `vigia profile check` names every mistake in it, and what is still missing.
    # What is commented out is optional; names and figures are examples.

    # Who wears the device.
    wearer:
      name: Rosa
      # photo: rosa.jpg               # looked for beside this file

    # Who is told, in this order. At most 4.
    caregivers:
      - name: Ana
        kinship: hija                 # the family's own word
        email: ana@example.org
        # gender: female              # female, male or other
        # photo: ana.jpg
        # mail: yes                   # yes when there is an email
        # relay: no

    # What wearer and caregiver read: es or en.
    language: es

    # Times are those of this zone.
    time_zone: America/Guayaquil

    # On the wearer's screen: normal, large or huge.
    text_size: large

    # How loud it is, in percent. Alarms of high priority are never below 50.
    volume: 80


    """

  private static let place = """
    # The circle round home. Radius 100 to 1000 m; 150 m or more saves false alarms.
    perimeter:
      lat: -2.900500
      lon: -79.004500
      radius_m: 150
      # How soon leaving is believed: calm, normal or quick; `vigia profile check` says what it costs.
      sensitivity: normal
      # Watched in these hours only; without them, always.
      # schedule:
      #   - {days: weekdays, from: "07:00", to: "22:00"}
      #   - {days: [sat, sun], from: "08:00", to: "24:00"}
      # Nothing is said of leaving until then; it ends by itself.
      # accompanied_until: 2026-11-21 18:00


    """

  private static let reminders = """
    # `vigia reminders` edits these. Times are those of the clock on the wall; at most 32.
    reminders:
      # - id: 1
      #   type: medication            # or reminder
      #   name: Pastilla de la tensión
      #   dose: 1 pastilla            # of a medication
      #   at: 2026-11-21 08:00        # for the first time
      #   repeat: daily               # once, daily, weekdays, [mon, wed] or "every 8 h"
      #   until: 2027-11-21
      #   tell_caregiver: yes
      #   description: Con un vaso de agua
      #   photo: pastilla.jpg
      #   ask: {from: 0, to: 10, start: 5}  # a question: plus and minus choose, OK answers


    """

  private static let insulinSection = """
    # For an insulin-dependent wearer. THE FIGURES ARE AN EXAMPLE: the doctor's belong here.
    insulin:
      # Unit of the next three: mg/dL or mmol/L.
      unit: mg/dL
      lower_target: 90
      upper_target: 130
      # The sensitivity factor: how far one unit of insulin lowers the glucose.
      sensitivity: 50
      # Units of rapid insulin for a usual meal.
      base_u: {breakfast: 4, lunch: 6, dinner: 5}
      # Grams of carbohydrates that one unit covers. Leave out if they are not counted.
      carb_ratio_g: 12
      # Whether the device asks for them before the dose.
      ask_carbohydrates: no
      # No dose above this is ever proposed.
      maximum_u: 10
      # The smallest step of the pen; doses are rounded down to it.
      pen_step_u: 0.5
      # How the insulin acts, in minutes. These are the usual ones of Humalog and NovoRapid.
      action: {duration_min: 360, peak_min: 75, delay_min: 10}
      # When the device asks for a reading.
      meals: {breakfast: "08:00", lunch: "13:00", dinner: "20:00"}


    """

  private static let quit = """
    # For a wearer who gives up smoking. `vigia quit status` counts; `vigia quit slip` adds to slips.
    # quit:
    #   per_day: 10                   # cigarettes a day before
    #   price: 3.75                   # of one; or several: [{from: 2026-11-21, each: 3.75}]
    #   currency: MXN
    #   quit_at: 2026-11-21 08:00     # the last cigarette
    #   motive: health                # health, money, loved_ones, looks or other
    #   phrase: Por mis nietos
    #   ranks: [300, 500, 1000]       # the money for rank 3, 2 and 1
    #   milestones: yes               # says when one of health is reached
    #   tips_a_day: 0                 # 0 to 6
    #   check_in: "21:00"             # asks how many cigarettes; none by default
    #   on_demand: no                 # OK on the home page asks for the craving, and gives a tip
    #   tell_caregiver: no            # a copy of what it says
    # slips:
    #   - {at: 2026-11-25 22:00, cigarettes: 3, note: una boda}


    """

  private static let calm = """
    # Low-priority alarms are mute in these hours. Notices are sent at any hour.
    # quiet_hours:
    #   - {days: daily, from: "22:00", to: "07:00"}

    # Priorities raised: low, medium or high. None can be lowered.
    # alarms: {battery_low: medium, reminder: medium}

    # How long to wait for people. These are the defaults.
    # notices:
    \(limits)
    #   all_is_well_at: "09:00"       # a daily mail; none by default
    #   heartbeat: yes                # when routes.heartbeat is given


    """

  private static var limits: String {
    Limits.fields.map { field in
      let line = "#   \(field.name): \(Limits()[keyPath: field.path])"
      guard !field.comment.isEmpty else { return line }
      return line + String(repeating: " ", count: 34 - line.count) + "# " + field.comment
    }.joined(separator: "\n")
  }

  private static let routes = """
    # The ways to the caregivers and back. A secret stands in a file of its own.
    # routes:
    #   mail:
    #     host: smtp.example.org
    #     port: 465
    #     security: tls               # or starttls
    #     user: vigia
    #     credentials: mail.secret
    #     from: vigia@example.org
    #   relay: {url: "https://relay.example.org/notice", credentials: relay.secret}
    # inbound is a mailbox of the device's own, because it marks every unread mail there as read.
    #   inbound: {host: imap.example.org, user: vigia, credentials: mail.secret}
    #   heartbeat: https://relay.example.org/ping
    # `vigia pair` makes the secret. share: open (the last place; more only while help or an exit is
    # open), always (also where the wearer walks), never.
    #   portal: {url: "https://portal.example.org", credentials: portal.secret, share: open}

    """
}
