/// A profile to begin with, commented.
public enum ProfileTemplate {
  /// - Parameter insulin: with the section of an insulin-dependent wearer.
  public static func text(insulin: Bool) -> String { common + (insulin ? insulinSection : "") }

  private static let common = """
    # Vigía profile. `vigia profile check` names every mistake in it.

    # The circle round home. Radius 100 to 1000 m; 150 m or more saves false alarms.
    perimeter:
      lat: -2.900500
      lon: -79.004500
      radius_m: 150

    # What wearer and caregiver read: es or en.
    language: es

    # Times are shown in this zone.
    time_zone: America/Guayaquil

    """

  private static let insulinSection = """

    # For an insulin-dependent wearer. THE FIGURES ARE AN EXAMPLE: the doctor's belong here.
    insulin:
      # Unit of the next three: mg/dL or mmol/L.
      unit: mg/dL
      lower_target: 90
      upper_target: 130
      # How far one unit of insulin lowers the glucose.
      sensitivity: 50
      # Units of rapid insulin for a usual meal.
      base_u: {breakfast: 4, lunch: 6, dinner: 5}
      # Grams of carbohydrates that one unit covers. Leave out if they are not counted.
      carb_ratio_g: 12
      # No dose above this is ever proposed.
      maximum_u: 10
      # The smallest step of the pen; doses are rounded down to it.
      pen_step_u: 0.5
      # How the insulin acts, in minutes. These are the usual ones of Humalog and NovoRapid.
      action: {duration_min: 360, peak_min: 75, delay_min: 10}

    """
}
