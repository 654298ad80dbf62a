import Foundation
import Net
import TestSupport
import Testing

struct CURLDescriptionTests {
  private func request(
    _ method: HTTPMethod = .get, _ url: String = "https://example.com/a", headers: HTTPHeaders = [:],
    body: RequestBody = .none
  ) throws -> TransportRequest {
    TransportRequest(method: method, url: try #require(URL(string: url)), headers: headers, body: body)
  }

  @Test func methodHeadersAndURLAreShown() throws {
    let request = try request(.delete, headers: ["A": "b", "A": "c"])
    expectEqual(
      request.cURLDescription(),
      "curl --request DELETE --header 'A: b' --header 'A: c' 'https://example.com/a'")
  }

  @Test func aHeadRequestUsesTheHeadOption() throws {
    expectEqual(try request(.head).cURLDescription(), "curl --head 'https://example.com/a'")
  }

  @Test func curlRefusesTheHeadOptionWithABody() throws {
    let command = try request(.head, body: .data(Data("x".utf8))).cURLDescription()
    #expect(command.hasPrefix("curl --request HEAD "))
    #expect(command.contains("--data-raw 'x'"))
  }

  @Test(arguments: [
    "https://x.com/a/../b", "https://x.com/./b", "https://x.com/a/%2e%2E", "https://x.com/..",
  ])
  func dotSegmentsAreSentUnchanged(_ url: String) throws {
    expectEqual(try request(.get, url).cURLDescription(), "curl --request GET --path-as-is '\(url)'")
  }

  @Test(arguments: [
    "https://x.com/a..b/.c/...", "https://x.com/?../", "https://x.com", "https://x.com/#/../",
  ])
  func otherDotsNeedNoOption(_ url: String) throws {
    expectEqual(try request(.get, url).cURLDescription(), "curl --request GET '\(url)'")
  }

  @Test func cookiesAreOneField() throws {
    let request = try request(headers: ["Cookie": "a=1", "A": "b", "cookie": "c=2"])
    expectEqual(
      request.cURLDescription(redacting: .none),
      "curl --request GET --header 'Cookie: a=1; c=2' --header 'A: b' 'https://example.com/a'")
    #expect(!request.cURLDescription().contains("=1"))
    #expect(!request.cURLDescription().contains("=2"))
  }

  @Test func secretsAreRedactedByDefault() throws {
    let request = try request(
      .get, "https://me:s3cret@example.com/?token=s3cret", headers: ["Authorization": "Bearer s3cret"])
    #expect(!request.cURLDescription().contains("s3cret"))
    #expect(request.cURLDescription().contains("'Authorization: <redacted>'"))
  }

  @Test func secretsAreShownWithoutRedaction() throws {
    let request = try request(headers: ["Authorization": "Bearer s3cret"])
    #expect(request.cURLDescription(redacting: .none).contains("'Authorization: Bearer s3cret'"))
  }

  @Test func anEmptyHeaderIsSentNotRemoved() throws {
    #expect(try request(headers: ["A": ""]).cURLDescription().contains("--header 'A;'"))
  }

  @Test func aFileBodyIsReadFromItsPath() throws {
    let file = URL(fileURLWithPath: "/a b/it's.png")
    #expect(
      try request(.put, headers: ["Content-Type": "image/png"], body: .file(file)).cURLDescription()
        .contains(#"--data-binary '@/a b/it'\''s.png' "#))
  }

  @Test func aStreamBodyIsReadFromAPlaceholderFile() throws {
    let stream = RequestBody.stream(BodyStream { InputStream(data: Data()) })
    #expect(
      try request(.put, body: stream).cURLDescription().contains(
        "--header 'Content-Type: application/octet-stream' --data-binary @body "))
  }

  @Test func aBodyWithoutAContentTypeIsNotSentAsAForm() throws {
    let bare = try request(.post, body: .data(Data("x".utf8)))
    #expect(
      bare.cURLDescription().contains("--header 'Content-Type: application/octet-stream' --data-raw 'x'"))
    let labelled = try request(.post, headers: ["content-type": "a/b"], body: .data(Data("x".utf8)))
    #expect(!labelled.cURLDescription().contains("'Content-Type:"))
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch])
  func aMissingBodyHasTheLengthThatTheTransportSends(_ method: HTTPMethod) throws {
    let command = try request(method).cURLDescription()
    expectEqual(
      command, "curl --request \(method.rawValue) --header 'Content-Length: 0' 'https://example.com/a'")
    let withLength = try request(method, headers: ["content-length": "0"]).cURLDescription()
    expectEqual(withLength.lowercased(), command.lowercased())
  }

  @Test func bracketsInTheURLDisableGlobbing() throws {
    #expect(try request(.get, "https://[::1]/a").cURLDescription().contains("--globoff"))
    #expect(try !request().cURLDescription().contains("--globoff"))
  }

  @Test func aLargeBodyIsReadFromAFile() throws {
    let request = try request(.post, body: .data(Data(repeating: 0x61, count: 65_537)))
    #expect(request.cURLDescription().contains("--data-binary @body"))
  }
}

#if os(macOS) || os(Linux)
  /// The command as a shell parses it.
  struct CURLDescriptionShellTests {
    @Test(arguments: [
      "plain", "it's", "''", "$(touch x) `id` $HOME", "a\nb\tc", "\\n \\", "\"q\"", "@/etc/passwd",
      "é😀 '\u{301}",
      "; rm -rf / #", "-x", "", "!history", "a\u{7}b",
    ])
    func theBodyIsQuotedForTheShell(_ text: String) throws {
      let request = TransportRequest(
        method: .post, url: try #require(URL(string: "https://example.com/a?b=$c&d='e'")),
        headers: ["N": "v '$x\" `y`"], body: .data(Data(text.utf8)))
      let words = try shellWords(request.cURLDescription())
      expectEqual(
        words,
        [
          "--request", "POST", "--header", "N: v '$x\" `y`", "--header",
          "Content-Type: application/octet-stream", "--data-raw", text,
          request.url.absoluteString, "",
        ])
    }

    /// Runs one shell for all texts, so that many can be tested.
    @Test func randomTextsAreQuotedForTheShell() throws {
      var random = SeededGenerator(seed: 5)
      let nasty = Array("'\"\\`$(){}[]<>|&;*?!#~=%^ \t\n-@/a\u{7}é\u{301}😀".unicodeScalars)
      let texts = (0..<400).map { _ in
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...24, using: &random) {
          text.append(nasty[Int.random(in: nasty.indices, using: &random)])
        }
        return String(text)
      }
      let commands = try texts.map { text in
        TransportRequest(
          method: .post, url: try #require(URL(string: "https://example.com")), headers: ["N": "v" + text],
          body: .data(Data(text.utf8))
        ).cURLDescription()
      }
      let words = try shellWords(commands.joined(separator: "\n"))
      let expected = texts.flatMap {
        [
          "--request", "POST", "--header", "N: v" + $0, "--header", "Content-Type: application/octet-stream",
          "--data-raw", $0,
          "https://example.com",
        ]
      }
      expectEqual(words.map { Array($0.utf8) }, (expected + [""]).map { Array($0.utf8) })
    }

    @Test func bytesArriveUnchanged() throws {
      let bytes = Data(0...255)
      let request = TransportRequest(
        method: .post, url: try #require(URL(string: "https://example.com")), body: .data(bytes))
      expectEqual(try output(of: "curl() { cat; }; " + request.cURLDescription()), bytes)
    }

    @Test func textWithNULArrivesUnchanged() throws {
      let text = Data("a\0b%s\\n'".utf8)
      let request = TransportRequest(
        method: .post, url: try #require(URL(string: "https://example.com")), body: .data(text))
      expectEqual(try output(of: "curl() { cat; }; " + request.cURLDescription()), text)
    }

    @Test func aCustomMethodIsOneWord() throws {
      let request = TransportRequest(
        method: "A$B'C", url: try #require(URL(string: "https://example.com")))
      expectEqual(try shellWords(request.cURLDescription()).prefix(2), ["--request", "A$B'C"])
    }

    private func shellWords(_ command: String) throws -> [String] {
      let data = try output(of: #"curl() { for word in "$@"; do printf '%s\0' "$word"; done; }; "# + command)
      return data.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }

    private func output(of script: String) throws -> Data {
      // Writes to a file instead of a pipe: a signal may interrupt reading a pipe, and Foundation then
      // fails.
      let file = FileManager.default.temporaryDirectory.appending(path: "curl-\(UUID().uuidString)")
      try Data().write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let (shell, output) = (URL(filePath: "/bin/sh"), try FileHandle(forWritingTo: file))
      #if canImport(Darwin)
        let process = Process()
        process.executableURL = shell
        process.arguments = ["-c", script]
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
      #else
        let nothing = try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
        let child = try ChildProcess(
          shell, ["-c", script], input: nothing.fileDescriptor, output: output.fileDescriptor)
        child.isGone.wait()
      #endif
      return try Data(contentsOf: file)
    }
  }
#endif
