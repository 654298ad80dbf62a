extension FIFO {
  /// The element that `popFirst` would give.
  var head: Element? { isEmpty ? nil : elements[first] }
}
