import Forms
import Foundation
import HTTPTypes
import Hummingbird
import PortalPages
import PortalStore

/// The content of a photo's form: a file, the button that takes the photo away, or the name of a stored one.
enum PhotoForm {
  /// - Parameter photo: the name of a photo that is stored now; empty to take it away; nil: a field has it.
  case entered(Form, photo: String?)
  case refused(PhotoProblem, HTTPResponse.Status)

  /// Megabytes of such a form.
  static let most = 12
  /// A telephone with a bad connection sends 12 MB in this time.
  private static let patience = Duration.seconds(180)
  /// Bytes behind the limit that are read and dropped, so that a browser hears why.
  private static let dropped = 64 << 20

  init(_ portal: Portal, _ request: Request, _ scene: WearerScene) async throws {
    let type = request.headers[.contentType] ?? ""
    guard type.lowercased().hasPrefix("multipart/") else {
      self = .entered(try await PhotoForm.named(request, scene), photo: nil)
      return
    }
    if let seconds = await portal.rates.take("photo \(scene.account.id)") {
      throw PageRefusal(.tooManyRequests, .tooMany(seconds: seconds))
    }
    guard await portal.photos.enter() else {
      self = .refused(.unavailable, .serviceUnavailable)
      return
    }
    do {
      self = try await PhotoForm.sent(portal, request, scene, type)
      await portal.photos.leave()
    } catch {
      await portal.photos.leave()
      throw error
    }
  }

  /// A form without a file: one that is repeated after a choice.
  private static func named(_ request: Request, _ scene: WearerScene) async throws -> Form {
    let form = try await Form(request)
    let name = form.text("photo")
    guard form.has("photo"), name.isEmpty || scene.picture(name) != nil else {
      throw PageRefusal(.badRequest, .unreadable(field: "photo"))
    }
    return form
  }

  private static func sent(
    _ portal: Portal, _ request: Request, _ scene: WearerScene, _ type: String
  ) async throws -> PhotoForm {
    guard let bytes = try await body(request) else {
      return .refused(.tooHeavy(most), .contentTooLarge)
    }
    guard let form = MultipartForm(bytes, contentType: type) else {
      throw PageRefusal(.badRequest, .unreadable(field: ""))
    }
    let entered = Form(form)
    if entered.text("remove") == "yes" { return .entered(entered, photo: "") }
    do {
      let photo = try await portal.photos.decode(form.files["photo"] ?? [])
      let hash = try await scene.file.store(
        picture: photo.small, photo.large, pixels: photo.pixels, at: scene.now)
      return .entered(entered, photo: scene.name(hash))
    } catch let problem as PhotoProblem {
      return .refused(problem, problem == .unavailable ? .serviceUnavailable : .badRequest)
    }
  }

  /// All bytes of a body; nil: there are too many.
  private static func body(_ request: Request) async throws -> [UInt8]? {
    try await Form.read(within: patience) {
      var bytes: [UInt8] = []
      var count = 0
      for try await chunk in request.body {
        count += chunk.readableBytes
        if count > dropped { break }
        if count <= most << 20 {
          bytes += chunk.readableBytesView
        } else {
          bytes = []
        }
      }
      return count <= most << 20 ? bytes : nil
    }
  }
}

/// Lets a few photos in at once, and one of them into the decoder: a flood must not be one of memory.
actor PhotoDesk {
  /// Photos whose bytes are in memory.
  static let most = 4

  private let decoder: PhotoDecoder
  private var count = 0
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ decoder: PhotoDecoder) { self.decoder = decoder }

  /// - Returns: whether there is room; then `leave` must follow.
  func enter() -> Bool {
    guard count < PhotoDesk.most else { return false }
    count += 1
    return true
  }

  func leave() { count -= 1 }

  /// - Throws: `PhotoProblem`.
  func decode(_ bytes: ArraySlice<UInt8>) async throws -> PhotoDecoder.Photo {
    if isBusy { await withCheckedContinuation { waiting.append($0) } }
    isBusy = true
    defer {
      // The next one goes on with the desk still busy.
      if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
    }
    return try await decoder.decode(bytes)
  }
}
