/// Capacities of the core: a profile or a trace with more is refused before it gets there.
public enum Capacity {
  /// The number of stretches of the week in which the perimeter is watched.
  public static let watchedHours = 16
  /// The number of changes of the time zone.
  public static let transitions = Zone.capacity
  /// The number of caregivers.
  public static let caregivers = 4
  /// The number of reminders and medicines together.
  public static let reminders = 32
  /// The number of mealtimes that ask for a dose.
  public static let mealtimes = 3
  /// The number of stretches of quiet hours in a week.
  public static let quietHours = 8
}
