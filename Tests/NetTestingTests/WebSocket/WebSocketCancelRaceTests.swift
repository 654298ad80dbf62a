import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A WebSocket in memory that one thread ends while another one does something else, in each of its states.
@Suite struct WebSocketCancelRaceTests {
  /// What happens while the WebSocket is ended.
  enum Moment: Sendable, CaseIterable {
    case connecting, pinged, receiving, unread, sending, paused, pinging, closing, closedByPeer, lost,
      violated,
      ended
  }

  /// How the WebSocket is ended.
  enum Ending: Sendable, CaseIterable {
    case cancelled, closed, closedAndCancelled
  }

  #if THREAD_SANITIZER
    // The sanitizer makes each race many times slower, and reports unsynchronized accesses even if they do not collide.
    private static let rounds = 20
  #else
    private static let rounds = 270
  #endif

  @Test(.heavy, arguments: Moment.allCases, Ending.allCases)
  func aConnectionEndsOnceDespiteConcurrentEvents(moment: Moment, ending: Ending) {
    var random = SeededGenerator(seed: 19)
    var failures: [String] = []
    for round in 0..<Self.rounds {
      let race = Race(moment)
      let delays = [random.next() % 400, random.next() % 400]
      DispatchQueue.concurrentPerform(iterations: 2) { side in
        Self.spin(delays[side])
        if side == 0 { race.happens(moment) } else { race.end(ending) }
      }
      if let failure = race.failure(after: ending) { failures.append("\(round): \(failure)") }
    }
    expectTrue(failures.isEmpty)
  }

  private static func spin(_ count: UInt64) {
    let steps = Lock<UInt64>(0)
    for _ in 0..<count { steps.withLock { $0 += 1 } }
  }
}

/// A client, a server and a clock in memory.
private final class Race: Sendable {
  private struct State: Sendable {
    var handshake: (any Cancellation)?
    var connection: WebSocketConnection?
    var results = 0
    var hasReceiver = false
    var ends = 0
    var late = 0
    var sends = 0
    var sendResults = 0
    var closes = 0
    var closeResults = 0
  }

  private let timer = TestScheduler()
  private let network: NetworkingMock
  private let state = Lock(State())

  init(_ moment: WebSocketCancelRaceTests.Moment) {
    network = NetworkingMock(timer: timer)
    network.stub(
      .webSocket("/chat"),
      with: .script { peer in
        if moment == .closing { peer.fault(.unansweredClose) }
        peer.onMessage { [$0] }
      })
    guard moment != .connecting else { return }
    connect(moment)
    switch moment {
    case .unread: peer?.send(.text("unread"))
    case .paused: for number in 0..<3 { peer?.send(.text("\(number)")) }
    case .closing: close()
    case .ended: peer?.close()
    default: break
    }
  }

  private var peer: WebSocketPeer? { network.webSockets.first }

  private func connect(_ moment: WebSocketCancelRaceTests.Moment) {
    var options = WebSocketOptions()
    if moment == .paused { options.maximumWaitingMessages = 1 }
    if moment == .pinging { options.pingInterval = .seconds(1) }
    let handshake = network.webSocket("/chat", options: options).connect { [self] result in
      state.withLock { state in
        state.results += 1
        if case .success(let connection) = result { state.connection = connection }
      }
      if moment != .unread, moment != .paused { receive() }
    }
    state.withLock { $0.handshake = handshake }
  }

  private func receive() {
    let connection = state.withLock { state in
      state.hasReceiver = state.connection != nil
      return state.connection
    }
    connection?.receive { [self] update in
      state.withLock { state in
        if state.ends > 0 { state.late += 1 }
        if case .ended = update { state.ends += 1 }
      }
    }
  }

  private func send() {
    guard let connection = state.withLock({ $0.connection }) else { return }
    state.withLock { $0.sends += 1 }
    connection.send(.text("hello")) { [self] _ in state.withLock { $0.sendResults += 1 } }
  }

  private func close() {
    guard let connection = state.withLock({ $0.connection }) else { return }
    state.withLock { $0.closes += 1 }
    connection.close { [self] _ in state.withLock { $0.closeResults += 1 } }
  }

  /// What happens on the one thread.
  func happens(_ moment: WebSocketCancelRaceTests.Moment) {
    switch moment {
    case .connecting: connect(moment)
    case .pinged: peer?.ping()
    case .receiving: for _ in 0..<3 { peer?.send(.text("message")) }
    case .unread, .paused: receive()
    case .sending: for _ in 0..<3 { send() }
    case .pinging: timer.advance(by: .seconds(1))
    case .closing: timer.advance(by: .seconds(5))
    case .closedByPeer: peer?.close()
    case .lost: peer?.fault(.disconnect)
    case .violated: peer?.fault(.garbage)
    case .ended: close()
    }
  }

  /// Ends the WebSocket on the other thread.
  func end(_ ending: WebSocketCancelRaceTests.Ending) {
    state.withLock { $0.handshake }?.cancel()
    if ending != .cancelled { close() }
    if ending != .closed { state.withLock { $0.connection }?.cancel() }
  }

  /// What is wrong at the end, or nil.
  func failure(after ending: WebSocketCancelRaceTests.Ending) -> String? {
    // A connection that opened too late to be ended.
    end(ending)
    // A close frame that is not answered.
    timer.advance(by: .seconds(60))
    let state = state.withLock { $0 }
    if state.results != 1 { return "\(state.results) results" }
    if state.late > 0 { return "\(state.late) updates after the end" }
    if state.hasReceiver ? state.ends != 1 : state.ends > 0 { return "\(state.ends) ends" }
    if state.sendResults != state.sends { return "\(state.sendResults) of \(state.sends) sends" }
    if state.closeResults != state.closes { return "\(state.closeResults) of \(state.closes) closes" }
    return network.webSockets.contains(where: \.isOpen) ? "the server's side is open" : nil
  }
}
