/// A value in a box, for large values that are passed on often.
///
/// A copy costs one reference count, however many references the value contains. A change is made in place if the box
/// has no other owner, and in a new box if it is shared, so other owners do not see it.
struct Boxed<Value: Sendable>: Sendable {
  /// Guarded by its owners: the value is changed only through a `Boxed` that is the box's only owner, with exclusive
  /// access to that `Boxed`.
  ///
  /// As long as there are several owners, all of them only read. So the value needs no exclusivity checks, which
  /// would slow down each read.
  private final class Box: @unchecked Sendable {
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) { unsafe self.value = value }

    @inline(never)
    func copy() -> Box { unsafe Box(value) }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value {
    get { unsafe box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = box.copy() }
      yield unsafe &box.value
    }
  }
}

extension Optional {
  /// Changes the boxed value in place, or this new one if there is none.
  mutating func change<Value>(
    from new: @autoclosure () -> Value, _ body: (inout Value) -> Void
  ) where Wrapped == Boxed<Value> {
    var changed = self ?? Boxed(new())
    self = nil
    body(&changed.value)
    self = changed
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
