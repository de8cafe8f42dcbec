import Foundation
import HAL
import Names
import TestSupport
import Traces

/// An epoch as gpsd reports it: the last of the TPV reports that share its time.
struct GpsdEpoch {
  var mode: Int
  var time: WallTime?
  var latitude: Double?
  var longitude: Double?
  var eph: Double?
  var speed: Double?
  var track: Double?

  var hasPosition: Bool { mode >= 2 && latitude != nil && longitude != nil }

  private struct TPV: Decodable {
    var mode: Int
    var time: String?
    var lat: Double?
    var lon: Double?
    var eph: Double?
    var speed: Double?
    var track: Double?
  }

  private init(_ tpv: TPV) {
    mode = tpv.mode
    // CivilTimeTests hold our reading of times against Foundation's.
    time = tpv.time.flatMap { CivilTime.parse($0) }
    latitude = tpv.lat
    longitude = tpv.lon
    eph = tpv.eph
    speed = tpv.speed
    track = tpv.track
  }

  /// The epochs in gpsd's output. Reports without a time stand alone: gpsd omits the time until it
  /// has seen a date, and then only their order tells them apart.
  static func all(in path: String) throws -> [GpsdEpoch] {
    var epochs: [GpsdEpoch] = []
    let decoder = JSONDecoder()
    for data in try tpvLines(path) {
      let epoch = GpsdEpoch(try decoder.decode(TPV.self, from: data))
      if let time = epoch.time, epochs.last?.time == time {
        epochs[epochs.count - 1] = epoch
      } else {
        epochs.append(epoch)
      }
    }
    return epochs
  }

  /// gpsd's sky reports are many times larger than its fixes; C finds the lines to keep.
  private static func tpvLines(_ path: String) throws -> [Data] {
    guard let file = fopen(path, "r") else {
      throw Program.Failure(description: "cannot open the output of gpsd")
    }
    defer { fclose(file) }
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    var lines: [Data] = []
    while true {
      let count = getline(&buffer, &capacity, file)
      guard count > 0, let line = buffer else { return lines }
      if strncmp(line, "{\"class\":\"TPV\"", 14) == 0 {
        lines.append(Data(bytes: line, count: count))
      }
    }
  }
}
