import Foundation
import TestSupport

/// A device of libasound that misbehaves on command: Tests/SoundDevice. Its rate is 44,100.
struct MoodyDevice {
  enum Mood: Int32 { case well, dry, suspended, asleep, deaf, gone, hung }

  /// Nil where no C compiler builds it.
  static let built: MoodyDevice? = {
    guard let library = build("device.c", links: ["-lasound"]),
      let handle = dlopen(library, RTLD_NOW)
    else { return nil }
    return MoodyDevice(handle)
  }()

  /// - Returns: the path of the library that a file of Tests/SoundDevice makes.
  static func build(_ name: String, links: [String]) -> String? {
    let source = Places.own("Tests/SoundDevice/" + name)
    let library = SoundMachine.folder + "/" + name.replacing(".c", with: ".so")
    let arguments = ["-shared", "-fPIC", "-DPIC", "-o", library, source] + links
    guard let compiler = Program.compiler,
      Child([compiler] + arguments, ["PATH=/usr/bin:/bin"]).wait()
    else {
      return nil
    }
    return library
  }

  private let setMood: @convention(c) (Int32) -> Void
  private let countTaken: @convention(c) () -> Int
  private let countResumes: @convention(c) () -> Int
  private let countCalls: @convention(c) () -> Int

  private init?(_ library: UnsafeMutableRawPointer) {
    guard let become = dlsym(library, "device_become"), let taken = dlsym(library, "device_taken"),
      let resumes = dlsym(library, "device_resumes"), let calls = dlsym(library, "device_calls")
    else { return nil }
    setMood = unsafeBitCast(become, to: (@convention(c) (Int32) -> Void).self)
    countTaken = unsafeBitCast(taken, to: (@convention(c) () -> Int).self)
    countCalls = unsafeBitCast(calls, to: (@convention(c) () -> Int).self)
    countResumes = unsafeBitCast(resumes, to: (@convention(c) () -> Int).self)
  }

  func become(_ mood: Mood) { setMood(mood.rawValue) }
  /// Samples that it took so far, of all who opened it.
  var taken: Int { countTaken() }
  /// The number of times that somebody opened it, or tried to.
  var calls: Int { countCalls() }
  /// The number of times that it was asked to wake up.
  var resumes: Int { countResumes() }
}
