/// A queue that removes its first element at a constant cost on average.
@usableFromInline
struct FIFO<Element: Sendable>: Sendable {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var start = 0

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { start == elements.count }

  /// The element that ``popFirst()`` would return.
  var first: Element? { isEmpty ? nil : elements[start] }

  @inlinable var count: Int { elements.count - start }

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
    guard start < elements.count else { return nil }
    let element = elements[start]
    elements[start] = nil
    start += 1
    if start == elements.count {
      elements.removeAll(keepingCapacity: true)
      start = 0
      return element
    }
    // Compacting when half is empty moves each element about once.
    if 2 * start >= elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return element
  }

  @inlinable
  mutating func takeAll() -> [Element] {
    defer { self = FIFO() }
    return elements[start...].compactMap { $0 }
  }
}
