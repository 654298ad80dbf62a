import Foundation
public import Net

/// The network that the body of a sweep receives: a mock with its own session and virtual time.
///
/// ```swift
/// try await everyFault(of: .standard, in: { network in
///   network.stub(.get("/user"), with: .json(#"{"name": "Trent"}"#))
///   return try await UserService(network: network).user()
/// }).expect()
/// ```
///
/// Pass it to the code under test as `any Networking`. Code that creates its own session takes ``transport`` and
/// ``timer``. Everything happens in the virtual time of ``time``, which advances when the body waits.
///
/// A network belongs to one run. The sweep creates a new one for each, so a body must not keep it, and must not use
/// another. If the sweep's configuration has a cookie jar or a cache, each run begins with a copy of it: see
/// ``configuration``. May be used from any thread.
public final class SweepNetwork: Networking, ValueStubbing {
  /// The virtual time of this run.
  public let time: TestScheduler
  /// The seed of the sweep, for random choices of the body.
  public let seed: SweepSeed
  /// The configuration of the session.
  ///
  /// ```swift
  /// _ = try await network.get("/login").string()
  /// let names = network.configuration.cookies?.cookies.map(\.name)
  /// ```
  ///
  /// Its cookie jar and its cache are those of this run. They begin with what those of the sweep contained at its
  /// start. The cache is in memory, even if that of the sweep is on disk or has its own store.
  public let configuration: SessionConfiguration
  let mock: NetworkingMock
  let control: SweepControl

  init(_ control: SweepControl, configuration: SessionConfiguration, seed: SweepSeed, at place: SourcePlace) {
    time = control.timer
    self.seed = seed
    self.control = control
    self.configuration = configuration
    mock = NetworkingMock(
      configuration, delivery: control.delivery, timer: time, interposer: control, at: place)
    // A sweep of orders completes each response itself.
    if case .held = control.delivery { return }
    mock.ledger.refuseHeld(
      because: """
        The runs of this sweep complete no response. Delay it with .delay(.seconds(1)), which takes no real time, or use \
        everyOrder, which delivers the responses in every order.
        """)
  }

  /// The configuration of the session by default: that of a new session, with its timeouts.
  public static let defaultConfiguration: SessionConfiguration = {
    var configuration = SessionConfiguration()
    configuration.baseURL = NetworkingMock.baseURL
    return configuration
  }()

  /// The transport below the session, for code that creates its own session.
  public var transport: any Transport { mock.transport }

  /// The timer of the session; the same as ``time``.
  public var timer: any NetworkTimer { time }

  /// The stubs and the recorded requests.
  public var ledger: StubLedger { mock.ledger }

  /// The requests that were sent, in order.
  public var requests: [RecordedRequest] { ledger.requests }

  /// Creates a request.
  public func request(_ description: RequestDescription) -> any NetworkRequesting {
    mock.request(description)
  }

  /// Opens a WebSocket over the stubs.
  public func openWebSocket(
    _ description: WebSocketDescription,
    completion: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
  ) -> any Cancellation { mock.openWebSocket(description, completion: completion) }

  /// Cancels every request that has started and not ended.
  public func cancelAll() { mock.cancelAll() }

  /// Waits in virtual time.
  ///
  /// ```swift
  /// try await network.sleep(for: .milliseconds(300))
  /// ```
  ///
  /// Throws `CancellationError` if the task is cancelled, at once.
  public func sleep(for duration: Duration) async throws {
    let sleep = SweepSleep()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        sleep.begin(continuation, on: time, for: duration)
      }
    } onCancel: {
      sleep.end()
    }
    try Task.checkCancellation()
  }

  /// Returns when everything has happened that can happen: no response is pending, and nothing is scheduled.
  ///
  /// ```swift
  /// model.search("a")
  /// model.search("ab")
  /// await network.settle()
  /// ```
  public func settle() async {
    await withCheckedContinuation { continuation in whenSettled { continuation.resume() } }
  }

  /// Calls the closure when everything has happened that can happen; the form of ``settle()`` for completion handlers.
  public func whenSettled(_ action: @escaping @Sendable () -> Void) { control.whenSettled(action) }
}

/// A wait in virtual time, ended once by the time or by a cancellation.
private final class SweepSleep: Sendable {
  private enum State: Sendable {
    case ready
    case waiting(CheckedContinuation<Void, Never>, (any Cancellation)?)
    case over
  }

  private let state = Lock(State.ready)

  func begin(_ continuation: CheckedContinuation<Void, Never>, on timer: any NetworkTimer, for time: Duration)
  {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .waiting(continuation, nil)
      return false
    }
    guard !isOver else { return continuation.resume() }
    let scheduled = timer.schedule(after: time) { self.end() }
    let isLate = state.withLock { state in
      guard case .waiting(let continuation, _) = state else { return true }
      state = .waiting(continuation, scheduled)
      return false
    }
    if isLate { scheduled.cancel() }
  }

  func end() {
    let ended = state.withLock { state in
      defer { state = .over }
      return state
    }
    guard case .waiting(let continuation, let scheduled) = ended else { return }
    scheduled?.cancel()
    continuation.resume()
  }
}
