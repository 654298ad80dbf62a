/// A queue that removes its first element at a constant cost on average.
@usableFromInline
struct FIFO<Element: Sendable>: Sendable {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var first = 0

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { first == elements.count }

  @inlinable var count: Int { elements.count - first }

  @inlinable
  mutating func append(_ element: Element) { elements.append(element) }

  /// Appends an element, and returns the first one if there are more than the limit then, which is above zero.
  @inlinable
  mutating func push(_ element: Element, limit: Int) -> Element? {
    // The only one is replaced, because moving the queue by one element costs many times as much.
    if limit == 1, elements.count == 1 {
      var former: Element? = element
      swap(&former, &elements[0])
      return former
    }
    append(element)
    return count > limit ? popFirst() : nil
  }

  @inlinable
  mutating func popFirst() -> Element? {
    guard first < elements.count else { return nil }
    let element = elements[first]
    elements[first] = nil
    first += 1
    if first == elements.count {
      elements.removeAll(keepingCapacity: true)
      first = 0
      return element
    }
    // Compacting when half is empty moves each element about once.
    if 2 * first >= elements.count {
      elements.removeFirst(first)
      first = 0
    }
    return element
  }

  @inlinable
  mutating func takeAll() -> [Element] {
    defer { self = FIFO() }
    return elements[first...].compactMap { $0 }
  }
}
