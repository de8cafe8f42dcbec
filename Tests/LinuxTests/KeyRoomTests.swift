import HAL
import Testing

@testable import Linux

/// More input devices have keys of ours than are used: headsets and remotes have plus and minus, too.
@Suite("The help key among many input devices (SAFE-7)")
struct KeyRoomTests {
  private let volume = KeySet(bits: 0).with(.plus).with(.minus)
  private let help = KeySet(bits: 0).with(.help)

  @Test("One with a help key takes the place of the last one without")
  func givesWay() {
    #expect(LinuxKeys.givesWay(to: help, among: [volume, help, volume, .all]) == 2)
    #expect(LinuxKeys.givesWay(to: .all, among: [volume, help]) == 0)
  }

  @Test("One without a help key takes nobody's place, and one with it not that of another help key")
  func stays() {
    #expect(LinuxKeys.givesWay(to: volume, among: [volume, help]) == nil)
    #expect(LinuxKeys.givesWay(to: help, among: [help, .all]) == nil)
  }
}
