/// An array that lives in place and never grows beyond its capacity: no heap.
public struct FixedArray<let capacity: Int, Element: Sendable>: Sendable {
  private var slots: InlineArray<capacity, Element?>
  /// The number of elements, 0 to `capacity`.
  public private(set) var count = 0

  public init() { slots = InlineArray(repeating: nil) }

  /// Whether there is no element.
  public var isEmpty: Bool { count == 0 }
  /// Whether there is no room for another element.
  public var isFull: Bool { count == capacity }

  /// A precondition holds the index inside.
  public subscript(index: Int) -> Element {
    // `_modify` will not do: where it is not inlined, the frame of that coroutine comes from the heap.
    get {
      precondition(index >= 0 && index < count)
      return slots[index]!
    }
    set {
      precondition(index >= 0 && index < count)
      slots[index] = newValue
    }
  }

  /// The same, where it lies: a read that is not `mutating` copies the whole array first.
  subscript(inPlace index: Int) -> Element {
    @inline(__always) mutating get {
      precondition(index >= 0 && index < count)
      return slots[index]!
    }
  }

  /// False, and nothing changed, when it is full.
  @discardableResult public mutating func append(_ element: Element) -> Bool {
    guard count < capacity else { return false }
    slots[count] = element
    count += 1
    return true
  }

  /// Appends what is known to have room: a precondition holds that nothing is lost unsaid.
  public mutating func put(_ element: Element) {
    let hasRoom = append(element)
    precondition(hasRoom)
  }

  /// Appends, and lets go of the oldest when it is full.
  public mutating func push(_ element: Element) {
    if isFull { remove(at: 0) }
    append(element)
  }

  /// O(capacity): what follows moves up.
  public mutating func remove(at index: Int) {
    precondition(index >= 0 && index < count)
    for i in index..<count - 1 { slots[i] = slots[i + 1] }
    count -= 1
    slots[count] = nil
  }

  /// Removes every element. O(count).
  public mutating func removeAll() {
    for i in 0..<count { slots[i] = nil }
    count = 0
  }

  /// The first index whose element fits; nil when none does.
  public func firstIndex(where fits: (Element) -> Bool) -> Int? {
    for i in 0..<count where fits(slots[i]!) { return i }
    return nil
  }

  /// The same, without a copy of the array.
  @inline(__always)
  mutating func firstInPlace(where fits: (Element) -> Bool) -> Int? {
    for i in 0..<count where fits(slots[i]!) { return i }
    return nil
  }
}

extension FixedArray: Equatable where Element: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    guard a.count == b.count else { return false }
    for i in 0..<a.count where a.slots[i] != b.slots[i] { return false }
    return true
  }
}
