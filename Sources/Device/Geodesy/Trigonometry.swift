/// Sine and cosine of an angle given in 1e-7 degree.
///
/// Our own series, because libm's may differ from one platform to the next in the last bit and a
/// replay must not. The angle is brought to ±45° as an integer, without rounding; the series then
/// errs by less than 2e-16 (TrigonometryTests compares with libm).
public func sineCosine(degreesE7: Int32) -> (sine: Double, cosine: Double) {
  let rightAngle: Int64 = 900_000_000
  // Two turns more are the same angle, and a positive one: division then rounds down.
  let turned = Int64(degreesE7) &+ rightAngle / 2 &+ 8 &* rightAngle
  let quadrant = turned / rightAngle
  let rest = turned &- quadrant &* rightAngle &- rightAngle / 2
  let pair = sineCosineSeries(Double(rest) * 1.745_329_251_994_329_6e-9)
  switch quadrant & 3 {
  case 0: return (pair[0], pair[1])
  case 1: return (pair[1], -pair[0])
  case 2: return (-pair[0], -pair[1])
  default: return (-pair[1], pair[0])
  }
}

/// Taylor series about 0, of the sine and of the cosine: a processor works on both at once. The first
/// term left out is below 1e-17 for |x| up to 0.79.
@inline(__always)
private func sineCosineSeries(_ x: Double) -> SIMD2<Double> {
  let t = x * x
  // The cosine has one term more.
  var sum = SIMD2(0, 1 / 20_922_789_888_000.0)
  sum = sum * t + SIMD2(-1 / 1_307_674_368_000.0, -1 / 87_178_291_200.0)
  sum = sum * t + SIMD2(1 / 6_227_020_800.0, 1 / 479_001_600.0)
  sum = sum * t + SIMD2(-1 / 39_916_800.0, -1 / 3_628_800.0)
  sum = sum * t + SIMD2(1 / 362_880.0, 1 / 40_320.0)
  sum = sum * t + SIMD2(-1 / 5_040.0, -1 / 720.0)
  sum = sum * t + SIMD2(1 / 120.0, 1 / 24.0)
  sum = sum * t + SIMD2(-1 / 6.0, -1 / 2.0)
  let first = SIMD2(x, 1)
  return first + first * t * sum
}

/// The angle in radians, 0 to π/2, whose sine is `u`, for `u` from 0 to 1. Good to 1e-15.
func arcsine(_ u: Double) -> Double {
  precondition(u >= 0 && u <= 1)
  // The series converges too slowly beyond 30°; a half-angle identity brings it back below.
  if u > 0.5 {
    return 1.570_796_326_794_896_6 - 2 * arcsine(((1 - u) / 2).squareRoot())
  }
  let t = u * u
  var term = u
  var sum = u
  var k = 1.0
  while k < 50 {
    term = term * t * k / (k + 1)
    sum += term / (k + 2)
    k += 2
  }
  return sum
}
