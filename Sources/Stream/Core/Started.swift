/// The result of starting a single.
///
/// A single that is ready returns its result and needs no sink, no slot and no lock. Only a pending single needs a
/// sink.
@usableFromInline
enum Started<Element: Sendable>: Sendable {
  case success(Element)
  case failure(any Error)
  /// The result comes later: the closure attaches a sink, which is resolved exactly once.
  case pending(@Sendable (SingleSink<Element>) -> Void)
}

/// What the closure of a single returns: its own start, or another single whose result it takes.
///
/// `Single` follows the singles in a loop, which keeps the stack flat (law 7), until one has started.
@usableFromInline
enum Beginning<Element: Sendable>: Sendable {
  case started(Started<Element>)
  /// The result is that of another single.
  case tail(Single<Element>)
  /// The result comes later, to the sink passed to the closure, unless the closure returns another single, whose result
  /// is then used.
  case chain(@Sendable (SingleSink<Element>) -> Single<Element>?)
}
