import Device
import HAL

/// A network that holds what was submitted until the world around it decides what becomes of it.
public struct SimulatedNetwork: Network {
  private var submitted: [Dispatch] = []
  public init() {}

  public mutating func submit(_ dispatch: Dispatch) throws(NetworkError) {
    submitted.append(dispatch)
  }

  /// All that was submitted and not taken yet.
  public mutating func take() -> [Dispatch] {
    defer { submitted = [] }
    return submitted
  }

  /// Nobody around it waits for signs of life.
  public mutating func ping() throws(NetworkError) { throw .refused }
}
