import Net
import Stream

/// The live subscriptions that a test has made, other than those that operators make.
final class LiveSubscriptions: Sendable {
  private struct Live: Sendable {
    var elements: Any.Type
    var dispose: @Sendable () -> Void
  }

  private struct State: Sendable {
    var made = 0
    var live: [Int: Live] = [:]
    var isWaiting = false
  }

  private let state = Lock(State())
  private let areOver = SteadySemaphore()

  /// Calls a closure and collects the subscriptions that are made inside it, including in tasks that are created there.
  func collect<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try SubscriptionWatch.with({ self.add($0, $1) }, operation: operation)
  }

  /// Calls an asynchronous closure and collects the subscriptions that are made inside it.
  func collect<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await SubscriptionWatch.with({ self.add($0, $1) }, operation: operation)
  }

  /// Describes the subscriptions that are still live after the limit; nil if there are none.
  ///
  /// Another thread may be about to dispose of one after it has delivered the end.
  func leak(within limit: Duration) -> String? {
    let waits = state.withLock { state in
      state.isWaiting = !state.live.isEmpty
      return state.isWaiting
    }
    guard waits, !areOver.wait(within: limit) else { return nil }
    let live = state.withLock { $0.live }
    guard !live.isEmpty else { return nil }
    let elements = list(live.sorted { $0.key < $1.key }.map { "\($0.value.elements)" })
    let count = live.count == 1 ? "a subscription was live" : "\(live.count) subscriptions were live"
    return """
      The test ended while \(count), to \(live.count == 1 ? "a stream" : "streams") of \(elements).
      Add it to a DisposeBag that is released with its owner, dispose of it, or use disposed(afterEach:). An owner that
      captures itself in the closures of a subscription that it keeps is never released.
      """
  }

  /// Disposes of what is still live, so that it does not reach the next test.
  func dispose() {
    for live in state.withLock({ $0.live }).values { live.dispose() }
  }

  private func add(_ elements: Any.Type, _ dispose: @escaping @Sendable () -> Void) -> Token {
    let number = state.withLock { state in
      state.made += 1
      state.live[state.made] = Live(elements: elements, dispose: dispose)
      return state.made
    }
    return Token(owner: self, number: number)
  }

  private func remove(_ number: Int) {
    let isLast = state.withLock { state in
      state.live[number] = nil
      return state.isWaiting && state.live.isEmpty
    }
    if isLast { areOver.signal() }
  }

  /// Retained by a subscription as long as it is live.
  private final class Token: Sendable {
    private let owner: LiveSubscriptions
    private let number: Int

    init(owner: LiveSubscriptions, number: Int) {
      self.owner = owner
      self.number = number
    }

    deinit { owner.remove(number) }
  }
}
