import CAllocations
import Foundation
import NetMeasuring
import Synchronization

/// A workload over WebSockets to one server.
enum SocketWorkload: String, CaseIterable {
  /// Texts of 64 bytes that the server echoes, one at a time over one connection.
  case roundTrip = "socket-text-1"
  /// The same over 16 connections at a time.
  case roundTrips = "socket-text-16"
  /// Binary messages of 64 KiB that the server echoes, 16 at a time.
  case echo = "socket-echo-64k"
  /// Binary messages of 64 KiB that the server sends as fast as they are read.
  case receive = "socket-receive-64k"
  /// Binary messages of 64 KiB that the client sends, 16 at a time.
  case send = "socket-send-64k"
  /// Texts of 64 bytes that the server sends as fast as they are read.
  case texts = "socket-texts"
  /// A thousand connections without messages.
  case idle = "socket-idle-1000"
  /// The same over TLS.
  case idleSecure = "socket-idle-tls-1000"

  var name: String { rawValue }
  var isSecure: Bool { self == .idleSecure }
  static let textSize = 64
  static let binarySize = 1 << 16

  private var count: Int {
    switch self {
    case .roundTrip: 20_000
    case .roundTrips: 100_000
    case .echo, .receive, .send: 16_384
    case .texts: 1_000_000
    case .idle, .idleSecure: 1_000
    }
  }

  private var smokeCount: Int {
    switch self {
    case .idle, .idleSecure: 20
    default: 200
    }
  }

  /// What a turn prints.
  struct Report: Codable, Equatable {
    var turn: Turn?
    var mallocs: Double?
    var mibps: Double?
    var kb: Double?
    var wakeUps: Double?
  }

  /// Returns why the workload cannot be measured, or nil if it can.
  func obstacle(_ certificates: BenchCertificates?) -> String? {
    guard isSecure else { return nil }
    #if Peers
      return certificates == nil ? "\(name) needs openssl" : nil
    #else
      return "\(name) needs NIO's server, and the trait Peers"
    #endif
  }

  func measure(rounds: Int, smoke: Bool, certificates: BenchCertificates?) throws -> [NetFigure] {
    let files = isSecure ? [certificates?.certificate, certificates?.key].compactMap(\.self) : []
    let (server, input, output) = try OwnProcess.started(["sockets"] + files)
    defer {
      try? input.fileHandleForWriting.close()
      server.waitUntilExit()
    }
    guard let line = output.firstLine else { throw ChildServer.Failure(what: "the server did not start") }
    let count = smoke ? smokeCount : count
    let trusted = isSecure ? [certificates?.authority].compactMap(\.self) : []
    var reports: [NetSubject: [Report]] = [:]
    for subject in Interleaving.turns(SocketClients.subjects, rounds: smoke ? 1 : rounds) {
      let output = try OwnProcess.output(
        of: ["socket", rawValue, subject.rawValue, "\(count)", line] + trusted)
      reports[subject, default: []].append(try JSONDecoder().decode(Report.self, from: output))
    }
    return SocketClients.subjects.compactMap { subject in
      Self.value(reports[subject] ?? []).map { NetFigure(workload: name, subject: subject, value: $0) }
    }
  }

  /// Returns the medians of what the turns reported.
  static func value(_ reports: [Report]) -> NetFigure.Value? {
    if let turn = Turn.middle(reports.compactMap(\.turn)) {
      return .requests(rps: turn.rps, cpu: turn.cpu, rss: turn.rss)
    }
    if let mibps = reports.compactMap(\.mibps).middle {
      return .reading(mibps: mibps, mallocs: reports.compactMap(\.mallocs).middle)
    }
    if let kb = reports.compactMap(\.kb).middle, let wakeUps = reports.compactMap(\.wakeUps).middle {
      return .idle(kb: kb, wakeUps: wakeUps)
    }
    return nil
  }

  /// Runs the turn of a subject within its process.
  func take(_ subject: NetSubject, count: Int, url: URL, authority: String? = nil) async throws -> Report {
    let client = try SocketClients.client(subject, authority: authority)
    defer { client.shutDown() }
    switch self {
    case .roundTrip: return try await roundTrips(client, subject, url, connections: 1, count: count)
    case .roundTrips: return try await roundTrips(client, subject, url, connections: 16, count: count)
    case .echo: return Report(turn: try await echo(client, subject, url, count: count))
    case .receive:
      let (turn, _) = try await receive(client, subject, url, .init(count: count, size: Self.binarySize))
      return Report(turn: turn)
    case .texts:
      let order = SocketServer.Order(count: count, size: Self.textSize)
      let (turn, mallocs) = try await receive(client, subject, url, order)
      return Report(mallocs: mallocs, mibps: turn.rps)
    case .send: return Report(turn: try await send(client, subject, url, count: count))
    case .idle, .idleSecure: return try await IdleSockets.take(client, subject, url, count: count)
    }
  }

  private func roundTrips(
    _ client: any SocketClient, _ subject: NetSubject, _ url: URL, connections: Int, count: Int
  ) async throws -> Report {
    let text = String(repeating: "x", count: Self.textSize)
    let tally = Tally(subject)
    var links: [any SocketLink] = []
    for _ in 0..<connections {
      let link = try await client.connect(url) { update, link in
        switch update {
        case .text(text): if tally.counts() { link.send(text: text) }
        default: tally.fail("\(update) instead of an echo")
        }
      }
      links.append(link)
    }
    defer { for link in links { link.cancel() } }
    // A round trip ends with the echo, so a link sends again for each echo but the last of all.
    func run(_ count: Int) async throws {
      try await tally.wait(for: count, starting: min(connections, count)) { links[$0].send(text: text) }
    }
    try await run(max(connections * 2, min(count / 4, 500)))
    return Report(turn: try await Turn.measuring(count: count) { try await run(count) })
  }

  /// Sends messages and receives their echoes; the turn counts mebibytes in one direction.
  private func echo(
    _ client: any SocketClient, _ subject: NetSubject, _ url: URL, count: Int
  ) async throws -> Turn {
    let bytes = SocketClients.bytes(subject, count: Self.binarySize)
    let tally = Tally(subject)
    let link = try await client.connect(url) { update, link in
      switch update {
      case .binary(Self.binarySize):
        if tally.counts() { link.send(bytes) { if !$0 { tally.fail("a message was not sent") } } }
      default: tally.fail("\(update) instead of an echo")
      }
    }
    defer { link.cancel() }
    link.send(text: "=")
    func run(_ count: Int) async throws {
      try await tally.wait(for: count, starting: min(16, count)) { _ in
        link.send(bytes) { if !$0 { tally.fail("a message was not sent") } }
      }
    }
    try await run(max(1, count / 8))
    var turn = try await Turn.measuring(count: count) { try await run(count) }
    turn.useMebibytes(of: Self.binarySize)
    return turn
  }

  /// Receives messages; the turn counts mebibytes.
  private func receive(
    _ client: any SocketClient, _ subject: NetSubject, _ url: URL, _ order: SocketServer.Order
  ) async throws -> (Turn, mallocs: Double?) {
    let tally = Tally(subject)
    let link = try await client.connect(url) { update, _ in
      switch update {
      case .text(let text) where text.utf8.count == order.size: _ = tally.counts()
      case .binary(order.size): _ = tally.counts()
      default: tally.fail("\(update) instead of \(order.size) bytes")
      }
    }
    defer { link.cancel() }
    func run(_ count: Int) async throws {
      try await tally.wait(for: count, starting: 1) { _ in
        link.send(text: SocketServer.Order(count: count, size: order.size).text)
      }
    }
    try await run(max(1, order.count / 8))
    var turn = try await Turn.measuring(count: order.count) { try await run(order.count) }
    turn.useMebibytes(of: order.size)
    guard self == .texts, allocations_are_countable() else { return (turn, nil) }
    allocations_start()
    defer { _ = allocations_stop() }
    let counted = max(1, order.count / 8)
    try await run(counted)
    return (turn, Double(allocations_stop()) / Double(counted))
  }

  /// Sends messages, and asks the server for the number of bytes; the turn counts mebibytes.
  private func send(
    _ client: any SocketClient, _ subject: NetSubject, _ url: URL, count: Int
  ) async throws -> Turn {
    let bytes = SocketClients.bytes(subject, count: Self.binarySize)
    let tally = Tally(subject)
    let expected = Mutex("")
    let link = try await client.connect(url) { update, _ in
      guard case .text(let text) = update, text == expected.withLock({ $0 }) else {
        return tally.fail("\(update) instead of \(expected.withLock { $0 }) bytes")
      }
      _ = tally.counts()
    }
    defer { link.cancel() }
    @Sendable func run(_ count: Int) async throws {
      expected.withLock { $0 = "\(count * Self.binarySize)" }
      let left = Mutex((unsent: count, unwritten: count))
      @Sendable func sendNext() {
        let isLeft = left.withLock { left in
          guard left.unsent > 0 else { return false }
          left.unsent -= 1
          return true
        }
        guard isLeft else { return }
        link.send(bytes) { isSent in
          guard isSent else { return tally.fail("a message was not sent") }
          let isLast = left.withLock { left in
            left.unwritten -= 1
            return left.unwritten == 0
          }
          if isLast { link.send(text: "?") } else { sendNext() }
        }
      }
      try await tally.wait(for: 1, starting: min(16, count)) { _ in sendNext() }
    }
    try await run(max(1, count / 8))
    var turn = try await Turn.measuring(count: count) { try await run(count) }
    turn.useMebibytes(of: Self.binarySize)
    return turn
  }
}

extension Turn {
  /// Counts mebibytes instead of messages of this size.
  fileprivate mutating func useMebibytes(of size: Int) {
    let share = Double(size) / Double(1 << 20)
    rps *= share
    cpu /= share
  }
}

/// Counts messages until all have arrived.
private final class Tally: Sendable {
  private struct State {
    /// The messages that were not started and those that have not arrived.
    var unsent = 0
    var left = 0
    var isOver = true
    var ended: CheckedContinuation<Void, any Error>?
  }

  private let subject: NetSubject
  private let state = Mutex(State())

  init(_ subject: NetSubject) { self.subject = subject }

  /// Waits until this many messages have been counted; calls `start` this many times with an index.
  func wait(for count: Int, starting: Int, _ start: (Int) -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      state.withLock { $0 = State(unsent: count - starting, left: count, isOver: false, ended: continuation) }
      for index in 0..<starting { start(index) }
    }
  }

  /// Counts a message; returns whether to start another one.
  func counts() -> Bool {
    let (goesOn, ended) = state.withLock { state -> (Bool, CheckedContinuation<Void, any Error>?) in
      guard !state.isOver else { return (false, nil) }
      state.left -= 1
      if state.left == 0 {
        state.isOver = true
        return (false, state.ended.take())
      }
      guard state.unsent > 0 else { return (false, nil) }
      state.unsent -= 1
      return (true, nil)
    }
    ended?.resume()
    return goesOn
  }

  /// Fails unless everything has arrived.
  func fail(_ what: String) {
    let ended = state.withLock { state in
      state.isOver = true
      return state.ended.take()
    }
    ended?.resume(throwing: WrongResult(subject: subject, what: what))
  }
}
