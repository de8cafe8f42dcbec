/// Capacities of the core: a profile or a trace with more is refused before it gets there.
public enum Capacity {
  public static let watchedHours = 16
  public static let transitions = Zone.capacity
  public static let caregivers = 4
  public static let reminders = 32
  public static let mealtimes = 3
  public static let quietHours = 8
}
