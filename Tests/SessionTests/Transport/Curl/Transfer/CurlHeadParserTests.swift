#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlHeadParserTests {
    private var parser = CurlHeadParser()

    /// The completions of these lines.
    private mutating func take(_ lines: String...) -> [String] {
      lines.flatMap { line in take(Data((line + "\r\n").utf8)) }
    }

    private mutating func take(_ line: Data) -> [String] {
      let completion = unsafe line.withUnsafeBytes { unsafe parser.add($0) }
      switch completion {
      case .nothing: return []
      case .interim(let head): return ["interim \(head.status)"]
      case .head(let head):
        self.head = head
        return ["head \(head.status)"]
      case .tooLong: return ["too long"]
      case .refused(.length(.contentLength(let text))): return ["invalid length \(text)"]
      case .refused(.length(.transferEncoding(let text))): return ["invalid coding \(text)"]
      case .refused(.unreadLength(let field)): return ["unread \(field)"]
      case .refused(.status): return ["invalid status"]
      case .refused(.firstField): return ["invalid first field"]
      }
    }

    private var head: ResponseHead?

    @Test(arguments: [
      ["5", "3"], ["5, 3"], ["5x"], ["+5"], ["5", ""], ["0x5"], ["-1"], ["99999999999999999999"],
      ["99999999999999999999", "99999999999999999999"],
    ])
    mutating func aLengthThatIsNotOneNumberIsAnError(_ values: [String]) {
      let fields = values.map { "Content-Length: \($0)" }
      let completions = (["HTTP/1.1 200 OK"] + fields + [""]).flatMap { take($0) }
      expectEqual(completions, ["invalid length \(values.joined(separator: ", "))"])
    }

    @Test(arguments: [["5"], ["5", "5"], ["5, 5"], ["5", "005"], ["9223372036854775806"]])
    mutating func aRepeatedLengthIsOneNumber(_ values: [String]) {
      let fields = values.map { "Content-Length: \($0)" }
      expectEqual((["HTTP/1.1 200 OK"] + fields + [""]).flatMap { take($0) }, ["head 200"])
    }

    @Test(arguments: [
      ["Content-Length : 5"], ["transfer-encoding\t: chunked"], ["Transfer-Encoding:", " chunked"],
      ["Transfer-Encoding: gzip,", "\tchunked", "X: y"],
    ])
    mutating func aLengthThatLibcurlDoesNotReadIsAnError(_ lines: [String]) {
      let name = String(lines[0].prefix { $0 != ":" && $0 != " " && $0 != "\t" })
      expectEqual((["HTTP/1.1 200 OK"] + lines + [""]).flatMap { take($0) }, ["unread \(name)"])
    }

    @Test(arguments: [
      ["Transfer-Encoding: chunked", " "], ["Content-Encoding : gzip"], ["X-Content-Length : 5"],
      ["Caf\u{e9} : 5"],
    ])
    mutating func aSpaceThatSaysNothingAboutTheLengthIsIgnored(_ lines: [String]) {
      expectEqual((["HTTP/1.1 200 OK"] + lines + [""]).flatMap { take($0) }, ["head 200"])
    }

    @Test mutating func aLengthThatLibcurlDoesNotReadIsIgnoredWithoutABody() {
      expectEqual(take("HTTP/1.1 103 Early", "Content-Length : 5", ""), ["interim 103"])
      expectEqual(take("HTTP/1.1 204 No", "Content-Length : 5", ""), ["head 204"])
    }

    @Test(arguments: [204, 304])
    mutating func theLengthOfAResponseWithoutABodyIsIgnored(_ status: Int) {
      expectEqual(take("HTTP/1.1 \(status)", "Content-Length: 5, 3", ""), ["head \(status)"])
    }

    @Test mutating func theLengthOfAResponseToHeadIsIgnored() {
      parser = CurlHeadParser(method: .head)
      expectEqual(take("HTTP/1.1 200 OK", "Content-Length: 5x", ""), ["head 200"])
    }

    @Test mutating func chunksNeedNoLength() {
      let lines = [
        "HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Content-Length: 5", "Content-Length: 3", "",
      ]
      expectEqual(lines.flatMap { take($0) }, ["head 200"])
    }

    /// libcurl decodes them, even if the coded data is incomplete.
    @Test(arguments: [
      ["gzip"], ["gzip, chunked"], ["chunked, gzip"], ["GZIP", "chunked"], ["deflate, chunked"], ["br"],
      ["chunked, identity"], ["identity, chunked"], ["identity, identity"], ["xchunked"], ["chunked;a=b"],
      ["\"chunked\""], ["x;a=\", chunked\""],
    ])
    mutating func aTransferCodingThatIsNotOnlyChunkedIsAnError(_ values: [String]) {
      let fields = values.map { "Transfer-Encoding: \($0)" }
      let completions = (["HTTP/1.1 200 OK"] + fields + [""]).flatMap { take($0) }
      expectEqual(completions, ["invalid coding \(values.joined(separator: ", "))"])
      let beside = (["HTTP/1.1 200 OK", "Content-Length: 5"] + fields + [""]).flatMap { take($0) }
      expectEqual(beside, completions)
    }

    @Test(arguments: [["chunked"], ["CHUNKED"], ["chunked", "chunked"], [", chunked,"], ["identity"], [""]])
    mutating func chunksAndTheObsoleteNameOfNoCodingAreRead(_ values: [String]) {
      let fields = values.map { "Transfer-Encoding: \($0)" }
      expectEqual((["HTTP/1.1 200 OK"] + fields + [""]).flatMap { take($0) }, ["head 200"])
    }

    @Test mutating func withoutATransferCodingTheLengthIsChecked() {
      expectEqual(
        take("HTTP/1.1 200 OK", "Transfer-Encoding: identity", "Content-Length: 5x", ""),
        [
          "invalid length 5x"
        ])
    }

    @Test(arguments: [204, 304])
    mutating func theTransferCodingOfAResponseWithoutABodyIsIgnored(_ status: Int) {
      expectEqual(take("HTTP/1.1 \(status)", "Transfer-Encoding: gzip", ""), ["head \(status)"])
    }

    @Test mutating func aHeadIsParsed() {
      expectEqual(take("HTTP/1.1 200 OK", "A: b", "c:  d ", ""), ["head 200"])
      expectEqual(head, ResponseHead(status: 200, headers: ["A": "b", "c": "d"], httpVersion: "HTTP/1.1"))
    }

    @Test mutating func aFoldedTrailerIsOneField() {
      expectEqual(take("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", ""), ["head 200"])
      expectEqual(take(" X: lost", "A: b", " C: d", "\te", "F: g", ""), [])
      expectEqual(parser.trailers, ["A": "b C: d e", "F": "g"])
    }

    @Test(.heavy) func foldedTrailersTakeLinearTime() {
      expectLinearTime(from: 250, time: Self.time(ofTrailers:))
    }

    private static func time(ofTrailers count: Int) -> Duration {
      let head = ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", ""]
      let trailers = Array(repeating: "a:b", count: count) + Array(repeating: " c", count: count)
      let lines = (head + trailers).map { Data(($0 + "\r\n").utf8) }
      return processorTime {
        var parser = CurlHeadParser()
        for line in lines { _ = unsafe line.withUnsafeBytes { unsafe parser.add($0) } }
      }
    }

    /// RFC 9112 section 2.2.
    @Test mutating func aReturnWithinAFieldBecomesASpace() {
      expectEqual(take("HTTP/1.1 200 OK", "A: b\rC: d", "E: \ré\r", "Link: <\r\u{e9}>", ""), ["head 200"])
      expectEqual(head?.headers, ["A": "b C: d", "E": "é", "Link": "< \u{e9}>"])
    }

    @Test(arguments: [
      ("HTTP/2 204 ", "HTTP/2"), ("HTTP/1.0 204 No", "HTTP/1.0"), ("HTTP/1.1 204", "HTTP/1.1"),
      ("HTTP/3 204", "HTTP/3"),
    ])
    mutating func theVersionIsParsed(_ line: String, _ version: String) {
      expectEqual(take(line, ""), ["head 204"])
      expectEqual(head?.httpVersion, version)
    }

    @Test(arguments: [
      "http/1.1 404 No", "HTTP/1.1  404 No", "Http/1.1   404", "HTTP/1.1\t404 No", "HTTP/1.1 \t404",
      "HTTP/1.1 \r404 No", "HTTP/1.1\u{b} \u{c}404No",
    ])
    mutating func everyStatusLineThatLibcurlAcceptsHasItsStatus(_ line: String) {
      expectEqual(take(line, "A: b", ""), ["head 404"])
      expectEqual(head?.httpVersion, "HTTP/1.1")
      expectEqual(head?.headers, ["A": "b"])
    }

    /// libcurl 7.88 accepts these: it skips spaces before each number.
    @Test(arguments: ["HTTP/ 1.1 200 OK", "HTTP/1. 1 200 OK", "HTTP/1.1 20", "HTTP/1.1 2e0", "HTTP/1.1"])
    mutating func aStatusLineWithoutThreeDigitsAfterItsVersionIsAnError(_ line: String) {
      expectEqual(take(line, "A: b", ""), ["invalid status"])
    }

    @Test mutating func aFieldThatBeginsLikeAStatusLineBeginsNoHead() {
      expectEqual(take("HTTP/1.1 200 OK", "A: b", "HTTP/2-Settings: 404", "C: d", ""), ["head 200"])
      expectEqual(head?.headers, ["A": "b", "HTTP/2-Settings": "404", "C": "d"])
    }

    @Test mutating func interimHeadsAreSeparate() {
      expectEqual(
        take("HTTP/1.1 100 Continue", "", "HTTP/1.1 103 Early", "Link: a", "", "HTTP/1.1 200 OK", "X: y", ""),
        ["interim 100", "interim 103", "head 200"])
      expectEqual(head?.headers, ["X": "y"])
    }

    @Test mutating func a101ResponseIsTheFinalHead() {
      expectEqual(take("HTTP/1.1 101 Switching Protocols", ""), ["head 101"])
    }

    @Test mutating func repeatedFieldsStaySeparate() {
      _ = take("HTTP/1.1 200 OK", "Set-Cookie: a=1", "X: y", "set-cookie: b=2", "")
      expectEqual(head?.headers.map(\.name), ["Set-Cookie", "X", "set-cookie"])
      expectEqual(head?.headers.values(for: "Set-Cookie"), ["a=1", "b=2"])
    }

    @Test mutating func aFoldedValueIsJoined() {
      _ = take("HTTP/1.1 200 OK", "X: one", " \ttwo ", "\tthree", "")
      expectEqual(head?.headers["X"], "one two three")
    }

    @Test mutating func aFoldedLineAfterAnEmptyValueAddsNoSpace() {
      _ = take("HTTP/1.1 200 OK", "X:", " one", "Y: two", "  ", "")
      expectEqual(head?.headers, ["X": "one", "Y": "two"])
    }

    @Test(arguments: [" A: b", "\tA: b", " ", "\t"])
    mutating func aFirstFieldThatBeginsWithASpaceIsAnError(line: String) {
      expectEqual(take("HTTP/1.1 200 OK", line), ["invalid first field"])
    }

    @Test mutating func aFirstFieldThatBeginsWithASpaceIsAnErrorAfterAnInterimResponse() {
      expectEqual(
        take("HTTP/1.1 103 Early Hints", "Link: a", "", "HTTP/1.1 200 OK", " A: b").last,
        "invalid first field")
    }

    @Test mutating func aSpaceIsRefusedOnlyAtTheStartOfTheFirstField() {
      #expect(admits("HTTP/1.1 103", " Early Hints\r\n"))
      _ = take("HTTP/1.1 103 Early Hints")
      #expect(admits("A: b", " c\r\n", " d\r\n"))
      _ = take("A: b c")
      #expect(admits(" d\r\n"))
      _ = take(" d", "", "HTTP/1.1 200 OK")
      #expect(!admits(" A: b\r\n"))
    }

    /// Whether the parser admits all these pieces.
    private mutating func admits(_ pieces: String...) -> Bool {
      pieces.allSatisfy { piece in
        unsafe Data(piece.utf8).withUnsafeBytes { unsafe parser.admits($0) }
      }
    }

    @Test mutating func valuesMayBeEmptyOrContainColons() {
      _ = take("HTTP/1.1 200 OK", "A:", "B: c:d", "no field", ": neither", "")
      expectEqual(head?.headers, ["A": "", "B": "c:d"])
    }

    @Test mutating func invalidUTF8InALocationIsEscaped() {
      expectEqual(take("HTTP/1.1 302 Found"), [])
      expectEqual(take(Data(Array("Location:  /".utf8) + [0xfc] + Array("%20x? \r\n".utf8))), [])
      expectEqual(take(Data(Array("Link: </".utf8) + [0xe4] + Array(">; rel=next\r\n".utf8))), [])
      expectEqual(take("Content-Location: /ü", "X-A: ü", ""), ["head 302"])
      expectEqual(head?.headers["Location"], "/%FC%20x?")
      expectEqual(head?.headers["Link"], "</%E4>; rel=next")
      expectEqual(head?.headers["Content-Location"], "/ü")
    }

    /// RFC 9112 section 2.2: a recipient replaces a CR without LF by a space.
    @Test(arguments: ["Location", "Link", "Content-Location", "X"])
    mutating func aCarriageReturnIsASpaceEvenNextToInvalidUTF8(name: String) {
      _ = take("HTTP/1.1 302 Found")
      _ = take(Data("\(name): \r/a\rb".utf8) + [0xfc] + Data("\r\t\r\r\n".utf8))
      _ = take("")
      expectEqual(head?.headers[name], name == "X" ? "/a bü" : "/a b%FC")
    }

    @Test mutating func invalidUTF8IsLatin1() {
      _ = take("HTTP/1.1 200 OK")
      _ = take(Data("X: caf".utf8) + [0xe9, 0x0d, 0x0a])
      _ = take("Y: café", "")
      expectEqual(head?.headers, ["X": "café", "Y": "café"])
    }

    @Test(arguments: ["ETag", "set-cookie", "Last-Modified"])
    mutating func bytesThatAreSentBackAreKept(name: String) {
      _ = take("HTTP/1.1 200 OK")
      _ = take(Data("\(name): a\rb=\"caf".utf8) + [0xe9] + Data("\" \r\n".utf8))
      _ = take(Data(" ".utf8) + [0xff] + Data("é\r\n".utf8))
      _ = take("\(name): é", "")
      let values = head?.headers.values(for: name) ?? []
      expectEqual(
        values.map(OpaqueText.bytes(of:)),
        [
          Array("a b=\"caf".utf8) + [0xe9] + Array("\" ".utf8) + [0xff] + Array("é".utf8), Array("é".utf8),
        ])
      expectEqual(values.last, "é")
    }

    @Test mutating func fieldsAfterTheHeadAreTrailers() {
      _ = take("HTTP/1.1 200 OK", "", "X-Sum: 1", "X-Sum: 2")
      expectEqual(parser.trailers, ["X-Sum": "1", "X-Sum": "2"])
      expectTrue(parser.hasHead)
    }

    // MARK: - Reuse of the previous head

    private mutating func take(_ lines: String..., after recent: HTTPHeaders) -> HTTPHeaders? {
      parser = CurlHeadParser(recent: recent)
      _ = take("HTTP/1.1 200 OK")
      for line in lines { _ = take(line) }
      _ = take("")
      return head?.headers
    }

    private static let recent: HTTPHeaders = ["Server": "one", "Date": "now", "Set-Cookie": "a=1"]

    @Test mutating func fieldsEqualToThoseOfThePreviousHeadAreReused() {
      expectEqual(take("Server: one", "Date: now", "Set-Cookie: a=1", after: Self.recent), Self.recent)
    }

    @Test mutating func aHeadWithFewerFieldsThanThePreviousIsParsed() {
      expectEqual(take("Server: one", after: Self.recent), ["Server": "one"])
      expectEqual(take(after: Self.recent), [:])
    }

    @Test mutating func aHeadWithMoreFieldsThanThePreviousIsParsed() {
      expectEqual(
        take("Server: one", "Date: now", "Set-Cookie: a=1", "X: y", after: Self.recent),
        ["Server": "one", "Date": "now", "Set-Cookie": "a=1", "X": "y"])
    }

    @Test(arguments: [
      "Date: then", "Date: no", "Date: nowadays", "Date:  now", "Date: now ", "Date:now", "date: now",
      "Dato: now",
      "Date-: ow",
    ])
    mutating func aFieldThatDiffersFromThePreviousHeadIsParsed(_ line: String) {
      let headers = take("Server: one", line, "Set-Cookie: a=1", after: Self.recent)
      let parts = line.split(separator: ":")
      let name = String(parts[0])
      let value = parts[1].trimmingCharacters(in: .whitespaces)
      expectEqual(headers?.map(\.name), ["Server", name, "Set-Cookie"])
      expectEqual(headers?.map(\.value), ["one", value, "a=1"])
    }

    @Test mutating func fieldsInAnotherOrderThanThePreviousAreParsed() {
      let headers = take("Date: now", "Server: one", after: Self.recent)
      expectEqual(headers?.map(\.name), ["Date", "Server"])
    }

    @Test mutating func aReusedFieldCanBeFolded() {
      expectEqual(take("Server: one", " two", "Date: now", after: Self.recent)?["Server"], "one two")
    }

    @Test mutating func fieldsAreReusedAfterAnInterimResponse() {
      parser = CurlHeadParser(recent: Self.recent)
      _ = take(
        "HTTP/1.1 103 Early", "Server: one", "Link: a", "", "HTTP/1.1 200 OK", "Server: one", "Date: now", "")
      expectEqual(head?.headers, ["Server": "one", "Date": "now"])
    }

    @Test mutating func aReusedFieldMayHaveBeenLatin1() {
      parser = CurlHeadParser(recent: ["X": "café"])
      _ = take("HTTP/1.1 200 OK")
      _ = take(Data("X: caf".utf8) + [0xe9, 0x0d, 0x0a])
      _ = take("")
      expectEqual(head?.headers, ["X": "café"])
    }

    @Test mutating func theSizeOfAHeadIsLimited() {
      _ = take("HTTP/1.1 200 OK")
      let line = Data("X: \(String(repeating: "x", count: 1000))\r\n".utf8)
      var taken = 0
      while taken < 1000, take(line) == [] { taken += 1 }
      #expect((300...310).contains(taken))
    }

    @Test mutating func linesMayEndWithLFAndArriveInParts() {
      expectEqual(take(Data("HTTP/1.1 200 OK\n".utf8)), [])
      expectEqual(take(Data("X: y".utf8)), [])
      expectEqual(take(Data("\n".utf8)), ["head 200"])
      expectEqual(head?.headers, ["X": "y"])
    }
  }
#endif
