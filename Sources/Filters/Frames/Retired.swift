/// Objects that were made for one frame, for the memory that they hold; some may still be in use.
struct Retired<Object: AnyObject & Sendable>: Sendable {
  private var objects: [Object] = []

  /// Adds what is not kept for later frames any more.
  mutating func add(_ object: Object) { objects.append(object) }

  /// Takes out an object that no one uses.
  mutating func takeUnused() -> Object? {
    for index in objects.indices where isKnownUniquelyReferenced(&objects[index]) {
      objects.swapAt(index, objects.count - 1)
      return objects.removeLast()
    }
    return nil
  }
}
