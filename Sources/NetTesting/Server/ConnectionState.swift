import Foundation
import Net

/// The life of one connection, as a pure value: what happens goes in, what to do comes out.
///
/// One request is answered at a time. What a client sends ahead waits, unread past a limit, so that answers
/// come in the order of their requests (RFC 9112 section 9.3.2).
struct ConnectionState: Sendable {
  /// What to do about what happened.
  enum Action: Sendable, Hashable {
    /// The head of a request is there. One with a body waits for ``acceptBody()`` or ``refuseBody()``.
    case begin(ParsedRequest, hasBody: Bool)
    /// Keep this piece of its body.
    case store(Data)
    /// The request is whole: find the answer to it.
    case handle(trailers: HTTPHeaders)
    /// The request cannot be read: answer so.
    case refuse(ParseFailure)
    /// Send these bytes.
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
    /// The head of a request is there, and whether its body is wanted is not known.
    case deciding(expectsContinue: Bool)
    /// A request is whole, or its body is not wanted, and its answer is not there.
    case answering
    /// The answer is on its way out.
    case writing(closes: Bool)
    /// The rest of the answer is held back, for a while or for ever.
    case resting(closes: Bool)
    /// All is said; what still comes is thrown away, lest closing reset the last answer (RFC 9112 section 9.6).
    case lingering
    case closed
  }

  private var parser: RequestParser
  private var phase = Phase.reading
  private var inputHasEnded = false

  init(limits: ServerLimits = ServerLimits()) { parser = RequestParser(limits: limits) }

  /// Whether bytes should be read from the peer.
  var wantsInput: Bool {
    if case .lingering = phase { return !inputHasEnded }
    return !inputHasEnded && parser.waitingCount < 1 << 20
  }

  /// Bytes came from the peer.
  mutating func received(_ bytes: ArraySlice<UInt8>) -> [Action] {
    switch phase {
    case .reading:
      parser.append(bytes)
      return readOn()
    case .deciding, .answering, .writing(closes: false), .resting(closes: false):
      parser.append(bytes)
      return []
    case .writing(closes: true), .resting(closes: true), .lingering, .closed: return []
    }
  }

  /// The peer has ended its side.
  ///
  /// While an answer, or the rest of one, is awaited, that is taken as giving up.
  mutating func inputEnded() -> [Action] {
    inputHasEnded = true
    switch phase {
    case .reading: return endAfterInput()
    case .deciding, .answering, .resting: return gone()
    case .writing: return []
    case .lingering: return close()
    case .closed: return []
    }
  }

  /// The connection broke.
  mutating func broke() -> [Action] {
    switch phase {
    case .reading: return endAfterInput()
    case .deciding, .answering, .writing, .resting: return gone()
    case .lingering: return close()
    case .closed: return []
    }
  }

  /// The body of the request whose head is there is wanted.
  mutating func acceptBody() -> [Action] {
    guard case .deciding(let expectsContinue) = phase else { return [] }
    phase = .reading
    // Whoever sends without waiting for leave needs none (RFC 9110 section 10.1.1).
    let leave: [Action] = expectsContinue && parser.waitingCount == 0 ? [.send(ResponseWriter.goOn)] : []
    return leave + readOn()
  }

  /// The body is not wanted: the answer comes without it, and is the last.
  mutating func refuseBody() { if case .deciding = phase { phase = .answering } }

  /// What came of the body could not be kept.
  mutating func fail(_ failure: ParseFailure) -> [Action] {
    guard case .reading = phase else { return [] }
    phase = .answering
    return [.refuse(failure)]
  }

  /// The answer begins; false when nobody waits for it.
  mutating func beginAnswer(closes: Bool) -> Bool {
    guard case .answering = phase else { return false }
    phase = .writing(closes: closes)
    return true
  }

  /// There will be no answer.
  mutating func drop() -> [Action] {
    guard case .answering = phase else { return [] }
    return close()
  }

  /// The rest of the answer is held back.
  mutating func rest() -> [Action] {
    guard case .writing(let closes) = phase else { return [] }
    phase = .resting(closes: closes)
    return inputHasEnded ? gone() : []
  }

  /// The answer goes on.
  mutating func goOn() { if case .resting(let closes) = phase { phase = .writing(closes: closes) } }

  /// All of the answer is with the system.
  mutating func ended(_ ending: AnswerScript.Ending) -> [Action] {
    guard case .writing(let closes) = phase else { return [] }
    switch ending {
    case .complete: return closes ? endInOrder() : endAnswer()
    case .close: return endInOrder()
    case .reset:
      phase = .closed
      return [.reset]
    case .stall: return rest()
    }
  }

  private mutating func endInOrder() -> [Action] {
    if inputHasEnded { return close() }
    phase = .lingering
    return [.linger]
  }

  private mutating func endAnswer() -> [Action] {
    phase = .reading
    let actions = readOn()
    if case .reading = phase, inputHasEnded { return actions + endAfterInput() }
    return actions
  }

  private mutating func readOn() -> [Action] {
    var actions: [Action] = []
    while let event = parser.next() {
      switch event {
      case .head(let request, let hasBody, let expectsContinue):
        actions.append(.begin(request, hasBody: hasBody))
        guard hasBody else { continue }
        phase = .deciding(expectsContinue: expectsContinue)
        return actions
      case .body(let piece): actions.append(.store(piece))
      case .end(let trailers):
        phase = .answering
        return actions + [.handle(trailers: trailers)]
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
