import Checkers
import Foundation
import HAL
import PerimeterStudy
import Simulator
import Testing

@Suite("The noise of receivers that stand still")
struct NoiseFitTests {
  /// A receiver that stands at a place for hours, written down as a GPX track.
  private func log(_ model: NoiseModel, hours: Int, offset: Point = Point()) throws -> StillLog {
    var receiver = Receiver(model, interval: Milliseconds(1000), seed: 7)
    let plane = LocalPlane(Position(latitudeE7: 451_000_000, longitudeE7: 91_000_000)!)
    var lines = ["<?xml version=\"1.0\"?>", "<gpx version=\"1.1\" creator=\"test\"><trk><trkseg>"]
    let form = ISO8601DateFormatter()
    for second in 0..<3600 * hours {
      let seen = receiver.observe(Receiver.Truth(place: Point())).place + offset
      guard let position = plane.position(of: seen) else { continue }
      let time = form.string(from: Date(timeIntervalSince1970: 1.7e9 + Double(second)))
      lines.append(
        "<trkpt lat=\"\(Double(position.latitudeE7) / 1e7)\" "
          + "lon=\"\(Double(position.longitudeE7) / 1e7)\"><time>\(time)</time></trkpt>")
    }
    lines.append("</trkseg></trk></gpx>")
    let path = NSTemporaryDirectory() + "still-\(UUID().uuidString).gpx"
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try StillLog(path: path)
  }

  @Test("The noise that made a log is found again in it: white noise, drift, bias and smoothing")
  func found() throws {
    let model = NoiseModel(
      white: Metres(0.5), drift: Metres(4), driftTime: .seconds(30), bias: Metres(6),
      biasTime: .seconds(600), smoothing: .seconds(12), eph: Metres(20))
    let fit = NoiseFit(Variogram(try log(model, hours: 12)))
    #expect((0.45...0.55).contains(fit.white))
    #expect((3.0...5.0).contains(fit.drift))
    // A drift cannot tell which of the two smooths the other.
    let times = [fit.driftTime, fit.smoothing].sorted()
    #expect((8...16).contains(times[0]))
    #expect((20...45).contains(times[1]))
    #expect((4.5...7.5).contains(fit.bias))
    #expect((300...1200).contains(fit.biasTime))
    #expect(fit.misfit < 0.1)
  }

  @Test("A part of a log in which the receiver moved is found, by its place and by its speed")
  func moved() throws {
    #expect(Movement(try log(.open, hours: 4)).parts.isEmpty)
    #expect(Movement(try log(.street, hours: 4)).parts.isEmpty)
    // Ten minutes still, five on foot, ten still.
    let start = Date(timeIntervalSince1970: 1.7e9)
    func walk(speed: Double, told: String) throws -> Movement {
      let lines = (0..<1500).map { second in
        let metres = speed * Double(min(max(second - 600, 0), 300))
        let time = ISO8601DateFormatter().string(from: start.addingTimeInterval(Double(second)))
        let doppler = (600..<900).contains(second) ? told : "0.0"
        return "{\"class\":\"TPV\",\"mode\":3,\"time\":\"\(time)\",\"lat\":"
          + "\(45.1 + metres / 111_195),\"lon\":9.1,\"speed\":\(doppler)}\n"
      }
      let path = NSTemporaryDirectory() + "walk-\(UUID().uuidString).jsonl"
      try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(atPath: path) }
      return Movement(try StillLog(path: path))
    }
    let seen = try walk(speed: 1.2, told: "0.0")
    let part = try #require(seen.parts.first)
    #expect(seen.parts.count == 1)
    #expect((8...10).contains(part.lowerBound) && (15...17).contains(part.upperBound))
    // Round a garden: no place tells it, the speed does.
    #expect(try walk(speed: 0.01, told: "0.9").text == "10 to 15 min")
    #expect(try walk(speed: 0.01, told: "0.1").parts.isEmpty)
  }

  @Test("A receiver that does not smooth is told from one that does")
  func notSmoothed() throws {
    let model = NoiseModel(
      white: Metres(0.1), drift: Metres(4), driftTime: .seconds(60), eph: Metres(20))
    #expect(NoiseFit(Variogram(try log(model, hours: 4))).smoothing <= 2)
  }

  @Test("The place of the receiver makes no difference to its errors")
  func anywhere() throws {
    let here = try log(.open, hours: 1)
    let there = try log(.open, hours: 1, offset: Point(north: 800, east: -300))
    for share in [0.5, 0.95, 1] {
      #expect((here.radii(share) - there.radii(share)).magnitude < 0.02)
    }
  }

  @Test(
    "A receiver that lost sight of the satellites comes back somewhere else, one that did not stays"
  )
  func comingBack() {
    func meanStep(comingBack: Bool) -> Double {
      let steps = (0..<200 as Range<UInt64>).map { seed in
        var receiver = Receiver(.street, interval: Milliseconds(1000), seed: seed)
        let before = receiver.observe(Receiver.Truth(place: Point())).place
        if comingBack { receiver.comeBack() }
        return (receiver.observe(Receiver.Truth(place: Point())).place - before).distance.value
      }
      return steps.reduce(0, +) / Double(steps.count)
    }
    #expect(meanStep(comingBack: false) < 1)
    #expect(meanStep(comingBack: true) > 7)
  }
}
