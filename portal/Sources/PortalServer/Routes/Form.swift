import Forms
import HTTPTypes
import Hummingbird
import PortalPages

typealias Entered = Forms.Entered

/// The form of a request.
struct Form: Sendable {
  /// A body that takes longer than this is not waited for.
  static let patience = Duration.seconds(20)

  private let fields: FormFields

  /// A form without a field.
  init() { fields = FormFields() }

  /// The fields of a form that came with a file.
  init(_ form: MultipartForm) { fields = FormFields(form.values) }

  init(_ request: Request) async throws {
    let bytes = try await Form.body(request, most: FormFields.most)
    guard let fields = FormFields(bytes.readableBytesView) else {
      throw PageRefusal(.badRequest, .unreadable(field: ""))
    }
    self.fields = fields
  }

  /// All bytes of a body, if they come in time and are not too many.
  static func body(
    _ request: Request, most: Int, patience: Duration = Form.patience
  ) async throws -> ByteBuffer {
    try await read(within: patience) { try await request.body.collect(upTo: most) }
  }

  /// The content of a body, if it comes in time.
  static func read<Body: Sendable>(
    within patience: Duration, _ body: @escaping @Sendable () async throws -> Body
  ) async throws -> Body {
    try await withThrowingTaskGroup(of: Body.self) { group in
      group.addTask(operation: body)
      group.addTask {
        try await Task.sleep(for: patience)
        throw HTTPError(.requestTimeout)
      }
      defer { group.cancelAll() }
      guard let read = try await group.next() else { throw HTTPError(.badRequest) }
      return read
    }
  }

  /// Whether the form has the field at all.
  func has(_ name: String) -> Bool { fields.values[name] != nil }

  /// A field without blanks round it and without control characters; empty where there is none.
  func text(_ name: String) -> String { fields.text(name) }

  /// A field of several lines, which keeps them.
  func lines(_ name: String) -> String { fields.lines(name) }

  /// A field as it was sent, for passwords.
  func raw(_ name: String) -> String { fields.raw(name) }
}
