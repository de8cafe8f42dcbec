import Device
import HAL
import Profile
import Traces

/// `home: first fix` in an expectation file: the wearer set out from home, so the first usable position is
/// the perimeter's centre.
public struct FirstFixHome: Equatable, Sendable {
  /// `radius_m`, 100 to 1000; nil leaves it to the perimeter of the profile or of the trace.
  public var radius: Metres?

  init?(_ members: [String: YAMLValue]) throws {
    guard let home = members["home"] else {
      if let radius = members["radius_m"] {
        throw radius.refuse("stands alone; expected \"home: first fix\" beside it")
      }
      return nil
    }
    guard try home.text() == "first fix" else {
      throw home.refuse("is \(home.shown); expected \"first fix\"")
    }
    radius = try members["radius_m"].map {
      Metres(try $0.number(in: Perimeter.radiusRange, " m"))
    }
  }

  /// The circle round the first position that a device would use.
  /// - Parameters:
  ///   - given: the perimeter of the command line or the profile; nil leaves it to the trace.
  ///   - asked: the radius of the command line, which comes before that of the file.
  ///   - file: the expectations, for complaints.
  /// - Throws: `TraceError` for a trace that cannot be read twice, holds no usable position, or has no
  ///   radius.
  public func perimeter(
    of life: RecordedLife, _ options: TraceReader.Options, given: Perimeter?, asked: Metres?,
    file: String
  ) throws -> Perimeter {
    if let part = life.parts.first(where: { !RecordedLife.isReadAgain($0) }) {
      let name = part == "-" ? "standard input" : part
      throw TraceError(
        file: file, "wants the first position of \(name); expected a regular file as the trace")
    }
    var options = options
    options.takesConfiguration = true
    let reader = try TraceReader(parts: life.parts, named: life.name, options: options)
    var circle = given
    while let event = try reader.nextEvent() {
      if case .setting(.perimeter(let own)) = event.kind, given == nil { circle = own }
      guard case .fix(let fix) = event.kind, fix.isUsable, let position = fix.position else {
        continue
      }
      guard let radius = asked ?? radius ?? circle?.radius else {
        throw TraceError(
          file: file,
          "has \"home: first fix\" and no radius; expected \"radius_m: METRES\" beside it")
      }
      do {
        return try Perimeter(
          center: position, radius: radius, temper: circle?.temper ?? .normal)
      } catch {
        throw TraceError(file: file, "has a radius of \(radius.value) m; expected 100 to 1000 m")
      }
    }
    throw reader.ruin
      ?? TraceError(
        file: life.name, "holds no usable position; expected one for \"home: first fix\"")
  }
}
