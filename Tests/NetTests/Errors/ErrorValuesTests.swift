import Foundation
import Testing

@testable import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

/// The parts of errors, and what the session concludes from them.
@Suite struct ErrorValuesTests {
  private let request: TransportRequest
  private let other: TransportRequest

  init() throws {
    request = TransportRequest(url: try #require(URL(string: "https://example.com/a")))
    other = TransportRequest(url: try #require(URL(string: "https://example.com/b")))
  }

  @Test func everyPartCanBeSet() throws {
    var error = NetworkError(.sessionFinished)
    let mark = ExchangeMark()
    error.reason = .cancelled
    error.request = request
    error.response = ResponseHead(status: 404, headers: [:])
    error.data = Data("a".utf8)
    error.underlyingError = URLError(.timedOut)
    error.causeKind = .network
    error.isOfStoredBody = true
    error.exchange = mark
    error.bytesReceived = 5
    error.attempts = 6
    expectEqual(error.reason, .cancelled)
    expectEqual(error.request, request)
    expectEqual(error.response?.status, 404)
    expectEqual(error.data, Data("a".utf8))
    expectEqual((error.underlyingError as? URLError)?.code, .timedOut)
    expectEqual(error.causeKind, .network)
    expectTrue(error.isOfStoredBody)
    #expect(error.exchange === mark)
    expectEqual(error.bytesReceived, 5)
    expectEqual(error.attempts, 6)
    // Another cause has not been asked yet.
    error.underlyingError = nil
    expectNil(error.causeKind)
    #expect(!NetworkError(.cancelled).isOfStoredBody)
  }

  @Test func whatACauseSaysIsIndependent() {
    let kinds: [CauseKind] = [.cancellation, .securityRefusal, .mistake, .network]
    expectEqual(kinds.map(\.rawValue), [1, 2, 4, 8])
  }

  @Test func anErrorIsAboutItsRequestOrTheReasonAlone() {
    var ended = NetworkError(.cancelled)
    ended.exchange = ExchangeMark()
    let sent = NetworkError(.cancelled, request: request)
    expectEqual([NetworkError(.cancelled), ended, sent].map(\.hasRequest), [false, true, true])
    #expect(NetworkError(.cancelled).belongs(to: request))
    #expect(!ended.belongs(to: request))
    #expect(sent.belongs(to: request))
    #expect(!sent.belongs(to: other))
  }

  @Test func theOriginIsTheFailureOfTheRequestThatThisOneDependsOn() {
    let refresh = NetworkError(.transport(.connect), request: other, attempts: 1)
    let nested = NetworkError(.interceptor, request: request, underlyingError: refresh, attempts: 2)
    let outer = NetworkError(.interceptor, request: request, underlyingError: nested, attempts: 3)
    expectEqual([refresh, nested, outer].map(\.origin.attempts), [1, 1, 1])
    // A reason alone is not a request.
    let alone = NetworkError(.interceptor, underlyingError: NetworkError(.sessionFinished), attempts: 4)
    expectEqual(alone.origin.attempts, 4)
  }

  @Test func anUndecodableBodyIsFoundByItsCause() {
    let codes: [URLError.Code] = [.cannotDecodeContentData, .cannotDecodeRawData, .timedOut]
    let found = codes.map { code in
      NetworkError(.transport(.body), underlyingError: URLError(code)).isUndecodableBody
    }
    expectEqual(found, [true, true, false])
    #expect(!NetworkError(.transport(.body)).isUndecodableBody)
  }

  @Test func aSecurityRefusalComesBeforeTheBody() {
    let phases: [TransportPhase] = [.connect, .secureConnection, .send, .head, .body]
    let found = phases.map { phase in
      NetworkError(.transport(phase), underlyingError: URLError(.serverCertificateUntrusted))
        .isSecurityRefusal
    }
    expectEqual(found, [true, true, true, true, false])
    #expect(!NetworkError(.transport(.connect)).isSecurityRefusal)
    #expect(
      !NetworkError(.cancelled, underlyingError: URLError(.serverCertificateUntrusted)).isSecurityRefusal)
    // The kind that was stored for the cause takes precedence over the cause itself.
    var asked = NetworkError(.transport(.connect), underlyingError: URLError(.timedOut))
    expectFalse(asked.isSecurityRefusal)
    asked.causeKind = .securityRefusal
    expectTrue(asked.isSecurityRefusal)
  }

  @Test func anErrorWithoutItsBodyHasNoneInItsCausesEither() {
    let cause = NetworkError(.cancelled, data: Data("secret".utf8))
    let error = NetworkError(.interceptor, data: Data("secret".utf8), underlyingError: cause).withoutBody
    expectNil(error.data)
    expectNil((error.underlyingError as? NetworkError)?.data)
    expectEqual(error.reason, .interceptor)
  }

  /// Errors of Foundation may have long chains of causes.
  @Test func fourErrorsOfAChainAreBridged() {
    var cause = NSError(domain: "0", code: 0)
    for number in 1...6 {
      cause = NSError(domain: "\(number)", code: number, userInfo: [NSUnderlyingErrorKey: cause])
    }
    var codes: [Int] = []
    var next =
      (NetworkError(.interceptor, underlyingError: cause) as NSError)
      .userInfo[NSUnderlyingErrorKey] as? NSError
    while let error = next {
      codes.append(error.code)
      next = error.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    expectEqual(codes, [6, 5, 4, 3])
  }

  @Test func theWordsOfAFileSayWhatIsWrongWithIt() throws {
    let (file, page) = (URL(filePath: "/a"), try #require(URL(string: "https://example.com/a")))
    #expect(TransferFailure.fileUnwritable(file).description.hasPrefix("the file could not be written: "))
    #expect(TransferFailure.fileUnwritable(page).description.contains("is not a file URL"))
    #expect(TransferFailure.fileMissing(file).description.hasSuffix("the file to keep does not exist: /a"))
  }

  // MARK: - curl

  @Test func theHandshakeOfAWebSocketIsShownWithItsSubprotocols() {
    var request = request
    let handshake =
      "--http1.1 --include --header 'Connection: Upgrade' --header 'Upgrade: websocket' "
      + "--header 'Sec-WebSocket-Version: 13' --header 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='"
    for (names, field) in [
      ([], ""), (["a", "b"], " --header 'Sec-WebSocket-Protocol: a, b'"),
    ] as [([String], String)] {
      request.offeredSubprotocols = names
      expectEqual(
        request.cURLDescription(), "curl --request GET \(handshake)\(field) 'https://example.com/a'")
    }
  }

  @Test func bytesThatAreNotTextArePipedAndALargeBodyIsAFile() {
    var request = request
    request.headers = ["Content-Type": "application/octet-stream"]
    let start = "curl --request GET --header 'Content-Type: application/octet-stream' "
    request.body = .data(Data([0, 8, 255]))
    expectEqual(
      request.cURLDescription(), "printf '\\000\\010\\377' | \(start)--data-binary @- 'https://example.com/a'"
    )
    request.body = .data(Data(repeating: 0x61, count: 65_536))
    #expect(request.cURLDescription().contains("--data-raw"))
    request.body = .data(Data(repeating: 0x61, count: 65_537))
    expectEqual(request.cURLDescription(), "\(start)--data-binary @body 'https://example.com/a'")
  }

  @Test func aMethodIsQuotedUnlessItHasOnlyLettersDigitsAndHyphens() {
    for (name, word) in [
      ("AZaz09-", "AZaz09-"), ("M-SEARCH", "M-SEARCH"), ("A/", "'A/'"), ("A:", "'A:'"), ("A@", "'A@'"),
      ("A[", "'A['"), ("A`", "'A`'"), ("A{", "'A{'"), ("", "''"),
    ] {
      var request = request
      request.method = HTTPMethod(rawValue: name)
      #expect(request.cURLDescription().hasPrefix("curl --request \(word) "), "\(name)")
    }
  }

  @Test func oneCookieFieldIsShownAsItIs() {
    var request = request
    request.headers = ["Cookie": "a=1"]
    expectEqual(
      request.cURLDescription(redacting: .none),
      "curl --request GET --header 'Cookie: a=1' 'https://example.com/a'")
  }
}
