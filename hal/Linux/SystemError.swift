import Glibc

/// A system call that failed.
public struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The call that failed.
  public let call: String
  public let code: Int32

  public init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  public var description: String { "\(call): \(String(cString: strerror(code)))" }

  /// - Parameter result: of one of our shims, where a negative value is -errno.
  @discardableResult
  static func check(_ result: Int32, _ call: String) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(call, code: -result) }
    return result
  }
}
