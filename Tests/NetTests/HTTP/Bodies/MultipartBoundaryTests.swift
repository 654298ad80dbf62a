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
    #expect(encoded.contentType == "multipart/form-data; boundary=third")
    let parts = try ParsedForm(encoded.body.contents(), contentType: encoded.contentType).parts
    #expect(parts.map(\.text) == ["a\r\n--first", "--second\r\n"])
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
    #expect(parts.map(\.text) == ["a --mark\r\n-mark", "x"])
  }
}
