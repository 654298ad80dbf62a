import TestSupport
import Testing

@testable import Net

@Suite struct ContentCodingTests {
  private func list(_ values: String..., known: [ContentCoding] = ContentCoding.allCases) -> [ContentCoding] {
    let fields = values.map { HTTPField(name: "content-encoding", value: $0) }
    return ContentCoding.list(HTTPHeaders(fields), known: known)
  }

  @Test(
    arguments: [
      ("gzip", [.gzip]), ("x-gzip", [.gzip]), ("GZip", [.gzip]), ("deflate", [.deflate]), ("br", [.brotli]),
      ("zstd", [.zstandard]), ("identity", []), ("", []), ("deflate, gzip", [.deflate, .gzip]),
      ("gzip,, identity", [.gzip]),
    ] as [(String, [ContentCoding])])
  func knownCodingsAreListedInTheirOrder(value: String, codings: [ContentCoding]) {
    expectEqual(list(value), codings)
  }

  @Test(arguments: ["utf-8", "binary", "aws-chunked", "none", "aws-chunked, gzip", "gzip, utf-8"])
  func aBodyWithAnUnknownCodingIsUnchanged(value: String) { #expect(list(value).isEmpty) }

  @Test func repeatedFieldsAreOneList() { expectEqual(list("deflate", "gzip"), [.deflate, .gzip]) }

  @Test func aCodingWithoutItsLibraryIsUnknown() {
    #expect(list("br", known: [.gzip, .deflate]).isEmpty)
    #expect(list("gzip", known: []).isEmpty)
  }

  @Test func codingsAreRequestedByName() {
    expectEqual(ContentCoding.accepted(ContentCoding.allCases), "gzip, deflate, br, zstd")
    expectNil(ContentCoding.accepted([]))
  }
}
