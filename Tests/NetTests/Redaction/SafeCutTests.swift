import Foundation
import TestSupport
import Testing

@testable import Net

/// No part of a secret stays at the end of a text that is cut before it is redacted.
@Suite struct SafeCutTests {
  private static let secret = "s3cretPq7xZ"

  static let texts = [
    "GET https://me:\(secret)@h.io/a", "https://\(secret)@h.io/a", #"{"u":"https:\/\/me:\#(secret)@h.io"}"#,
    "/?next=https%3A%2F%2Fme%3A\(secret)%40h.io%2Fa", "connect to me:\(secret)@h.io now",
    "Authorization is Bearer \(secret)\(secret) there", "ghp_\(secret)\(secret)",
    "sent eyJ\(secret).\(secret).x",
    #"{"password":"\#(secret)"}"#, "password=\(secret)&page=1", "sent <password>\(secret)</password>",
    "/?next=data%3A%20%3Cr%3E%3Cpassword%3E\(secret)%3C%2Fpassword%3E%3C%2Fr%3E",
    "/?next=x%20%26lt%3Bpassword%26gt%3B\(secret)%26lt%3B%2Fpassword%26gt%3B&page=1",
    "code=\(secret)&page=1", "code%3D\(secret)%26page%3D1", "code=\(secret)&amp;page=1",
    "code=\(secret)&#x26;page=1",
    #"{"form":"code=\#(secret)\u0026page=1"}"#, "/?next=data:,code%253D\(secret)%2526page%253D1",
    "sent <s:Envelope><o:Token a=\"1\">\(secret)</o:Token></s:Envelope>",
  ]

  /// The parts of the secret that are long enough to be distinguished from other text.
  private static func holdsPart(_ text: String) -> Bool { text.contains(secret.prefix(3)) }

  @Test(arguments: texts) func noPartOfASecretStaysWhereverATextIsCut(text: String) {
    let shown = (1..<text.utf8.count).map { Redaction.standard.redacted(text: text.cut(to: $0)) }
    expectEqual(shown.filter(Self.holdsPart), [])
  }

  @Test(arguments: texts + ["<password>\(secret)</password>"])
  func noPartOfASecretStaysWhereverABodyIsCut(text: String) {
    let body = Data(text.utf8)
    let shown = (1..<body.count).map { limit in
      String(decoding: Redaction.standard.redacted(body: body.beginning(of: limit)), as: UTF8.self)
    }
    expectEqual(shown.filter(Self.holdsPart), [])
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian])
  func noPartOfASecretStaysWhereverAWideTextIsCut(encoding: String.Encoding) throws {
    let body = try #require("say: https://me:\(Self.secret)@h.io/".data(using: encoding))
    let type = encoding == .utf32LittleEndian ? "text/plain; charset=utf-32le" : "text/plain"
    let shown = (8..<body.count).map { limit in
      let redacted = Redaction.standard.redacted(body: body.beginning(of: limit), contentType: type)
      return String(decoding: redacted.filter { $0 != 0 }, as: UTF8.self)
    }
    expectEqual(shown.filter(Self.holdsPart), [])
  }

  @Test(arguments: [
    ("hello world", 5, "hello"), ("https://h.io/abcdef", 15, "https://h.io/ab"),
    ("at 12:30 or so", 13, "at 12:30 or s"),
    ("see <p>hello</p>", 12, "see <p>hello"), ("<password>a</password>, b", 24, "<password>a</password>, "),
    (#"{"a":1234,"b":2}"#, 7, #"{"a":12"#), ("größer", 3, "gr"), ("ab", 2, "ab"), ("ab", 0, ""),
    ("ab", -1, ""),
  ])
  func aTextWithoutASecretIsCutAtTheLimit(text: String, limit: Int, beginning: String) {
    expectEqual(text.beginning(of: limit), beginning)
  }
}
