/// A queue that removes its first element in amortized constant time.
///
/// It keeps no element that was removed. An `ArraySlice` does, in the memory before its first element, until
/// it is copied: the objects that such an element owns stay alive, and are released wherever the next element
/// is added, maybe under a lock.
package struct FIFO<Element> {
  /// Elements before `start` are nil.
  private var elements: [Element?] = []
  private var start = 0

  package init() {}

  package init(_ elements: [Element]) { self.elements = elements }

  package var isEmpty: Bool { start == elements.count }

  /// The first element, or nil if the queue is empty.
  ///
  /// Setting it to nil removes it.
  package var first: Element? {
    get { isEmpty ? nil : elements[start] }
    set {
      guard !isEmpty else { return }
      elements[start] = newValue
      if newValue == nil { dropFirst() }
    }
  }

  package mutating func append(_ element: consuming Element) {
    // Enough for the events of a small response.
    if elements.capacity == 0 { elements.reserveCapacity(4) }
    elements.append(element)
  }

  package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    // Moved out, because a copy would be retained and released.
    var first: Element?
    swap(&first, &elements[start])
    dropFirst()
    return first
  }

  /// Removes the first element that matches, in linear time.
  package mutating func removeFirst(where matches: (Element) -> Bool) -> Element? {
    guard let index = elements[start...].firstIndex(where: { $0.map(matches) ?? false }) else { return nil }
    return index == start ? popFirst() : elements.remove(at: index)
  }

  /// The elements in order.
  package var all: [Element] { elements[start...].compactMap { $0 } }

  private mutating func dropFirst() {
    start += 1
    if isEmpty {
      elements.removeAll(keepingCapacity: true)
      start = 0
    } else if start > 32, 2 * start >= elements.count {
      // Moves each element at most once on average.
      elements.removeFirst(start)
      start = 0
    }
  }
}

extension FIFO: Sendable where Element: Sendable {}
