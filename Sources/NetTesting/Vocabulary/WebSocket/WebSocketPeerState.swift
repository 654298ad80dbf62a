import Foundation
import Net

/// The scripted side of a WebSocket, as a pure value.
///
/// Its inputs are steps of the script and bytes of the client; its output is actions to perform.
///
/// ```text
/// open ─ a close handshake, or the client disconnects ─▶ ending ─ the steps that can still run ─▶ over
///   └─ a fault ──────────────────────────────────────────────────────────────────────────────┘
/// ```
struct WebSocketPeerState: Sendable {
  /// What the owner does, without a lock held.
  enum Action: Sendable {
    case send([UInt8])
    /// Whether to read what the client sends.
    case read(Bool)
    case wait(Duration, number: Int)
    case check(WebSocketStep.Expectation, WebSocketMessage)
    case respond(WebSocketStep.Responder, WebSocketMessage)
    case fail(String, SourcePlace?)
    /// Release these steps, which do not run: an object that only they own may call the peer.
    case discard([WebSocketStep])
    /// End the connection. Nothing follows.
    case end(reset: Bool)
  }

  private var endpoint: WebSocketEndpoint
  private var steps = FIFO<WebSocketStep>()
  private var actions = FIFO<Action>()
  /// The messages that no step has taken.
  private var inbox = FIFO<WebSocketMessage>()
  private var responder: WebSocketStep.Responder?
  private var answersPings = true
  private var answersClose = true
  private var isWaiting = false
  private var isClosing = false
  /// What is left of the frame that is sent slowly; until then, replies wait.
  private var slowFrame: ArraySlice<UInt8> = []
  private var replies: [UInt8] = []
  /// The action that ends the connection when no more steps can run; nil while it is open.
  private var ending: Action?
  private var number = 0
  private let redaction: Redaction
  private let name: String

  /// All messages of the client.
  private(set) var received: [WebSocketMessage] = []
  /// The client's close frame.
  private(set) var closure: WebSocketClosure?
  private(set) var pongCount = 0
  private(set) var isOver = false
  /// Whether an expectation has failed that makes those after it meaningless.
  private var isUnmetReported = false

  init(_ request: RecordedRequest, compression: WebSocketCompression?) {
    var options = WebSocketOptions()
    options.maximumMessageSize = .max
    options.maximumFrameSize = .max
    options.sendBufferSize = .max
    endpoint = WebSocketEndpoint(role: .server, options: options, compression: compression)
    redaction = request.redaction
    name = "\(request)"
  }

  /// Whether the connection ends as soon as no step can run.
  var isEnding: Bool { ending != nil }

  /// What the script waits for; nil if it does not wait.
  var awaited: String? { isOver ? nil : steps.first?.awaited?.words }

  // MARK: - Inputs

  mutating func add(_ step: WebSocketStep) {
    steps.append(step)
    // Only what the client has sent can meet an expectation now.
    if isOver { reportUnmet() }
  }

  mutating func receive(_ bytes: [UInt8]) {
    var offset = 0
    while !isOver, ending == nil {
      // The bytes are only read during the call.
      let event = unsafe bytes.withUnsafeBytes { unsafe endpoint.next($0, &offset) }
      guard let event else { return }
      receive(event)
    }
  }

  private mutating func receive(_ event: WebSocketEndpoint.Event) {
    switch event {
    case .message(let message):
      received.append(message)
      inbox.append(message)
    case .ping:
      let pong = output()
      if answersPings { reply(pong) }
    case .pong: pongCount += 1
    case .closed(let closure):
      self.closure = closure
      let echo = output()
      if answersClose || isClosing {
        finishSlowFrame()
        write(echo)
        ending = .end(reset: false)
      }
    case .failed(let error):
      finishSlowFrame()
      write(output())
      actions.append(.fail("The client of \(name) violated the protocol: \(error).", nil))
      end(reset: false)
    }
  }

  /// Called when the client has ended the connection.
  mutating func disconnect() {
    if !isOver { ending = .end(reset: false) }
  }

  /// Called when a wait is over.
  mutating func waited(_ number: Int) {
    if number == self.number { isWaiting = false }
  }

  /// The message did not match the expectation.
  mutating func refuse(_ message: WebSocketMessage, _ expectation: WebSocketStep.Expectation) {
    let got = redaction.shown(message)
    var words = "The WebSocket \(name) expected \(expectation.words), and received \(got)"
    if got == expectation.words, let expected = expectation.message {
      words += "; " + redaction.difference(of: expected.bytes, message.bytes)
    } else if let expected = expectation.json, case .text = message,
      let other = ComparedBody.text(ofJSON: message.bytes),
      redaction.shownText(of: expected) == redaction.shownText(of: other)
    {
      words += "; " + redaction.difference(of: expected, other)
    }
    words += "."
    guard !isOver else { return actions.append(.fail(words, expectation.place)) }
    let closing = "It closes now, with code \(WebSocketCloseCode.policyViolation)."
    actions.append(.fail("\(words) \(closing)", expectation.place))
    discard(steps.all)
    steps = FIFO()
    isUnmetReported = true
    close(WebSocketClosure(code: .policyViolation, reason: "unexpected message"), nil)
  }

  // MARK: - Actions

  /// Returns the next action; nil if there is none yet.
  mutating func next() -> Action? {
    while true {
      if let action = actions.popFirst() { return action }
      if isOver { return nil }
      if let action = nextOfSteps() { return action }
      guard actions.isEmpty else { continue }
      guard let ending else { return nil }
      reportUnmet()
      actions.append(ending)
      isOver = true
    }
  }

  /// Runs steps until one produces an action; nil if none does, or if it was added to the queue of actions.
  private mutating func nextOfSteps() -> Action? {
    while actions.isEmpty, !isWaiting, !isOver {
      switch steps.first {
      case nil:
        guard let responder, let message = inbox.popFirst() else { return nil }
        return .respond(responder, message)
      case .expect(let expectation)?:
        guard let message = inbox.popFirst() else { return nil }
        steps.first = nil
        return .check(expectation, message)
      case .expectClose(let code, let place)?:
        guard let closure else { return nil }
        steps.first = nil
        if let code, code != closure.code { actions.append(failure(code, closure, place)) }
      case .expectNoMore(let place)?:
        guard let message = inbox.popFirst() else { return nil }
        return .check(.noMore(place), message)
      case let step?:
        steps.first = nil
        perform(step)
      }
    }
    return nil
  }

  private mutating func perform(_ step: WebSocketStep) {
    switch step {
    case .send(let message): write(frame(message))
    case .sendSlowly(let message, let count, let delay): sendSlowly(frame(message), count, delay)
    case .sendPart(let count): sendPart(count)
    case .ping(let payload):
      endpoint.ping(payload)
      write(output())
    case .wait(let delay):
      isWaiting = true
      number += 1
      actions.append(.wait(delay, number: number))
    case .close(let closure, let place): close(closure, place)
    case .fault(let fault): perform(fault)
    case .read(let reads): actions.append(.read(reads))
    case .respond(let responder): setResponder(responder)
    case .expect, .expectClose, .expectNoMore: break
    }
  }

  private mutating func perform(_ fault: WebSocketFault) {
    switch fault {
    case .bytes(let data): write(Array(data))
    case .maskedFrame(let message):
      var bytes: [UInt8] = []
      var writer = WebSocketWriter(role: .client)
      writer.append(message, to: &bytes)
      write(bytes)
    case .cutFrame(let message, let count):
      write(Array(frame(message).prefix(max(0, count))))
      end(reset: false)
    case .disconnect: end(reset: false)
    case .reset: end(reset: true)
    case .unansweredPings: answersPings = false
    case .unansweredClose: answersClose = false
    }
  }

  /// Returns the frame of a message; no bytes after the close frame.
  private mutating func frame(_ message: WebSocketMessage) -> [UInt8] {
    try? endpoint.send(message)
    return output()
  }

  private mutating func sendSlowly(_ bytes: [UInt8], _ count: Int, _ delay: Duration) {
    let count = max(1, count)
    slowFrame = bytes[...]
    var parts: [WebSocketStep] = []
    for start in stride(from: 0, to: bytes.count, by: count) {
      if start > 0 { parts.append(.wait(delay)) }
      parts.append(.sendPart(count))
    }
    steps = FIFO(parts + steps.all)
  }

  private mutating func sendPart(_ count: Int) {
    write(Array(slowFrame.prefix(count)))
    slowFrame = slowFrame.dropFirst(count)
    if slowFrame.isEmpty { finishSlowFrame() }
  }

  /// Sends a control frame, which must not be inside another frame.
  private mutating func reply(_ bytes: [UInt8]) {
    if slowFrame.isEmpty { write(bytes) } else { replies += bytes }
  }

  /// Sends the rest of the frame that is sent slowly, and the replies that waited for its end.
  private mutating func finishSlowFrame() {
    write(Array(slowFrame) + replies)
    (slowFrame, replies) = ([], [])
  }

  private mutating func close(_ closure: WebSocketClosure, _ place: SourcePlace?) {
    guard endpoint.isOpen else { return }
    do throws(WebSocketError) {
      try endpoint.close(closure)
      isClosing = true
      write(output())
    } catch {
      actions.append(.fail("The script of \(name) cannot close with code \(closure.code): \(error).", place))
      end(reset: false)
    }
  }

  private mutating func output() -> [UInt8] {
    var bytes: [UInt8] = []
    endpoint.takeOutput(into: &bytes)
    return bytes
  }

  private mutating func write(_ bytes: [UInt8]) {
    if !bytes.isEmpty { actions.append(.send(bytes)) }
  }

  // MARK: - The end

  private func failure(
    _ code: WebSocketCloseCode, _ closure: WebSocketClosure, _ place: SourcePlace
  ) -> Action {
    .fail("The WebSocket \(name) expected a close with code \(code), and received \(closure.code).", place)
  }

  private mutating func end(reset: Bool) {
    guard !isOver else { return }
    reportUnmet()
    actions.append(.end(reset: reset))
    isOver = true
  }

  private mutating func reportUnmet() {
    let rest = rest
    for check in rest.checks { actions.append(check) }
    if let unmet = takeUnmet() {
      actions.append(.fail(unmet.words, unmet.place))
      discard(unmet.rest)
    }
    discard(steps.all)
    steps = FIFO()
    inbox = rest.messages
    setResponder(nil)
  }

  private mutating func setResponder(_ responder: WebSocketStep.Responder?) {
    if let former = self.responder { discard([.respond(former)]) }
    self.responder = responder
  }

  private mutating func discard(_ steps: [WebSocketStep]) {
    if steps.contains(where: \.hasClosure) { actions.append(.discard(steps)) }
  }

  /// Removes the first expectation that the client can no longer meet, and what follows; returns the report
  /// on it and the removed steps, which must be released without a lock held.
  mutating func takeUnmet() -> (words: String, place: SourcePlace, rest: [WebSocketStep])? {
    guard !isUnmetReported, let unmet = rest.unmet, let awaited = steps.all[unmet].awaited else { return nil }
    let all = steps.all
    steps = FIFO(Array(all[..<unmet]))
    isUnmetReported = true
    let words = "The WebSocket \(name) ended while its script expected \(awaited.words)."
    return (words, awaited.place, Array(all[unmet...]))
  }

  /// The checks of what arrived while the script was waiting, the position of the first step that nothing has met, and
  /// the messages that no step expects.
  private var rest: (checks: [Action], unmet: Int?, messages: FIFO<WebSocketMessage>) {
    var (checks, messages) = ([Action](), inbox)
    for (position, step) in steps.all.enumerated() {
      switch step {
      case .expect(let expectation):
        guard let message = messages.popFirst() else { return (checks, position, messages) }
        checks.append(.check(expectation, message))
      case .expectClose(let code, let place):
        guard let closure else { return (checks, position, messages) }
        if let code, code != closure.code { checks.append(failure(code, closure, place)) }
      case .expectNoMore(let place):
        if let message = messages.first { checks.append(.check(.noMore(place), message)) }
      default: break
      }
    }
    return (checks, nil, messages)
  }
}
