import Foundation

/// The life of one connection, as a pure value: what happens goes in, what to do comes out.
///
/// One request is answered at a time. What a client sends ahead waits, unread past a limit, so that answers
/// come in the order of their requests (RFC 9112 section 9.3.2).
struct ConnectionState: Sendable {
  /// What to do about what happened.
  enum Action: Sendable, Hashable {
    /// Find the answer to this request.
    case handle(ParsedRequest)
    /// The request cannot be read: answer so.
    case refuse(ParseFailure)
    /// Send these bytes, and say when all are with the system.
    case send(Data)
    /// Send nothing more, and give the peer a while to close.
    case linger
    /// Note that the peer closed before it had its answer.
    case noteClientClose
    /// Close.
    case close
    /// Close so that the peer sees a reset.
    case reset
  }

  private enum Phase: Sendable {
    /// Between requests, or in one.
    case reading
    /// A request is whole and its answer is not there.
    case answering
    /// The answer is on its way out.
    case writing(closes: Bool)
    /// All is said; what still comes is thrown away, lest closing reset the last answer (RFC 9112 section 9.6).
    case lingering
    case closed
  }

  private var parser: RequestParser
  private var phase = Phase.reading
  private var inputHasEnded = false

  init(limits: RequestParser.Limits = RequestParser.Limits()) { parser = RequestParser(limits: limits) }

  /// Whether bytes should be read from the peer.
  var wantsInput: Bool { !inputHasEnded && parser.waitingCount < 1 << 20 }

  /// Whether an answer is on its way out.
  var isWriting: Bool { if case .writing = phase { true } else { false } }

  /// Bytes came from the peer.
  mutating func received(_ bytes: ArraySlice<UInt8>) -> [Action] {
    switch phase {
    case .reading:
      parser.append(bytes)
      return readOn()
    case .answering, .writing(closes: false):
      parser.append(bytes)
      return []
    case .writing(closes: true), .lingering, .closed: return []
    }
  }

  /// The peer has ended its side. While an answer is awaited, that is taken as giving up.
  mutating func inputEnded() -> [Action] {
    inputHasEnded = true
    switch phase {
    case .reading: return endAfterInput()
    case .answering: return gone()
    case .writing: return []
    case .lingering: return close()
    case .closed: return []
    }
  }

  /// The connection broke.
  mutating func broke() -> [Action] {
    switch phase {
    case .reading: return endAfterInput()
    case .answering, .writing: return gone()
    case .lingering: return close()
    case .closed: return []
    }
  }

  /// The answer to the request that was handled, or to the refused one.
  mutating func answer(_ message: ResponseWriter.Message) -> [Action] {
    guard case .answering = phase else { return [] }
    phase = .writing(closes: message.closes)
    if message.body.isEmpty { return [.send(message.head)] }
    // One call of the system for what is small.
    if message.body.count <= 65_536 { return [.send(message.head + message.body)] }
    return [.send(message.head), .send(message.body)]
  }

  /// There will be no answer.
  mutating func drop(withReset: Bool) -> [Action] {
    guard case .answering = phase else { return [] }
    phase = .closed
    return [withReset ? .reset : .close]
  }

  /// All that was to be sent is with the system.
  mutating func flushed() -> [Action] {
    switch phase {
    case .writing(closes: true):
      if inputHasEnded { return close() }
      phase = .lingering
      return [.linger]
    case .writing(closes: false):
      phase = .reading
      let actions = readOn()
      if case .reading = phase, inputHasEnded { return actions + endAfterInput() }
      return actions
    case .reading, .answering, .lingering, .closed: return []
    }
  }

  private mutating func readOn() -> [Action] {
    var actions: [Action] = []
    while let event = parser.next() {
      switch event {
      case .continueExpected: actions.append(.send(ResponseWriter.goOn))
      case .request(let request):
        phase = .answering
        return actions + [.handle(request)]
      case .failure(let failure):
        phase = .answering
        return actions + [.refuse(failure)]
      }
    }
    return actions
  }

  private mutating func endAfterInput() -> [Action] { parser.isIdle ? close() : gone() }

  private mutating func close() -> [Action] {
    phase = .closed
    return [.close]
  }

  private mutating func gone() -> [Action] {
    phase = .closed
    return [.noteClientClose, .close]
  }
}
