import Foundation
import TestSupport
import Testing

@testable import Net

/// A boundary never occurs in the content of the form.
struct MultipartBoundaryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aRandomBoundaryThatOccursInAPartIsReplaced() throws {
    var form = MultipartFormData()
    form.append("a\r\n--first", name: "one")
    form.append(Data("--second\r\n".utf8), name: "two", fileName: "two")
    var draws = ["third", "second", "first"]
    let encoded = try form.encoded { draws.popLast() ?? "none" }
    expectEqual(encoded.contentType, "multipart/form-data; boundary=third")
    let parts = try ParsedForm(encoded.body.contents(), contentType: encoded.contentType).parts
    expectEqual(parts.map(\.text), ["a\r\n--first", "--second\r\n"])
  }

  @Test func aChosenBoundaryThatOccursInAShortFileIsRejected() throws {
    var form = MultipartFormData(boundary: "mark")
    form.append("x", name: "one")
    form.append(file: try folder.file("log.txt", "a\r\n--mark--\r\nb"), name: "two")
    #expect(throws: RequestBodyError.boundaryInContent("mark")) { try form.encoded() }
  }

  @Test func aChosenBoundaryInsideALineOfAFileIsAllowed() throws {
    var form = MultipartFormData(boundary: "mark")
    form.append(file: try folder.file("log.txt", "a --mark\r\n-mark"), name: "--mark")
    form.append("x", name: "two")
    let encoded = try form.encoded()
    let parts = try ParsedForm(encoded.body.contents(), contentType: encoded.contentType).parts
    expectEqual(parts.map(\.text), ["a --mark\r\n-mark", "x"])
  }

  // MARK: - Parts that are read while they are sent

  /// Reads the body in chunks, and returns what precedes the failure.
  private func sent(of body: RequestBody, atMost count: Int) throws -> Data {
    var reader = try body.reader()
    var sent = Data()
    #expect(throws: RequestBodyError.boundaryInContent("mark")) {
      while let chunk = try reader.read(atMost: count) { sent += chunk }
    }
    return sent
  }

  @Test(arguments: [1, 2, 7, 8, 9, 10, 64_000])
  func aChosenBoundaryInALongFileFailsTheRequestBeforeItIsSent(chunk: Int) throws {
    var form = MultipartFormData(boundary: "mark", memoryLimit: 0)
    form.append(file: try folder.file("log.txt", "a\r\n--mar\r\n--mark--\r\nb"), name: "one")
    let body = try form.encoded().body
    expectNil(body.data)
    let sent = try sent(of: body, atMost: chunk)
    let parts = String(decoding: sent, as: UTF8.self).components(separatedBy: "\r\n--mark")
    expectEqual(parts.count, 1)
  }

  @Test func aChosenBoundaryAtTheStartOfAStreamFailsTheRequest() throws {
    var form = MultipartFormData(boundary: "mark")
    form.append(
      stream: BodyStream { InputStream(data: Data("--mark--\r\n".utf8)) }, name: "one", fileName: "one")
    #expect(try !sent(of: form.encoded().body, atMost: 100).isEmpty)
  }

  @Test(arguments: [1, 4, 100])
  func aChosenBoundaryInASequenceFailsTheRequest(chunk: Int) async throws {
    let content = Array("ab\r\n--mark\r\n".utf8)
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    for start in stride(from: 0, to: content.count, by: chunk) {
      continuation.yield(Data(content[start..<min(start + chunk, content.count)]))
    }
    continuation.finish()
    try await expectFailure(BodyStream(chunks))
  }

  @Test func aChosenBoundaryInASequenceOfBytesFailsTheRequest() async throws {
    let (bytes, continuation) = AsyncStream.makeStream(of: UInt8.self)
    for byte in "ab\r\n--mark\r\n".utf8 { continuation.yield(byte) }
    continuation.finish()
    try await expectFailure(BodyStream(bytes))
  }

  private func expectFailure(_ stream: BodyStream) async throws {
    var form = MultipartFormData(boundary: "mark")
    form.append(stream: stream, name: "one", fileName: "one")
    let body = try form.encoded().body
    await #expect(throws: RequestBodyError.boundaryInContent("mark")) { try await body.contentsOfSequence() }
  }
}
