import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Decoders quote the value that they refuse, which may be a secret.
@Suite struct SecretsInDecodingErrorsTests {
  private enum Kind: String, Codable, Sendable { case a }
  private struct Login: Codable, Sendable { var token: Kind }
  private struct Note: Codable, Sendable { var note: Kind }
  private struct Tokens: Codable, Sendable { var token: [String: Kind] }

  private let lines = Locked<[String]>([])

  private func session(_ body: String, _ type: String = "application/json") -> NetworkSession {
    let transport = MockTransport()
    transport.stub(.everything, with: .data(Data(body.utf8), headers: ["Content-Type": type]))
    var configuration = SessionConfiguration()
    configuration.callbackQueue = nil
    configuration.monitors = [
      LoggingMonitor(level: .debug) { [lines] _, text in lines.update { $0.append(text) } }
    ]
    return NetworkSession(configuration: configuration, transport: transport)
  }

  private func failure<Value: Sendable>(
    of session: NetworkSession, _ serializer: some ResponseSerializer<Value>
  ) async throws -> NetworkError {
    try #require(
      await #expect(throws: NetworkError.self) { try await session.get("https://e.com/x").value(serializer) })
  }

  private func texts(of error: any Error) -> [String] {
    var dumped = ""
    dump(error, to: &dumped)
    return ["\(error)", String(reflecting: error), error.localizedDescription, dumped]
  }

  @Test func theErrorOfASecretMemberHasNotTheTextOfTheDecoder() async throws {
    let error = try await failure(of: session(#"{"token":"hunter2"}"#), .decodable(of: Login.self))
    expectEqual(error.reason, .serialization("Login could not be decoded: the value is invalid (at token)"))
    for text in texts(of: error) { #expect(!text.contains("hunter2")) }
    #expect(error.underlyingError is DecodingError)
  }

  @Test func theKeysBelowASecretNameAreNotInThePath() async throws {
    let error = try await failure(
      of: session(#"{"token":{"hunter2":"x"}}"#), .decodable(of: Tokens.self))
    expectEqual(error.reason, .serialization("Tokens could not be decoded: the value is invalid (at token)"))
    for text in texts(of: error) { #expect(!text.contains("hunter2")) }
  }

  @Test func theErrorOfAnotherMemberHasTheTextOfTheDecoder() async throws {
    let error = try await failure(of: session(#"{"note":"diary"}"#), .decodable(of: Note.self))
    #expect(error.description.contains("diary (at note)"))
  }

  @Test func aLogHasOnlyTheKindAndThePathOfADecodingError() async throws {
    _ = try await failure(of: session(#"{"note":"diary"}"#), .decodable(of: Note.self))
    #expect(lines.value.allSatisfy { !$0.contains("diary") })
    #expect(
      lines.value.contains(
        "#1 ✗ not decoded as Note: the body could not be read: the value is invalid (at note)"))
  }

  private struct Numbered: Codable, Sendable { var id: Int }
  private struct Envelope: Decodable, Sendable {
    var item: Numbered

    private enum CodingKeys: CodingKey { case payload }

    init(from decoder: any Decoder) throws {
      let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .payload)
      item = try JSONDecoder().decode(Numbered.self, from: Data(text.utf8))
    }
  }

  @Test func aNumberThatIsNotAnIntegerIsNamedByItsPath() async throws {
    for number in ["1.5", "99999999999999999999"] {
      let error = try await failure(
        of: session("[{\"id\":1},{\"id\":\(number)}]"), .decodable(of: [Numbered].self))
      #expect(error.description.contains("no 64-bit integers are the numbers at [1].id"), "\(error)")
    }
    let error = try await failure(
      of: session(#"{"password":{"a":1.5},"id":1e999}"#), .decodable(of: Numbered.self))
    #expect(!error.description.contains("not JSON") && error.description.contains("too large"), "\(error)")
  }

  @Test func anErrorOfADecoderOfAnInnerTextIsNotExplainedByTheBody() async throws {
    let error = try await failure(of: session(#"{"payload":"{\"id\":"}"#), .decodable(of: Envelope.self))
    #expect(!error.description.contains("the body is JSON"), "\(error)")
  }

  @Test func aLogSaysWhereATextStopsBeingJSON() async throws {
    _ = try await failure(of: session(#"{"note": "diary""#), .decodable(of: Note.self))
    #expect(lines.value.contains { $0.contains("the body could not be read: not JSON: ") }, "\(lines.value)")
    #expect(lines.value.allSatisfy { !$0.contains("diary") })
  }

  @Test func aTraceWithoutBodiesQuotesNoBody() async throws {
    let recorders = [TraceRecorder(), TraceRecorder(bodyLimit: 100)]
    for recorder in recorders {
      let transport = MockTransport()
      transport.stub(.path("/note"), with: .json(#"{"note":"diary"}"#))
      transport.stub(.path("/lines"), with: .data(Data("{\"note\":\"diary\"}\n".utf8)))
      var configuration = SessionConfiguration()
      configuration.monitors = [recorder]
      let session = NetworkSession(configuration: configuration, transport: transport)
      _ = try? await session.get("https://e.com/note").object(as: Note.self)
      do {
        for try await note in session.get("https://e.com/lines").jsonLines(of: Note.self) { _ = note }
      } catch {}
    }
    expectEqual(try recorders[0].trace.texts().filter { $0.text.contains("diary") }.map(\.name), [])
    #expect(recorders[0].trace.requests.contains { $0.notes.contains { $0.text.contains("(at note)") } })
    #expect(try recorders[1].trace.texts().contains { $0.name == "HAR" && $0.text.contains("diary") })
  }

  @Test func aLogHasOnlyTheTypeOfAnErrorOfASerializer() async throws {
    struct Diary: Error { let text = "diary" }
    struct Reader: ResponseSerializer {
      func serialize(_ response: ReceivedResponse) throws -> Int { throw Diary() }
    }
    _ = try await failure(of: session("diary"), Reader())
    #expect(lines.value.allSatisfy { !$0.contains("diary") })
    #expect(lines.value.contains("#1 ✗ not decoded as Int: the body could not be read: Diary"))
  }

  @Test func aSecretInALineIsNeitherPrintedNorLogged() async throws {
    let session = session("{\"token\":\"a\"}\n{\"token\":\"hunter2\"}\n", "application/x-ndjson")
    let error = try #require(
      await #expect(throws: NetworkError.self) {
        for try await _ in session.get("https://e.com/x").jsonLines(of: Login.self) {}
      })
    for text in texts(of: error) { #expect(!text.contains("hunter2")) }
    for text in texts(of: try #require(error.underlyingError as? JSONLineError)) {
      #expect(!text.contains("hunter2"))
    }
    #expect(lines.value.allSatisfy { !$0.contains("hunter2") })
    #expect(
      lines.value.contains { $0.contains("line 2 could not be decoded: the value is invalid (at token)") })
  }

  // MARK: - What does not fit

  private struct Item: Codable, Sendable { var id: Int }

  /// `JSONDecoder` says of both that the data is not valid JSON.
  @Test func aNumberThatDoesNotFitIsNotCalledInvalidJSON() async throws {
    let error = try await failure(of: session(#"{"id":1.5}"#), .decodable(of: Item.self))
    #expect(!error.description.contains("not valid JSON"))
    #expect(error.description.contains("the body is JSON, but a value is not of the type"))
  }

  @Test func theErrorSaysWhereTextStopsBeingJSON() async throws {
    let error = try await failure(of: session(#"{"id":1"#), .decodable(of: Item.self))
    #expect(error.description.contains("not JSON: the text ends inside an object at byte 7"))
  }
}

/// URLs and fields in errors that have no redaction of a session.
@Suite struct SecretsInFailuresTests {
  private static func texts(of error: Any) -> [String] {
    var dumped = ""
    dump(error, to: &dumped)
    return ["\(error)", String(reflecting: error), dumped]
  }

  private static let url = URL(string: "https://ada:hunter2@example.com/a?token=hunter2")

  @Test func aURLThatIsNotAFileIsRedacted() throws {
    let url = try #require(Self.url)
    let errors: [RequestBodyError] = [
      .notAFile(url), .fileMissing(url), .fileUnreadable(url), .tooManyOpenFiles(url),
      .countMismatch(promised: 1, given: 2, file: url),
    ]
    for error in errors {
      for text in Self.texts(of: error) { #expect(!text.contains("hunter2")) }
    }
    expectEqual("\(errors[0])", "https://<redacted>@example.com/a?token=<redacted> is not a file")
  }

  @Test func aDestinationIsRedacted() throws {
    let url = try #require(Self.url)
    let failures: [TransferFailure] = [.fileExists(url), .fileUnwritable(url), .unsafeFile(url)]
    for failure in failures {
      for text in Self.texts(of: failure) { #expect(!text.contains("hunter2")) }
      for text in Self.texts(of: NetworkError(.transfer(failure)).reason) {
        #expect(!text.contains("hunter2"))
      }
    }
  }

  @Test func aContentTypeIsRedacted() {
    let failure = ValidationFailure.contentType("text/plain; token=hunter2\u{1b}", acceptable: ["a/b"])
    for text in Self.texts(of: failure) + ["\(NetworkError(.validation(failure)))"] {
      #expect(!text.contains("hunter2"))
      #expect(!text.contains("\u{1b}"))
    }
    expectEqual("\(ValidationFailure.statusCode(404))", "statusCode(404)")
    expectEqual("\(ValidationFailure.custom)", "custom")
  }

  @Test func anErrorOfFoundationNamesItsCause() {
    let cause = NSError(
      domain: NSPOSIXErrorDomain, code: 28, userInfo: [NSLocalizedDescriptionKey: "disk full"])
    let error = NetworkError(
      .encoding, underlyingError: NSError(domain: "D", code: 1, userInfo: [NSUnderlyingErrorKey: cause]))
    #expect(error.description.contains("disk full"))
  }
}
