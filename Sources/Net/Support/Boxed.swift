/// A value in a box: for one that holds much, and is handed on many times.
///
/// A copy counts one reference, however many the value holds. A change is made in place where the box has no other owner, and
/// in a separate box if the box is shared, so that no other owner sees it.
struct Boxed<Value: Sendable>: Sendable {
  /// Guarded by its owners: the value is changed only through a `Boxed` that is known to be its only one, and that is accessed
  /// exclusively itself.
  ///
  /// While there are several, all of them only read. So the value needs no checks, which every
  /// read would pay for.
  private final class Box: @unchecked Sendable {
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) { unsafe self.value = value }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value {
    get { unsafe box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(value) }
      yield unsafe &box.value
    }
  }
}

extension Boxed: Equatable where Value: Equatable {
  static func == (left: Boxed, right: Boxed) -> Bool {
    left.box === right.box || left.value == right.value
  }
}

extension Boxed: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Boxed: CustomStringConvertible {
  var description: String { String(describing: value) }
}
