import Foundation
import Net
import TestSupport
import Testing

@Suite struct PublicSuffixListTests {
  /// Rules of every kind, in the format of publicsuffix.org.
  private static let text = """
    // A made-up list.
    \t
    // ===BEGIN ICANN DOMAINS===
    com
    uk
    co.uk   what follows the first space does not count
    jp
    *.city.jp
    !hall.city.jp
    *.ck
    !www.ck
    .dotted.example
    公司.cn
    Å.no
    // ===END ICANN DOMAINS===
    // ===BEGIN PRIVATE DOMAINS===
    pages.com
    deep.pages.com
    // ===END PRIVATE DOMAINS===
    """

  private func list(_ text: String = PublicSuffixListTests.text) throws -> PublicSuffixList {
    try PublicSuffixList(text)
  }

  @Test(arguments: [
    // A rule, and the longest of several matching rules.
    ("com", true), ("example.com", false), ("a.example.com", false), ("co.uk", true), ("a.co.uk", false),
    ("uk", true), ("org.uk", false),
    // The star matches any label. The name above it is not matched by the rule.
    ("a.city.jp", true), ("city.jp", false), ("b.a.city.jp", false), ("any.ck", true), ("ck", true),
    // An exception is not a suffix, nor is any name below it.
    ("hall.city.jp", false), ("www.ck", false), ("a.www.ck", false),
    // A leading dot of a rule is ignored.
    ("dotted.example", true), ("a.dotted.example", false),
    // If no rule matches, the last label is the suffix.
    ("nowhere", true), ("a.nowhere", false),
  ])
  func theRulesDecideWhatIsAPublicSuffix(domain: String, isPublic: Bool) throws {
    expectEqual(try list().isPublicSuffix(domain), isPublic)
  }

  @Test(arguments: ["CO.UK", "co.uk.", "Co.Uk."]) func caseAndATrailingDotAreIgnored(domain: String) throws {
    for list in [try list(), .wellKnown] {
      #expect(list.isPublicSuffix(domain))
      #expect(!list.isPublicSuffix("a.\(domain)"))
    }
  }

  @Test(arguments: ["公司.cn", "公司.CN", "xn--55qx5d.cn", "XN--55QX5D.cn", "å.no", "Å.no", "xn--5ca.no"])
  func internationalNamesAreComparedInTheirASCIIForm(domain: String) throws {
    #expect(try list().isPublicSuffix(domain))
    #expect(try !list().isPublicSuffix("a.\(domain)"))
  }

  @Test func anASCIIRuleMatchesTheInternationalName() throws {
    #expect(try list("xn--55qx5d.cn").isPublicSuffix("公司.cn"))
  }

  @Test(arguments: ["", ".", "..", "co..uk", ".co.uk"]) func textThatIsNotADomainCountsAsASuffix(
    domain: String
  ) throws {
    #expect(try list().isPublicSuffix(domain))
    #expect(PublicSuffixList.wellKnown.isPublicSuffix(domain))
  }

  @Test func sectionsCanBeOmitted() throws {
    let icann = try PublicSuffixList(Self.text, sections: [.icann])
    #expect(icann.isPublicSuffix("co.uk"))
    #expect(!icann.isPublicSuffix("pages.com"))
    let others = try PublicSuffixList("a.b\n\(Self.text)", sections: [.privateDomains])
    #expect(others.isPublicSuffix("pages.com") && others.isPublicSuffix("deep.pages.com"))
    #expect(!others.isPublicSuffix("co.uk"))
    #expect(others.isPublicSuffix("a.b"))
  }

  @Test func theOrderOfTheRulesIsIrrelevant() throws {
    let lines = Self.text.split(separator: "\n").filter { !$0.hasPrefix("//") }
    let reversed = try list(lines.reversed().joined(separator: "\n"))
    for domain in ["a.city.jp", "deep.pages.com", "co.uk"] { #expect(reversed.isPublicSuffix(domain)) }
    for domain in ["hall.city.jp", "www.ck", "a.deep.pages.com"] { #expect(!reversed.isPublicSuffix(domain)) }
  }

  @Test(arguments: ["\u{feff}com\nco.uk", "com\r\nco.uk\r\n", "  com\n\tco.uk // a comment", "co.uk\n\n\n"])
  func byteOrderMarksAndSpacesAreIgnored(text: String) throws {
    #expect(try list(text).isPublicSuffix("co.uk"))
    #expect(try !list(text).isPublicSuffix("a.co.uk"))
  }

  // MARK: - Invalid lists

  @Test(arguments: [
    "!", "*.", "a..b", "a.", "a.*", "a.*.b", "*a.b", "!*.a", "!*.a.b", "!com", "<html>", "a/b", "ü/b", "a:b",
    "公司/.cn",
  ])
  func anInvalidRuleIsAnErrorThatNamesItsLine(line: String) {
    let error = #expect(throws: PublicSuffixListError.self) { try list("com\n\(line)\nco.uk") }
    guard case .badRule(line, line: 2) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      "\(error.map { "\($0)" } ?? "")".hasPrefix("line 2 of the list of public suffixes is not a rule: "))
  }

  @Test(arguments: ["", "\n \n", "// nothing but words"]) func aTextWithoutARuleIsAnError(text: String) {
    let error = #expect(throws: PublicSuffixListError.self) { try list(text) }
    guard case .noRules(text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func bytesThatAreNotUTF8AreAnErrorThatKeepsThem() throws {
    let bytes = Data([0x63, 0xff])
    let error = #expect(throws: PublicSuffixListError.self) { try PublicSuffixList(bytes) }
    guard case .notText(bytes) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try PublicSuffixList(Data(Self.text.utf8)).isPublicSuffix("co.uk"))
  }

  @Test func aFileCanBeLoaded() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "list.dat")
    try Data(Self.text.utf8).write(to: file)
    #expect(try PublicSuffixList(contentsOf: file).isPublicSuffix("co.uk"))
    let missing = folder.url.appending(path: "none.dat")
    let error = #expect(throws: PublicSuffixListError.self) { try PublicSuffixList(contentsOf: missing) }
    guard case .unreadable(missing, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aDomainWithManyLabelsIsHandled() throws {
    let domain = String(repeating: "a.", count: 100_000) + "city.jp"
    #expect(try !list().isPublicSuffix(domain))
  }

  @Test func randomBytesDoNotCrash() throws {
    var random = SeededGenerator(seed: 6)
    let list = try list()
    let bytes = Array("aåZ.*!-_/%[]:@ \t\r\n\u{0}\u{301}公//".utf8)
    for _ in 0..<5000 {
      let noise = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        bytes[Int.random(in: bytes.indices, using: &random)]
      }
      let text = String(decoding: noise, as: UTF8.self)
      _ = try? PublicSuffixList(Data(noise))
      _ = try? PublicSuffixList(text)
      _ = list.isPublicSuffix(text)
    }
  }

  // MARK: - Without a list

  @Test(arguments: [
    ("com", true), ("localhost", true), ("co.uk", true), ("com.au", true), ("gov.br", true), ("ac.nz", true),
    ("example.com", false), ("example.uk", false), ("a.co.uk", false), ("t.co", false), ("co.com", false),
    ("co.example", false), ("bbc.uk", false), ("公司.cn", false),
  ])
  func wellKnownSuffixesAreBuiltIn(domain: String, isPublic: Bool) {
    expectEqual(PublicSuffixList.wellKnown.isPublicSuffix(domain), isPublic)
  }
}
