import Glibc

/// Ports of this machine that are free now.
public enum LoopbackPort {
  /// A socket with a port of its own, at which connections are refused until somebody listens.
  /// - Parameter wish: the port that it shall have; 0: any.
  public static func bind(_ wish: UInt16 = 0) throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = address(wish)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
      }
    }
    guard status == 0 else {
      close(descriptor)
      throw Program.Failure(description: "no free loopback port")
    }
    return (descriptor, UInt16(bigEndian: place.sin_port))
  }

  public static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let (descriptor, port) = try bind()
    guard Glibc.listen(descriptor, 8) == 0 else {
      throw Program.Failure(description: "nobody may listen on port \(port)")
    }
    return (descriptor, port)
  }

  /// A port on which nobody listens.
  ///
  /// Linux gives ports from 32768 on to outgoing connections, at any moment. A server that is to be started takes
  /// one below, or it would now and then find its port taken.
  public static func free() throws -> UInt16 {
    for _ in 0..<100 {
      guard let (descriptor, port) = try? bind(.random(in: 10_240..<32_768)) else { continue }
      close(descriptor)
      return port
    }
    throw Program.Failure(description: "no free loopback port below 32768")
  }

  /// Whether somebody listens there.
  public static func answers(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var place = address(port)
    return withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    place.sin_port = port.bigEndian
    return place
  }
}
