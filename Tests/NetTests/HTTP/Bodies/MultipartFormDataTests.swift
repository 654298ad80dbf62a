import Foundation
import Net
import TestSupport
import Testing

struct MultipartFormDataTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func built(_ form: MultipartFormData, headers: HTTPHeaders = [:]) throws(NetworkError)
    -> TransportRequest
  {
    try RequestDescription("https://example.com", method: .post, headers: headers, content: .multipart(form))
      .transportRequest(baseURL: nil, headers: SessionHeaders([:]), accept: nil, encoder: JSONEncoder())
  }

  private func error(_ form: MultipartFormData) -> NetworkError? {
    do throws(NetworkError) {
      _ = try built(form)
      return nil
    } catch {
      return error
    }
  }

  private func parsed(_ form: MultipartFormData) throws -> [ParsedForm.Part] {
    let request = try built(form)
    return try ParsedForm(request.body.contents(), contentType: request.headers["Content-Type"]).parts
  }

  @Test func aFormIsEncodedByteForByte() throws {
    var form = MultipartFormData(boundary: "b")
    form.append("Trent", name: "author")
    form.append(Data("{}".utf8), name: "meta", fileName: "meta.json", headers: ["X-A": "1"])
    let request = try built(form)
    let expected = """
      --b
      Content-Disposition: form-data; name="author"

      Trent
      --b
      Content-Disposition: form-data; name="meta"; filename="meta.json"
      Content-Type: application/json
      X-A: 1

      {}
      --b--

      """
    expectEqual(request.body, .data(Data(expected.replacing("\n", with: "\r\n").utf8)))
    expectEqual(request.headers.values(for: "Content-Type"), ["multipart/form-data; boundary=b"])
  }

  @Test func aFieldOfThePartReplacesTheOneThatIsMade() throws {
    var form = MultipartFormData(boundary: "b")
    form.append(
      Data("1;2".utf8), name: "table", fileName: "t.txt",
      headers: ["content-type": "text/csv", "X-A": "1", "X-A": "2"])
    let text = try String(decoding: built(form).body.contents(), as: UTF8.self)
    let fields = text.split(separator: "\r\n").map(String.init).filter { $0.contains(": ") }
    expectEqual(
      fields,
      [
        "Content-Disposition: form-data; name=\"table\"; filename=\"t.txt\"", "content-type: text/csv",
        "X-A: 1", "X-A: 2",
      ])
  }

  @Test func everyKindOfPartIsEncoded() throws {
    let file = try folder.file("notes.txt", "of a file\r\n--almost a boundary")
    var form = MultipartFormData()
    form.append("ü", name: "text")
    form.append(Data([0, 13, 10, 255]), name: "bytes")
    form.append(file: file, name: "file")
    form.append(
      stream: BodyStream { InputStream(data: Data("of a stream".utf8)) }, name: "stream", fileName: "s.csv")
    form.append("", name: "empty")
    let parts = try parsed(form)
    expectEqual(parts.map(\.name), ["text", "bytes", "file", "stream", "empty"])
    expectEqual(parts.map(\.fileName), [nil, nil, "notes.txt", "s.csv", nil])
    expectEqual(parts.map { $0.headers["content-type"] }, [nil, nil, "text/plain", "text/csv", nil])
    expectEqual(parts[1].body, Data([0, 13, 10, 255]))
    expectEqual(
      parts.map(\.text).filter { $0.utf8.count != 6 },
      ["ü", "of a file\r\n--almost a boundary", "of a stream", ""])
  }

  @Test func theGivenTypeOfAFileOrAStreamIsSent() throws {
    let file = try folder.file("a.json", "{}")
    var form = MultipartFormData()
    form.append(file: file, name: "a", contentType: "text/x-a")
    form.append(
      stream: BodyStream { InputStream(data: Data()) }, name: "b", fileName: "b.json", contentType: "text/x-b"
    )
    expectEqual(try parsed(form).map { $0.headers["content-type"] }, ["text/x-a", "text/x-b"])
  }

  @Test func aFormWithoutPartsIsJustTheClosingBoundary() throws {
    #expect(try parsed(MultipartFormData()).isEmpty)
    expectTrue(MultipartFormData().isEmpty)
  }

  @Test(arguments: [
    ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("a\rb", "a%0Db"), ("a\nb", "a%0Ab"),
    ("größe 东.txt", "größe 东.txt"),
    ("a%22b", "a%22b"), ("a\\b;c", "a\\b;c"), ("👩‍👩‍👧.png", "👩‍👩‍👧.png"), ("\"\u{301}", "%22\u{301}"),
  ])
  func namesAreEscapedAsBrowsersDo(_ name: String, _ expected: String) throws {
    var form = MultipartFormData()
    form.append(Data("x".utf8), name: name, fileName: name)
    let part = try #require(try parsed(form).first)
    expectEqual(part.name.map { Array($0.utf8) }, Array(expected.utf8))
    expectEqual(part.fileName.map { Array($0.utf8) }, Array(expected.utf8))
  }

  @Test func theLengthOfAnEndlessFormIsUnknown() throws {
    var form = MultipartFormData()
    form.append(
      stream: BodyStream(count: .max) { PatternReader(count: .max) }, name: "endless", fileName: "endless")
    expectNil(try built(form).body.count)
  }

  @Test(arguments: ["a\0b", "a\u{7f}", "\u{1}"])
  func aNameWithControlCharactersIsRejected(_ name: String) {
    var form = MultipartFormData()
    form.append("x", name: name)
    expectEqual(
      error(form)?.reason,
      .invalidRequest(.header(name: "Content-Disposition", value: "form-data; name=\"\(name)\"")))
    var file = MultipartFormData()
    file.append(Data(), name: "n", fileName: name)
    expectNotNil(error(file))
  }

  @Test(arguments: ["text/plain\r\nEvil: 1", "a\nb", "a\rb", "a\0b"])
  func aContentTypeWithControlCharactersIsRejected(_ type: String) {
    var form = MultipartFormData()
    form.append(Data(), name: "n", contentType: type)
    expectEqual(error(form)?.reason, .invalidRequest(.header(name: "Content-Type", value: type)))
  }

  @Test func aPartHeaderWithLineBreaksIsRejected() {
    for field in [HTTPField(name: "X\r\nEvil", value: "1"), HTTPField(name: "X", value: "1\r\nEvil: 1")] {
      var form = MultipartFormData()
      form.append(Data(), name: "n", headers: [field])
      expectEqual(error(form)?.reason, .invalidRequest(.header(name: field.name, value: field.value)))
    }
  }

  @Test(arguments: [
    ("", "is empty"), ("a b", "contains \" \", which is not allowed in a boundary"),
    ("a\r\nb", "contains \"\\\\r\", which is not allowed in a boundary"),
    ("a\"b", "contains \"\\\"\", which is not allowed in a boundary"),
    ("a*b", "contains \"*\", which is not allowed in a boundary"),
    ("a%41", "contains \"%\", which is not allowed in a boundary"),
    (String(repeating: "a", count: 71), "has 71 bytes, more than 70"),
  ])
  func anInvalidBoundaryIsRejected(_ boundary: String, _ words: String) {
    let error = error(MultipartFormData(boundary: boundary))
    expectEqual(error?.reason, .invalidRequest(.boundary(boundary)))
    expectEqual(
      error?.description.contains("the multipart boundary \(boundary.debugDescription) \(words)"), true)
  }

  /// RFC 2046 section 5.1.1, without the characters that need quotes in `Content-Type`.
  @Test func aBoundaryMayContainLettersDigitsAndSomePunctuation() throws {
    let labels = try built(MultipartFormData(boundary: "aZ09'+_-.")).headers["Content-Type"]
    expectEqual(labels, "multipart/form-data; boundary=aZ09'+_-.")
  }

  @Test func aBoundaryThatOccursInAPartIsRejected() {
    var form = MultipartFormData(boundary: "mark")
    form.append("a\r\n--mark\r\nb", name: "n")
    expectEqual(error(form)?.underlyingError as? RequestBodyError, .boundaryInContent("mark"))
  }

  @Test func everyFormHasItsOwnBoundary() throws {
    let labels = try (0..<100).map { _ in try built(MultipartFormData()).headers["Content-Type"] }
    expectEqual(Set(labels).count, 100)
    #expect(labels.allSatisfy { ($0?.utf8.count ?? 0) <= "multipart/form-data; boundary=".utf8.count + 70 })
  }

  @Test func theFormsContentTypeReplacesThatOfTheRequest() throws {
    let request = try built(
      MultipartFormData(boundary: "b"), headers: ["Content-Type": "multipart/form-data"])
    expectEqual(request.headers.values(for: "Content-Type"), ["multipart/form-data; boundary=b"])
  }

  @Test func aFormOverTheMemoryLimitIsReadWhileItIsSent() throws {
    let file = folder.file("long.bin")
    try Pattern.write(100_000, to: file)
    var form = MultipartFormData(memoryLimit: 50_000)
    form.append(file: file, name: "f")
    let request = try built(form)
    let contents = try request.body.contents()
    expectNil(request.body.data)
    expectEqual(request.body.count, Int64(contents.count))
    expectTrue(request.body.isRepeatable)
    expectEqual(try request.body.contents(), contents)
    let parts = try ParsedForm(contents, contentType: request.headers["Content-Type"]).parts
    expectEqual(parts.map(\.body), [Pattern.bytes(from: 0, count: 100_000)])
    form.memoryLimit = 1_000_000
    expectNotNil(try built(form).body.data)
  }

  @Test func theLengthOfAFormIsKnownIfTheLengthOfItsStreamsIs() throws {
    var form = MultipartFormData()
    form.append(stream: BodyStream(count: 11) { PatternReader(count: 11) }, name: "s", fileName: "s")
    let known = try built(form).body
    expectEqual(known.count, Int64(try known.contents().count))
    form.append(stream: BodyStream { PatternReader(count: 11) }, name: "t", fileName: "t")
    expectNil(try built(form).body.count)
  }

  @Test func aFormWithAnUnrepeatableStreamIsUnrepeatable() throws {
    var form = MultipartFormData()
    form.append(stream: BodyStream(isRepeatable: false) { PatternReader(count: 1) }, name: "s", fileName: "s")
    #expect(try !built(form).body.isRepeatable)
  }

  @Test func aMissingFileFailsTheRequestWithItsURL() {
    let missing = folder.file("photo.png")
    var form = MultipartFormData()
    form.append(file: missing, name: "f")
    expectEqual(error(form)?.reason, .encoding)
    expectEqual(error(form)?.underlyingError as? RequestBodyError, .fileMissing(missing))
  }

  @Test func aDirectoryFailsTheRequestWithItsURL() {
    var form = MultipartFormData()
    form.append(file: folder.url, name: "f")
    expectEqual(error(form)?.underlyingError as? RequestBodyError, .notAFile(folder.url))
  }

  @Test func aFileThatGrewAfterEncodingIsAnError() throws {
    let file = try folder.file("log.txt", "short")
    var form = MultipartFormData(memoryLimit: 0)
    form.append(file: file, name: "f")
    let body = try built(form).body
    try Data("longer than before".utf8).write(to: file)
    #expect(throws: RequestBodyError.countMismatch(promised: 5, given: 18, file: file)) {
      try body.contents()
    }
  }
}
