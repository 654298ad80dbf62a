/// Which sources of `combineLatest` have sent an element and which have completed, as a value.
///
/// The elements are stored separately, each in a variable of its type.
@usableFromInline
struct CombineLatestState: Sendable {
  /// What the operator must do after an event of a source.
  @usableFromInline enum Action: Sendable {
    case none
    /// Send the latest element of each source, because every source has sent one.
    case send
    case complete
  }

  @usableFromInline struct Source: Sendable {
    @usableFromInline var hasElement = false
    @usableFromInline var hasCompleted = false

    @inlinable
    init() {}
  }

  @usableFromInline var sources: [Source]
  /// The number of sources that have not sent an element.
  @usableFromInline var missing: Int
  /// The number of sources that have not completed.
  @usableFromInline var running: Int

  @inlinable
  init(sources count: Int) {
    sources = Array(repeating: Source(), count: count)
    missing = count
    running = count
  }

  @inlinable
  mutating func received(from index: Int) -> Action {
    if missing == 0 { return .send }
    if !sources[index].hasElement {
      sources[index].hasElement = true
      missing -= 1
    }
    if missing == 0 { return .send }
    // Every other source has completed, one of them without an element: no row can become complete.
    let others = sources[index].hasCompleted ? running : running - 1
    return others == 0 ? .complete : .none
  }

  @inlinable
  mutating func completed(_ index: Int) -> Action {
    guard !sources[index].hasCompleted else { return .none }
    sources[index].hasCompleted = true
    running -= 1
    return running == 0 ? .complete : .none
  }
}
