public import Foundation
import Net

/// A stub that cannot work as its author intended: a missing fixture, a value of the wrong type.
///
/// The mock fails the test with its description, and the code under test receives it as an error, at once: no policy
/// tries the request again.
public struct StubMisuse: Error, CustomStringConvertible {
  /// A description of the misuse.
  public let description: String

  package init(_ description: String) { self.description = description }
}

extension StubMisuse: ProgramMistake {}

extension StubResponse {
  /// The misuse of the stub itself; the mock fails the test with it.
  package var misuse: StubMisuse? {
    if case .failure(let error as StubMisuse) = outcome { return error }
    if script != nil {
      return StubMisuse(
        """
        A script answers only handshakes of WebSockets, on a MockServer, a MockTransport or a NetworkingMock. Use \
        .webSocket(…) as the matcher.
        """)
    }
    if let value {
      return StubMisuse(
        """
        The stub gives a value of type \(value.typeName), which only a NetworkingMock or the network of a sweep can \
        deliver. Give bytes here: .json(encodable: value).
        """)
    }
    return unwritable.map { StubMisuse("The response cannot be written: \($0).") } ?? idleFault
  }

  /// The misuse of a fault that no client can notice: a test of it would only test the success.
  private var idleFault: StubMisuse? {
    if case .failure(let fault as ServerFault) = outcome { return Self.broken(by: fault).idleFault }
    guard let fault, case .response(let status, _, let body) = outcome, status >= 200 else { return nil }
    var reason: String?
    switch fault {
    case .breaks(_, after: .bodyBytes(let count)) where Self.hasContent(status):
      if !hidesLength(of: body), max(0, count) >= body.count {
        reason =
          "the \(body.count.counted("byte")) of the body are complete. Cut it off earlier, or write .end"
      }
    case .contentLength(let off) where Self.hasContent(status):
      if ServerFault.length(body.count, off: off) == body.count { reason = "the length is right" }
    case .breaks(_, after: .bodyBytes), .contentLength, .truncatedChunk:
      if !Self.hasContent(status) { reason = "a response with the status \(status) has no body" }
    case .breaks, .garbage, .endlessHeader: break
    }
    return reason.map { StubMisuse("No client can notice the fault of the stub, \"\(fault)\": \($0).") }
  }

  /// Why no server could send the response; nil if one could.
  private var unwritable: String? {
    guard case .response(let status, let headers, _) = outcome else { return nil }
    // A script with a fault, or with only its bytes, is a handshake that fails, not a response of HTTP.
    let isHandshake = status == 101 && (webSocket != nil || fault != nil)
    guard (200...999).contains(status) || isHandshake else {
      return "\(status) is not the status of a final response"
    }
    let sections = [headers, trailers] + interims.map(\.headers)
    return sections.joined().first { !$0.isWritable }?.refusal
  }
}

extension HTTPField {
  /// Whether a client reads the field as it is written.
  var isWritable: Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter)
      && value.utf8.allSatisfy { $0 != 0x0d && $0 != 0x0a && $0 != 0 }
  }

  /// Why the field cannot be sent.
  var refusal: String { "the header \(name.debugDescription) cannot be sent in a response" }
}

extension StubMisuse: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
