/// Sine and cosine of an angle given in 1e-7 degree.
///
/// Our own series, because libm's may differ from one platform to the next in the last bit and a
/// replay must not. The angle is brought to ±45° as an integer, without rounding; the series then
/// errs by less than 2e-16 (TrigonometryTests compares with libm).
public func sineCosine(degreesE7: Int32) -> (sine: Double, cosine: Double) {
  let rightAngle: Int64 = 900_000_000
  let angle = Int64(degreesE7)
  let shifted = angle + rightAngle / 2
  // Floor division: the remainder lies in -45° up to 45°.
  var quadrant = shifted / rightAngle
  if shifted < 0, quadrant * rightAngle != shifted { quadrant -= 1 }
  let radians = Double(angle - quadrant * rightAngle) * 1.745_329_251_994_329_6e-9
  let sine = sineSeries(radians)
  let cosine = cosineSeries(radians)
  switch quadrant & 3 {
  case 0: return (sine, cosine)
  case 1: return (cosine, -sine)
  case 2: return (-sine, -cosine)
  default: return (-cosine, sine)
  }
}

/// Taylor series about 0; the first term left out is below 1e-17 for |x| up to 0.79.
private func sineSeries(_ x: Double) -> Double {
  let t = x * x
  var sum = -1 / 1_307_674_368_000.0
  sum = sum * t + 1 / 6_227_020_800.0
  sum = sum * t - 1 / 39_916_800.0
  sum = sum * t + 1 / 362_880.0
  sum = sum * t - 1 / 5_040.0
  sum = sum * t + 1 / 120.0
  sum = sum * t - 1 / 6.0
  return x + x * t * sum
}

/// Taylor series about 0, as `sineSeries`.
private func cosineSeries(_ x: Double) -> Double {
  let t = x * x
  var sum = 1 / 20_922_789_888_000.0
  sum = sum * t - 1 / 87_178_291_200.0
  sum = sum * t + 1 / 479_001_600.0
  sum = sum * t - 1 / 3_628_800.0
  sum = sum * t + 1 / 40_320.0
  sum = sum * t - 1 / 720.0
  sum = sum * t + 1 / 24.0
  sum = sum * t - 1 / 2.0
  return 1 + t * sum
}

/// The angle in radians, 0 to π/2, whose sine is `u`, for `u` from 0 to 1. Good to 1e-15.
func arcsine(_ u: Double) -> Double {
  precondition(u >= 0 && u <= 1)
  // Beyond 30° the series converges too slowly; a half-angle identity brings it back below.
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
