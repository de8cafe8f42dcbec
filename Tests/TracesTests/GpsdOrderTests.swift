import TestSupport
import Testing
import Traces

/// gpsd's notion of an epoch depends on the order in which a receiver sends its sentences.
struct GpsdOrderTests {
  @Test(
    "Sentences in any order give the fixes that gpsd reports",
    .needs(.gpsdecode),
    arguments: ["RG", "GR", "RGA", "RAG", "GRA", "GAR", "ARG", "AGR"], 1...3)
  func orders(order: String, seed: Int) throws {
    let receiver = SyntheticReceiver(order: order, seed: UInt64(seed))
    let file = try TemporaryFile(receiver.log(seconds: 100))
    let ours = try Recording(path: file.path)
    let output = try TemporaryFile(Program.answer(["gpsdecode", "-j"], reading: file.path))
    let epochs = try GpsdEpoch.all(in: output.path).filter { $0.hasPosition && $0.time != nil }

    let comparison = GpsdComparison(ours: ours.positioned, gpsd: epochs)
    #expect(comparison.timed > 60)
    #expect(comparison.onlyGpsd.isEmpty, "\(comparison.onlyGpsd)")
    #expect(comparison.onlyOurs.count <= DocumentedDifference.unreportedByGpsd)
    #expect(comparison.misplaced.isEmpty)
    #expect(comparison.ofOtherMode.isEmpty)
    #expect(comparison.ofOtherEph.isEmpty)
    #expect(comparison.ofOtherSpeed.isEmpty)
  }
}
