import Checkers
import Device
import HAL

extension Household {
  /// The row of settings that the device is given at `start`.
  public func settings(around start: WallTime) -> [Setting] {
    var row: [Setting] = [.begin]
    do {
      row.append(.perimeter(try Perimeter(center: home, radius: radius, temper: temper)))
    } catch {
      fatalError("the core refuses a circle of \(radius)")
    }
    row += watch.map { .watch($0) }
    row += zone.transitions(around: start).map { .zone($0) }
    row += caregivers.map { .caregiver($0) }
    row += reminders.map { .reminder($0) }
    if let insulin { row.append(.insulin(insulin.setting)) }
    row += mealtimes.map { .mealtime($0) }
    row += quiet.map { .quiet($0) }
    row += raised.map { .priority($0.kind, $0.priority) }
    row.append(.limits(limits))
    if let accompanied { row.append(.accompanied(until: accompanied)) }
    row.append(.end)
    return row
  }
}
