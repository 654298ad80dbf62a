// The program that scripts/check-valgrind runs: every use that CurlTransport makes of C memory, several hundred
// cancellations, and requests of a session in each way in which they can be read. Its arguments are two base URLs,
// plain and over TLS, and the file of the certificate authority.

import Dispatch
import Foundation
import Net

// Written before the semaphore is signalled, and read after the wait.
final class Ending: TransportReceiver, @unchecked Sendable {
  private let isThere = DispatchSemaphore(value: 0)
  private var isFinished = false
  /// Set before the task is resumed, and again after its end.
  var onChunk: @Sendable () -> Void = {}

  func receive(_ event: TransportEvent) {
    switch event {
    case .body: onChunk()
    case .finished:
      isFinished = true
      isThere.signal()
    case .failed: isThere.signal()
    default: break
    }
  }

  @discardableResult func wait() -> Bool {
    expect(isThere.wait(timeout: .now() + 60) == .success, "the task ends within a minute")
    return isFinished
  }
}

// Written before the semaphore is signalled, and read after the wait.
final class SocketEnding: WebSocketReceiver, @unchecked Sendable {
  private let isThere = DispatchSemaphore(value: 0)
  /// Set before the task is resumed, and again after its end.
  var onEvent: @Sendable (WebSocketTransportEvent) -> Void = { _ in }
  private var closure: WebSocketClosure?

  func receive(_ event: WebSocketTransportEvent) {
    onEvent(event)
    switch event {
    case .closed(let closure):
      self.closure = closure
      isThere.signal()
    case .failed, .finished: isThere.signal()
    default: break
    }
  }

  @discardableResult func wait() -> WebSocketClosure? {
    expect(isThere.wait(timeout: .now() + 60) == .success, "the WebSocket ends within a minute")
    onEvent = { _ in }
    return closure
  }
}

func expect(_ isTrue: Bool, _ what: String) {
  if !isTrue {
    print("failed expectation: \(what)")
    exit(4)
  }
}

func send(_ request: TransportRequest, over transport: CurlTransport) -> Bool {
  let ending = Ending()
  transport.task(for: request, receiver: ending).resume()
  return ending.wait()
}

/// Sends this many requests, twenty at a time, and cancels them at different moments.
func race(_ count: Int, _ base: URL, over transport: CurlTransport) {
  for round in 0..<count / 20 {
    let endings = (0..<20).map { number in
      let ending = Ending()
      let path = ["fast", "long", "slow", "cut", "close"][number % 5]
      let task = transport.task(for: TransportRequest(url: base.appending(path: path)), receiver: ending)
      task.resume()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(round % 5 * number)) {
        task.cancel()
      }
      return ending
    }
    for ending in endings { ending.wait() }
  }
}

func webSocket(_ base: URL, over transport: CurlTransport, _ ending: SocketEnding) -> any WebSocketTask {
  transport.webSocketTask(
    for: TransportRequest(url: base), subprotocols: [], options: WebSocketOptions(), receiver: ending)
}

/// Sends messages over a WebSocket, which come back, and closes it when the last one has.
func exchangeMessages(_ base: URL, over transport: CurlTransport) {
  let ending = SocketEnding()
  let task = webSocket(base, over: transport, ending)
  let last = WebSocketMessage.text("last")
  ending.onEvent = { event in
    switch event {
    case .opened:
      for count in [0, 125, 126, 3000, 70_000, 200_000] {
        task.send(.data(Data(repeating: 0x79, count: count))) { _ in }
        task.send(.text(String(repeating: "\(count) ", count: count / 8))) { _ in }
      }
      task.ping()
      task.send(last) { _ in }
    case .message(last): task.close(WebSocketClosure(code: .normal, reason: "done"))
    default: break
    }
  }
  task.resume()
  expect(ending.wait()?.code == .normal, "the WebSocket is closed by both sides")
}

/// Opens WebSockets and cancels them at different moments.
func raceSockets(_ count: Int, _ base: URL, over transport: CurlTransport) {
  for round in 0..<count / 10 {
    let endings = (0..<10).map { number in
      let ending = SocketEnding()
      let task = webSocket(base, over: transport, ending)
      task.send(.text("hello")) { _ in }
      task.resume()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(round % 5 * number)) {
        if number % 3 == 0 { task.close(WebSocketClosure(code: .goingAway)) } else { task.cancel() }
      }
      return ending
    }
    for ending in endings { ending.wait() }
  }
}

/// Runs the body, and waits for its end.
func wait(for body: @escaping @Sendable () async -> Void) {
  let hasEnded = DispatchSemaphore(value: 0)
  Task.detached {
    await body()
    hasEnded.signal()
  }
  expect(hasEnded.wait(timeout: .now() + 60) == .success, "what a session does ends within a minute")
}

/// Uses a session in every way in which a request can be read, to the end and not, so that one that is not released is
/// found: most hold what holds them while they run.
func useSession(_ base: URL, over transport: CurlTransport) {
  var configuration = SessionConfiguration()
  configuration.baseURL = base
  configuration.callbackQueue = .global()
  configuration.cache = .memory(limit: 1 << 20)
  let network = NetworkSession(configuration: configuration, transport: transport)
  wait {
    for path in ["fast", "long", "slow", "cut", "close"] {
      _ = try? await network.get(path).data()
      do { for try await _ in network.get(path).chunks() {} } catch {}
      do { for try await _ in network.get(path).chunks() { break } } catch {}
      do { for try await _ in network.get(path).lines() {} } catch {}
      if let file = try? await network.get(path).download() { try? FileManager.default.removeItem(at: file) }
      let reading = Task { for try await _ in network.get(path).chunks() {} }
      reading.cancel()
      _ = await reading.result
    }
    await withCheckedContinuation { (ended: CheckedContinuation<Void, Never>) in
      let request = network.get("long")
      request.onHTTPResponse { _ in _ = request }.validate { _ in _ = request }
        .responseStream { event in if case .complete = event { _ = request; ended.resume() } }
    }
    do {
      let connection = try await network.webSocket("ws").connect()
      try await connection.send(.text("hello"))
      for try await _ in connection.messages { break }
      _ = try await connection.close()
    } catch { expect(false, "a WebSocket of a session is opened and closed: \(error)") }
  }
}

/// Everything that needs a transport, which is released at the end.
func scenario(_ bases: [URL], options: TransportOptions) throws {
  let transport = try CurlTransport(options: options)
  let pattern = Data(repeating: 0x79, count: 200_000)
  let file = FileManager.default.temporaryDirectory.appending(path: "net-\(getpid())")
  try pattern.write(to: file)
  for base in bases {
    for (path, isGood) in [("fast", true), ("long", true), ("slow", true), ("cut", false), ("close", false)] {
      expect(
        send(TransportRequest(url: base.appending(path: path)), over: transport) == isGood, "\(base) \(path)")
    }
    for body in [RequestBody.data(pattern), .file(file), .stream(BodyStream { InputStream(data: pattern) })] {
      let request = TransportRequest(
        method: .put, url: base.appending(path: "up"), headers: ["X-A": "1"], body: body)
      expect(send(request, over: transport), "a request with a body succeeds")
    }
    race(500, base, over: transport)
    exchangeMessages(base, over: transport)
    raceSockets(50, base, over: transport)
    useSession(base, over: transport)
  }
  try FileManager.default.removeItem(at: file)

  // Pauses at each chunk, and resumes from another thread.
  let ending = Ending()
  let paused = transport.task(for: TransportRequest(url: bases[0].appending(path: "long")), receiver: ending)
  ending.onChunk = {
    paused.pause()
    DispatchQueue.global().async { paused.proceed() }
  }
  paused.resume()
  expect(ending.wait(), "a paused download succeeds")
  ending.onChunk = {}

  // A task that is never resumed, one that fails, and one that is released while in flight.
  _ = transport.task(for: TransportRequest(url: bases[0]), receiver: Ending())
  expect(
    !send(TransportRequest(url: URL(filePath: "/nothing")), over: transport), "a request to a file URL fails")
  transport.task(for: TransportRequest(url: bases[0].appending(path: "slow")), receiver: Ending()).resume()
  for _ in 0..<5 {
    expect(
      send(TransportRequest(url: bases[0]), over: try CurlTransport(options: options)),
      "a new transport succeeds")
  }
}

/// The targets of the open descriptors, except timers, which Dispatch creates at any time.
func descriptors() throws -> [String] {
  let folder = "/proc/self/fd"
  return try FileManager.default.contentsOfDirectory(atPath: folder)
    .map { (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) ?? "" }
    .filter { $0 != "anon_inode:[timerfd]" }
}

/// The number of threads that run loops.
func loopThreads() throws -> Int {
  let folder = "/proc/self/task"
  return try FileManager.default.contentsOfDirectory(atPath: folder)
    .count {
      (try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8))?.hasPrefix("net-curl") == true
    }
}

var options = TransportOptions()
options.proxy = .none
options.tls.authorities = .only([.file(CommandLine.arguments[3])])
let bases = CommandLine.arguments[1...2].compactMap { URL(string: $0) }
// Dispatch keeps the system resources of timers and queues once it has them.
let isWarm = DispatchSemaphore(value: 0)
DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { isWarm.signal() }
isWarm.wait()
let before = try descriptors()
try scenario(bases, options: options)
// The threads of the loops end shortly after their transports.
let deadline = DispatchTime.now() + .seconds(20)
while case let after = try descriptors(), after.count > before.count {
  expect(DispatchTime.now() < deadline, "no descriptor is left open: \(after) after \(before)")
  _ = isWarm.wait(timeout: .now() + .milliseconds(1))
}
// OpenSSL frees the memory of a thread when the thread ends, which must be before the process does.
while case let count = try loopThreads(), count > 0 {
  expect(DispatchTime.now() < deadline, "\(count) threads have not ended")
  _ = isWarm.wait(timeout: .now() + .milliseconds(1))
}
print("done")
