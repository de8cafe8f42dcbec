import Foundation
import FuzzEntries

/// The entry that `VIGIA_FUZZ` names, driven by libFuzzer where it is linked in, and else once for each file.
@main struct FuzzDriver {
  static let entry: FuzzEntry = {
    let name = getenv("VIGIA_FUZZ").map { String(cString: $0) } ?? ""
    guard let entry = FuzzEntry(rawValue: name) else {
      let names = FuzzEntry.allCases.map(\.rawValue).joined(separator: ", ")
      print("VIGIA_FUZZ is \"\(name)\"; expected one of \(names)")
      exit(2)
    }
    return entry
  }()

  static func main() throws {
    #if LIBFUZZER
      _ = entry
      var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
      exit(runDriver(&count, &arguments, testOneInput))
    #else
      for path in CommandLine.arguments.dropFirst() {
        try Array(Data(contentsOf: URL(fileURLWithPath: path))).withUnsafeBytes {
          try entry.run($0)
        }
      }
    #endif
  }
}

#if LIBFUZZER
  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  /// SwiftPM gives every program a `main` of its own, so libFuzzer's is not reached, but linked.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
      try FuzzDriver.entry.run(UnsafeRawBufferPointer(start: bytes, count: count))
    } catch {
      print("FOUND \(FuzzDriver.entry): \(error)")
      fflush(nil)
      abort()
    }
    return 0
  }
#endif
