import Foundation
import Logging
import NIOSSL
import PortalStore
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The certificate that the portal shows, and its key. Both can be read anew while it serves.
final class Certificate: Sendable {
  private struct Pair: Sendable {
    var chain: [NIOSSLCertificate]
    var key: NIOSSLPrivateKey

    var configuration: TLSConfiguration {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      configuration.minimumTLSVersion = .tlsv12
      return configuration
    }
  }

  private let files: PortalOptions.TLS
  private let current: Mutex<Pair>

  init(_ files: PortalOptions.TLS) throws {
    self.files = files
    current = Mutex(try Certificate.read(files))
  }

  /// Takes the files as they are now. If they cannot be used, the certificate of before stays.
  func readAgain() throws {
    let pair = try Certificate.read(files)
    current.withLock { $0 = pair }
  }

  /// The moment from which browsers and devices refuse it.
  var end: Date {
    Date(timeIntervalSince1970: Double(current.withLock { $0.chain[0].notValidAfter }))
  }

  /// Each new connection gets the certificate that is current then.
  var configuration: TLSConfiguration {
    var configuration = current.withLock { $0.configuration }
    configuration.sslContextCallback = { [self] _, promise in
      let pair = current.withLock { $0 }
      var override = NIOSSLContextConfigurationOverride()
      override.certificateChain = pair.chain.map { .certificate($0) }
      override.privateKey = .privateKey(pair.key)
      promise.succeed(override)
    }
    return configuration
  }

  private static func read(_ files: PortalOptions.TLS) throws -> Pair {
    let certificates = try bytes(files.certificate, "--tls-certificate")
    guard let chain = try? NIOSSLCertificate.fromPEMBytes(certificates), !chain.isEmpty else {
      throw PortalError.refused(
        "--tls-certificate: \(files.certificate) holds no certificate; expected PEM with the "
          + "certificate first and its chain behind it")
    }
    let secret = try bytes(files.key, "--tls-key")
    guard let key = try? NIOSSLPrivateKey(bytes: secret, format: .pem) else {
      throw PortalError.refused(
        "--tls-key: \(files.key) holds no private key; expected PEM without a password")
    }
    let pair = Pair(chain: chain, key: key)
    guard (try? NIOSSLContext(configuration: pair.configuration)) != nil else {
      throw PortalError.refused(
        "--tls-key: \(files.key) does not belong to \(files.certificate); expected the key of the "
          + "first certificate in it")
    }
    return pair
  }

  private static func bytes(_ path: String, _ option: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else {
      throw PortalError.refused(
        "\(option): \(path): \(String(cString: strerror(errno))); expected a file in PEM")
    }
    defer { fclose(file) }
    // A chain has a few kilobytes.
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else {
      throw PortalError.refused("\(option): \(path) cannot be read; expected a file in PEM")
    }
    return Array(bytes[..<count])
  }
}

/// Reads the certificate anew at each SIGHUP, so that a renewal closes no page.
struct Renewals: Service {
  let certificate: Certificate?
  let logger: Logger

  func run() async throws {
    let hangups = await UnixSignalsSequence(trapping: .sighup)
    await cancelWhenGracefulShutdown {
      for await _ in hangups { readAgain() }
    }
  }

  private func readAgain() {
    guard let certificate else { return }
    do {
      try certificate.readAgain()
      logger.notice("the certificate was read again; it is valid until \(certificate.end)")
    } catch {
      logger.error("\(error); the certificate of before stays in use")
    }
  }
}
