import Device
import HAL
import TestSupport
import Testing

@Suite("Random days of doses (DIA-8)")
struct DoseFuzzTests {
  /// The test's own memory of a day with the device, apart from the device's words.
  private struct Witness {
    var lastReading: (value: Double, at: Int64)?
    var lastDose: [Meal: Int64] = [:]
    /// Time that has truly gone by, over restarts.
    var elapsed: Int64 = 0
    /// Milliseconds by which the clock on the wall is wrong.
    var wrong: Int64 = 0
    /// A dose was stored with a wrong time: after a restart nothing can tell it from an old one.
    var isMisdated = false
  }

  @Test("No dose below 70, on an old reading, beyond the maximum, or twice")
  func hold() {
    var doses = 0
    for seed in 1...100 {
      var chance = SplitMix64(seed: UInt64(seed))
      let wearer = Diabetic(clock: (7, 30))
      var witness = Witness()
      for _ in 0..<600 {
        let before = wearer.now.milliseconds
        wearer.forget()
        act(wearer, &witness, &chance)
        // A restart begins at 0; nothing is confirmed in it.
        witness.elapsed += max(wearer.now.milliseconds - before, 0)
        doses += wearer.confirmed.count
        check(wearer, &witness, seed)
      }
    }
    #expect(doses > 200, "\(doses)")
  }

  private func act(_ wearer: Diabetic, _ witness: inout Witness, _ chance: inout SplitMix64) {
    switch chance.below(20) {
    case 0...5: wearer.wait(.seconds(Int64(chance.below(1800))))
    case 6...8:
      let value = Double(40 + chance.below(260))
      wearer.measures(value)
      witness.lastReading = (value, witness.elapsed)
    case 9...13: wearer.presses(.ok)
    case 14: wearer.presses(.ok, long: true)
    case 15: wearer.presses(.plus, times: 1 + Int(chance.below(3)))
    case 16: wearer.presses(.minus)
    case 17:
      let steps: [Int64] = [1000, -1000, 3_600_000, -3_600_000, 86_400_000, -86_400_000]
      let step = witness.wrong == 0 ? steps[chance.below(6)] : -witness.wrong
      witness.wrong += step
      wearer.step(clock: Milliseconds(step))
    case 18:
      wearer.isTrusted = chance.below(3) > 0
      wearer.pass()
    default:
      guard witness.wrong == 0, !witness.isMisdated else { return }
      wearer.restart(off: .seconds(Int64(chance.below(60))))
      witness.lastReading = nil
    }
  }

  private func check(_ wearer: Diabetic, _ witness: inout Witness, _ seed: Int) {
    if let deadline = wearer.prompt.deadline {
      #expect(deadline > wearer.now, "seed \(seed): it asks to be woken in the past")
    }
    for change in wearer.told {
      switch change {
      case .confirmed(let dose):
        #expect(dose.confirmed.milliunits >= 0 && dose.confirmed.milliunits <= 12_000)
        #expect(dose.confirmed.milliunits % 500 == 0)
        #expect(wearer.isTrusted, "seed \(seed): without a clock")
        if let reading = witness.lastReading {
          #expect(reading.value >= 70, "seed \(seed): below 70")
          #expect(witness.elapsed - reading.at <= 15 * 60_000, "seed \(seed): on an old reading")
        }
        if let last = witness.lastDose[dose.meal] {
          #expect(witness.elapsed - last > 11 * 3_600_000, "seed \(seed): twice for one meal")
        }
        witness.lastDose[dose.meal] = witness.elapsed
        if witness.wrong != 0 { witness.isMisdated = true }
      case .undone(let dose): witness.lastDose[dose.meal] = nil
      case .store(.diary(.reading(let reading))):
        // The reading was entered with keys.
        guard case .amount(let glucose) = reading.result else { continue }
        if wearer.prompt.page != nil, witness.lastReading?.value != glucose.inMilligrams.value {
          witness.lastReading = (glucose.inMilligrams.value, witness.elapsed)
        }
      default: continue
      }
    }
  }

  @Test("The device goes on at the last moment that its clock can count")
  func endOfTime() {
    let wearer = Diabetic()
    wearer.measures(50)
    wearer.isTrusted = false
    wearer.now = Instant(milliseconds: .max)
    wearer.pass()
    wearer.measures(45)
    wearer.pass()
    #expect(wearer.page != nil)
  }
}
