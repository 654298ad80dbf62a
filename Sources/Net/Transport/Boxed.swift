/// A value in a box: for one that holds much, is handed on many times, and is changed few times.
///
/// A copy counts one reference, however many the value holds. A change makes a box of its own, so that nobody else sees
/// it.
struct Boxed<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value {
    get { box.value }
    set { box = Box(newValue) }
  }
}

extension Boxed: Equatable where Value: Equatable {
  static func == (left: Boxed, right: Boxed) -> Bool {
    left.box === right.box || left.box.value == right.box.value
  }
}

extension Boxed: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}

extension Boxed: CustomStringConvertible {
  var description: String { String(describing: value) }
}
