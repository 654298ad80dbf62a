import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct ContentDispositionTests {
  private func names(_ value: String) -> [String] { ContentDisposition(value).fileNames }

  @Test(arguments: [
    ("attachment; filename=report.pdf", ["report.pdf"]), ("inline; filename=\"a b.txt\"", ["a b.txt"]),
    ("ATTACHMENT ; FileName = \"a;b.txt\"", ["a;b.txt"]),
    ("attachment; filename=\"a\\\"b\\\\c\"", ["a\"b\\c"]),
    ("filename=a.txt", ["a.txt"]), ("attachment", []), ("", []), ("attachment; name=a.txt", []),
    ("attachment; filename=a.txt; filename=b.txt", ["a.txt"]),
    ("attachment; filename=\"a%20b.txt\"", ["a%20b.txt"]), ("attachment; filename=", [""]),
    ("attachment; filename=\"open.txt", ["open.txt"]),
    ("attachment; filename=\u{301}a.txt", ["\u{301}a.txt"]),
    ("attachment;\u{301}x=1;filename=\"\u{301}\"", ["\u{301}"]),
    ("attachment; filename=\"\u{301}open.txt", ["\u{301}open.txt"]),
  ])
  func theFileNameIsParsed(value: String, expected: [String]) { expectEqual(names(value), expected) }

  @Test(arguments: [
    ("attachment; filename*=UTF-8''na%C3%AFve%20plan.txt", ["naïve plan.txt"]),
    ("attachment; filename*=utf-8'de'%e2%82%ac.txt", ["€.txt"]),
    ("attachment; filename*=iso-8859-1'en'%A3%20rates", ["£ rates"]),
    ("attachment; filename=plain.txt; filename*=UTF-8''better.txt", ["better.txt", "plain.txt"]),
    ("attachment; filename*=UTF-8''better.txt; filename=plain.txt", ["better.txt", "plain.txt"]),
    ("attachment; filename*=\"UTF-8''quoted.txt\"", ["quoted.txt"]),
    ("attachment; filename*=UTF-8''it's.txt", ["it's.txt"]),
    ("attachment; filename*=utf8''na%C3%AFve.txt", ["naïve.txt"]),
    ("attachment; filename*=UTF-8'\u{301}'a.txt", ["a.txt"]),
  ])
  func extendedNamesPrecedePlainNames(value: String, expected: [String]) {
    expectEqual(names(value), expected)
  }

  @Test(arguments: [
    "UTF-8''%C3", "UTF-8''%ZZ", "UTF-8''a%4", "UTF-8''é", "shift_jis''a.txt", "a.txt", "UTF-8'a.txt", "",
  ])
  func aMalformedExtendedNameIsIgnored(value: String) {
    expectEqual(names("attachment; filename=plain.txt; filename*=\(value)"), ["plain.txt"])
  }

  // MARK: - The suggested file name of a response

  private func suggested(_ value: String?, _ url: String? = "https://e.com/films/a%20b.mp4?x=/c") -> String? {
    let headers: HTTPHeaders = value.map { ["Content-Disposition": $0] } ?? [:]
    return ResponseHead(status: 200, headers: headers, url: url.flatMap { URL(string: $0) }).suggestedFileName
  }

  @Test func theNameInTheHeaderOverridesTheNameInTheURL() {
    expectEqual(suggested("attachment; filename=\"c.mp4\""), "c.mp4")
    expectEqual(suggested(nil), "a b.mp4")
    expectEqual(suggested("attachment"), "a b.mp4")
  }

  @Test func unusableNamesAreSkipped() {
    expectEqual(suggested("attachment; filename=\"..\"; filename*=UTF-8''%2F"), "a b.mp4")
    expectEqual(suggested("attachment; filename=plain.txt; filename*=UTF-8''%2E%2E"), "plain.txt")
    expectNil(suggested(nil, "https://e.com"))
    expectNil(suggested(nil, "https://e.com/%2e%2e"))
    expectNil(suggested(nil, "https://e.com/%ff"))
    expectNil(suggested(nil, nil))
  }

  @Test func anEscapedSlashInTheURLIsAlsoASeparator() {
    expectEqual(suggested(nil, "https://e.com/a%2F..%2F..%2Fpasswd"), "passwd")
    expectEqual(suggested(nil, "https://e.com/films/"), "films")
  }
}
