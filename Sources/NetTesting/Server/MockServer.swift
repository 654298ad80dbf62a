import Dispatch
public import Foundation
public import Net

/// A real HTTP/1.1 server on 127.0.0.1, scripted with stubs, that tells which requests it got.
///
/// Use it when real sockets are the point: to try a whole client, or to run a demo without the network. For all
/// else a mock transport is faster and needs no port.
///
/// ```swift
/// let server = MockServer()
/// server.stub(.get("/users/{username}"), with: .json(#"{"name": "Trent"}"#))
/// try server.start()
/// let (data, _) = try await URLSession.shared.data(from: server.baseURL.appending(path: "users/trentm"))
/// server.stop()
/// ```
///
/// It listens on a port that the system chooses, so servers never meet. It keeps connections alive, reads
/// chunked bodies and pipelined requests, asks for bodies that wait for `100 Continue`, and answers bad input
/// with the status for it (RFC 9112). Bodies are streamed both ways, so that big ones need no memory. A request that nothing is scripted for is answered with 501 at once, with
/// the report as its text, and fails the test; outside tests the report goes to the standard error.
///
/// **Threads.** One thread serves all connections. Matchers run on it; closures that make an answer run on a
/// global queue, so that they may block. All members may be used from any thread.
///
/// **The end.** ``stop()`` closes all connections and returns when the thread, the sockets and the port are gone;
/// being released does the same. A closure that it was given and that holds the server keeps it alive until
/// it is stopped.
public final class MockServer: Stubbing {
  let core: ServerCore
  let settings: ServerSettings
  /// What all levels of mocking have in common.
  public var ledger: StubLedger { settings.ledger }
  private let life = Lock(Life.ready)
  private let isGone = DispatchGroup()

  private enum Life: Sendable {
    case ready
    case running(LoopThread, port: Int)
    case stopped(LoopThread?, port: Int?)
  }

  /// Makes a server that does not listen yet.
  ///
  /// It may be scripted before it is started.
  ///
  /// Answers with a delay are held back on the timer, for example a test's own in virtual time; without one they
  /// are held back in real time.
  public convenience init(
    timer: (any NetworkTimer)? = nil, limits: ServerLimits = ServerLimits(),
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(timer: timer, at: SourcePlace(file: file, line: line), limits: limits)
  }

  /// Makes a server that at the end of the test stops, and verifies that its answers were asked for.
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
    let isWatched = watchLeaks(in: test.scope)
    test.atEnd(file: file, line: line) { [self] in
      if !isWatched { stop() }
      verify()
    }
  }

  /// Makes a server that reports to this reporter, and reads no more than the limits.
  init(
    timer: (any NetworkTimer)? = nil, at place: SourcePlace, reporter: TestReporter = .current,
    limits: ServerLimits = ServerLimits()
  ) {
    let ledger = StubLedger(at: place, reporter: reporter) { "server.stub(\($0), with: .json(\"{}\"))" }
    settings = ServerSettings(timer: timer, ledger: ledger, limits: limits)
    core = ServerCore(ledger)
  }

  deinit { stop() }

  /// Starts to listen; it does when this returns.
  ///
  /// A server is started once.
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

  /// Closes all connections and stops to listen.
  ///
  /// When it returns, the thread, the sockets and the port are gone, whoever stopped it; called from inside a
  /// matcher, they go when that returns.
  ///
  /// What is recorded stays. Stopping again does nothing. A closure that is making an answer is not waited for.
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
    } else if !thread.isCurrent {
      isGone.wait()
    }
  }

  /// Refuses connections from now on, as if nobody listened; it does when this returns.
  ///
  /// The port stays this server's, and open connections stay open.
  ///
  /// ```swift
  /// try server.refuseConnections()
  /// ```
  ///
  /// Connections that the system has taken and the server has not are reset. Throws
  /// ``MockServerError/notRunning``.
  public func refuseConnections() throws(MockServerError) { try command { .refuse($0) } }

  /// Accepts connections again, on the same port.
  ///
  /// Throws ``MockServerError/cannotListen(reason:)`` when the system refuses, and ``MockServerError/notRunning``.
  public func acceptConnections() throws(MockServerError) { try command { .accept($0) } }

  private func command(_ command: (ServerCore.Reply) -> ServerCore.Command) throws(MockServerError) {
    guard case .running(let thread, _) = life.withLock({ $0 }) else { throw .notRunning }
    let reply = ServerCore.Reply()
    core.post(command(reply))
    // From inside a matcher it is done as soon as that returns.
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

  /// The URL where it listens, such as `http://127.0.0.1:49152`.
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
