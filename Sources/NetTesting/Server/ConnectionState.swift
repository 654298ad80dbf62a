import Foundation
import Net

/// The state of one connection, as a pure value: events go in, actions come out.
///
/// One request is answered at a time. Pipelined requests wait, unread past a limit, so that responses are sent in the
/// order of their requests (RFC 9112 section 9.3.2).
struct ConnectionState: Sendable {
  /// An action that follows from an event.
  enum Action: Sendable, Hashable {
    /// The head of a request has been read. One with a body waits for ``acceptBody()`` or ``refuseBody()``.
    case begin(ParsedRequest, hasBody: Bool)
    /// Store this chunk of the body.
    case store(Data)
    /// The request is complete: find its response.
    case handle(trailers: HTTPHeaders)
    /// The request is invalid: respond with this failure.
    case refuse(ParseFailure)
    /// Send these bytes.
    case send(Data)
    /// Send nothing more, and wait for the peer to close the connection.
    case linger
    /// Pass these bytes to the WebSocket.
    case frames([UInt8])
    /// The client sends no more frames.
    case framesEnded
    /// Record that the peer closed before it received its response.
    case noteClientClose
    /// Close the connection.
    case close
    /// Close the connection with a reset.
    case reset
  }

  private enum Phase: Sendable {
    /// Between requests, or within one.
    case reading
    /// The head of a request has been read, and it is not known whether its body will be read.
    case deciding(expectsContinue: Bool)
    /// A request is complete, or its body is read and discarded, and its response has not started.
    case answering(discardsBody: Bool)
    /// The response is being sent.
    case writing(closes: Bool)
    /// The rest of the response is delayed, perhaps forever.
    case resting(closes: Bool)
    /// The connection is a WebSocket.
    case upgraded
    /// Everything was sent; further input is discarded, because closing with unread input could reset the last
    /// response (RFC 9112 section 9.6).
    case lingering
    case closed
  }

  private var parser: RequestParser
  private var phase = Phase.reading
  private(set) var inputHasEnded = false
  /// Whether the WebSocket reads.
  var readsFrames = true

  init(limits: ServerLimits = ServerLimits()) { parser = RequestParser(limits: limits) }

  /// Whether bytes should be read from the peer.
  var wantsInput: Bool {
    if inputHasEnded { return false }
    if case .upgraded = phase { return readsFrames }
    return discardsInput || parser.waitingCount < 1 << 20
  }

  /// Whether further input is read and discarded.
  ///
  /// It is never left unread: a client that sends everything before it reads would wait forever, and its close would go
  /// unnoticed.
  private var discardsInput: Bool {
    switch phase {
    case .answering(let discards), .writing(let discards), .resting(let discards): discards
    case .lingering, .closed: true
    case .reading, .deciding, .upgraded: false
    }
  }

  /// Handles bytes from the peer.
  mutating func received(_ bytes: ArraySlice<UInt8>) -> [Action] {
    if discardsInput { return [] }
    if case .upgraded = phase { return [.frames(Array(bytes))] }
    parser.append(bytes)
    if case .reading = phase { return readOn() }
    return []
  }

  /// Handles the end of the peer's input.
  ///
  /// If a response is awaited or delayed, the peer is considered to have disconnected. A WebSocket answers what arrived
  /// before the end.
  mutating func inputEnded() -> [Action] {
    inputHasEnded = true
    switch phase {
    case .reading: return endAfterInput()
    case .deciding, .answering, .resting: return gone()
    case .writing: return []
    case .upgraded: return [.framesEnded]
    case .lingering: return close()
    case .closed: return []
    }
  }

  /// Handles a broken connection.
  mutating func broke() -> [Action] {
    switch phase {
    case .reading: return endAfterInput()
    case .deciding, .answering, .writing, .resting: return gone()
    case .upgraded, .lingering: return close()
    case .closed: return []
    }
  }

  /// Reads the body of the request whose head was read.
  mutating func acceptBody() -> [Action] {
    guard case .deciding(let expectsContinue) = phase else { return [] }
    phase = .reading
    // A client that already sends the body needs no `100 Continue` (RFC 9110 section 10.1.1).
    let leave: [Action] =
      expectsContinue && parser.waitingCount == 0 ? [.send(ResponseWriter.continueResponse)] : []
    return leave + readOn()
  }

  /// Skips the body: the response is sent without reading it, and is the last one.
  mutating func refuseBody() { if case .deciding = phase { phase = .answering(discardsBody: true) } }

  /// Fails the request because its body could not be stored.
  ///
  /// The rest of the body, and perhaps its end, was read together with the chunk that could not be stored. A refusal
  /// replaces `rest`, which would have followed from them, so that nobody handles a request with a part of its body.
  mutating func fail(_ failure: ParseFailure, insteadOf rest: [Action] = []) -> [Action] {
    switch phase {
    case .reading:
      phase = .answering(discardsBody: false)
      return [.refuse(failure)]
    case .answering: return [.refuse(failure)]
    case .deciding, .writing, .resting, .upgraded, .lingering, .closed: return rest
    }
  }

  /// Begins the response; returns false if none is awaited.
  mutating func beginAnswer(closes: Bool) -> Bool {
    guard case .answering = phase else { return false }
    phase = .writing(closes: closes)
    return true
  }

  /// Closes the connection without a response.
  mutating func drop() -> [Action] {
    guard case .answering = phase else { return [] }
    return close()
  }

  /// Turns the connection into a WebSocket; returns nil if no response is awaited.
  mutating func upgrade() -> [Action]? {
    guard case .answering = phase else { return nil }
    phase = .upgraded
    let rest = parser.takeRest()
    return (rest.isEmpty ? [] : [.frames(rest)]) + (inputHasEnded ? [.framesEnded] : [])
  }

  /// Ends the WebSocket: everything was sent.
  mutating func endFrames(reset: Bool) -> [Action] {
    guard case .upgraded = phase else { return [] }
    guard reset else { return endInOrder() }
    phase = .closed
    return [.reset]
  }

  /// Delays the rest of the response.
  mutating func rest() -> [Action] {
    guard case .writing(let closes) = phase else { return [] }
    phase = .resting(closes: closes)
    return inputHasEnded ? gone() : []
  }

  /// Resumes the response.
  mutating func endRest() { if case .resting(let closes) = phase { phase = .writing(closes: closes) } }

  /// Handles the end of the response: the system has accepted all of it.
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
      case .body(let chunk): actions.append(.store(chunk))
      case .end(let trailers):
        phase = .answering(discardsBody: false)
        return actions + [.handle(trailers: trailers)]
      case .failure(let failure):
        phase = .answering(discardsBody: false)
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
