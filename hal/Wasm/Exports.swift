import Device
import Findings
import HAL
import WhatIf

// The functions by which a page drives its own device (docs/module.md). Numbers go in and out; bytes lie in the
// module's memory.

/// The packed walk, and how many bytes were asked for.
nonisolated(unsafe) private var input: UnsafeMutableRawBufferPointer?
nonisolated(unsafe) private var walk: WhatIf?
nonisolated(unsafe) private var samples: [Float] = []

private enum Code {
  static let fine: Int32 = 0
  static let damaged: Int32 = 1
  static let newer: Int32 = 2
  static let outOfRange: Int32 = 3
  static let nothingLoaded: Int32 = 4
  static let noPerimeter: Int32 = 5

  static func of(_ failure: WhatIf.Failure) -> Int32 {
    switch failure {
    case .packed(.newer): newer
    case .packed(.foreign), .packed(.torn), .packed(.damaged), .packed(.unfit): damaged
    case .noPerimeter: noPerimeter
    }
  }
}

private func address(_ pointer: UnsafeRawPointer?) -> Int32 {
  pointer.map { Int32(Int(bitPattern: $0)) } ?? 0
}

/// The most bytes of a walk: three weeks at 1 Hz.
private let mostBytes: Int32 = 64 << 20

@_expose(wasm, "vigia_input") @_cdecl("vigia_input")
public func vigiaInput(_ size: Int32) -> Int32 {
  guard size > 0, size <= mostBytes else { return 0 }
  walk = nil
  input?.deallocate()
  input = .allocate(byteCount: Int(size), alignment: 8)
  return address(input?.baseAddress)
}

@_expose(wasm, "vigia_load") @_cdecl("vigia_load")
public func vigiaLoad(_ size: Int32) -> Int32 {
  walk = nil
  guard let input, size >= 0, Int(size) <= input.count else { return Code.nothingLoaded }
  do throws(WhatIf.Failure) {
    walk = try WhatIf(UnsafeRawBufferPointer(rebasing: input[..<Int(size)]))
    return Code.fine
  } catch {
    return Code.of(error)
  }
}

@_expose(wasm, "vigia_reset") @_cdecl("vigia_reset")
public func vigiaReset() { walk?.change = PerimeterChange() }

@_expose(wasm, "vigia_radius") @_cdecl("vigia_radius")
public func vigiaRadius(_ metres: Double) -> Int32 {
  guard let walk else { return Code.nothingLoaded }
  guard metres == 0 || Perimeter.radiusRange.contains(metres) else { return Code.outOfRange }
  walk.change.radius = metres == 0 ? nil : Metres(metres)
  return Code.fine
}

@_expose(wasm, "vigia_sensitivity") @_cdecl("vigia_sensitivity")
public func vigiaSensitivity(_ number: Int32) -> Int32 {
  guard let walk else { return Code.nothingLoaded }
  switch number {
  case 0: walk.change.sensitivity = nil
  case 1: walk.change.sensitivity = .calm
  case 2: walk.change.sensitivity = .normal
  case 3: walk.change.sensitivity = .quick
  default: return Code.outOfRange
  }
  return Code.fine
}

@_expose(wasm, "vigia_center") @_cdecl("vigia_center")
public func vigiaCenter(_ latitudeE7: Int32, _ longitudeE7: Int32) -> Int32 {
  guard let walk else { return Code.nothingLoaded }
  let center = Position(latitudeE7: Int64(latitudeE7), longitudeE7: Int64(longitudeE7))
  guard let center else { return Code.outOfRange }
  walk.change.center = center
  return Code.fine
}

@_expose(wasm, "vigia_move") @_cdecl("vigia_move")
public func vigiaMove(_ east: Double, _ north: Double) -> Int32 {
  guard let walk else { return Code.nothingLoaded }
  return walk.move(to: GroundPoint(east: east, north: north)) ? Code.fine : Code.outOfRange
}

@_expose(wasm, "vigia_replay") @_cdecl("vigia_replay")
public func vigiaReplay() -> Int32 {
  guard let walk else { return Code.nothingLoaded }
  do throws(WhatIf.Failure) {
    try walk.replay()
    return Code.fine
  } catch {
    return Code.of(error)
  }
}

@_expose(wasm, "vigia_result") @_cdecl("vigia_result")
public func vigiaResult() -> Int32 { address(walk?.resultAddress) }

@_expose(wasm, "vigia_result_length") @_cdecl("vigia_result_length")
public func vigiaResultLength() -> Int32 { Int32(walk?.resultLength ?? 0) }

@_expose(wasm, "vigia_count") @_cdecl("vigia_count")
public func vigiaCount() -> Int32 { Int32(walk?.count ?? 0) }

@_expose(wasm, "vigia_column") @_cdecl("vigia_column")
public func vigiaColumn(_ number: Int32) -> Int32 {
  guard let walk, let column = WhatIf.Column(rawValue: number) else { return 0 }
  return address(walk.column(column))
}

@_expose(wasm, "vigia_sound") @_cdecl("vigia_sound")
public func vigiaSound(_ number: Int32, _ rate: Int32) -> Int32 {
  samples.removeAll(keepingCapacity: true)
  guard let code = UInt8(exactly: number), let burst = Burst(rawValue: code),
    BurstSamples.rates.contains(Int(rate))
  else { return 0 }
  var wave = BurstSamples(burst, rate: Int(rate))
  while let sample = wave.next() { samples.append(sample) }
  return samples.withUnsafeBytes { address($0.baseAddress) }
}

@_expose(wasm, "vigia_sound_length") @_cdecl("vigia_sound_length")
public func vigiaSoundLength() -> Int32 { Int32(samples.count) }
