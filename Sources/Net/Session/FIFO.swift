/// A queue whose first element goes at a constant cost, however many there are.
struct FIFO<Element: Sendable>: Sendable {
  /// Those before the first are gone.
  private var elements: [Element?] = []
  private var start = 0

  init() {}

  var isEmpty: Bool { start == elements.count }

  /// The first element; nil when there is none. Nil takes it out.
  var first: Element? {
    get { isEmpty ? nil : elements[start] }
    set {
      guard !isEmpty else { return }
      elements[start] = newValue
      if newValue == nil { dropFirst() }
    }
  }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    defer { first = nil }
    return first
  }

  /// The elements, in order.
  var all: [Element] { elements[start...].compactMap { $0 } }

  private mutating func dropFirst() {
    start += 1
    if isEmpty {
      elements.removeAll(keepingCapacity: true)
      start = 0
    } else if start > 32, 2 * start >= elements.count {
      // Moving the rest down costs each element once.
      elements.removeFirst(start)
      start = 0
    }
  }
}
