import Foundation
import Net

/// The client's side of a WebSocket without a connection, as a pure value.
///
/// Its inputs are bytes of the peer and calls of the client; its output is steps to perform.
///
/// ```text
/// open ─ close handshake, error, end of the peer, or cancellation ─▶ ended
/// refused ───────────────────────────────────────────────────────────┘
/// ```
struct MockSocketState: Sendable {
  typealias Completion = @Sendable ((any Error)?) -> Void

  /// What the delivering thread does next, without a lock held.
  enum Step: Sendable {
    case event(WebSocketTransportEvent)
    /// Pass these bytes to the peer.
    case send([UInt8])
    case complete(Completion, (any Error)?)
    /// The last event follows, and nothing after it.
    case finish(WebSocketTransportEvent)
  }

  private struct Output: Sendable {
    var bytes: [UInt8]
    var completion: Completion?
  }

  private var endpoint: WebSocketEndpoint
  private var steps = FIFO<Step>()
  /// The bytes that the client has not read.
  private var input = FIFO<[UInt8]>()
  private var offset = 0
  /// The output that the peer has not read yet.
  private var unread = FIFO<Output>()
  private var isRead = true
  private var isPaused = false
  private var peerHasEnded = false
  private var hasEnded = false
  /// The error if the peer ends the connection without a close frame.
  private let loss: any Error
  private var isDelivering = false

  init(
    _ opening: WebSocketOpening, compression: WebSocketCompression?, options: WebSocketOptions,
    loss: any Error = WebSocketError.connectionLost
  ) {
    self.loss = loss
    endpoint = WebSocketEndpoint(role: .client, options: options, compression: compression)
    steps.append(.event(.opened(opening)))
  }

  /// A WebSocket that does not open, because the handshake fails after this head.
  init(refusing head: ResponseHead?, _ error: WebSocketError, options: WebSocketOptions) {
    loss = error
    endpoint = WebSocketEndpoint(role: .client, options: options, compression: nil)
    if let head { steps.append(.event(.head(head))) }
    end(.failed(error, phase: .head))
  }

  mutating func apply(_ change: (inout MockSocketState) -> Void) { change(&self) }

  // MARK: - The client

  mutating func send(_ message: WebSocketMessage, _ completion: @escaping Completion) {
    do throws(WebSocketError) {
      if hasEnded { throw .notOpen }
      try endpoint.send(message)
      write(completion)
    } catch {
      steps.append(.complete(completion, error))
    }
  }

  mutating func ping() {
    guard !hasEnded else { return }
    endpoint.ping([])
    write()
  }

  mutating func close(_ closure: WebSocketClosure) {
    guard !hasEnded, endpoint.isOpen else { return }
    do throws(WebSocketError) {
      try endpoint.close(closure)
      write()
    } catch {
      end(.failed(error, phase: .body))
    }
  }

  mutating func pause() { isPaused = true }

  mutating func proceed() { isPaused = false }

  /// Ends the connection at once.
  mutating func fail(_ error: any Error) { end(.failed(error, phase: .body)) }

  // MARK: - The peer

  mutating func receive(_ bytes: [UInt8]) {
    if !hasEnded { input.append(bytes) }
  }

  mutating func read(_ reads: Bool) {
    isRead = reads
    while isRead, let output = unread.popFirst() { write(output) }
  }

  mutating func peerEnded() { peerHasEnded = true }

  // MARK: - Steps

  /// Returns true if the caller must perform the steps; false if another thread, or a caller further up, does.
  mutating func beginDelivering() -> Bool {
    guard !isDelivering else { return false }
    isDelivering = true
    return true
  }

  /// Returns the next step; nil if there is none yet, which ends the delivery loop.
  mutating func next() -> Step? {
    while true {
      if let step = steps.popFirst() { return step }
      guard !hasEnded, !isPaused else { break }
      if let bytes = input.first {
        read(bytes)
      } else if peerHasEnded {
        end(.failed(loss, phase: .body))
      } else {
        break
      }
    }
    isDelivering = false
    return nil
  }

  private mutating func read(_ bytes: [UInt8]) {
    // The bytes are only read during the call.
    let event = unsafe bytes.withUnsafeBytes { unsafe endpoint.next($0, &offset) }
    write()
    switch event {
    case nil:
      input.first = nil
      offset = 0
    case .message(let message)?: steps.append(.event(.message(message)))
    case .ping?: steps.append(.event(.ping))
    case .pong?: steps.append(.event(.pong))
    case .closed(let closure)?: end(.closed(closure))
    case .failed(let error)?: end(.failed(error, phase: .body))
    }
  }

  private mutating func write(_ completion: Completion? = nil) {
    var bytes: [UInt8] = []
    endpoint.takeOutput(into: &bytes)
    guard !bytes.isEmpty || completion != nil else { return }
    let output = Output(bytes: bytes, completion: completion)
    if isRead { write(output) } else { unread.append(output) }
  }

  private mutating func write(_ output: Output) {
    steps.append(.send(output.bytes))
    if let completion = output.completion { steps.append(.complete(completion, nil)) }
  }

  private mutating func end(_ event: WebSocketTransportEvent) {
    guard !hasEnded else { return }
    hasEnded = true
    input = FIFO()
    let sendError: any Error =
      switch event {
      case .failed(let error, _): error
      default: WebSocketError.notOpen
      }
    while let output = unread.popFirst() {
      if let completion = output.completion {
        steps.append(.complete(completion, sendError))
      }
    }
    steps.append(.finish(event))
  }
}
