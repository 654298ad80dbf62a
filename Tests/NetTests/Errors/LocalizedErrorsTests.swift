import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// `localizedDescription`, which apps show, says what `description` says.
@Suite struct LocalizedErrorsTests {
  private static let errors: [any Error] = [
    ParameterEncodingError.secondBody, JSONError.tooDeep, AuthenticationError.excessiveRefresh,
    AuthenticationError.missingCredential, TransportOptionError(.proxy, .refusedByLibrary("x")),
    CacheStoreError.tooLarge(limit: 1), WebSocketError.handshake(.status(403)), WebSocketError.connectionLost,
    PublicSuffixListError.noRules("x"), URITemplateError.host(variable: "v"),
    URLEncodedFormError.topLevelNotKeyed("Int"), TextDecodingError(charset: "x", reason: .invalidBytes),
    JSONLineError(number: 2, line: Data(), underlyingError: JSONError.tooDeep),
    LineTooLong(number: 2, limit: 1, beginning: Data()), EventTooLong(limit: 1, beginning: Data()),
    RequestBodyError.notRepeatable, InvalidRequest.method("A B"), DroppedBody(),
    TransportBufferOverflow(limit: 1),
    MockServerError.cannotListen(reason: "x"), ServerFault.reset, ServerFault.garbage,
    ServerFault.truncatedChunk,
    ServerFault.stall(after: .bodyBytes(2)), ServerFault.contentLength(off: -2), MarbleError(),
  ]

  @Test func theyAreTheDescription() {
    for error in Self.errors {
      expectEqual(error.localizedDescription, "\(error)", "\(type(of: error))")
      #expect("\(error)".contains(" "), "\(type(of: error))")
    }
  }

  @Test func faultsAreInWords() {
    expectEqual("\(ServerFault.reset)", "the server resets the connection before the response")
    expectEqual(
      "\(ServerFault.stall(after: .bodyBytes(2)))", "the server sends nothing more after 2 bytes of the body")
  }

  @Test func theBytesOfATextAreNotInItsMirror() {
    var dumped = ""
    dump(
      TextDecodingError(charset: "x", reason: .invalidBytes, bytes: Data(repeating: 211, count: 50)),
      to: &dumped)
    #expect(!dumped.contains("211") && dumped.contains("50 bytes"), "\(dumped)")
  }
}
