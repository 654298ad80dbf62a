extension FIFO {
  /// The element that `popFirst` would return.
  var head: Element? { isEmpty ? nil : elements[first] }
}
