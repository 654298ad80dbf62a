import Dispatch
public import Foundation
public import Net

/// A real HTTP/1.1 server on 127.0.0.1 that responds with stubs and records the requests it receives.
///
/// Use it to test a client over real sockets, or to run a demo without the network. For everything else a mock
/// transport is faster and needs no port.
///
/// ```swift
/// let server = MockServer()
/// server.stub(.get("/users/{username}"), with: .json(#"{"name": "Trent"}"#))
/// try server.start()
/// let (data, _) = try await URLSession.shared.data(from: server.baseURL.appending(path: "users/trentm"))
/// server.stop()
/// ```
///
/// It listens on a port that the system chooses, so servers do not conflict. It keeps connections alive, reads chunked
/// bodies and pipelined requests, sends `100 Continue` to clients that wait for it, and responds to invalid input with
/// the status for it (RFC 9112). Bodies are streamed in both directions, so large ones need little memory. A request to
/// which no stub responds receives a 501 with the report as its text and fails the test; outside tests the report is
/// written to the standard error.
///
/// **Threads.** One thread serves all connections. Matchers run on it; closures that return a response run on a global
/// queue, so they may block. All members may be used from any thread.
///
/// **Stopping.** ``stop()`` closes all connections and returns when the thread, the sockets and the port are released;
/// so does deinitialization. A stub's closure that captures the server keeps it alive until it is stopped.
public final class MockServer: Stubbing {
  let core: ServerCore
  let settings: ServerSettings
  /// The stubs and the recorded requests of the server.
  public var ledger: StubLedger { settings.ledger }
  private let life = Lock(Life.ready)
  private let isGone = DispatchGroup()

  private enum Life: Sendable {
    case ready
    case running(LoopThread, port: Int)
    case stopped(LoopThread?, port: Int?)
  }

  /// Creates a server that does not listen yet.
  ///
  /// You may add stubs before you start it.
  ///
  /// Delays of responses are measured by the timer, such as a test scheduler, and `Date` fields have its date; without
  /// a timer they are real.
  public convenience init(
    timer: (any NetworkTimer)? = nil, limits: ServerLimits = ServerLimits(),
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(timer: timer, at: SourcePlace(file: file, line: line), limits: limits)
    ledger.joinTests()
  }

  /// Creates a server that stops and verifies its stubs at the end of the test.
  ///
  /// ```swift
  /// let server = MockServer(afterEach: self)  // .test in Swift Testing
  /// try server.start()
  /// ```
  public convenience init(
    timer: (any NetworkTimer)? = nil, limits: ServerLimits = ServerLimits(),
    afterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(timer: timer, limits: limits, file: file, line: line)
    end(after: test, file: file, line: line)
  }

  /// Stops the server and verifies its stubs at the end of the test.
  func end(after test: some TestLifetime, file: StaticString, line: UInt) {
    let isWatched = watchLeaks(in: test.scope)
    test.atEnd(file: file, line: line) { [self] in
      if !isWatched { giveUp() }
      verify()
    }
  }

  /// Creates a server with this reporter and these limits.
  init(
    timer: (any NetworkTimer)? = nil, at place: SourcePlace, reporter: TestReporter = .current,
    limits: ServerLimits = ServerLimits(), restoresOrigin: Bool = false
  ) {
    // The port is another one in each run.
    let ledger = StubLedger(at: place, reporter: reporter, omitsOrigin: !restoresOrigin) {
      "server.stub(\($0), with: \($1))"
    }
    ledger.refuseHeld(because: .unableToHold("A MockServer"))
    var settings = ServerSettings(timer: timer, ledger: ledger, limits: limits)
    settings.restoresOrigin = restoresOrigin
    self.settings = settings
    core = ServerCore(ledger)
  }

  deinit { stop() }

  /// Starts to listen; the server listens when this returns.
  ///
  /// A server can be started only once.
  public func start() throws(MockServerError) {
    let failure = life.withLock { life -> MockServerError? in
      guard case .ready = life else { return .alreadyStarted }
      do throws(Socket.Failure) {
        let started = try launch()
        isGone.enter()
        life = .running(started.thread, port: started.port)
        return nil
      } catch {
        return .cannotListen(reason: error.explanation)
      }
    }
    if let failure { throw failure }
  }

  private func launch() throws(Socket.Failure) -> (thread: LoopThread, port: Int) {
    let (listener, port) = try Socket.listening()
    var settings = settings
    settings.base = "http://127.0.0.1:\(port)"
    do throws(Socket.Failure) {
      let pipe = try WakePipe()
      do throws(Socket.Failure) {
        core.loopBegins(with: pipe)
        let thread = try LoopThread(name: "server \(port)") { [settings, core] in
          ServerLoop(settings: settings, core: core, listener: listener, port: port, pipe: pipe).run()
        }
        return (thread, port)
      } catch {
        core.loopDidNotBegin()
        pipe.close()
        throw error
      }
    } catch {
      listener.close()
      throw error
    }
  }

  /// Closes all connections and stops listening.
  ///
  /// When it returns, the thread, the sockets and the port are released, even if another thread called it first. If a
  /// matcher calls it, they are released after the matcher returns.
  ///
  /// Recorded requests are kept. Stopping again does nothing. It does not wait for closures that are still running.
  public func stop() {
    let (isFirst, thread) = life.withLock { life -> (Bool, LoopThread?) in
      switch life {
      case .ready:
        life = .stopped(nil, port: nil)
        return (true, nil)
      case .running(let thread, let port):
        life = .stopped(thread, port: port)
        return (true, thread)
      case .stopped(let thread, _): return (false, thread)
      }
    }
    guard let thread else { return core.loopEnds() }
    if isFirst {
      core.post(.stop)
      thread.join()
      isGone.leave()
      for webSocket in ledger.webSockets { webSocket.reportUnmet() }
    } else if !thread.isCurrent {
      isGone.wait()
    }
  }

  /// Refuses new connections, as if nothing listened; this is in effect when the call returns.
  ///
  /// The server keeps its port, and open connections stay open.
  ///
  /// ```swift
  /// try server.refuseConnections()
  /// ```
  ///
  /// Connections that the system accepted and the server has not are reset. Throws ``MockServerError/notRunning``.
  public func refuseConnections() throws(MockServerError) { try command { .refuse($0) } }

  /// Accepts connections again, on the same port.
  ///
  /// Throws ``MockServerError/cannotListen(reason:)`` if the system fails to listen, and
  /// ``MockServerError/notRunning``.
  public func acceptConnections() throws(MockServerError) { try command { .accept($0) } }

  private func command(_ command: (ServerCore.Reply) -> ServerCore.Command) throws(MockServerError) {
    guard case .running(let thread, _) = life.withLock({ $0 }) else { throw .notRunning }
    let reply = ServerCore.Reply()
    core.post(command(reply))
    // Called from a matcher, it takes effect after the matcher returns.
    if !thread.isCurrent, let failure = reply.wait() { throw failure }
  }

  /// The port it listens on, or listened on before it was stopped; 0 before it is started.
  public var port: Int {
    life.withLock { life in
      switch life {
      case .ready, .stopped(_, port: nil): 0
      case .running(_, let port), .stopped(_, let port?): port
      }
    }
  }

  /// The URL of the server, such as `http://127.0.0.1:49152`.
  ///
  /// Reading it before the server is started fails the test.
  public var baseURL: URL {
    if case .ready = life.withLock({ $0 }) {
      ledger.fail(
        "baseURL of a server was read before it was started, when it had no port. Call start() first.")
    }
    var components = URLComponents()
    components.scheme = "http"
    components.host = "127.0.0.1"
    components.port = port
    return components.url ?? URL(filePath: "/")
  }
}
