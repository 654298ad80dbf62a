#if os(Linux)
  import CLibcurl
  import Foundation

  /// One request with libcurl, from the letter that starts it to its end: the callbacks of libcurl, and the events they
  /// cause.
  ///
  /// Only the thread that leads the loop uses it.
  final class CurlTransfer {
    let task: CurlTask
    let handle: CurlEasyHandle
    let loop: CurlLoop
    var body: CurlBody
    /// Whether the request has a body.
    let sendsBody: Bool
    let isSecure: Bool
    // Accesses do not overlap: a head is reported after it has been assembled.
    @safe @exclusivity(unchecked) var parser: CurlHeadParser
    var isReceivePaused = false { didSet { notePause() } }
    private(set) var isSendPaused = false { didSet { notePause() } }
    /// The local port of the connection, if libcurl may want nothing of it although it is in use.
    private var heldPort: Int?
    /// A 417 to `Expect: 100-continue`, which is reported unless libcurl sends the request again.
    private var refusedExpectation: ResponseHead?
    /// Whether the request was sent again without its expectation.
    private var hasDroppedExpectation = false
    private var sent: Int64 = 0
    /// The number of request body bytes that libcurl has read since the start of the body.
    private var taken: Int64 = 0
    /// The length of the request body; nil until it is known.
    private var bodyLength: Int64?
    /// Whether libcurl was made to look for the end of the response after that of the request.
    var hasNotedEnd = false
    /// The connections that the transfer has used.
    var connections = CurlConnections()
    /// How often the transfer was started again.
    var retries = 0
    /// Whether the request was sent again on a new connection.
    var isRepeated = false
    // A value without references, so accesses do not overlap.
    @safe @exclusivity(unchecked) var moments = Moments()
    /// The content codings of the body; empty if it is delivered as it is.
    private(set) var codings: [ContentCoding] = []
    /// Undoes the codings; nil before the first chunk.
    var decoder: ContentDecoder?
    /// Whether the response is a part of a body.
    private(set) var isPart = false
    /// How much of the response's body is announced and has arrived.
    // A value without references, so accesses do not overlap.
    @safe @exclusivity(unchecked) var extent = CurlBodyExtent()
    /// How libcurl ended the transfer, while decoded chunks still wait for the receiver.
    var ending: CurlTaskState.Outcome?
    /// Why a callback aborted the transfer.
    var failure: (error: any Error, phase: TransportPhase)?

    init(_ task: CurlTask, body: CurlBody, handle: CurlEasyHandle, loop: CurlLoop) {
      self.task = task
      self.loop = loop
      parser = CurlHeadParser(
        url: task.request.url, method: task.request.method, recent: handle.recentFields)
      self.body = body
      sendsBody = !body.isEmpty
      isSecure = task.request.url.isSecure
      bodyLength = body.count
      self.handle = handle
    }

    /// Releases the handle, which must have been removed from libcurl.
    func close() {
      (isReceivePaused, isSendPaused) = (false, false)
      handle.transfer = nil
      closeBody()
    }

    /// Whether the response came over a new connection with HTTP/1 and TLS.
    var showsExclusiveConnection: Bool {
      isSecure && connects > 0 && parser.hasHead && parser.isHTTP1
    }

    // MARK: - From the receiver

    /// The receiver accepts events again.
    ///
    /// - Returns: False if the rest of the body cannot be decoded, so that the transfer must end.
    func proceed() -> Bool {
      switch deliverDecoded() {
      case .waits: return true
      case .ends: return failure == nil
      case .done: break
      }
      isReceivePaused = false
      updatePauses()
      return true
    }

    /// Called when more bytes of the request body are available, or all have been sent.
    ///
    /// A stream of HTTP/2 whose response has ended is closed with the last bytes of the request. libcurl 7.88 to 8.0 does
    /// not look for the end of the response then, and would wait for more of it. A change of a pause makes it look.
    func feed() {
      if !isSendPaused {
        guard hasSentAll else { return }
        handle.pause(pauses | LIBCURL_PAUSE_SEND)
      }
      isSendPaused = false
      updatePauses()
    }

    private var pauses: Int32 {
      (isReceivePaused ? LIBCURL_PAUSE_RECEIVE : LIBCURL_PAUSE_NONE)
        | (isSendPaused ? LIBCURL_PAUSE_SEND : LIBCURL_PAUSE_NONE)
    }

    private func updatePauses() { handle.pause(pauses) }

    /// Notes whether libcurl may want nothing of the connection: while the receiver is paused, or the body, whose response
    /// may be complete.
    func notePause() {
      let holds = handle.section != nil && (isReceivePaused || isSendPaused && parser.hasHead)
      guard holds != (heldPort != nil) else { return }
      if let heldPort { loop.held.release(heldPort) }
      heldPort = holds ? handle.number(LIBCURL_INFO_LOCAL_PORT) : nil
      if let heldPort { loop.held.hold(heldPort) }
    }

    // MARK: - From libcurl

    /// Called when a connection is open and the request is about to be sent.
    ///
    /// If this is called twice, libcurl sends the request again on another connection. Mostly the kept one was closed,
    /// and the service may already have received a request that is not idempotent (RFC 9110 section 9.2.2).
    ///
    /// After a 417 the service has refused the expectation, not the request, which is sent again without it (RFC 9110
    /// section 10.1.1).
    func sendsRequest() -> Int32 {
      handle.setDescribesErrors(true)
      // libcurl counts it for the life of the handle.
      if connections.hasSent {
        handle.retire()
        handle.forgetWords()
      }
      let mayHaveArrived = connections.send(
        connects: connects, tunnelStatus: handle.tunnelStatus, reuses: &loop.reusedConnections)
      setVerboseIfNeeded()
      if forgetRefusedExpectation() {
        handle.fields.suppressValue(of: "Expect")
        return LIBCURL_PREREQ_OK
      }
      if parser.hasHead {
        refuseSecondResponse()
        return LIBCURL_PREREQ_ABORT
      }
      guard mayHaveArrived, !task.request.method.isIdempotent else { return startBody() }
      let cause = handle.formerWords.map { " (\($0))" } ?? ""
      failure = (
        CurlError(
          LIBCURL_E_GOT_NOTHING,
          "No response arrived\(cause). The request is not sent again, because the server may have processed it"
        ),
        isSending ? .send : .head
      )
      return LIBCURL_PREREQ_ABORT
    }

    /// Receives a line of a head or of the trailers; returns the number of bytes consumed.
    func receivedLine(_ line: UnsafeRawBufferPointer) -> Int {
      // Versions that do not ask before they send report only this.
      if parser.hasHead, unsafe CurlHeadParser.isStatusLine(line), !forgetRefusedExpectation() {
        refuseSecondResponse()
        return 0
      }
      moments.receivedLine()
      if sendsBody, unsafe CurlHeadParser.isStatusLine(line) { unsafe beginHead(line) }
      let completion = unsafe parser.add(line)
      if takeProxyHead(completion) { return failure == nil ? line.count : 0 }
      switch completion {
      case .nothing: break
      case .interim(let head):
        loop.record(.interim(head), of: task)
      case .head(let head):
        if isUpgrade(head) {
          parser.skipHead()
          break
        }
        if let words = head.unrequestedProtocol { return refuse(words) }
        if head.status == 417, sendsBody, task.request.headers.contains("Expect"), !hasDroppedExpectation {
          refusedExpectation = head
        } else {
          report(head)
        }
      case .tooLong:
        failure = (
          CurlError(LIBCURL_E_RECV_ERROR, "The head has more than \(CurlHeadParser.limit) bytes"), phase
        )
        return 0
      case .refused(let refusal): return refuse("\(refusal)")
      }
      return line.count
    }

    /// Fails because libcurl sends a request again whose response has begun.
    ///
    /// It does so if a stream of HTTP/2 ends with `HTTP_1_1_REQUIRED`, whatever has arrived before.
    private func refuseSecondResponse() {
      failure = (
        CurlError(LIBCURL_E_RECV_ERROR, "The server ended its response to ask for HTTP/1.1"), .body
      )
    }

    /// Refuses a head that does not say clearly what it is or where the body ends.
    private func refuse(_ message: String) -> Int {
      let phase: TransportPhase = handle.isRefusedTunnel || isFromProxy ? .connect : .head
      failure = (CurlError(LIBCURL_E_RECV_ERROR, message), phase)
      return 0
    }

    /// Reports the head of the response.
    private func report(_ head: ResponseHead) {
      handle.remember(head.headers, length: parser.length)
      if head.endsConnection { handle.closeConnectionAfterwards() }
      if sendsBody { _ = sent(handle.offset(LIBCURL_INFO_SIZE_UPLOAD_T)) }
      if let version = head.httpVersion { task.learn(version: version) }
      codings = ContentCoding.list(head.headers, known: loop.handles.options.codings)
      isPart = head.status == 206
      notePause()
      noteResponse(head)
      loop.record(.head(head), of: task)
    }

    /// Reports a 417 after which libcurl does not send the request again.
    private func reportRefusedExpectation() {
      guard let head = refusedExpectation else { return }
      refusedExpectation = nil
      report(head)
    }

    /// Forgets a 417, because another response follows; returns whether there was one.
    private func forgetRefusedExpectation() -> Bool {
      guard refusedExpectation != nil else { return false }
      refusedExpectation = nil
      hasDroppedExpectation = true
      parser.skipHead()
      return true
    }

    /// Receives a chunk of the response body; returns the number of bytes consumed, or that it waits.
    ///
    /// Before that it receives the lines of the head, if libcurl must not read them unchecked
    /// (``CurlOptions/checksLines``).
    func received(_ chunk: UnsafeRawBufferPointer) -> Int {
      guard parser.hasHead else {
        return unsafe parser.admits(chunk) ? chunk.count : refuse("\(CurlHeadParser.Refusal.firstField)")
      }
      reportRefusedExpectation()
      guard codings.isEmpty else { return unsafe receivedEncoded(chunk) }
      switch task.withState({ $0.admit() }) {
      case .ends: return 0
      case .waits:
        isReceivePaused = true
        return Int(LIBCURL_WRITE_PAUSE)
      case .passes:
        guard let base = chunk.baseAddress, chunk.count > 0 else { return 0 }
        noteBody(chunk.count)
        loop.record(.body(unsafe Data(bytes: base, count: chunk.count)), of: task)
        return chunk.count
      }
    }

    /// Reads the next bytes of the request body for libcurl.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let isEarly = isSecure && taken < Self.earlyBytes
      switch unsafe body.read(into: isEarly ? Self.record(of: buffer) : buffer) {
      case .bytes(let count):
        taken += Int64(count)
        if count == 0 { bodyLength = taken }
        return count
      case .later:
        isSendPaused = true
        noteEarlyResponse()
        return Int(LIBCURL_READ_PAUSE)
      case .failed(let error):
        failure = (error, .send)
        return Int(LIBCURL_READ_ABORT)
      }
    }

    /// Called when libcurl must read the request body from its start again.
    func seek(to offset: Int64, from origin: Int32) -> Int32 {
      guard offset == 0, origin == 0, taken == 0 || body.rewind(abandon) else { return LIBCURL_SEEK_FAIL }
      taken = 0
      isSendPaused = false
      return LIBCURL_SEEK_OK
    }

    /// Reports the sent bytes of the request body; a result other than 0 aborts the transfer.
    func sent(_ bytes: Int64) -> Int32 {
      guard task.withState({ $0.isInProgress }) else {
        // libcurl ends the transfer before the loop reads the letter that cancels it.
        closeSilentConnection()
        return 1
      }
      // libcurl's number includes the framing of chunked encoding.
      let bytes = min(bytes, taken)
      if bytes > sent {
        sent = bytes
        loop.record(.sent(bytes: bytes), of: task)
      }
      if hasSentAll { noteEndOfRequest() }
      return 0
    }

    // MARK: - The end

    /// Returns the outcome for libcurl's result code.
    func outcome(_ code: Int32) -> CurlTaskState.Outcome {
      reportRefusedExpectation()
      if let failure { return .failed(failure.error, failure.phase) }
      if parser.hasHead, isWhole(code) { return .finished(parser.trailers, timings) }
      if isLineTooLong(code) {
        let message = "A line of the head has more than \(CurlHeadParser.lineLimit) bytes"
        return .failed(CurlError(LIBCURL_E_RECV_ERROR, message), .head)
      }
      let code = code != LIBCURL_E_OK ? code : parser.hasHead ? LIBCURL_E_PARTIAL_FILE : LIBCURL_E_GOT_NOTHING
      let error = handle.takeError(code)
      if error.message == Self.trailerWords, phase == .body {
        let message = "A line of the trailers has more than \(CurlHeadParser.trailerLineLimit) bytes"
        return .failed(CurlError(LIBCURL_E_RECV_ERROR, message), .body)
      }
      return .failed(error, TransportPhase(of: error, soFar: phase, needsTunnel: isFromProxy))
    }

    /// What libcurl says if a line of the trailers does not fit in its buffer, with a code that depends on its version.
    ///
    /// It needs memory for nothing else in the chunked coding.
    private static let trailerWords = "Out of memory in chunked-encoding"

    /// Whether libcurl ended the transfer because a line of the head does not fit in its buffer.
    ///
    /// It reports that as a lack of memory, and from version 8.6 on as a value that is too large.
    private func isLineTooLong(_ code: Int32) -> Bool {
      [LIBCURL_E_OUT_OF_MEMORY, LIBCURL_E_TOO_LARGE].contains(code) && connections.hasSent && phase == .head
    }

    /// Whether nothing of a response has arrived.
    var isUnanswered: Bool { !parser.hasHead && parser.length == 0 }

    /// Whether nothing has been sent or reported since the request was sent again, so that the transfer can start
    /// again.
    var isUntouched: Bool {
      !connections.hasSent && isUnanswered && (sent == 0 || isRepeated) && taken == 0
    }

    /// The phase that the transfer has reached.
    var phase: TransportPhase {
      if parser.hasHead { return .body }
      if isSending { return .send }
      if handle.isRefusedTunnel { return .connect }
      // If TLS fails, some versions nevertheless set the time of the next step.
      if isSecuring { return .secureConnection }
      if handle.offset(LIBCURL_INFO_PRETRANSFER_TIME_T) > 0 { return .head }
      return handle.offset(LIBCURL_INFO_NAMELOOKUP_TIME_T) == 0 ? .nameLookup : .connect
    }

    /// Whether all of the request body has been sent.
    private var hasSentAll: Bool { sent == bodyLength }

    private var isSending: Bool { sent > 0 && sent < bodyLength ?? .max }

    private var isSecuring: Bool {
      isSecure && handle.offset(LIBCURL_INFO_CONNECT_TIME_T) > 0
        && handle.offset(LIBCURL_INFO_APPCONNECT_TIME_T) == 0 && connects > 0
    }

    /// The number of connections that libcurl has opened for the transfer.
    var connects: Int { handle.number(LIBCURL_INFO_NUM_CONNECTS) }

    /// Whether the host name is still being resolved.
    var isResolving: Bool {
      !parser.hasHead && handle.offset(LIBCURL_INFO_NAMELOOKUP_TIME_T) == 0
        && handle.offset(LIBCURL_INFO_PRETRANSFER_TIME_T) == 0
    }
  }
#endif
