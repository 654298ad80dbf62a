/// The result of starting a single.
///
/// A single that is ready returns its result and needs no sink, no slot and no lock. Only one that has to wait is
/// given a sink.
@usableFromInline
enum Started<Element: Sendable>: Sendable {
  case success(Element)
  case failure(any Error)
  /// The result comes later, to the sink that this closure is given, exactly once.
  case pending(@Sendable (SingleSink<Element>) -> Void)
}

/// What the closure of a single returns: its own start, or the single whose result it takes.
///
/// `Single` follows the singles in a loop, which keeps the stack flat (law 7), until one has started.
@usableFromInline
enum Beginning<Element: Sendable>: Sendable {
  case started(Started<Element>)
  /// The result is that of another single.
  case tail(Single<Element>)
  /// The result comes later, to the sink that this closure is given, unless the closure returns the single whose
  /// result it is.
  case chain(@Sendable (SingleSink<Element>) -> Single<Element>?)
}
