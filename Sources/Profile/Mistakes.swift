/// Collects mistakes, so that a person can mend all of them at once.
public final class Mistakes {
  public private(set) var all: [InputError] = []
  /// What a file may hold, and what its owner should know.
  private(set) var warnings: [InputError] = []

  /// Thrown where a value cannot be had because of mistakes that are in the list already.
  struct Listed: Error {}

  func add(_ error: InputError) { all.append(error) }

  func warn(_ warning: InputError) { warnings.append(warning) }

  /// The value, or nil and one mistake more.
  func attempt<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch let error as InputError {
      add(error)
    } catch is Listed {}
    return nil
  }
}
