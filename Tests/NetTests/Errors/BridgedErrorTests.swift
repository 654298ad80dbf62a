import Foundation
import Net
import TestSupport
import Testing

/// Errors as code that knows only `NSError` receives them.
@Suite struct BridgedErrorTests {
  private let url = "https://me:s3cret@example.com/users/1?page=2&token=s3cret"

  private func error(
    _ reason: NetworkError.Reason = .transport(.connect), underlyingError: (any Error)? = nil
  ) throws -> NetworkError {
    let request = TransportRequest(
      url: try #require(URL(string: url)), headers: ["Authorization": "Bearer s3cret"])
    return NetworkError(reason, request: request, underlyingError: underlyingError)
  }

  private func codes(_ reasons: [NetworkError.Reason]) -> [Int] {
    reasons.map { (NetworkError($0) as NSError).code }
  }

  @Test func eachReasonHasItsCode() throws {
    let file = try #require(URL(string: "file:///a"))
    expectEqual(codes([.invalidRequest(.url("")), .encoding]), [1000, 1001])
    expectEqual(
      codes([
        .transport(.nameLookup), .transport(.connect), .transport(.secureConnection), .transport(.send),
        .transport(.head), .transport(.body),
      ]), Array(2000...2005))
    expectEqual(
      codes([.timeout(.idle), .timeout(.total), .timeout(.connect), .timeout(.queue), .timeout(.credential)]),
      Array(3000...3004))
    expectEqual(codes([.cancelled, .sessionFinished]), [4000, 4001])
    expectEqual(
      codes([
        .validation(.statusCode(500)), .validation(.contentType(nil, acceptable: [])), .validation(.custom),
      ]), Array(5000...5002))
    expectEqual(codes([.serialization("a"), .interceptor]), [6000, 8000])
    expectEqual(
      codes([
        .transfer(.bufferOverflow(limit: 1)), .transfer(.alreadyStarted), .transfer(.fileExists(file)),
        .transfer(.fileMissing(file)), .transfer(.fileUnwritable(file)),
        .transfer(.checksum(expected: "", actual: "")), .transfer(.bodyTooLarge(limit: 1)),
        .transfer(.unrequestedPart), .transfer(.unsafeFile(file)),
      ]), Array(7000...7008))
    expectEqual(
      codes([
        .redirect(.limit(1)), .redirect(.location("")), .redirect(.insecure), .redirect(.bodyNotRepeatable),
      ]), Array(9000...9003))
    expectEqual((NetworkError(.cancelled) as NSError).domain, "Net.NetworkError")
  }

  @Test func theLocalizedDescriptionIsTheDescription() throws {
    let error = try error(underlyingError: URLError(.timedOut))
    expectEqual((error as NSError).localizedDescription, error.description)
    expectEqual((error as any Error).localizedDescription, error.description)
    let lost: any Error = WebSocketError.connectionLost
    expectEqual(lost.localizedDescription, "The connection ended without a WebSocket close frame")
  }

  @Test func theUnderlyingErrorKeepsDomainAndCode() throws {
    let cause = NSError(domain: "kCFErrorDomainCFNetwork", code: -72)
    let foundation = URLError(.timedOut, userInfo: [NSUnderlyingErrorKey: cause])
    let bridged = try error(underlyingError: foundation) as NSError
    let underlying = try #require(bridged.userInfo[NSUnderlyingErrorKey] as? NSError)
    expectEqual(underlying.domain, NSURLErrorDomain)
    expectEqual(underlying.code, URLError.Code.timedOut.rawValue)
    let last = try #require(underlying.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(last.domain == cause.domain && last.code == -72)
    expectNil((NetworkError(.cancelled) as NSError).userInfo[NSUnderlyingErrorKey])
  }

  @Test func noSecretIsBridged() throws {
    struct Refusal: Error, CustomStringConvertible {
      let description = "refused https://example.com/?token=s3cret"
    }
    let url = try #require(URL(string: url))
    let foundation = URLError(
      .timedOut,
      userInfo: [NSURLErrorFailingURLErrorKey: url, NSLocalizedDescriptionKey: "no \(url.absoluteString)"])
    let wrapping = NSError(domain: "A", code: 1, userInfo: [NSUnderlyingErrorKey: foundation])
    for cause in [foundation, wrapping, Refusal(), try error(underlyingError: foundation)] as [any Error] {
      let bridged = try error(underlyingError: cause) as NSError
      #expect(!"\(bridged) \(bridged.userInfo)".contains("s3cret"))
    }
  }

  @Test func theURLIsRedacted() throws {
    let sent = try #require(
      (try error() as NSError).userInfo[NSURLErrorFailingURLErrorKey] as? URL)
    expectEqual(sent.path, "/users/1")
    expectEqual(sent.query?.contains("page=2"), true)
    #expect(!sent.absoluteString.contains("s3cret"))
  }

  @Test func theRedactionOfTheErrorApplies() throws {
    var error = try error()
    error.redaction.insert(queryName: "page")
    let url = (error as NSError).userInfo[NSURLErrorFailingURLErrorKey] as? URL
    expectEqual(url?.absoluteString.contains("page=2"), false)
  }

  @Test func eachWebSocketErrorHasItsCode() {
    let errors: [WebSocketError] = [
      .handshake(.invalidResponse), .protocolViolation(.masking), .invalidText, .invalidCompression,
      .frameTooLarge(limit: 1), .messageTooLarge(limit: 1), .closed(WebSocketClosure(code: .normal)),
      .connectionLost, .pongTimeout, .idleTimeout, .closeTimeout, .notOpen, .invalidClosure, .hasConsumer,
      .unsupported(transport: "A"),
    ]
    expectEqual(errors.map { ($0 as NSError).code }, Array(1...15))
    expectEqual((WebSocketError.notOpen as NSError).domain, "Net.WebSocketError")
  }

  #if os(Linux) && !canImport(Darwin)
    @Test func theCodeOfACurlErrorIsThatOfLibcurl() throws {
      let bridged = CurlError(code: 7, message: "no", systemError: 111) as NSError
      #expect(bridged.domain == "Net.CurlError" && bridged.code == 7)
      expectEqual(bridged.localizedDescription, "no")
      let system = try #require(bridged.userInfo[NSUnderlyingErrorKey] as? NSError)
      #expect(system.domain == NSPOSIXErrorDomain && system.code == 111)
    }
  #endif
}
