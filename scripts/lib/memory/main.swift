// What scripts/check-valgrind runs: one of each thing that CurlTransport does with memory that is not Swift's, and some
// hundreds of cancellations. Its arguments are two base URLs, plain and over TLS, and the file of the authority.

import Dispatch
import Foundation
import Glibc
import Net

let arguments = CommandLine.arguments
guard arguments.count == 4, let plain = URL(string: arguments[1]), let secure = URL(string: arguments[2])
else {
  exit(2)
}

// Written before its semaphore is signalled, and read after that has been waited for.
final class Ending: TransportReceiver, @unchecked Sendable {
  private let isThere = DispatchSemaphore(value: 0)
  private(set) var isFinished = false
  private let onPiece: @Sendable () -> Void

  init(onPiece: @escaping @Sendable () -> Void = {}) { self.onPiece = onPiece }

  func receive(_ event: TransportEvent) {
    switch event {
    case .body: onPiece()
    case .finished:
      isFinished = true
      isThere.signal()
    case .failed: isThere.signal()
    default: break
    }
  }

  func wait() -> Bool {
    guard isThere.wait(timeout: .now() + 60) == .success else {
      print("there was no end")
      exit(3)
    }
    return isFinished
  }
}

func expect(_ isTrue: Bool, _ what: String) {
  guard !isTrue else { return }
  print("not as it should be: \(what)")
  exit(4)
}

func send(_ request: TransportRequest, over transport: CurlTransport) -> Bool {
  let ending = Ending()
  transport.task(for: request, receiver: ending).resume()
  return ending.wait()
}

/// So many, twenty at a time, which are called off at moments between the beginning and the end.
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
    for ending in endings { _ = ending.wait() }
  }
}

/// Everything that needs a transport; it is let go of at the end.
func scenario() throws {
  var options = TransportOptions()
  options.proxy = .none
  options.tls.authorities = .only([.file(arguments[3])])
  let transport = try CurlTransport(options: options)
  for base in [plain, secure] {
    for path in ["fast", "long", "slow"] {
      expect(send(TransportRequest(url: base.appending(path: path)), over: transport), "\(base) \(path)")
    }
    for path in ["cut", "close"] {
      expect(!send(TransportRequest(url: base.appending(path: path)), over: transport), "\(base) \(path)")
    }
    let pattern = Data(repeating: 0x79, count: 200_000)
    let file = FileManager.default.temporaryDirectory.appending(path: "net-\(getpid())")
    try pattern.write(to: file)
    for body in [RequestBody.data(pattern), .file(file), .stream(BodyStream { InputStream(data: pattern) })] {
      let request = TransportRequest(
        method: .put, url: base.appending(path: "up"), headers: ["X-A": "1"], body: body)
      expect(send(request, over: transport), "sending a body")
    }
    try FileManager.default.removeItem(at: file)
    race(500, base, over: transport)
  }

  // Paused at each piece, and taken up again from elsewhere.
  let tasks = Tasks()
  let ending = Ending(onPiece: { tasks.rest() })
  let paused = transport.task(for: TransportRequest(url: plain.appending(path: "long")), receiver: ending)
  tasks.keep(paused)
  paused.resume()
  expect(ending.wait(), "pausing")
  tasks.keep(nil)

  // One that is never sent, one that nobody listens for, and one that is let go of under way.
  _ = transport.task(for: TransportRequest(url: plain), receiver: Ending())
  expect(!send(TransportRequest(url: URL(filePath: "/nothing")), over: transport), "a file is no service")
  transport.task(for: TransportRequest(url: plain.appending(path: "slow")), receiver: Ending()).resume()
  for _ in 0..<5 {
    expect(send(TransportRequest(url: plain), over: try CurlTransport(options: options)), "another transport")
  }
}

// Its lock is held for no call.
final class Tasks: @unchecked Sendable {
  private let lock = NSLock()
  private var task: (any TransportTask)?

  func keep(_ task: (any TransportTask)?) { lock.withLock { self.task = task } }

  func rest() {
    guard let task = lock.withLock({ self.task }) else { return }
    task.pause()
    DispatchQueue.global().async { task.proceed() }
  }
}

/// What the open descriptors are, in order, but for the timers: those are Dispatch's, which makes them when it likes.
func descriptors() throws -> [String] {
  let folder = "/proc/self/fd"
  return try FileManager.default.contentsOfDirectory(atPath: folder)
    .map { (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) ?? "" }
    .filter { $0 != "anon_inode:[timerfd]" }
    .sorted()
}

// What timers and queues have of the system, they keep.
let isWarm = DispatchSemaphore(value: 0)
DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { isWarm.signal() }
isWarm.wait()
let before = try descriptors()
try scenario()
// The threads of loops end a moment after their transports.
let deadline = DispatchTime.now() + .seconds(20)
while case let after = try descriptors(), after.count > before.count {
  expect(DispatchTime.now() < deadline, "descriptors are left, \(after) of \(before)")
  usleep(1000)
}
print("done")
